import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { unlockedRows } from '../locks.ts'
import { literal } from '../rows/bulk.ts'
import { dropper, finder, inserter, Overtaken } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export type StoredResponse = Row<'storedResponses'>

export const insertStoredResponse = inserter('storedResponses')

const moving = prepared('move_stored_response', ({ db, t: { storedResponses: s } }) =>
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

/** Values of a claim that move: its lease, who has it, or the response that ends it. */
export type ClaimMove = Partial<Pick<StoredResponse, 'state' | 'bootId' | 'leaseUntil' | 'status' | 'encrypted' | 'expiresAt'>>

/** Moves a claim on while the boot that had it still has it. Refuses `unavailable` when another has taken it over. */
export async function moveStoredResponse(tx: Writer, claim: StoredResponse, move: ClaimMove): Promise<StoredResponse> {
  const moved = { ...claim, ...move }
  const rows = await moving(tx).execute({ ...moved, claimedBy: claim.bootId })
  if (rows.length === 0) throw new Overtaken()
  return moved
}

/** Finds what is kept under this key of this scope, or null. */
export const findStoredResponse = finder('storedResponses', 'scope', 'key')

/** Lets go of a claim whose work came to nothing worth keeping. */
export const dropStoredResponse = dropper('storedResponses', 'id')

/** The boots that work on requests whose keys have expired, as far as is written. */
export async function overdueBoots(db: Reader, now: number): Promise<string[]> {
  const { storedResponses } = db.t
  const rows = await db.db
    .selectDistinct({ bootId: storedResponses.bootId })
    .from(storedResponses)
    .where(and(lte(storedResponses.expiresAt, now), eq(storedResponses.state, 'in_flight')))
  return rows.map(({ bootId }) => bootId)
}

/** Deletes up to `limit` expired responses, never one whose request a boot that lives is still working on; answers how many. */
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
    .limit(literal(limit))
  const gone = await tx.db
    .delete(storedResponses)
    .where(sql`${storedResponses.id} in ${unlockedRows(tx, overdue)}`)
    .returning({ id: storedResponses.id })
  return gone.length
}
