import { sql } from 'drizzle-orm'
import type { PayoutStatus } from '../../domain/payout.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { BookingTables } from './bookings.ts'

/** The tables of payouts to operators. */
export function payoutTables(c: Columns, { bookings, operators }: AccountTables & BookingTables) {
  /**
   * The payout to an operator for a booking. Written with the booking, then by its end, its cancellation and the platform.
   * Never deleted.
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
      /** Whether it has no day before the balance is paid, by the setting at the time of booking. */
      waitsForBalance: c.bool().notNull().default(false),
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
      c.index('payouts_statement').on(t.operatorId, t.statementRef, t.id).where(sql`statement_ref is not null`),
      // For the payer, who reads the payouts of every operator, and those until a day.
      c.index('payouts_newest').on(t.createdAt, t.id),
      c.index('payouts_of_status').on(t.status, t.createdAt, t.id),
      c.index('payouts_leaving').on(t.scheduledFor, t.id).where(sql`scheduled_for is not null`),
      c.index('payouts_leaving_by_status').on(t.status, t.scheduledFor, t.id).where(sql`scheduled_for is not null`),
      c.index('payouts_leaving_to').on(t.operatorId, t.scheduledFor, t.id).where(sql`scheduled_for is not null`),
      c
        .index('payouts_leaving_to_by_status')
        .on(t.operatorId, t.status, t.scheduledFor, t.id)
        .where(sql`scheduled_for is not null`),
    ],
  )

  /**
   * An adjustment of a payout: an addition, a deduction, or a hold. Written by cancelling, amendments and disputes and not
   * changed. Deleted when a dispute that held it is decided, or never.
   */
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

  return { payouts, payoutAdjustments }
}
