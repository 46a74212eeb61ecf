import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { lockRows } from '../locks.ts'
import { createFinder, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

/** The right of one holder to do something alone until an instant (ms). Its token excludes the earlier holder. */
export type Lease = Row<'leases'>

export const findLease = createFinder('leases', 'name')

const holding = prepareStatement('hold_lease', (handle) => {
  const { leases } = handle.t
  return lockRows(
    handle,
    handle.db
      .select()
      .from(leases)
      .where(eq(leases.name, sql.placeholder('name'))),
  )
})

/** The lease, locked until the transaction ends. */
export async function lockLease(tx: Writer, name: string): Promise<Lease | null> {
  return takeFirstRow(await holding(tx).execute({ name }))
}

const taking = prepareStatement('take_lease', (handle) => putting(handle))

const takingFree = prepareStatement('take_free_lease', (handle) => {
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

/** Takes or extends a lease, even that of another holder. */
export async function takeLease(tx: Writer, lease: Lease): Promise<void> {
  await taking(tx).execute(lease)
}

/** Takes a lease that is free or expired at `now` (ms), or extends the caller's own; false while another holds it. */
export async function takeFreeLease(tx: Writer, lease: Lease, now: number): Promise<boolean> {
  return (await takingFree(tx).execute({ ...lease, now })).length > 0
}

/** Releases a lease of the caller. */
export async function dropLease(tx: Writer, name: string, token: string): Promise<void> {
  const { leases } = tx.t
  await tx.db.delete(leases).where(and(eq(leases.name, name), eq(leases.token, token)))
}

/** Releases the leases of these boots. */
export async function dropLeasesOf(tx: Writer, boots: readonly string[]): Promise<void> {
  await tx.db.delete(tx.t.leases).where(inArray(tx.t.leases.bootId, [...boots]))
}
