import { and, eq, lte, sql } from 'drizzle-orm'
import { heldRows } from '../locks.ts'
import { firstRow } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

type CountersTable = 'rateLimits' | 'signInLimits'

/**
 * Names of what outlives a crash of any database: counters against guessing, and the row that shows that writes reach
 * the disk.
 */
const durable = new Set(['exchange', 'sign_in', 'sign_in_codes', 'sign_in_ip', 'sign_in_tries', 'readyz'])

function countersOf(bucket: string): CountersTable {
  return durable.has(bucket) ? 'signInLimits' : 'rateLimits'
}

function finding(name: CountersTable) {
  return prepared(`find_counter_${name}`, ({ db, t: { [name]: counters } }) =>
    db
      .select({ state: counters.state })
      .from(counters)
      .where(and(eq(counters.subject, sql.placeholder('subject')), eq(counters.bucket, sql.placeholder('bucket')))),
  )
}

function keeping(name: CountersTable) {
  return prepared(`keep_counter_${name}`, ({ db, t: { [name]: counters } }) =>
    db
      .insert(counters)
      .values({
        subject: sql.placeholder('subject'),
        bucket: sql.placeholder('bucket'),
        state: sql.placeholder('state'),
        expiresAt: sql.placeholder('expiresAt'),
      })
      .onConflictDoUpdate({
        target: [counters.subject, counters.bucket],
        set: { state: sql`excluded.state`, expiresAt: sql`excluded.expires_at` },
      }),
  )
}

/** Once the row is found the commit need not wait for the disk: a crash of the server forgets these counters anyway. */
const unhurried = sql`set_config('synchronous_commit', 'off', true)`

function holding(name: CountersTable) {
  return prepared(`hold_counter_${name}`, (handle) => {
    const { [name]: counters } = handle.t
    const isForgotten = name === 'rateLimits' && handle.dialect === 'postgres'
    const row = handle.db
      .select({ state: counters.state, ...(isForgotten && { unhurried }) })
      .from(counters)
      .where(and(eq(counters.subject, sql.placeholder('subject')), eq(counters.bucket, sql.placeholder('bucket'))))
    return heldRows(handle, row)
  })
}

function beginning(name: CountersTable) {
  return prepared(`begin_counter_${name}`, ({ db, t: { [name]: counters } }) =>
    db
      .insert(counters)
      .values({
        subject: sql.placeholder('subject'),
        bucket: sql.placeholder('bucket'),
        state: '{}',
        expiresAt: sql.placeholder('expiresAt'),
      })
      .onConflictDoNothing(),
  )
}

const find = { rateLimits: finding('rateLimits'), signInLimits: finding('signInLimits') }

const keep = { rateLimits: keeping('rateLimits'), signInLimits: keeping('signInLimits') }

const hold = { rateLimits: holding('rateLimits'), signInLimits: holding('signInLimits') }

const begin = { rateLimits: beginning('rateLimits'), signInLimits: beginning('signInLimits') }

/** The state of a rate limit, which no one else counts on until the transaction ends. One that is new stays until `expiresAt` (ms). */
export async function holdCounter(tx: Writer, subject: string, bucket: string, expiresAt: number): Promise<string> {
  const table = countersOf(bucket)
  const held = firstRow(await hold[table](tx).execute({ subject, bucket }))
  if (held !== null) return held.state
  await begin[table](tx).execute({ subject, bucket, expiresAt })
  return firstRow(await hold[table](tx).execute({ subject, bucket }))?.state ?? '{}'
}

/** The state of a rate limit as it was last stored, or null. */
export async function findCounter(db: Reader, subject: string, bucket: string): Promise<string | null> {
  return firstRow(await find[countersOf(bucket)](db).execute({ subject, bucket }))?.state ?? null
}

export type CountedWindow = Omit<Row<'rateLimits'>, 'id'>

/** Keeps the state of a rate limit over a restart, until `expiresAt` (ms). */
export async function keepCounter(tx: Writer, counter: CountedWindow): Promise<void> {
  await keep[countersOf(counter.bucket)](tx).execute(counter)
}

/** Forgets the counters whose windows are over. */
export async function dropStaleCounters(tx: Writer, now: number): Promise<void> {
  for (const counters of [tx.t.rateLimits, tx.t.signInLimits]) await tx.db.delete(counters).where(lte(counters.expiresAt, now))
}
