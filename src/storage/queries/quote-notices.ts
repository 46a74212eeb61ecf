import { sql } from 'drizzle-orm'
import { handfuls, inBulk } from '../rows/bulk.ts'
import { dropper, lister } from '../rows/statements.ts'
import type { Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

/** A note of what a customer was told of a quote. */
export type QuoteNotice = Pick<Row<'quoteNotices'>, 'quoteId' | 'tripId' | 'revision' | 'isClosed'>

/** Lists what the customer of a trip was last told of each quote. */
export const quoteNoticesOf = lister('quoteNotices', 'tripId', ({ id }) => sql`${id}`)

const noting = inBulk(
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

/** Writes down what a customer was told at an instant (ms). */
export async function noteQuotesTold(tx: Writer, told: readonly QuoteNotice[], at: number): Promise<void> {
  await noting(tx, told, at)
}

/** The customer is told of a quote as if they had not heard of it. */
export const forgetQuoteTold = dropper('quoteNotices', 'quoteId')
