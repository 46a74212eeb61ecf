import type { BookingStatus } from './booking.ts'
import { dayMs, hourMs } from './instant.ts'
import type { Staffing } from './progress.ts'
import { Refusal } from './refusal.ts'

/** The fields of an assignment for its moves. Instants in ms. */
export type Assignment = {
  /** The operator assigned the trip to this driver. */
  readonly assignedAt: number
  /** The driver accepted the trip, or set off. */
  readonly acknowledgedAt: number | null
  /** The driver declined the trip. Final. */
  readonly declinedAt: number | null
  /** The operator assigned another driver, the driver left, or the trip was cancelled. Final. */
  readonly endedAt: number | null
}

/** Time before the departure from which a driver sees the contact, for meeting the group. */
const contactBeforeMs = 48 * hourMs
const contactAfterMs = 12 * hourMs

export function isActiveAssignment(assignment: Assignment | null): assignment is Assignment {
  return assignment !== null && assignment.declinedAt === null && assignment.endedAt === null
}

/** The customer sees the driver and the coach from this long before departure. */
const crewShownMs = dayMs

/** Whether the customer of a booking can see the driver. */
export function isCrewShown({ status, departsAt }: { readonly status: BookingStatus; readonly departsAt: number }, now: number) {
  return status === 'active' && now >= departsAt - crewShownMs
}

/** The staffing of a trip before its first step. */
export function findStaffing(assignment: Assignment | null): Staffing {
  if (!isActiveAssignment(assignment)) return 'unassigned'
  return assignment.acknowledgedAt === null ? 'assigned' : 'acknowledged'
}

/** The driver accepts the trip. A repeat changes nothing. */
export function acknowledgeAssignment<T extends Assignment>(assignment: T, at: number): T {
  return assignment.acknowledgedAt === null ? { ...assignment, acknowledgedAt: at } : assignment
}

/** The driver declines the trip. Refuses `invalid_transition` after the driver has set off. */
export function declineDuty<T extends Assignment>(assignment: T, tripStatus: string, reason: string, now: number) {
  if (tripStatus !== 'assigned' && tripStatus !== 'acknowledged') {
    throw new Refusal('invalid_transition', 'You cannot decline a trip that has started.', {
      currentStatus: tripStatus,
      allowed: [],
    })
  }
  return { ...assignment, declinedAt: now, declineReason: reason }
}

/** Instant (ms) by which a driver should accept: the day before, or half the remaining time after a later assignment. */
export function computeAcknowledgeDeadline({ assignedAt }: Assignment, departsAt: number): number {
  const dayBefore = departsAt - dayMs
  return assignedAt < dayBefore ? dayBefore : Math.max(assignedAt, Math.floor((assignedAt + departsAt) / 2))
}

/** Span of time (ms) in which the driver sees the contact: from 48 h before the departure to 12 h after the end. */
export function computeContactWindow(trip: { readonly departsAt: number; readonly endsAt: number }) {
  return { from: trip.departsAt - contactBeforeMs, until: trip.endsAt + contactAfterMs }
}
