import { and, eq, lte, ne, or, sql } from 'drizzle-orm'
import { dropper, finder, inserter, type Row, saver } from '../statements.ts'
import type { Writer } from '../storage.ts'

export type StoredResponse = Row<'storedResponses'>

export const insertStoredResponse = inserter('storedResponses')

export const saveStoredResponse = saver('storedResponses', ['state', 'bootId'])

/** What is kept under this key of this scope, or null. */
export const findStoredResponse = finder('storedResponses', 'scope', 'key')

/** Lets go of a claim whose work came to nothing worth keeping. */
export const dropStoredResponse = dropper('storedResponses', 'id')

/** Deletes up to `limit` expired responses, never one whose request this boot is still working on; answers how many. */
export async function purgeStoredResponses(tx: Writer, now: number, bootId: string, limit: number): Promise<number> {
  const { storedResponses } = tx.t
  const overdue = and(
    lte(storedResponses.expiresAt, now),
    or(eq(storedResponses.state, 'completed'), ne(storedResponses.bootId, bootId)),
  )
  const gone = await tx.db
    .delete(storedResponses)
    .where(
      sql`${storedResponses.id} in (${tx.db.select({ id: storedResponses.id }).from(storedResponses).where(overdue).limit(limit)})`,
    )
    .returning({ id: storedResponses.id })
  return gone.length
}
