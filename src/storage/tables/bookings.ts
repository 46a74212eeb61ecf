import { sql } from 'drizzle-orm'
import type { BookingPaymentStatus, BookingStatus, Cancellation, TripStatus } from '../../domain/booking.ts'
import type { IncidentKind, IncidentSeverity, IncidentStatus } from '../../domain/incident.ts'
import type { Fix } from '../../domain/location.ts'
import type { PayoutStatus } from '../../domain/payout.ts'
import type { EventStatus, Reporter } from '../../domain/progress.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { QuoteTables } from './quotes.ts'
import type { TripTables } from './trips.ts'

/** A booked trip, who drives it, what happens on the road, and the payout. */
export function bookingTables(
  c: Columns,
  { drivers, operators, quotes, trips, vehicles }: AccountTables & TripTables & QuoteTables,
) {
  /** A trip that is won. Written when its money clears, then by crewing, the log, cancelling and the clock. Never deleted. */
  const bookings = c.table(
    'bookings',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      ref: c.text().notNull(),
      operatorId: c.ref(() => operators.id).notNull(),
      quoteId: c.ref(() => quotes.id).notNull(),
      status: c.text().$type<BookingStatus>().notNull(),
      tripStatus: c.text().$type<TripStatus>().notNull(),
      priceAmount: c.int().notNull(),
      depositAmount: c.int().notNull(),
      balanceAmount: c.int().notNull(),
      commissionAmount: c.int().notNull(),
      payoutAmount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      paymentStatus: c.text().$type<BookingPaymentStatus>().notNull(),
      balanceDueAt: c.instant(),
      departsAt: c.instant().notNull(),
      endsAt: c.instant().notNull(),
      assignmentId: c.int(),
      cancellation: c.json<Cancellation>(),
      confirmedAt: c.instant().notNull(),
      cancelledAt: c.instant(),
      finishedAt: c.instant(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('bookings_trip').on(t.tripId),
      c.unique('bookings_ref').on(t.ref),
      c.index('bookings_diary').on(t.operatorId, t.status, t.departsAt, t.id),
      c.index('bookings_whole_diary').on(t.operatorId, t.departsAt, t.id),
      c.index('bookings_changed').on(t.operatorId, t.updatedAt, t.departsAt, t.id, t.status),
    ],
  )

  /**
   * Who drives a booking with what. Written by the operator, then by the driver's answer. Never deleted; an erasure rewrites the reason
   * of a decline.
   */
  const assignments = c.table(
    'assignments',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      driverId: c.ref(() => drivers.id).notNull(),
      vehicleReg: c.text().notNull(),
      vehicleId: c.ref(() => vehicles.id),
      /** When they are on the road: copied from the booking, where it never changes, so that one index tells who is free. */
      departsAt: c.instant().notNull().default(0),
      endsAt: c.instant().notNull().default(0),
      assignedAt: c.instant().notNull(),
      seenAt: c.instant(),
      acknowledgedAt: c.instant(),
      declinedAt: c.instant(),
      declineReason: c.text(),
      endedAt: c.instant(),
    },
    (t) => [
      c.index('assignments_booking').on(t.bookingId),
      c.index('assignments_of_driver').on(t.driverId, t.bookingId),
      c.index('assignments_driver').on(t.driverId, t.endsAt, t.departsAt).where(sql`ended_at is null`),
      c.index('assignments_vehicle').on(t.vehicleReg, t.endsAt, t.departsAt).where(sql`ended_at is null`),
    ],
  )

  /**
   * The log of a booking. Written by drivers, operators and the clock; it only grows. Never deleted; an erasure takes out points and
   * names.
   */
  const tripEvents = c.table(
    'trip_events',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      assignmentId: c.ref(() => assignments.id),
      leg: c.int().notNull(),
      status: c.text().$type<EventStatus>().notNull(),
      by: c.text().$type<Reporter>().notNull(),
      occurredAt: c.instant().notNull(),
      receivedAt: c.instant().notNull(),
      point: c.json<Fix>(),
      passengerCount: c.int(),
      delayMinutes: c.int(),
      note: c.text(),
      revertsEventId: c.int(),
    },
    (t) => [c.index('trip_events_booking').on(t.bookingId, t.id), c.index('trip_events_assignment').on(t.assignmentId)],
  )

  /**
   * What went wrong on a trip. Written by its driver, until 14 days after the end. Never deleted; an erasure takes out the point and
   * names.
   */
  const incidents = c.table(
    'incidents',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      driverId: c.ref(() => drivers.id).notNull(),
      kind: c.text().$type<IncidentKind>().notNull(),
      severity: c.text().$type<IncidentSeverity>().notNull(),
      status: c.text().$type<IncidentStatus>().notNull(),
      note: c.text().notNull(),
      delayMinutes: c.int(),
      point: c.json<Fix>(),
      occurredAt: c.instant().notNull(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.index('incidents_booking').on(t.bookingId), c.index('incidents_driver').on(t.driverId)],
  )

  /**
   * What an operator is paid for a booking. Written when that is made, then by its end, its cancellation and the platform. Never
   * deleted.
   */
  const payouts = c.table(
    'payouts',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      bookingRef: c.text().notNull(),
      operatorId: c.ref(() => operators.id).notNull(),
      status: c.text().$type<PayoutStatus>().notNull(),
      amount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      priceAmount: c.int().notNull(),
      commissionAmount: c.int().notNull(),
      scheduledFor: c.instant(),
      paidAt: c.instant(),
      statementRef: c.text(),
      failureReason: c.text(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('payouts_booking').on(t.bookingId),
      c.index('payouts_history').on(t.operatorId, t.createdAt, t.id),
      c.index('payouts_by_status').on(t.operatorId, t.status, t.createdAt, t.id),
    ],
  )

  /** What was added to or taken from a payout. Written by cancelling and not changed. Never deleted. */
  const payoutAdjustments = c.table(
    'payout_adjustments',
    {
      id: c.id(),
      payoutId: c.ref(() => payouts.id).notNull(),
      kind: c.text().notNull(),
      amount: c.int().notNull(),
      note: c.text(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.index('payout_adjustments_payout').on(t.payoutId)],
  )

  return { bookings, assignments, tripEvents, incidents, payouts, payoutAdjustments }
}

export type BookingTables = ReturnType<typeof bookingTables>
