import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { lockUnlockedRows } from '../locks.ts'
import { toSqlLiteral } from '../rows/bulk.ts'
import { createDropper, createFinder, createInserter, Overtaken } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export type StoredResponse = Row<'storedResponses'>

export const insertStoredResponse = createInserter('storedResponses')

const moving = prepareStatement('move_stored_response', ({ db, t: { storedResponses: s } }) =>
  db
    .update(s)
    .set({
      state: sql`${sql.placeholder('state')}`,
      bootId: sql`${sql.placeholder('bootId')}`,
      leaseUntil: sql`${sql.placeholder('leaseUntil')}`,
      status: sql`${sql.placeholder('status')}`,
      encrypted: sql`${sql.placeholder('encrypted')}`,
      expiresAt: sql`${sql.placeholder('expiresAt')}`,
    })
    .where(and(eq(s.id, sql.placeholder('id')), eq(s.state, sql`'in_flight'`), eq(s.bootId, sql.placeholder('claimedBy'))))
    .returning({ id: s.id }),
)

/** Changing values of a claim: its lease, its holder, or the response that ends it. */
export type ClaimMove = Partial<Pick<StoredResponse, 'state' | 'bootId' | 'leaseUntil' | 'status' | 'encrypted' | 'expiresAt'>>

/** Changes a claim while its boot still has it. Refuses `unavailable` if another boot has taken it over. */
export async function moveStoredResponse(tx: Writer, claim: StoredResponse, move: ClaimMove): Promise<StoredResponse> {
  const moved = { ...claim, ...move }
  const rows = await moving(tx).execute({ ...moved, claimedBy: claim.bootId })
  if (rows.length === 0) throw new Overtaken()
  return moved
}

/** Finds the stored response under this key and scope, or null. */
export const findStoredResponse = createFinder('storedResponses', 'scope', 'key')

/** Deletes a claim without a response to store. */
export const dropStoredResponse = createDropper('storedResponses', 'id')

/** The boots with a written claim on requests whose keys have expired. */
export async function listOverdueBoots(db: Reader, now: number): Promise<string[]> {
  const { storedResponses } = db.t
  const rows = await db.db
    .selectDistinct({ bootId: storedResponses.bootId })
    .from(storedResponses)
    .where(and(lte(storedResponses.expiresAt, now), eq(storedResponses.state, 'in_flight')))
  return rows.map(({ bootId }) => bootId)
}

/** Deletes up to `limit` expired responses, except those of requests in progress at a living boot. Returns their number. */
export async function purgeStoredResponses(
  tx: Writer,
  now: number,
  deadBoots: readonly string[],
  limit: number,
): Promise<number> {
  const { storedResponses } = tx.t
  const isOver = or(eq(storedResponses.state, 'completed'), inArray(storedResponses.bootId, [...deadBoots]))
  const overdue = tx.db
    .select({ id: storedResponses.id })
    .from(storedResponses)
    .where(and(lte(storedResponses.expiresAt, now), isOver))
    .orderBy(asc(storedResponses.expiresAt))
    .limit(toSqlLiteral(limit))
  const gone = await tx.db
    .delete(storedResponses)
    .where(sql`${storedResponses.id} in ${lockUnlockedRows(tx, overdue)}`)
    .returning({ id: storedResponses.id })
  return gone.length
}
