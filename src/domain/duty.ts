import { type Assignment, isStanding } from './assignment.ts'
import type { TripStatus } from './booking.ts'
import { type Leg, legEndsAt, type TimedTrip, timedLegs, transfersOf } from './leg.ts'
import { isStep, type Journey, type LogEntry, stepsToReset, withoutReverted } from './progress.ts'
import { Refusal } from './refusal.ts'

export const dutyRoles = [
  /** Drives the coach. */
  'driver',
  /** Comes along to share the driving. */
  'second',
  /** Takes the coach over on the legs of this duty. */
  'relief',
] as const

export type DutyRole = (typeof dutyRoles)[number]

/** A post on a booking: a coach, the role of somebody on it, and legs by their sequences; null for all. */
export type Post = { readonly vehicleNo: number; readonly role: DutyRole; readonly legs: readonly number[] | null }

/** Somebody's part in driving a booking. */
export type Duty = Assignment &
  Post & {
    readonly id: number
    readonly driverId: number
    readonly vehicleReg: string
    readonly vehicleId: number | null
    readonly tripStatus: TripStatus
    readonly departsAt: number
  }

/** Whether a duty is one on this leg. */
export function isOnLeg({ legs }: Pick<Post, 'legs'>, sequence: number): boolean {
  return legs === null || legs.includes(sequence)
}

/** Two posts that no one else can be given beside each other: the same coach and role, and a leg in common. */
function isSamePlace(one: Post, other: Post): boolean {
  return one.vehicleNo === other.vehicleNo && one.role === other.role && hasLegInCommon(one, other)
}

/** Whether two posts have a leg in common, on whichever coach. */
export function hasLegInCommon(one: Post, other: Post): boolean {
  return one.legs === null || other.legs === null || one.legs.some((sequence) => other.legs?.includes(sequence))
}

/** The legs, by their sequences, on which somebody is at the wheel: theirs, but for those on which a relief takes their coach over. */
export function drivenLegs(duty: Post, crew: readonly Post[], legs: readonly Pick<Leg, 'sequence'>[]): number[] {
  const reliefs =
    duty.role !== 'driver' ? [] : crew.filter(({ role, vehicleNo }) => role === 'relief' && vehicleNo === duty.vehicleNo)
  const isOwn = (sequence: number) => isOnLeg(duty, sequence) && !reliefs.some((relief) => isOnLeg(relief, sequence))
  return legs.map(({ sequence }) => sequence).filter(isOwn)
}

/**
 * The standing duties that a new post takes something from, each with the legs that are left to it: none when it ends. What is left
 * without a leg on which the group is driven is no duty.
 */
export function replacedBy<D extends Duty>(
  duties: readonly D[],
  post: Post,
  legs: readonly Pick<Leg, 'sequence' | 'kind'>[],
): { readonly duty: D; readonly legs: readonly number[] }[] {
  return duties
    .filter((duty) => isStanding(duty) && isSamePlace(duty, post))
    .map((duty) => {
      const left = legs.filter(({ sequence }) => isOnLeg(duty, sequence) && !isOnLeg(post, sequence))
      const isDriven = left.some(({ kind }) => kind === 'transfer')
      return { duty, legs: isDriven ? left.map(({ sequence }) => sequence) : [] }
    })
}

/** Whether others stand on every leg of a duty, on its coach and in its role. */
export function isTakenOver(duty: Duty, duties: readonly Duty[], legs: readonly Leg[]): boolean {
  const others = duties.filter((other) => isStanding(other) && other.vehicleNo === duty.vehicleNo && other.role === duty.role)
  return transfersOf(legs).every(({ sequence }) => !isOnLeg(duty, sequence) || others.some((other) => isOnLeg(other, sequence)))
}

/**
 * The span (ms) for which somebody is on the road: the whole booking, or from their first leg to the end of their last
 * one.
 */
export function dutySpanOf(
  post: Pick<Post, 'legs'>,
  booking: { readonly departsAt: number; readonly endsAt: number },
  trip: TimedTrip,
): { readonly departsAt: number; readonly endsAt: number } {
  const own = timedLegs(trip).filter(({ sequence }) => post.legs?.includes(sequence))
  if (own.length === 0) return { departsAt: booking.departsAt, endsAt: booking.endsAt }
  return {
    departsAt: Math.min(...own.map(({ departsAt }) => departsAt)),
    endsAt: Math.max(...own.map(legEndsAt)),
  }
}

/**
 * The duty of the driver of the first coach, from its first leg on. Else that of a driver who declined it, for as long
 * as no one else stands in for them.
 */
export function leadOf<D extends Duty>(duties: readonly D[]): D | null {
  const drivers = duties.filter(({ vehicleNo, role, endedAt }) => vehicleNo === 1 && role === 'driver' && endedAt === null)
  const [first] = drivers.filter(isStanding).sort((one, other) => one.departsAt - other.departsAt || one.id - other.id)
  return first ?? drivers.filter(({ declinedAt }) => declinedAt !== null).sort((one, other) => other.id - one.id)[0] ?? null
}

/** Whether all of a duty has been driven. */
export function isDone({ tripStatus }: Pick<Duty, 'tripStatus'>): boolean {
  return tripStatus === 'completed' || tripStatus === 'no_show'
}

/** The duty at hand among those of one driver on a trip: the first that is not over, else the first. */
export function atHand<D extends Duty>(duties: readonly D[]): D | null {
  const [first] = duties.toSorted(
    (one, other) => Number(isDone(one)) - Number(isDone(other)) || one.departsAt - other.departsAt || one.id - other.id,
  )
  return first ?? null
}

/** Coach by coach, who drives before who helps, leg by leg. */
export function inOrder<D extends Duty>(duties: readonly D[]): D[] {
  const rank = ({ role }: D) => dutyRoles.indexOf(role)
  return duties.toSorted(
    (one, other) =>
      one.vehicleNo - other.vehicleNo ||
      rank(one) - rank(other) ||
      (one.legs?.[0] ?? 0) - (other.legs?.[0] ?? 0) ||
      one.id - other.id,
  )
}

/**
 * The duty whose step could be taken back: the one that told the newest, else the one that told anything last, else the
 * first.
 */
export function dutyToTakeBack<D extends Duty>(duties: readonly D[], { log }: Journey): D | null {
  const last = withoutReverted(log).findLast(({ status }) => isStep(status))
  const told = log.findLast(({ assignmentId }) => duties.some(({ id }) => id === assignmentId))
  const byId = (id: number | null | undefined) => duties.find((duty) => duty.id === id)
  return byId(last?.assignmentId) ?? byId(told?.assignmentId) ?? duties[0] ?? null
}

/** The duty under which the office reports for a leg: that of the relief, else of the driver, else of the second. */
export function dutyOnLeg<D extends Duty>(duties: readonly D[], sequence: number): D | null {
  const own = duties.filter((duty) => isStanding(duty) && isOnLeg(duty, sequence))
  const roles: readonly DutyRole[] = ['relief', 'driver', 'second']
  return own.sort((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))[0] ?? null
}

/**
 * The steps of the current leg that begin again, newest first, because who told them no longer is to drive it: none once passengers
 * are on board. `known` holds the duties under which they were told.
 */
export function stepsLeftBehind(journey: Journey, known: readonly Duty[], duties: readonly Duty[]): LogEntry[] {
  const steps = stepsToReset(journey)
  const isStillTheirs = ({ assignmentId, leg }: LogEntry) => {
    const teller = known.find(({ id }) => id === assignmentId)
    return duties.some((duty) => isStanding(duty) && isOnLeg(duty, leg) && teller !== undefined && isSameCrew(duty, teller))
  }
  return steps.every(isStillTheirs) ? [] : steps
}

/** The operator takes somebody off. Refuses `invalid_transition` with passengers on board, and once the duty is done. */
export function takeOff(duty: Duty, now: number): Pick<Duty, 'endedAt'> {
  const { tripStatus } = duty
  if (tripStatus === 'on_board' || isDone(duty)) {
    const message = tripStatus === 'on_board' ? 'There are passengers on board.' : 'This duty is done.'
    throw new Refusal('invalid_transition', message, { currentStatus: tripStatus, allowed: [] })
  }
  return { endedAt: now }
}

/** Two posts that are one: the same coach and role, and the same of these legs. */
export function isSamePost(one: Post, other: Post, legs: readonly Pick<Leg, 'sequence'>[]): boolean {
  const isOnSameLegs = legs.every(({ sequence }) => isOnLeg(one, sequence) === isOnLeg(other, sequence))
  return one.vehicleNo === other.vehicleNo && one.role === other.role && isOnSameLegs
}

/** Whether the time or place of a leg of theirs is another than it was. */
export function isMoved(duty: Pick<Duty, 'legs' | 'vehicleNo' | 'role'>, before: readonly Leg[], after: readonly Leg[]): boolean {
  const told = (legs: readonly Leg[]) =>
    JSON.stringify(
      legs
        .filter(({ sequence }) => isOnLeg(duty, sequence))
        .map(({ sequence, kind, pickup, dropoff, departsAt, arriveBy, stops }) => ({
          sequence,
          kind,
          pickup,
          dropoff,
          departsAt,
          arriveBy,
          stops,
        })),
    )
  return told(before) !== told(after)
}

type DriverAndVehicle = Pick<Duty, 'driverId' | 'vehicleReg' | 'vehicleId'>

/** Whether driver and vehicle are the same; where no vehicle is named any that carries the plate is. */
export function isSameCrew(one: DriverAndVehicle, other: DriverAndVehicle): boolean {
  const isSameVehicle = one.vehicleId === other.vehicleId || other.vehicleId === null
  return one.driverId === other.driverId && one.vehicleReg === other.vehicleReg && isSameVehicle
}
