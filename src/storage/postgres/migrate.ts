import type { ReservedSQL } from 'bun'
import { Refusal } from '../../domain/refusal.ts'
import { migrationsFor } from '../migrating/migration-files.ts' with { type: 'macro' }
import type { Migration } from '../migrating/migration-files.ts'
import { SchemaNewer } from '../migrating/schema-newer.ts'
import { isLockRefused, refuseUnfitServer } from './faults.ts'
import { openPostgres } from './open.ts'
import { addressIn, onServer } from './server.ts'

/** Every file of drizzle/postgres, read when the executable is built; numbered, and never edited after it was released. */
export const postgresMigrations: readonly Migration[] = migrationsFor('postgres')

/** Any number, as long as it is the same in every release. */
export const lockOfMigrating = 7_214_019_533

export type PostgresMigrating = {
  readonly steps?: readonly Migration[]
  /** Hears the name of each step before it is applied. */
  readonly tell?: (name: string) => void
  /** Hears that another node migrates, which is waited for. */
  readonly tellWaiting?: () => void
  /** Milliseconds for which one try of a step waits for a lock, and for which all of them wait together. */
  readonly lockMs?: number
  readonly patienceMs?: number
}

/** Wherever nothing else is said, a step only adds, and any release works on what it leaves. */
const anyRelease = '0.0.0'

/**
 * Brings the database to this release's schema while other nodes use it, one node at a time, and names what it applied. Each step is
 * whole or not at all, unless it says `-- outside`: that one runs without a transaction, and may run twice. A step that says
 * `-- readable_from 1.2.0` leaves a schema no earlier release works on. Throws `SchemaNewer` where `release` is too old for what is
 * there, `UnfitServer` and `TransactionPooling`; refuses `unavailable` when a step does not get its locks, and when the server is lost.
 */
export async function migratePostgres(
  url: string,
  release: string,
  now: number,
  {
    steps = postgresMigrations,
    tell = () => {},
    tellWaiting = () => {},
    lockMs = 3_000,
    patienceMs = 60_000,
  }: PostgresMigrating = {},
): Promise<string[]> {
  return onServerItself(url, async (connection) => {
    const [server] = await connection.unsafe(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    )
    refuseUnfitServer(server)
    await takeTurn(connection, tellWaiting)
    await makeBookkeeping(connection)
    const before = await appliedTo(connection)
    refuseTooNew(before, steps, release)
    const applied: string[] = []
    for (const step of steps) {
      if (before.some(({ name }) => name === step.name)) continue
      tell(step.name)
      await applyPatiently(connection, step, now, lockMs, patienceMs)
      applied.push(step.name)
    }
    return applied
  })
}

/** The steps a database still lacks. Throws `SchemaNewer` where `release` is too old for what is there; refuses `unavailable`. */
export async function pendingPostgres(
  url: string,
  release: string,
  steps: readonly Migration[] = postgresMigrations,
): Promise<string[]> {
  return onServer(url, async (connection) => {
    const before = await appliedTo(connection)
    refuseTooNew(before, steps, release)
    return steps.map(({ name }) => name).filter((name) => before.every((one) => one.name !== name))
  })
}

/** Another node that migrates is waited for, however long it takes. */
async function takeTurn(connection: ReservedSQL, tellWaiting: () => void): Promise<void> {
  await connection.unsafe('set statement_timeout = 0; set lock_timeout = 0')
  const [turn] = await connection.unsafe(`select pg_try_advisory_lock(${lockOfMigrating}) as is_ours`)
  if (turn.is_ours) return
  tellWaiting()
  await connection.unsafe(`select pg_advisory_lock(${lockOfMigrating})`)
}

/** Makes the tables of the bookkeeping. Where they are there, a user who may make no tables can do without. */
async function makeBookkeeping(connection: ReservedSQL): Promise<void> {
  const [found] = await connection.unsafe(
    "select to_regclass('schema_migrations') is not null and to_regclass('master_key') is not null as is_there",
  )
  if (found.is_there) return
  await connection.unsafe(
    `create table if not exists schema_migrations
      (name text collate "C" primary key, applied_at bigint not null, readable_from text collate "C" not null)`,
  )
  await connection.unsafe(
    `create table if not exists master_key (one boolean primary key default true check (one), fingerprint text collate "C" not null)`,
  )
}

type AppliedStep = { readonly name: string; readonly readable_from: string }

async function appliedTo(connection: ReservedSQL): Promise<AppliedStep[]> {
  const [found] = await connection.unsafe("select to_regclass('schema_migrations') is not null as is_there")
  return found.is_there ? connection.unsafe('select name, readable_from from schema_migrations order by name') : []
}

function refuseTooNew(applied: readonly AppliedStep[], steps: readonly Migration[], release: string): void {
  const newer = applied.find((one) => Bun.semver.order(one.readable_from, release) > 0)
  if (newer !== undefined) throw new SchemaNewer(newer.name, steps.at(-1)?.name ?? '')
}

/** A change that waits for its lock has every reader behind it wait too: better to let them by and come again. */
async function applyPatiently(
  connection: ReservedSQL,
  step: Migration,
  now: number,
  lockMs: number,
  patienceMs: number,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await apply(connection, step, now, lockMs)
    } catch (fault) {
      if (!isLockRefused(fault) || performance.now() > deadline) throw fault
      await Bun.sleep(Math.random() * lockMs)
    }
  }
}

async function apply(connection: ReservedSQL, { name, sql }: Migration, now: number, lockMs: number): Promise<void> {
  const statements = sql.split('--> statement-breakpoint').filter((one) => withoutComments(one).trim() !== '')
  const note = () =>
    connection.unsafe('insert into schema_migrations (name, applied_at, readable_from) values ($1, $2, $3)', [
      name,
      now,
      readableFrom(sql),
    ])
  if (/^-- outside$/m.test(sql)) {
    for (const statement of statements) await connection.unsafe(statement)
    await note()
    return
  }
  try {
    await connection.unsafe(`begin; set local lock_timeout = ${lockMs}`)
    for (const statement of statements) await connection.unsafe(statement)
    await note()
    await connection.unsafe('commit')
  } catch (fault) {
    // What is lost is rolled back by the server.
    await connection.unsafe('rollback').catch(() => {})
    throw fault
  }
}

function readableFrom(sql: string): string {
  return /^-- readable_from (\S+)$/m.exec(sql)?.[1] ?? anyRelease
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/^--.*$/gm, '')
}

/**
 * Does the work on a connection of its own, with which its lock ends. A pooler that hands connections around would keep
 * both, and every later start would wait for it. Throws `TransactionPooling`; refuses `unavailable`.
 */
async function onServerItself<T>(url: string, work: (connection: ReservedSQL) => Promise<T>): Promise<T> {
  if (addressIn(url).isPooled)
    throw new Refusal('unavailable', 'Migrating wants the URL of the server itself, without a pooler before it.')
  const asked = await openPostgres(url, { connections: 2 })
  await asked.close()
  return onServer(url, work)
}
