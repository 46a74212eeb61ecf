import type { ReservedSQL } from 'bun'
import { Refusal } from '../../domain/refusal.ts'
import { listMigrations } from '../migrating/migration-files.ts' with { type: 'macro' }
import type { Migration } from '../migrating/migration-files.ts'
import { SchemaNewer } from '../migrating/schema-newer.ts'
import { isLockRefused, refuseUnfitServer } from './faults.ts'
import { openPostgres } from './open.ts'
import { parseServerAddress, runOnServer } from './server.ts'

/** Every file of drizzle/postgres, embedded when the executable is built; numbered, and never edited after a release. */
export const postgresMigrations: readonly Migration[] = listMigrations('postgres')

/** An arbitrary number that is the same in every release. */
export const lockOfMigrating = 7_214_019_533

export type PostgresMigrating = {
  readonly steps?: readonly Migration[]
  /** Called with the name of each step before it is applied. */
  readonly tell?: (name: string) => void
  /** Called while another node migrates. */
  readonly reportWaiting?: () => void
  /** Lock timeout of one try of a step, and of all tries together (ms). */
  readonly lockMs?: number
  readonly patienceMs?: number
}

/** Lowest release for the result of a step. By default a step only adds, and every release works with its result. */
const anyRelease = '0.0.0'

/**
 * Migrates the database to this release's schema while other nodes use it, one node at a time, and returns the applied steps.
 * Each step is applied completely or not at all, except with `-- outside`: such a step runs without a transaction, and can run
 * twice. A step with `-- readable_from 1.2.0` excludes earlier releases. Throws `SchemaNewer` if `release` is too old for the
 * schema, `UnfitServer` and `TransactionPooling`. Refuses `unavailable` if a step does not get its locks, and if the server is
 * lost.
 */
export async function migratePostgres(
  url: string,
  release: string,
  now: number,
  {
    steps = postgresMigrations,
    tell = () => {},
    reportWaiting: tellWaiting = () => {},
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

/** The missing steps of a database. Throws `SchemaNewer` if `release` is too old for the schema; refuses `unavailable`. */
export async function listPendingPostgres(
  url: string,
  release: string,
  steps: readonly Migration[] = postgresMigrations,
): Promise<string[]> {
  return runOnServer(url, async (connection) => {
    const before = await appliedTo(connection)
    refuseTooNew(before, steps, release)
    return steps.map(({ name }) => name).filter((name) => before.every((one) => one.name !== name))
  })
}

/** Waits for another migrating node without a time limit. */
async function takeTurn(connection: ReservedSQL, tellWaiting: () => void): Promise<void> {
  await connection.unsafe('set statement_timeout = 0; set lock_timeout = 0')
  const [turn] = await connection.unsafe(`select pg_try_advisory_lock(${lockOfMigrating}) as is_ours`)
  if (turn.is_ours) return
  tellWaiting()
  await connection.unsafe(`select pg_advisory_lock(${lockOfMigrating})`)
}

/** Creates the bookkeeping tables. Existing tables need no right to create tables. */
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

/** Applies a step with short lock timeouts and retries, because a change that waits for its lock blocks all later readers. */
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
      return await applyPostgresMigration(connection, step, now, lockMs)
    } catch (fault) {
      if (!isLockRefused(fault) || performance.now() > deadline) throw fault
      await Bun.sleep(Math.random() * lockMs)
    }
  }
}

async function applyPostgresMigration(
  connection: ReservedSQL,
  { name, sql }: Migration,
  now: number,
  lockMs: number,
): Promise<void> {
  const statements = sql.split('--> statement-breakpoint').filter((one) => stripSqlComments(one).trim() !== '')
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
    // The server rolls a lost transaction back.
    await connection.unsafe('rollback').catch(() => {})
    throw fault
  }
}

function readableFrom(sql: string): string {
  return /^-- readable_from (\S+)$/m.exec(sql)?.[1] ?? anyRelease
}

function stripSqlComments(sql: string): string {
  return sql.replaceAll(/^--.*$/gm, '')
}

/**
 * Works on a separate connection, whose end releases its lock. A pooler in transaction mode would keep both, and every later
 * start would wait. Throws `TransactionPooling`; refuses `unavailable`.
 */
async function onServerItself<T>(url: string, work: (connection: ReservedSQL) => Promise<T>): Promise<T> {
  if (parseServerAddress(url).isPooled)
    throw new Refusal('unavailable', 'A migration needs the URL of the server itself, without a pooler.')
  const asked = await openPostgres(url, { connections: 2 })
  await asked.close()
  return runOnServer(url, work)
}
