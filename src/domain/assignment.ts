import type { BookingStatus } from './booking.ts'
import { dayMs, hourMs } from './instant.ts'
import type { Staffing } from './progress.ts'
import { Refusal } from './refusal.ts'

/** The part of an assignment that its moves look at. Instants in ms. */
export type Assignment = {
  /** The operator gave the trip to this driver. */
  readonly assignedAt: number
  /** The driver said they will drive, or set off. */
  readonly acknowledgedAt: number | null
  /** The driver will not drive. Final. */
  readonly declinedAt: number | null
  /** The operator gave it to another, the driver left, or the trip was called off. Final. */
  readonly endedAt: number | null
}

/** The contact is for meeting the group and for what was left behind, and for nothing else. */
const contactBeforeMs = 48 * hourMs
const contactAfterMs = 12 * hourMs

/** Somebody is to drive who has neither declined nor been replaced. */
export function isStanding(assignment: Assignment | null): assignment is Assignment {
  return assignment !== null && assignment.declinedAt === null && assignment.endedAt === null
}

/** Driver and coach are told to the customer this long before departure, and not earlier. */
const crewShownMs = dayMs

/** Whether the customer of a booking may know who drives. */
export function isCrewShown({ status, departsAt }: { readonly status: BookingStatus; readonly departsAt: number }, now: number) {
  return status === 'active' && now >= departsAt - crewShownMs
}

/** The staffing of a trip before its first step. */
export function staffingOf(assignment: Assignment | null): Staffing {
  if (!isStanding(assignment)) return 'unassigned'
  return assignment.acknowledgedAt === null ? 'assigned' : 'acknowledged'
}

/** The driver has read it and will drive; saying so again changes nothing. */
export function acknowledge<T extends Assignment>(assignment: T, at: number): T {
  return assignment.acknowledgedAt === null ? { ...assignment, acknowledgedAt: at } : assignment
}

/** The driver will not drive. Refuses `invalid_transition` once they have set off. */
export function declineDuty<T extends Assignment>(assignment: T, tripStatus: string, reason: string, now: number) {
  if (tripStatus !== 'assigned' && tripStatus !== 'acknowledged') {
    throw new Refusal('invalid_transition', 'A trip cannot be declined once it is under way.', {
      currentStatus: tripStatus,
      allowed: [],
    })
  }
  return { ...assignment, declinedAt: now, declineReason: reason }
}

/** By when (ms) a driver should have acknowledged: the day before, or half the time left when they were assigned later. */
export function acknowledgeBy({ assignedAt }: Assignment, departsAt: number): number {
  const dayBefore = departsAt - dayMs
  return assignedAt < dayBefore ? dayBefore : Math.max(assignedAt, Math.floor((assignedAt + departsAt) / 2))
}

/** Span of time (ms) in which the driver sees whom to meet: from 48 h before the departure to 12 h after the end. */
export function contactWindow(trip: { readonly departsAt: number; readonly endsAt: number }) {
  return { from: trip.departsAt - contactBeforeMs, until: trip.endsAt + contactAfterMs }
}
