import { and, asc, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { PaymentRow } from './payments.ts'

/** A payment with the ref of its trip. */
export type TripPayment = { readonly payment: PaymentRow; readonly ref: string }

/** Statuses of payments that can still change or need attention, spelled as in their index. */
export const unfinished = `('opening', 'charging', 'awaiting_customer', 'awaiting_transfer', 'in_doubt', 'requires_action', 'refund_due', 'refund_pending', 'refund_failed')`

/** Lists payments of every trip, newest first, up to a limit; only open ones on request. */
export async function listNewestPaymentRows(
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

/** A payment that needs the office's attention, with the ref of its trip, and whether it is for the booked quote. */
export type PaymentToSettle = TripPayment & { readonly timezone: string; readonly isOfBooking: boolean }

// Both repeat the words of their index.
const toSettle = listToSettle(
  'payments_to_settle',
  ({ status, providerRef, fault, operatorId }, asked) =>
    sql`(${status} in ('in_doubt', 'refund_failed') or (${status} = 'refund_due' and ${providerRef} is null) or (${status} = 'refund_pending' and ${fault} = 'insufficient_funds')) and ${operatorId} = ${asked}`,
)
// Few payments of all operators are open, and one operator has more payments, so `+ 0` disables its index.
const ofUnknownCharges = listToSettle(
  'refunds_of_unknown_charges',
  ({ status, fault, operatorId }, asked) =>
    sql`${status} in ${sql.raw(unfinished)} and ${status} in ('refund_due', 'refund_pending') and ${fault} = 'no_charge' and ${operatorId} + 0 = ${asked}`,
)

// Late payments are listed until they are refunded.
const ofLatePayments = listToSettle(
  'refunds_of_late_payments',
  ({ status, operatorId, refundOf }, asked) =>
    sql`${status} in ${sql.raw(unfinished)} and ${status} in ('refund_due', 'refund_pending') and exists (select 1 from payments late where late.id = ${refundOf} and late.late_at is not null) and ${operatorId} + 0 = ${asked}`,
)

function listToSettle(name: string, isWanted: (payments: Reader['t']['payments'], operatorId: Placeholder) => SQL) {
  return prepareStatement(name, ({ db, t: { bookings, payments, trips } }) =>
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

/**
 * Lists an operator's payments that need attention, oldest first: those in doubt, refunds that may not have been sent, and
 * refunds of late payments.
 */
export async function listPaymentsToSettle(
  db: Reader,
  of: { readonly operatorId: number; readonly limit: number },
): Promise<PaymentToSettle[]> {
  const found = [toSettle, ofUnknownCharges, ofLatePayments].map((list) => list(db).execute(of))
  const byId = new Map((await Promise.all(found)).flat().map((line) => [line.payment.id, line]))
  const oldest = [...byId.values()].sort((one, other) => one.payment.id - other.payment.id).slice(0, of.limit)
  return oldest.map(({ bookingId, ...line }) => ({ ...line, isOfBooking: bookingId !== null }))
}

const newest = prepareStatement('newest_payment', ({ db, t: { payments } }) =>
  db.select({ at: payments.createdAt }).from(payments).orderBy(desc(payments.createdAt)).limit(1),
)

const oldestUndecided = prepareStatement('oldest_undecided_payment', (handle) => {
  const { payments } = handle.t
  // The first repeats the words of its index.
  const isUndecided = sql`${payments.status} in ${sql.raw(unfinished)} and ${payments.status} in ('opening', 'charging', 'in_doubt')`
  // SQLite would search the index of all payments for the minimum, from the oldest on.
  return handle.db
    .select({ at: sql<number | null>`min(${payments.createdAt} + 0)`.mapWith(Number) })
    .from(payments)
    .where(isUndecided)
})

/**
 * Instant (ms) until which every object of a provider for a payment has a row here. It is that of the oldest undecided payment,
 * otherwise of the newest. Null without payments.
 */
export async function findPaymentsKnownUntil(db: Reader): Promise<number | null> {
  const at = takeFirstRow(await newest(db).execute())?.at ?? null
  const undecidedAt = takeFirstRow(await oldestUndecided(db).execute())?.at ?? null
  return at === null || undecidedAt === null ? at : Math.min(at, undecidedAt)
}
