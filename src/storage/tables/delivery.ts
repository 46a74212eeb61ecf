import { sql } from 'drizzle-orm'
import type { BookingPaymentStatus, BookingStatus, Cancellation, TripStatus } from '../../domain/booking.ts'
import type { PayoutStatus } from '../../domain/payout.ts'
import type { Columns } from '../columns.ts'
import type { PeopleTables } from './people.ts'
import type { TradeTables } from './trade.ts'

/** A booked trip on its way to the payout. */
export function deliveryTables(c: Columns, { drivers, operators, vehicles }: PeopleTables, { quotes, trips }: TradeTables) {
  const bookings = c.table(
    'bookings',
    {
      id: c.id(),
      tripId: c
        .int()
        .notNull()
        .references(() => trips.id),
      ref: c.text().notNull(),
      operatorId: c
        .int()
        .notNull()
        .references(() => operators.id),
      quoteId: c
        .int()
        .notNull()
        .references(() => quotes.id),
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
      c.index('bookings_diary').on(t.operatorId, t.status, t.departsAt, t.id, t.updatedAt),
      c.index('bookings_whole_diary').on(t.operatorId, t.departsAt, t.id, t.updatedAt),
    ],
  )

  const assignments = c.table(
    'assignments',
    {
      id: c.id(),
      bookingId: c
        .int()
        .notNull()
        .references(() => bookings.id),
      driverId: c
        .int()
        .notNull()
        .references(() => drivers.id),
      vehicleReg: c.text().notNull(),
      vehicleId: c.int().references(() => vehicles.id),
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
      c.index('assignments_driver').on(t.driverId).where(sql`ended_at is null`),
      c.index('assignments_vehicle').on(t.vehicleReg).where(sql`ended_at is null`),
    ],
  )

  const payouts = c.table(
    'payouts',
    {
      id: c.id(),
      bookingId: c
        .int()
        .notNull()
        .references(() => bookings.id),
      bookingRef: c.text().notNull(),
      operatorId: c
        .int()
        .notNull()
        .references(() => operators.id),
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

  const payoutAdjustments = c.table(
    'payout_adjustments',
    {
      id: c.id(),
      payoutId: c
        .int()
        .notNull()
        .references(() => payouts.id),
      kind: c.text().notNull(),
      amount: c.int().notNull(),
      note: c.text(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.index('payout_adjustments_payout').on(t.payoutId)],
  )

  return { bookings, assignments, payouts, payoutAdjustments }
}

export type DeliveryTables = ReturnType<typeof deliveryTables>
