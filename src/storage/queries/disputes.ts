import { eq, inArray, min, sql } from 'drizzle-orm'
import { disputeStatuses, isDisputeOpen } from '../../domain/dispute.ts'
import { createFinder, createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/** Money that a bank takes back or asks about. */
export type DisputeRow = Row<'disputes'>

export const insertDispute = createInserter('disputes')
export const saveDispute = createSaver('disputes', ['status'])
export const findDispute = createFinder('disputes', 'id')

/** The dispute with this name at its provider, or null. */
export const findDisputeNamed = createFinder('disputes', 'providerRef')

/** A dispute with the amount of its payment. */
export type BookingDispute = { readonly dispute: DisputeRow; readonly paidAmount: number }

const ofQuote = prepareStatement('disputes_of_quote', ({ db, t: { disputes, payments } }) =>
  db
    .select({ dispute: disputes, paidAmount: payments.amount })
    .from(payments)
    .innerJoin(disputes, eq(disputes.paymentId, payments.id))
    .where(eq(payments.quoteId, sql.placeholder('quoteId'))),
)

/** The disputes of a booking's payments, oldest first. */
export async function listDisputesOfBooking(db: Reader, { quoteId }: { readonly quoteId: number }): Promise<BookingDispute[]> {
  const found = await ofQuote(db).execute({ quoteId })
  return found.sort((one, other) => one.dispute.id - other.dispute.id)
}

const openStatuses = disputeStatuses.filter((status) => isDisputeOpen({ status }))

const oldestOpen = prepareStatement('oldest_open_dispute', ({ db, t: { disputes } }) =>
  db
    .select({ at: min(disputes.openedAt) })
    .from(disputes)
    .where(inArray(disputes.status, openStatuses)),
)

/** Instant (ms) at which the oldest undecided dispute was opened; null without one. */
export async function findOldestOpenDispute(db: Reader): Promise<number | null> {
  return takeFirstRow(await oldestOpen(db).execute({}))?.at ?? null
}
