import { and, eq, lte, sql } from 'drizzle-orm'
import { firstRow, type Row } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

const find = prepared('find_counter', ({ db, t }) =>
  db
    .select({ state: t.rateLimits.state })
    .from(t.rateLimits)
    .where(and(eq(t.rateLimits.subject, sql.placeholder('subject')), eq(t.rateLimits.bucket, sql.placeholder('bucket')))),
)

const keep = prepared('keep_counter', ({ db, t }) =>
  db
    .insert(t.rateLimits)
    .values({
      subject: sql.placeholder('subject'),
      bucket: sql.placeholder('bucket'),
      state: sql.placeholder('state'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .onConflictDoUpdate({
      target: [t.rateLimits.subject, t.rateLimits.bucket],
      set: { state: sql`excluded.state`, expiresAt: sql`excluded.expires_at` },
    }),
)

/** The state of a rate limit as it was last stored, or null. */
export async function findCounter(db: Reader, subject: string, bucket: string): Promise<string | null> {
  return firstRow(await find(db).execute({ subject, bucket }))?.state ?? null
}

export type CountedWindow = Omit<Row<'rateLimits'>, 'id'>

/** Keeps the state of a rate limit over a restart, until `expiresAt` (ms). */
export async function keepCounter(tx: Writer, counter: CountedWindow): Promise<void> {
  await keep(tx).execute(counter)
}

/** Forgets the counters whose windows are over. */
export async function dropStaleCounters(tx: Writer, now: number): Promise<void> {
  await tx.db.delete(tx.t.rateLimits).where(lte(tx.t.rateLimits.expiresAt, now))
}
