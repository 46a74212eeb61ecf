import { and, eq, lte, ne, or, sql } from 'drizzle-orm'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type StoredResponse = Row<'storedResponses'>

export const insertStoredResponse = inserter('storedResponses')

export const saveStoredResponse = saver('storedResponses', ['state', 'bootId'])

const byKey = prepared('stored_response_by_key', ({ db, t }) =>
  db
    .select()
    .from(t.storedResponses)
    .where(and(eq(t.storedResponses.scope, sql.placeholder('scope')), eq(t.storedResponses.key, sql.placeholder('key')))),
)

/** What is kept under this key of this scope, or null. */
export async function findStoredResponse(db: Reader, scope: string, key: string): Promise<StoredResponse | null> {
  return firstRow(await byKey(db).execute({ scope, key }))
}

const drop = prepared('drop_stored_response', ({ db, t }) =>
  db.delete(t.storedResponses).where(eq(t.storedResponses.id, sql.placeholder('id'))),
)

/** Lets go of a claim whose work came to nothing worth keeping. */
export async function dropStoredResponse(tx: Writer, id: string): Promise<void> {
  await drop(tx).execute({ id })
}

/** Removes up to `limit` answers whose day is over, never one still in flight in this boot; says how many. */
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
