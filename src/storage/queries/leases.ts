import { and, eq, sql } from 'drizzle-orm'
import { finder, type Row } from '../statements.ts'
import { prepared, type Writer } from '../storage.ts'

/** Who alone may do something until when (ms); its token fences off the one before. */
export type Lease = Row<'leases'>

export const findLease = finder('leases', 'name')

const taking = prepared('take_lease', ({ db, t: { leases } }) =>
  db
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
    }),
)

/** Takes a lease or prolongs it, even from another. */
export async function takeLease(tx: Writer, lease: Lease): Promise<void> {
  await taking(tx).execute(lease)
}

/** Hands a lease back, if it still is the bearer's. */
export async function dropLease(tx: Writer, name: string, token: string): Promise<void> {
  const { leases } = tx.t
  await tx.db.delete(leases).where(and(eq(leases.name, name), eq(leases.token, token)))
}
