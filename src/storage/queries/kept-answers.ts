import { and, eq, lte, ne, or, sql } from 'drizzle-orm'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type KeptAnswer = Row<'keptAnswers'>

export const insertKeptAnswer = inserter('keptAnswers')

export const saveKeptAnswer = saver('keptAnswers', ['state', 'bootId'])

const byKey = prepared('kept_answer_by_key', ({ db, t }) =>
  db
    .select()
    .from(t.keptAnswers)
    .where(and(eq(t.keptAnswers.scope, sql.placeholder('scope')), eq(t.keptAnswers.key, sql.placeholder('key')))),
)

/** What is kept under this key of this scope, or null. */
export async function findKeptAnswer(db: Reader, scope: string, key: string): Promise<KeptAnswer | null> {
  return firstRow(await byKey(db).execute({ scope, key }))
}

const drop = prepared('drop_kept_answer', ({ db, t }) =>
  db.delete(t.keptAnswers).where(eq(t.keptAnswers.id, sql.placeholder('id'))),
)

/** Lets go of a claim whose work came to nothing worth keeping. */
export async function dropKeptAnswer(tx: Writer, id: string): Promise<void> {
  await drop(tx).execute({ id })
}

/** Removes up to `limit` answers whose day is over, never one still in flight in this boot; says how many. */
export async function purgeKeptAnswers(tx: Writer, now: number, bootId: string, limit: number): Promise<number> {
  const { keptAnswers } = tx.t
  const overdue = and(lte(keptAnswers.expiresAt, now), or(eq(keptAnswers.state, 'completed'), ne(keptAnswers.bootId, bootId)))
  const gone = await tx.db
    .delete(keptAnswers)
    .where(sql`${keptAnswers.id} in (${tx.db.select({ id: keptAnswers.id }).from(keptAnswers).where(overdue).limit(limit)})`)
    .returning({ id: keptAnswers.id })
  return gone.length
}
