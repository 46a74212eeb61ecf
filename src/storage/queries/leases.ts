import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { heldRows } from '../locks.ts'
import { finder, firstRow } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

/** The right of one holder to do something alone until an instant (ms). Its token fences off the holder before. */
export type Lease = Row<'leases'>

export const findLease = finder('leases', 'name')

const holding = prepared('hold_lease', (handle) => {
  const { leases } = handle.t
  return heldRows(
    handle,
    handle.db
      .select()
      .from(leases)
      .where(eq(leases.name, sql.placeholder('name'))),
  )
})

/** The lease as it stands until the transaction ends: it is neither taken nor prolonged meanwhile. */
export async function holdLease(tx: Writer, name: string): Promise<Lease | null> {
  return firstRow(await holding(tx).execute({ name }))
}

const taking = prepared('take_lease', (handle) => putting(handle))

const takingFree = prepared('take_free_lease', (handle) => {
  const { leases } = handle.t
  const isOurs = eq(leases.token, sql`excluded.token`)
  return putting(handle, or(isOurs, sql`${leases.until} <= ${sql.placeholder('now')}`)).returning({ name: leases.name })
})

function putting({ db, t: { leases } }: Reader, isFree?: SQL) {
  return db
    .insert(leases)
    .values({
      name: sql.placeholder('name'),
      token: sql.placeholder('token'),
      bootId: sql.placeholder('bootId'),
      until: sql.placeholder('until'),
    })
    .onConflictDoUpdate({
      target: leases.name,
      set: { token: sql`excluded.token`, bootId: sql`excluded.boot_id`, until: sql`excluded.until` },
      ...(isFree !== undefined && { setWhere: isFree }),
    })
}

/** Takes a lease or prolongs it, even from another. */
export async function takeLease(tx: Writer, lease: Lease): Promise<void> {
  await taking(tx).execute(lease)
}

/** Takes a lease that no one has or that has run out by `now` (ms), or prolongs one's own; false while it is another's. */
export async function takeFreeLease(tx: Writer, lease: Lease, now: number): Promise<boolean> {
  return (await takingFree(tx).execute({ ...lease, now })).length > 0
}

/** Hands a lease back, if it still is the bearer's. */
export async function dropLease(tx: Writer, name: string, token: string): Promise<void> {
  const { leases } = tx.t
  await tx.db.delete(leases).where(and(eq(leases.name, name), eq(leases.token, token)))
}

/** Frees what these boots hold. */
export async function dropLeasesOf(tx: Writer, boots: readonly string[]): Promise<void> {
  await tx.db.delete(tx.t.leases).where(inArray(tx.t.leases.bootId, [...boots]))
}
