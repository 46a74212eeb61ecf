import { and, asc, desc, eq, min, sql } from 'drizzle-orm'
import { firstRow } from '../statements.ts'
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

const toSettle = prepared('payments_to_settle', ({ db, t: { bookings, payments, trips } }) => {
  const { status, providerRef, fault } = payments
  // In the very words of the index that holds them.
  const isToSettle = sql`(${status} in ('in_doubt', 'refund_failed') or (${status} = 'refund_due' and ${providerRef} is null) or (${status} = 'refund_pending' and ${fault} = 'insufficient_funds'))`
  return db
    .select({ payment: payments, ref: trips.ref, timezone: trips.timezone, bookingId: bookings.id })
    .from(payments)
    .innerJoin(trips, eq(trips.id, payments.tripId))
    .leftJoin(bookings, and(eq(bookings.tripId, payments.tripId), eq(bookings.quoteId, payments.quoteId)))
    .where(and(isToSettle, eq(payments.operatorId, sql.placeholder('operatorId'))))
    .orderBy(asc(payments.id))
    .limit(sql.placeholder('limit'))
})

/** What an operator's people have to see to of what was paid to them, the oldest first: what is in doubt, and what goes back and has not gone. */
export async function paymentsToSettle(
  db: Reader,
  of: { readonly operatorId: number; readonly limit: number },
): Promise<PaymentToSettle[]> {
  const found = await toSettle(db).execute(of)
  return found.map(({ bookingId, ...line }) => ({ ...line, isOfBooking: bookingId !== null }))
}

const newest = prepared('newest_payment', ({ db, t: { payments } }) =>
  db.select({ at: payments.createdAt }).from(payments).orderBy(desc(payments.createdAt)).limit(1),
)

const oldestUndecided = prepared('oldest_undecided_payment', (handle) => {
  const { payments } = handle.t
  // The first is in the very words of the index that holds them.
  const isUndecided = sql`${payments.status} in ${sql.raw(unfinished)} and ${payments.status} in ('opening', 'charging', 'in_doubt')`
  return handle.db
    .select({ at: min(payments.createdAt) })
    .from(payments)
    .where(isUndecided)
})

/** Until when whatever a provider made for a payment has a row here for sure (ms): where none is undecided, until the newest one. Null without any. */
export async function paymentsKnownUntil(db: Reader): Promise<number | null> {
  const at = firstRow(await newest(db).execute())?.at ?? null
  const undecidedAt = firstRow(await oldestUndecided(db).execute())?.at ?? null
  return at === null || undecidedAt === null ? at : Math.min(at, undecidedAt)
}
