import { sql } from 'drizzle-orm'
import { buildBulkStatement, handfuls } from '../rows/bulk.ts'
import { createDropper, createLister } from '../rows/statements.ts'
import type { Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

/** A note of the quote state that a customer was notified of. */
export type QuoteNotice = Pick<Row<'quoteNotices'>, 'quoteId' | 'tripId' | 'revision' | 'isClosed'>

/** Lists the quote states that the customer of a trip was last notified of. */
export const listQuoteNotices = createLister('quoteNotices', 'tripId', ({ id }) => sql`${id}`)

const noting = buildBulkStatement(
  'note_quotes_told',
  ['quoteId', 'tripId', 'revision', 'isClosed'],
  ({ db, t: { quoteNotices } }, places, toldAt) =>
    db
      .insert(quoteNotices)
      .values(places.map((place) => ({ ...place, toldAt })))
      .onConflictDoUpdate({
        target: quoteNotices.quoteId,
        set: { revision: sql`excluded.revision`, isClosed: sql`excluded.is_closed`, toldAt: sql`excluded.told_at` },
      }),
  handfuls,
)

/** Saves the quote states that a customer was notified of at an instant (ms). */
export async function saveQuoteNotices(tx: Writer, told: readonly QuoteNotice[], at: number): Promise<void> {
  await noting(tx, told, at)
}

/** Deletes the notices of a quote, so that the customer is notified of it again. */
export const removeQuoteNotices = createDropper('quoteNotices', 'quoteId')
