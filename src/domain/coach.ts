import { isStanding } from './assignment.ts'
import type { TripStatus } from './booking.ts'
import { type Duty, isOnLeg } from './duty.ts'
import type { Leg } from './leg.ts'
import {
  currentLeg,
  isLegOver,
  type Journey,
  type JourneyLeg,
  type LegStatus,
  type LogEntry,
  legStatus,
  type Staffing,
  statusOfEach,
  tripStatusOf,
  withoutReverted,
} from './progress.ts'

/** One of the coaches a booking takes: who stands on it, and how far it has come. */
export type Coach<D extends Duty = Duty> = {
  /** Counted from 1. */
  readonly vehicleNo: number
  readonly duties: readonly D[]
  readonly journey: Journey
}

/** A line of the log of one coach. */
export type CoachEntry = LogEntry & { readonly vehicleNo: number }

/** The log of one coach against the legs of the trip. */
export function journeyOfCoach(legs: readonly JourneyLeg[], log: readonly CoachEntry[], vehicleNo: number): Journey {
  return { legs, log: log.filter((entry) => entry.vehicleNo === vehicleNo) }
}

/** Every coach that a booking takes, in order, with the duties that stand. */
export function coachesOf<D extends Duty>(
  vehiclesNeeded: number,
  legs: readonly JourneyLeg[],
  log: readonly CoachEntry[],
  duties: readonly D[],
): Coach<D>[] {
  const logs = Map.groupBy(log, ({ vehicleNo }) => vehicleNo)
  const crews = Map.groupBy(duties.filter(isStanding), ({ vehicleNo }) => vehicleNo)
  return Array.from({ length: vehiclesNeeded }, (_, nth) => {
    const vehicleNo = nth + 1
    return { vehicleNo, duties: crews.get(vehicleNo) ?? [], journey: { legs, log: logs.get(vehicleNo) ?? [] } }
  })
}

/** The staffing of a coach before its first step. It is acknowledged once all on it have said that they will come. */
function staffingOfCoach({ duties }: Coach): Staffing {
  if (duties.length === 0) return 'unassigned'
  return duties.every(({ acknowledgedAt }) => acknowledgedAt !== null) ? 'acknowledged' : 'assigned'
}

/** The status of one coach. */
function statusOfCoach(coach: Coach): TripStatus {
  return tripStatusOf(coach.journey, staffingOfCoach(coach))
}

/** The status of a duty: the step that its coach has come to on its legs, or its staffing before the first of them. */
export function statusOfDuty(duty: Duty, journey: Journey): TripStatus {
  if (!isStanding(duty)) return 'unassigned'
  return tripStatusOf(onLegsOf(duty, journey), duty.acknowledgedAt === null ? 'assigned' : 'acknowledged')
}

/** The part of a journey that belongs to somebody who is there on some of its legs. */
export function onLegsOf(duty: Pick<Duty, 'vehicleNo' | 'role' | 'legs'>, { legs, log }: Journey): Journey {
  return {
    legs: legs.filter(({ sequence }) => isOnLeg(duty, sequence)),
    log: log.filter(({ leg }) => isOnLeg(duty, leg)),
  }
}

/** Stages of a coach within one leg, the least first. Staffing counts before the first step only. */
const stages: readonly TripStatus[] = [
  'unassigned',
  'assigned',
  'acknowledged',
  'between_legs',
  'en_route',
  'arrived',
  'on_board',
]

type Position = { readonly status: TripStatus; readonly leg: number; readonly stage: number }

function positionOf(coach: Coach): Position {
  const { legs } = coach.journey
  const current = currentLeg(coach.journey)
  const status = statusOfCoach(coach)
  return { status, leg: current === null ? legs.length : legs.indexOf(current), stage: stages.indexOf(status) }
}

/** The status of a trip: that of the coach furthest behind. It is a no-show only when every coach says so. */
export function statusOfTrip(coaches: readonly Coach[]): TripStatus {
  const positions = coaches.map(positionOf).sort((one, other) => one.leg - other.leg || one.stage - other.stage)
  const [behind] = positions
  if (behind === undefined) return 'unassigned'
  const isDone = behind.status === 'completed' || behind.status === 'no_show'
  if (!isDone) return behind.status
  return positions.every(({ status }) => status === 'no_show') ? 'no_show' : 'completed'
}

const legStages: readonly LegStatus[] = ['pending', 'en_route', 'arrived', 'on_board']

/** The status of every leg: that of the coach furthest behind on it. It is a no-show when no coach met anybody. */
export function statusOfLegs(
  coaches: readonly Coach[],
  legs: readonly Pick<Leg, 'sequence' | 'kind'>[],
): ReadonlyMap<number, LegStatus> {
  const each = coaches.map(({ journey }) => statusOfEach(journey, legs))
  return new Map(
    legs.map(({ sequence }) => {
      const found = each.map((statuses) => statuses.get(sequence) ?? 'pending')
      const behind = legStages.find((status) => found.includes(status))
      if (behind !== undefined) return [sequence, behind]
      return [sequence, found.every((status) => status === 'no_show') ? 'no_show' : 'completed']
    }),
  )
}

/** Instant (ms) at which the last coach ended its last leg; null where no one has said so. */
export function endOfTrip(coaches: readonly Coach[]): number | null {
  const ends = coaches.flatMap(({ journey }) => endOfJourney(journey) ?? [])
  return ends.length === 0 ? null : Math.max(...ends)
}

function endOfJourney(journey: Journey): number | null {
  const ends = withoutReverted(journey.log).filter(({ status, leg }) => status === legStatus(journey, leg) && isLegOver(status))
  return ends.at(-1)?.occurredAt ?? null
}

/** Whether each coach has somebody to drive it on every leg that is still to be driven: a driver, or the relief. */
export function isCrewed(coaches: readonly Coach[]): boolean {
  return coaches.every(({ duties, journey }) =>
    journey.legs.every(({ sequence }) => {
      const isDriven = duties.some((duty) => duty.role !== 'second' && isOnLeg(duty, sequence))
      return isDriven || isLegOver(legStatus(journey, sequence))
    }),
  )
}

/** Number of coaches that somebody is on. */
export function countAssigned(coaches: readonly Coach[]): number {
  return coaches.filter(({ duties }) => duties.length > 0).length
}
