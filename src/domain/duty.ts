import { type Assignment, isActiveAssignment } from './assignment.ts'
import type { TripStatus } from './booking.ts'
import { adjustLegTimes, findLegEnd, type Leg, listTransferLegs, type TimedTrip } from './leg.ts'
import { isStep, type Journey, type LogEntry, listStepsToReset, removeReverted } from './progress.ts'
import { Refusal } from './refusal.ts'

export const dutyRoles = [
  /** Drives the coach on every leg. */
  'driver',
  /** Shares the driving. */
  'second',
  /** Drives the coach on the legs of this duty. */
  'relief',
] as const

export type DutyRole = (typeof dutyRoles)[number]

/** A post on a booking: a coach, a role, and legs by their sequences; null for all legs. */
export type Post = { readonly vehicleNo: number; readonly role: DutyRole; readonly legs: readonly number[] | null }

/** A driver's part in driving a booking. */
export type Duty = Assignment &
  Post & {
    readonly id: number
    readonly driverId: number
    readonly vehicleReg: string
    readonly vehicleId: number | null
    readonly tripStatus: TripStatus
    readonly departsAt: number
  }

/** Whether a duty includes this leg. */
export function isOnLeg({ legs }: Pick<Post, 'legs'>, sequence: number): boolean {
  return legs === null || legs.includes(sequence)
}

/** Whether two posts exclude each other: the same coach and role, and a common leg. */
function isExclusivePost(one: Post, other: Post): boolean {
  return one.vehicleNo === other.vehicleNo && one.role === other.role && hasLegInCommon(one, other)
}

/** Whether two posts have a common leg, on any coach. */
export function hasLegInCommon(one: Post, other: Post): boolean {
  return one.legs === null || other.legs === null || one.legs.some((sequence) => other.legs?.includes(sequence))
}

/**
 * The legs, by their sequences, on which a driver is at the wheel: the duty's legs without those of a relief on the same coach.
 */
export function listDrivenLegs(duty: Post, crew: readonly Post[], legs: readonly Pick<Leg, 'sequence'>[]): number[] {
  const reliefs =
    duty.role !== 'driver' ? [] : crew.filter(({ role, vehicleNo }) => role === 'relief' && vehicleNo === duty.vehicleNo)
  const isOwn = (sequence: number) => isOnLeg(duty, sequence) && !reliefs.some((relief) => isOnLeg(relief, sequence))
  return legs.map(({ sequence }) => sequence).filter(isOwn)
}

/**
 * The active duties that a new post reduces, each with its remaining legs; none if the duty ends. A duty needs at least one
 * transfer leg.
 */
export function listReducedDuties<D extends Duty>(
  duties: readonly D[],
  post: Post,
  legs: readonly Pick<Leg, 'sequence' | 'kind'>[],
): { readonly duty: D; readonly legs: readonly number[] }[] {
  return duties
    .filter((duty) => isActiveAssignment(duty) && isExclusivePost(duty, post))
    .map((duty) => {
      const left = legs.filter(({ sequence }) => isOnLeg(duty, sequence) && !isOnLeg(post, sequence))
      const isDriven = left.some(({ kind }) => kind === 'transfer')
      return { duty, legs: isDriven ? left.map(({ sequence }) => sequence) : [] }
    })
}

/** Whether other drivers have every leg of a duty, on its coach and in its role. */
export function isTakenOver(duty: Duty, duties: readonly Duty[], legs: readonly Leg[]): boolean {
  const others = duties.filter(
    (other) => isActiveAssignment(other) && other.vehicleNo === duty.vehicleNo && other.role === duty.role,
  )
  return listTransferLegs(legs).every(
    ({ sequence }) => !isOnLeg(duty, sequence) || others.some((other) => isOnLeg(other, sequence)),
  )
}

/** The span (ms) of a driver's duty: the whole booking, or from the first leg to the end of the last one. */
export function computeDutySpan(
  post: Pick<Post, 'legs'>,
  booking: { readonly departsAt: number; readonly endsAt: number },
  trip: TimedTrip,
): { readonly departsAt: number; readonly endsAt: number } {
  const own = adjustLegTimes(trip).filter(({ sequence }) => post.legs?.includes(sequence))
  if (own.length === 0) return { departsAt: booking.departsAt, endsAt: booking.endsAt }
  return {
    departsAt: Math.min(...own.map(({ departsAt }) => departsAt)),
    endsAt: Math.max(...own.map(findLegEnd)),
  }
}

/**
 * The duty of the driver of the first vehicle, on the earliest leg. Otherwise that of a driver who declined it, while no other
 * driver has it.
 */
export function findLeadDuty<D extends Duty>(duties: readonly D[]): D | null {
  const drivers = duties.filter(({ vehicleNo, role, endedAt }) => vehicleNo === 1 && role === 'driver' && endedAt === null)
  const [first] = drivers.filter(isActiveAssignment).sort((one, other) => one.departsAt - other.departsAt || one.id - other.id)
  return first ?? drivers.filter(({ declinedAt }) => declinedAt !== null).sort((one, other) => other.id - one.id)[0] ?? null
}

/** Whether all legs of a duty are completed. */
export function isDutyDone({ tripStatus }: Pick<Duty, 'tripStatus'>): boolean {
  return tripStatus === 'completed' || tripStatus === 'no_show'
}

/** The current duty of one driver on a trip: the first unfinished one, otherwise the first. */
export function findCurrentDuty<D extends Duty>(duties: readonly D[]): D | null {
  const [first] = duties.toSorted(
    (one, other) => Number(isDutyDone(one)) - Number(isDutyDone(other)) || one.departsAt - other.departsAt || one.id - other.id,
  )
  return first ?? null
}

/** Order by coach, then drivers before other roles, then by leg. */
export function sortDuties<D extends Duty>(duties: readonly D[]): D[] {
  const rank = ({ role }: D) => dutyRoles.indexOf(role)
  return duties.toSorted(
    (one, other) =>
      one.vehicleNo - other.vehicleNo ||
      rank(one) - rank(other) ||
      (one.legs?.[0] ?? 0) - (other.legs?.[0] ?? 0) ||
      one.id - other.id,
  )
}

/** The duty whose step can be undone: the duty of the newest step, otherwise of the last report, otherwise the first. */
export function findDutyToUndo<D extends Duty>(duties: readonly D[], { log }: Journey): D | null {
  const last = removeReverted(log).findLast(({ status }) => isStep(status))
  const report = log.findLast(({ assignmentId }) => duties.some(({ id }) => id === assignmentId))
  const byId = (id: number | null | undefined) => duties.find((duty) => duty.id === id)
  return byId(last?.assignmentId) ?? byId(report?.assignmentId) ?? duties[0] ?? null
}

/** The duty for the office's reports on a leg: the relief's, otherwise the driver's, otherwise the second driver's. */
export function findDutyOnLeg<D extends Duty>(duties: readonly D[], sequence: number): D | null {
  const own = duties.filter((duty) => isActiveAssignment(duty) && isOnLeg(duty, sequence))
  const roles: readonly DutyRole[] = ['relief', 'driver', 'second']
  return own.sort((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))[0] ?? null
}

/**
 * The steps of the current leg to repeat, newest first, because their reporter no longer drives it. None with passengers on
 * board. `known` holds the duties of the reports.
 */
export function listStepsLeftBehind(journey: Journey, known: readonly Duty[], duties: readonly Duty[]): LogEntry[] {
  const steps = listStepsToReset(journey)
  const isStillTheirs = ({ assignmentId, leg }: LogEntry) => {
    const teller = known.find(({ id }) => id === assignmentId)
    return duties.some(
      (duty) => isActiveAssignment(duty) && isOnLeg(duty, leg) && teller !== undefined && isSameCrew(duty, teller),
    )
  }
  return steps.every(isStillTheirs) ? [] : steps
}

/** The operator unassigns a driver. Refuses `invalid_transition` with passengers on board, and for a completed duty. */
export function unassignDriver(duty: Duty, now: number): Pick<Duty, 'endedAt'> {
  const { tripStatus } = duty
  if (tripStatus === 'on_board' || isDutyDone(duty)) {
    const message = tripStatus === 'on_board' ? 'There are passengers on board.' : 'This duty is completed.'
    throw new Refusal('invalid_transition', message, { currentStatus: tripStatus, allowed: [] })
  }
  return { endedAt: now }
}

/** Whether two posts are the same: coach, role and legs. */
export function isSamePost(one: Post, other: Post, legs: readonly Pick<Leg, 'sequence'>[]): boolean {
  const isOnSameLegs = legs.every(({ sequence }) => isOnLeg(one, sequence) === isOnLeg(other, sequence))
  return one.vehicleNo === other.vehicleNo && one.role === other.role && isOnSameLegs
}

/** Whether the time or place of one of the duty's legs has changed. */
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

/** Whether driver and vehicle are the same. Without a named vehicle, any vehicle with the plate counts. */
export function isSameCrew(one: DriverAndVehicle, other: DriverAndVehicle): boolean {
  const isSameVehicle = one.vehicleId === other.vehicleId || other.vehicleId === null
  return one.driverId === other.driverId && one.vehicleReg === other.vehicleReg && isSameVehicle
}
