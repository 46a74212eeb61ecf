import { and, eq, lte, sql } from 'drizzle-orm'
import { lockRows } from '../locks.ts'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

type CountersTable = 'rateLimits' | 'signInLimits'

/** Names of rows that outlive a crash of any database: counters against guessing, and the row of the write test. */
const durable = new Set(['exchange', 'sign_in', 'sign_in_codes', 'sign_in_ip', 'sign_in_tries', 'readyz'])

function countersOf(bucket: string): CountersTable {
  return durable.has(bucket) ? 'signInLimits' : 'rateLimits'
}

function finding(name: CountersTable) {
  return prepareStatement(`find_counter_${name}`, ({ db, t: { [name]: counters } }) =>
    db
      .select({ state: counters.state })
      .from(counters)
      .where(and(eq(counters.subject, sql.placeholder('subject')), eq(counters.bucket, sql.placeholder('bucket')))),
  )
}

function prepareKeepCounter(name: CountersTable) {
  return prepareStatement(`keep_counter_${name}`, ({ db, t: { [name]: counters } }) =>
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

/** The commit need not wait for the disk, because a crash of the server loses these counters anyway. */
const unhurried = sql`set_config('synchronous_commit', 'off', true)`

function holding(name: CountersTable) {
  return prepareStatement(`hold_counter_${name}`, (handle) => {
    const { [name]: counters } = handle.t
    const isForgotten = name === 'rateLimits' && handle.dialect === 'postgres'
    const row = handle.db
      .select({ state: counters.state, ...(isForgotten && { unhurried }) })
      .from(counters)
      .where(and(eq(counters.subject, sql.placeholder('subject')), eq(counters.bucket, sql.placeholder('bucket'))))
    return lockRows(handle, row)
  })
}

function beginning(name: CountersTable) {
  return prepareStatement(`begin_counter_${name}`, ({ db, t: { [name]: counters } }) =>
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

function replacing(name: CountersTable) {
  return prepareStatement(`replace_counter_${name}`, ({ db, t: { [name]: counters } }) =>
    db
      .update(counters)
      .set({ state: sql`${sql.placeholder('state')}`, expiresAt: sql`${sql.placeholder('expiresAt')}` })
      .where(
        and(
          eq(counters.subject, sql.placeholder('subject')),
          eq(counters.bucket, sql.placeholder('bucket')),
          eq(counters.state, sql.placeholder('known')),
        ),
      )
      .returning({ id: counters.id }),
  )
}

const find = { rateLimits: finding('rateLimits'), signInLimits: finding('signInLimits') }

const keep = { rateLimits: prepareKeepCounter('rateLimits'), signInLimits: prepareKeepCounter('signInLimits') }

const hold = { rateLimits: holding('rateLimits'), signInLimits: holding('signInLimits') }

const begin = { rateLimits: beginning('rateLimits'), signInLimits: beginning('signInLimits') }

const replace = { rateLimits: replacing('rateLimits'), signInLimits: replacing('signInLimits') }

/** The state of a rate limit, locked until the transaction ends. A new one stays until `expiresAt` (ms). */
export async function lockCounter(tx: Writer, subject: string, bucket: string, expiresAt: number): Promise<string> {
  const table = countersOf(bucket)
  const held = takeFirstRow(await hold[table](tx).execute({ subject, bucket }))
  if (held !== null) return held.state
  await begin[table](tx).execute({ subject, bucket, expiresAt })
  return takeFirstRow(await hold[table](tx).execute({ subject, bucket }))?.state ?? '{}'
}

/** Stores the state of a rate limit. False, and no change, if the stored state is not the `known` one. */
export async function replaceCounter(tx: Writer, counter: CountedWindow & { readonly known: string }): Promise<boolean> {
  return takeFirstRow(await replace[countersOf(counter.bucket)](tx).execute(counter)) !== null
}

/** The stored state of a rate limit, or null. */
export async function findCounter(db: Reader, subject: string, bucket: string): Promise<string | null> {
  return takeFirstRow(await find[countersOf(bucket)](db).execute({ subject, bucket }))?.state ?? null
}

export type CountedWindow = Omit<Row<'rateLimits'>, 'id'>

/** Stores the state of a rate limit over a restart, until `expiresAt` (ms). */
export async function keepCounter(tx: Writer, counter: CountedWindow): Promise<void> {
  await keep[countersOf(counter.bucket)](tx).execute(counter)
}

/** Deletes the counters whose windows have ended. */
export async function dropStaleCounters(tx: Writer, now: number): Promise<void> {
  for (const counters of [tx.t.rateLimits, tx.t.signInLimits]) await tx.db.delete(counters).where(lte(counters.expiresAt, now))
}
