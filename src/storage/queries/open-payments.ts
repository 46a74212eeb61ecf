import { and, asc, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { firstRow } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { PaymentRow } from './payments.ts'

/** A payment with the ref of its trip. */
export type TripPayment = { readonly payment: PaymentRow; readonly ref: string }

/** Something may still come of these, or somebody has to see to them; in the very words of the index that holds them. */
export const unfinished = `('opening', 'charging', 'awaiting_customer', 'awaiting_transfer', 'in_doubt', 'requires_action', 'refund_due', 'refund_pending', 'refund_failed')`

/** Payments of every trip, the newest first and so many at most; of those that are open only where that is asked. */
export async function newestPayments(
  db: Reader,
  asked: { readonly isOpen: boolean; readonly limit: number },
): Promise<TripPayment[]> {
  const { payments, trips } = db.t
  return db.db
    .select({ payment: payments, ref: trips.ref })
    .from(payments)
    .innerJoin(trips, eq(trips.id, payments.tripId))
    .where(asked.isOpen ? sql`${payments.status} in ${sql.raw(unfinished)}` : undefined)
    .orderBy(desc(payments.id))
    .limit(asked.limit)
}

/** A payment that somebody at the desk has to see to, with the ref of its trip, and whether it was paid for what was booked. */
export type PaymentToSettle = TripPayment & { readonly timezone: string; readonly isOfBooking: boolean }

// Both in the very words of the index that holds them.
const toSettle = listToSettle(
  'payments_to_settle',
  ({ status, providerRef, fault, operatorId }, asked) =>
    sql`(${status} in ('in_doubt', 'refund_failed') or (${status} = 'refund_due' and ${providerRef} is null) or (${status} = 'refund_pending' and ${fault} = 'insufficient_funds')) and ${operatorId} = ${asked}`,
)
// Of all operators little is not over; what one was ever paid is more, and `+ 0` keeps its index out.
const ofUnknownCharges = listToSettle(
  'refunds_of_unknown_charges',
  ({ status, fault, operatorId }, asked) =>
    sql`${status} in ${sql.raw(unfinished)} and ${status} in ('refund_due', 'refund_pending') and ${fault} = 'no_charge' and ${operatorId} + 0 = ${asked}`,
)

// Their money pays for nothing, so that they are listed until it is refunded.
const ofLatePayments = listToSettle(
  'refunds_of_late_payments',
  ({ status, operatorId, refundOf }, asked) =>
    sql`${status} in ${sql.raw(unfinished)} and ${status} in ('refund_due', 'refund_pending') and exists (select 1 from payments late where late.id = ${refundOf} and late.late_at is not null) and ${operatorId} + 0 = ${asked}`,
)

function listToSettle(name: string, isWanted: (payments: Reader['t']['payments'], operatorId: Placeholder) => SQL) {
  return prepared(name, ({ db, t: { bookings, payments, trips } }) =>
    db
      .select({ payment: payments, ref: trips.ref, timezone: trips.timezone, bookingId: bookings.id })
      .from(payments)
      .innerJoin(trips, eq(trips.id, payments.tripId))
      .leftJoin(bookings, and(eq(bookings.tripId, payments.tripId), eq(bookings.quoteId, payments.quoteId)))
      .where(isWanted(payments, sql.placeholder('operatorId')))
      .orderBy(asc(payments.id))
      .limit(sql.placeholder('limit')),
  )
}

/** An operator's payments that need attention, oldest first: those in doubt, refunds that may not have been sent, and refunds of late payments. */
export async function paymentsToSettle(
  db: Reader,
  of: { readonly operatorId: number; readonly limit: number },
): Promise<PaymentToSettle[]> {
  const found = [toSettle, ofUnknownCharges, ofLatePayments].map((list) => list(db).execute(of))
  const byId = new Map((await Promise.all(found)).flat().map((line) => [line.payment.id, line]))
  const oldest = [...byId.values()].sort((one, other) => one.payment.id - other.payment.id).slice(0, of.limit)
  return oldest.map(({ bookingId, ...line }) => ({ ...line, isOfBooking: bookingId !== null }))
}

const newest = prepared('newest_payment', ({ db, t: { payments } }) =>
  db.select({ at: payments.createdAt }).from(payments).orderBy(desc(payments.createdAt)).limit(1),
)

const oldestUndecided = prepared('oldest_undecided_payment', (handle) => {
  const { payments } = handle.t
  // The first is in the very words of the index that holds them.
  const isUndecided = sql`${payments.status} in ${sql.raw(unfinished)} and ${payments.status} in ('opening', 'charging', 'in_doubt')`
  // SQLite looks for the least of a column itself in the index of all payments, from the oldest one on.
  return handle.db
    .select({ at: sql<number | null>`min(${payments.createdAt} + 0)`.mapWith(Number) })
    .from(payments)
    .where(isUndecided)
})

/**
 * Instant (ms) until which whatever a provider made for a payment has a row here for sure. It is that of the newest
 * payment, or of the oldest undecided one where there is any. Null without any.
 */
export async function paymentsKnownUntil(db: Reader): Promise<number | null> {
  const at = firstRow(await newest(db).execute())?.at ?? null
  const undecidedAt = firstRow(await oldestUndecided(db).execute())?.at ?? null
  return at === null || undecidedAt === null ? at : Math.min(at, undecidedAt)
}
