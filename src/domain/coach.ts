import { isActiveAssignment } from './assignment.ts'
import type { TripStatus } from './booking.ts'
import { type Duty, isOnLeg } from './duty.ts'
import type { Leg } from './leg.ts'
import {
  findBookingTripStatus,
  findCurrentLeg,
  findLegStatus,
  isLegOver,
  type Journey,
  type JourneyLeg,
  type LegStatus,
  type LogEntry,
  listStatusOfEachLeg,
  removeReverted,
  type Staffing,
} from './progress.ts'

/** One of the vehicles of a booking, with its duties and its progress. */
export type Coach<D extends Duty = Duty> = {
  /** Counted from 1. */
  readonly vehicleNo: number
  readonly duties: readonly D[]
  readonly journey: Journey
}

/** A line of the log of one coach. */
export type CoachEntry = LogEntry & { readonly vehicleNo: number }

/** The log of one coach against the legs of the trip. */
export function findJourneyOfCoach(legs: readonly JourneyLeg[], log: readonly CoachEntry[], vehicleNo: number): Journey {
  return { legs, log: log.filter((entry) => entry.vehicleNo === vehicleNo) }
}

/** Every vehicle of a booking, in order, with its active duties. */
export function listCoaches<D extends Duty>(
  vehiclesNeeded: number,
  legs: readonly JourneyLeg[],
  log: readonly CoachEntry[],
  duties: readonly D[],
): Coach<D>[] {
  const logs = Map.groupBy(log, ({ vehicleNo }) => vehicleNo)
  const crews = Map.groupBy(duties.filter(isActiveAssignment), ({ vehicleNo }) => vehicleNo)
  return Array.from({ length: vehiclesNeeded }, (_, nth) => {
    const vehicleNo = nth + 1
    return { vehicleNo, duties: crews.get(vehicleNo) ?? [], journey: { legs, log: logs.get(vehicleNo) ?? [] } }
  })
}

/** The staffing of a vehicle before its first step. It is acknowledged once all its drivers have acknowledged. */
function staffingOfCoach({ duties }: Coach): Staffing {
  if (duties.length === 0) return 'unassigned'
  return duties.every(({ acknowledgedAt }) => acknowledgedAt !== null) ? 'acknowledged' : 'assigned'
}

/** The status of one coach. */
function statusOfCoach(coach: Coach): TripStatus {
  return findBookingTripStatus(coach.journey, staffingOfCoach(coach))
}

/** The status of a duty: the latest step of its vehicle on its legs, or its staffing before the first of them. */
export function findDutyStatus(duty: Duty, journey: Journey): TripStatus {
  if (!isActiveAssignment(duty)) return 'unassigned'
  return findBookingTripStatus(limitJourneyToLegs(duty, journey), duty.acknowledgedAt === null ? 'assigned' : 'acknowledged')
}

/** The part of a journey that belongs to a driver of only some of its legs. */
export function limitJourneyToLegs(duty: Pick<Duty, 'vehicleNo' | 'role' | 'legs'>, { legs, log }: Journey): Journey {
  return {
    legs: legs.filter(({ sequence }) => isOnLeg(duty, sequence)),
    log: log.filter(({ leg }) => isOnLeg(duty, leg)),
  }
}

/** Stages of a coach within one leg, lowest first. Staffing counts before the first step only. */
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
  const current = findCurrentLeg(coach.journey)
  const status = statusOfCoach(coach)
  return { status, leg: current === null ? legs.length : legs.indexOf(current), stage: stages.indexOf(status) }
}

/** The status of a trip: that of the vehicle furthest behind. It is a no-show only if every vehicle reports one. */
export function findTripStatus(coaches: readonly Coach[]): TripStatus {
  const positions = coaches.map(positionOf).sort((one, other) => one.leg - other.leg || one.stage - other.stage)
  const [behind] = positions
  if (behind === undefined) return 'unassigned'
  const isDone = behind.status === 'completed' || behind.status === 'no_show'
  if (!isDone) return behind.status
  return positions.every(({ status }) => status === 'no_show') ? 'no_show' : 'completed'
}

const legStages: readonly LegStatus[] = ['pending', 'en_route', 'arrived', 'on_board']

/** The status of every leg: that of the vehicle furthest behind on it. It is a no-show if no vehicle met any passenger. */
export function listLegStatuses(
  coaches: readonly Coach[],
  legs: readonly Pick<Leg, 'sequence' | 'kind'>[],
): ReadonlyMap<number, LegStatus> {
  const each = coaches.map(({ journey }) => listStatusOfEachLeg(journey, legs))
  return new Map(
    legs.map(({ sequence }) => {
      const found = each.map((statuses) => statuses.get(sequence) ?? 'pending')
      const behind = legStages.find((status) => found.includes(status))
      if (behind !== undefined) return [sequence, behind]
      return [sequence, found.every((status) => status === 'no_show') ? 'no_show' : 'completed']
    }),
  )
}

/** Instant (ms) at which the last vehicle ended its last leg; null without a report. */
export function findTripEnd(coaches: readonly Coach[]): number | null {
  const ends = coaches.flatMap(({ journey }) => endOfJourney(journey) ?? [])
  return ends.length === 0 ? null : Math.max(...ends)
}

function endOfJourney(journey: Journey): number | null {
  const ends = removeReverted(journey.log).filter(
    ({ status, leg }) => status === findLegStatus(journey, leg) && isLegOver(status),
  )
  return ends.at(-1)?.occurredAt ?? null
}

/** Whether each vehicle has a driver or relief on every remaining leg. */
export function isCrewed(coaches: readonly Coach[]): boolean {
  return coaches.every(({ duties, journey }) =>
    journey.legs.every(({ sequence }) => {
      const isDriven = duties.some((duty) => duty.role !== 'second' && isOnLeg(duty, sequence))
      return isDriven || isLegOver(findLegStatus(journey, sequence))
    }),
  )
}

/** Number of vehicles with a duty. */
export function countAssigned(coaches: readonly Coach[]): number {
  return coaches.filter(({ duties }) => duties.length > 0).length
}
