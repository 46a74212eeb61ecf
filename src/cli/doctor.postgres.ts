import { version } from '../../package.json'
import type { Config } from '../config.ts'
import { findFaultMessage } from '../domain/fault-text.ts'
import { connectionsOfNode, type PostgresAddress } from '../storage/open.ts'
import { neededOfServer, TransactionPooling } from '../storage/postgres/faults.ts'
import { inspectPostgres, inspectServer, type PostgresInspection, type ServerInspection } from '../storage/postgres/inspect.ts'
import { readSharedFingerprint } from '../storage/postgres/master-key.ts'
import { listPendingPostgres, postgresMigrations } from '../storage/postgres/migrate.ts'
import { openPostgres } from '../storage/postgres/open.ts'
import { inspectCountsOn } from '../storage/postgres/recount.ts'
import { barredHint, listUnscouredTables } from '../storage/postgres/scour.ts'
import { createConfiguredClock } from './clock.ts'
import {
  describeTlsRisk,
  formatDatabaseName,
  isPooled,
  isTlsVerified,
  pastPooler,
  requireDirectUrl,
  toPostgresFailure,
} from './database.ts'
import { checkFailedMessages, checkPaymentsInDoubt, checkUnreachableOperators, checkWorkAhead } from './doctor-database.ts'
import { examineNodes } from './doctor-nodes.ts'
import { checkListCounts } from './doctor-soundness.ts'
import { CliFailure, createUsageFailure, type ExitCode, exit } from './exit.ts'
import { createFailFinding, createOkFinding, createWarnFinding, type Finding } from './finding.ts'
import { findLostTables } from './lost-database.ts'
import { describeWrongKey, readKeyFingerprint } from './master-key.ts'
import { formatByteCount } from './progress.ts'

const clockLimitsMs = { noted: 500, refused: 2_000 }

/**
 * Whether the server can be reached, has a supported version, and gives a node the necessary rights. The exit code is that of a
 * check.
 */
export async function examinePostgres(
  config: Config,
  database: PostgresAddress,
): Promise<{ readonly exitCode: ExitCode; readonly findings: readonly Finding[] }> {
  let inspection: PostgresInspection
  try {
    inspection = await inspectPostgres(database.url, createConfiguredClock(config)())
  } catch (fault) {
    const explained = toPostgresFailure(fault, database)
    const hint = 'Check CHARABANC_DATABASE_URL and the server.'
    return {
      exitCode: explained instanceof CliFailure ? explained.exitCode : exit.failure,
      findings: [createFailFinding('database', describePostgresFault(fault, database), hint), ...checkRouteSafety(database)],
    }
  }
  const findings = await examineServed(config, database, inspection)
  return { exitCode: findings.some(({ state }) => state === 'fail') ? exit.usage : exit.ok, findings }
}

/**
 * Findings of `examinePostgres`. If rows can be read, also findings on list counts, on space freed by erasures, and on the nodes.
 */
export async function examineShared(config: Config, database: PostgresAddress): Promise<readonly Finding[]> {
  const { findings } = await examinePostgres(config, database)
  const isReadable = readableOnly.every((check) => findings.some((finding) => finding.check === check && finding.state === 'ok'))
  if (!isReadable) return findings
  const counts = checkListCounts(await inspectCountsOn(database.url))
  return [
    ...findings,
    ...counts,
    checkErasures(await listUnscouredTables(database.url)),
    ...(await checkPostgresNodes(config, database)),
  ]
}

/** Checks that must pass before rows can be read. */
const readableOnly = ['database', 'schema', 'pooling', 'privileges']

/**
 * Fails a start with 2 if `config check` finds the database unusable, and with 5 if the start may migrate but has no URL without
 * the pooler.
 */
export async function requireServable(database: PostgresAddress, mayMigrate: boolean): Promise<void> {
  if (mayMigrate) requireDirectUrl(database.directUrl)
  const inspection = await inspectServer(database.url).catch((fault) => {
    throw toPostgresFailure(fault, database)
  })
  const failed = checkServable(inspection, database).find(({ state }) => state === 'fail')
  if (failed !== undefined) throw createUsageFailure([failed.found, failed.hint].join(' '))
}

/** Findings on whether a server can use the database, for `config check` and `serve`. */
function checkServable(inspection: ServerInspection, database: PostgresAddress): Finding[] {
  return [checkPostgresServer(inspection, database), checkConnections(inspection, database), checkPrivileges(inspection)]
}

async function examineServed(config: Config, database: PostgresAddress, inspection: PostgresInspection): Promise<Finding[]> {
  return [
    ...checkServable(inspection, database),
    await checkPostgresSchema(config, inspection, database),
    ...checkConnectionRoute(inspection, database),
    await checkPooling(database),
    checkPostgresClock(inspection),
    await checkSharedKey(config, database),
    checkPaymentsInDoubt(inspection.tripsInDoubt),
    checkFailedMessages(inspection.failedMessages),
    ...checkUnreachableOperators(inspection.unreachableOperators),
    ...checkWorkAhead(inspection.workAhead),
    createOkFinding('backup', "Use PostgreSQL's own tools: charabanc makes no backups of PostgreSQL."),
  ]
}

function checkPostgresServer(
  { version: found, encoding, isReadOnly, bytes }: ServerInspection,
  database: PostgresAddress,
): Finding {
  const what = `PostgreSQL ${Math.floor(found / 10_000)}.${found % 10_000}: ${formatDatabaseName(database)}, ${formatByteCount(bytes)}.`
  if (found < neededOfServer.version)
    return createFailFinding('database', what, 'Upgrade the server: this release requires PostgreSQL 15 or later.')
  if (encoding !== neededOfServer.encoding)
    return createFailFinding(
      'database',
      `${what} Its encoding is ${encoding}.`,
      'Create a new database: create database … encoding UTF8.',
    )
  if (isReadOnly) return createFailFinding('database', `${what} It is read-only.`, 'Name the primary in CHARABANC_DATABASE_URL.')
  return createOkFinding('database', what)
}

async function checkPostgresSchema(
  config: Config,
  { mayMigrate }: PostgresInspection,
  database: PostgresAddress,
): Promise<Finding> {
  try {
    const pending = await listPendingPostgres(database.url, version)
    if (pending.length === 0) return createOkFinding('schema', 'It is the schema of this release.')
    const lost = pending.length === postgresMigrations.length ? findLostTables(config, database) : null
    if (lost !== null) return createFailFinding('schema', lost.found, lost.hint)
    const what = `Pending migrations: ${pending.join(', ')}.`
    if (mayMigrate) return createWarnFinding('schema', what, 'The next `charabanc serve` or `charabanc migrate` applies them.')
    return createFailFinding(
      'schema',
      `${what} This user lacks the rights.`,
      'grant create on schema public to …, or migrate as its owner.',
    )
  } catch (fault) {
    return createFailFinding(
      'schema',
      describePostgresFault(fault, database),
      'Use the release that wrote it, or a newer release.',
    )
  }
}

function checkConnectionRoute({ isEncrypted }: PostgresInspection, database: PostgresAddress): Finding[] {
  const doubt = checkRouteSafety(database)
  if (doubt.length > 0) return doubt
  return [
    createOkFinding(
      'encryption',
      isEncrypted && isTlsVerified(database.url)
        ? "The server's certificate is checked."
        : 'The connection stays on this machine.',
    ),
  ]
}

function checkRouteSafety({ url }: PostgresAddress): Finding[] {
  const doubt = describeTlsRisk(url)
  return doubt === null ? [] : [createWarnFinding('encryption', doubt, 'Set sslmode=verify-full in CHARABANC_DATABASE_URL.')]
}

async function checkPooling(database: PostgresAddress): Promise<Finding> {
  try {
    const storage = await openPostgres(database.url, { connections: 2 })
    await storage.close()
  } catch (fault) {
    if (fault instanceof TransactionPooling)
      return createFailFinding('pooling', TransactionPooling.found, TransactionPooling.hint)
    return createFailFinding('pooling', describePostgresFault(fault, database), 'Give this user at least two connections.')
  }
  if (isPooled(database.directUrl)) return createFailFinding('pooling', pastPooler.found, pastPooler.hint)
  if (isPooled(database.url))
    return createOkFinding('pooling', 'The URL selects transaction pooling, so charabanc uses no prepared statements.')
  return createOkFinding('pooling', 'Each connection is a session of the server.')
}

async function checkPostgresNodes(config: Config, { url }: PostgresAddress): Promise<Finding[]> {
  const storage = await openPostgres(url, { connections: 2 })
  try {
    return await examineNodes(config, storage)
  } finally {
    await storage.close()
  }
}

function checkPostgresClock({ aheadMs, unsureMs }: PostgresInspection): Finding {
  const off = Math.max(0, Math.abs(aheadMs) - unsureMs)
  const found = `The clock is ${Math.round(Math.abs(aheadMs))} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the server's, ± ${Math.ceil(unsureMs)} ms.`
  const hint = 'Synchronise both by NTP. Nodes with different clocks take over each other’s work.'
  if (off > clockLimitsMs.refused) return createFailFinding('clock', found, hint)
  return off > clockLimitsMs.noted ? createWarnFinding('clock', found, hint) : createOkFinding('clock', found)
}

function checkConnections({ connectionLimit, connectionsLeft: left }: ServerInspection, database: PostgresAddress): Finding {
  const hint = 'Raise max_connections of the server, or the limit of this user or database.'
  // A pooler serves many connections of a node with few connections of the server.
  if (connectionLimit < connectionsOfNode && !isPooled(database.url)) {
    const many = connectionLimit === 1 ? '1 connection' : `${connectionLimit} connections`
    const found = `This user can have ${many} to ${formatDatabaseName(database)}, but a node opens up to ${connectionsOfNode}.`
    return createFailFinding('connections', found, hint)
  }
  const found = `${left} connections are free. A node opens up to ${connectionsOfNode}.`
  return left >= connectionsOfNode ? createOkFinding('connections', found) : createWarnFinding('connections', found, hint)
}

function checkPrivileges({ closedTables: closed }: ServerInspection): Finding {
  if (closed.length === 0) return createOkFinding('privileges', 'This user can read and write every table.')
  return createFailFinding(
    'privileges',
    `This user cannot read and write ${formatSomeTables(closed)}.`,
    'grant select, insert, update, delete on … to …',
  )
}

function checkErasures(barred: readonly string[]): Finding {
  if (barred.length === 0) return createOkFinding('erasures', 'This user can run VACUUM, which frees space after deletes.')
  return createWarnFinding(
    'erasures',
    `This user cannot run VACUUM on ${formatSomeTables(barred)}, so deletes free no space.`,
    barredHint,
  )
}

function formatSomeTables(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

async function checkSharedKey(config: Config, { url }: PostgresAddress): Promise<Finding> {
  const held = readKeyFingerprint(config)
  const shared = await readSharedFingerprint(url).catch(() => null)
  if (shared === null || shared === held)
    return createOkFinding('shared key', "The key is the shared key of this database's nodes.")
  const { found, hint } = describeWrongKey(config)
  return createFailFinding('shared key', found, `${hint} All nodes use the key of the first node.`)
}

function describePostgresFault(fault: unknown, database: PostgresAddress): string {
  return findFaultMessage(toPostgresFailure(fault, database))
}
