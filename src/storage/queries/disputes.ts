import { eq, inArray, min, sql } from 'drizzle-orm'
import { disputeStatuses, isDisputeOpen } from '../../domain/dispute.ts'
import { finder, firstRow, inserter, saver } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/** Money that a bank takes back, or wants to. */
export type DisputeRow = Row<'disputes'>

export const insertDispute = inserter('disputes')
export const saveDispute = saver('disputes', ['status'])
export const findDispute = finder('disputes', 'id')

/** The dispute that its provider calls so, or null. */
export const findDisputeNamed = finder('disputes', 'providerRef')

/** A dispute with how much was paid by the payment that it is about. */
export type BookingDispute = { readonly dispute: DisputeRow; readonly paidAmount: number }

const ofQuote = prepared('disputes_of_quote', ({ db, t: { disputes, payments } }) =>
  db
    .select({ dispute: disputes, paidAmount: payments.amount })
    .from(payments)
    .innerJoin(disputes, eq(disputes.paymentId, payments.id))
    .where(eq(payments.quoteId, sql.placeholder('quoteId'))),
)

/** The disputes of what was paid for a booking, oldest first. */
export async function disputesOfBooking(db: Reader, { quoteId }: { readonly quoteId: number }): Promise<BookingDispute[]> {
  const found = await ofQuote(db).execute({ quoteId })
  return found.sort((one, other) => one.dispute.id - other.dispute.id)
}

const openStatuses = disputeStatuses.filter((status) => isDisputeOpen({ status }))

const oldestOpen = prepared('oldest_open_dispute', ({ db, t: { disputes } }) =>
  db
    .select({ at: min(disputes.openedAt) })
    .from(disputes)
    .where(inArray(disputes.status, openStatuses)),
)

/** Instant (ms) at which the oldest dispute was opened that no bank has decided; null where there is none. */
export async function oldestOpenDispute(db: Reader): Promise<number | null> {
  return firstRow(await oldestOpen(db).execute({}))?.at ?? null
}
