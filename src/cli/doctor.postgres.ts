import { version } from '../../package.json'
import type { Config } from '../config.ts'
import { messageOf } from '../domain/fault-text.ts'
import { connectionsOfNode, type PostgresAddress } from '../storage/open.ts'
import { neededOfServer, TransactionPooling } from '../storage/postgres/faults.ts'
import { inspectPostgres, inspectServer, type PostgresInspection, type ServerInspection } from '../storage/postgres/inspect.ts'
import { sharedFingerprint } from '../storage/postgres/master-key.ts'
import { pendingPostgres, postgresMigrations } from '../storage/postgres/migrate.ts'
import { openPostgres } from '../storage/postgres/open.ts'
import { lookAtCountsOn } from '../storage/postgres/recount.ts'
import { barredHint, tablesNotScoured } from '../storage/postgres/scour.ts'
import { clockOf } from './clock.ts'
import { doubtAboutTls, explainPostgres, isChecked, isPooled, mustLeadPastPooler, nameOf, pastPooler } from './database.ts'
import { messagesFailed, operatorsUnreachable, paymentsInDoubt, workAhead } from './doctor-database.ts'
import { examineNodes } from './doctor-nodes.ts'
import { listCounts } from './doctor-soundness.ts'
import { CliFailure, type ExitCode, exit, usage } from './exit.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { lostTables } from './lost-database.ts'
import { fingerprintAtHand, wrongKey } from './master-key.ts'
import { inBytes } from './progress.ts'

const clockLimitsMs = { noted: 500, refused: 2_000 }

/** Whether the server can be reached, is one this release works on, and lets a node do its work; the exit code is that of a check. */
export async function examinePostgres(
  config: Config,
  database: PostgresAddress,
): Promise<{ readonly exitCode: ExitCode; readonly findings: readonly Finding[] }> {
  let inspection: PostgresInspection
  try {
    inspection = await inspectPostgres(database.url, clockOf(config)())
  } catch (fault) {
    const explained = explainPostgres(fault, database)
    const hint = 'Check CHARABANC_DATABASE_URL, and look after the server.'
    return {
      exitCode: explained instanceof CliFailure ? explained.exitCode : exit.failure,
      findings: [fail('database', sentenceOf(fault, database), hint), ...unsafeWay(database)],
    }
  }
  const findings = await examineServed(config, database, inspection)
  return { exitCode: findings.some(({ state }) => state === 'fail') ? exit.usage : exit.ok, findings }
}

/**
 * Findings of `examinePostgres`. Where rows can be asked for, also findings on the lengths of lists, on the room that
 * erasures free, and on how the nodes stand.
 */
export async function examineShared(config: Config, database: PostgresAddress): Promise<readonly Finding[]> {
  const { findings } = await examinePostgres(config, database)
  const isReadable = readableOnly.every((check) => findings.some((finding) => finding.check === check && finding.state === 'ok'))
  if (!isReadable) return findings
  const counts = listCounts(await lookAtCountsOn(database.url))
  return [...findings, ...counts, erasures(await tablesNotScoured(database.url)), ...(await nodes(config, database))]
}

/** Checks that must go well before rows can be asked for. */
const readableOnly = ['database', 'schema', 'pooling', 'privileges']

/**
 * Fails a start with 2 if `config check` finds that no server can work on the database, and with 5 if the start may migrate but no URL
 * leads past the pooler.
 */
export async function mustBeServable(database: PostgresAddress, mayMigrate: boolean): Promise<void> {
  if (mayMigrate) mustLeadPastPooler(database.directUrl)
  const inspection = await inspectServer(database.url).catch((fault) => {
    throw explainPostgres(fault, database)
  })
  const failed = servable(inspection, database).find(({ state }) => state === 'fail')
  if (failed !== undefined) throw usage([failed.found, failed.hint].join(' '))
}

/** Findings on whether any server can work on a database, for `config check` and `serve` alike. */
function servable(inspection: ServerInspection, database: PostgresAddress): Finding[] {
  return [server(inspection, database), connections(inspection, database), privileges(inspection)]
}

async function examineServed(config: Config, database: PostgresAddress, inspection: PostgresInspection): Promise<Finding[]> {
  return [
    ...servable(inspection, database),
    await schema(config, inspection, database),
    ...way(inspection, database),
    await pooling(database),
    clock(inspection),
    await key(config, database),
    paymentsInDoubt(inspection.tripsInDoubt),
    messagesFailed(inspection.failedMessages),
    ...operatorsUnreachable(inspection.unreachableOperators),
    ...workAhead(inspection.workAhead),
    ok('backup', "PostgreSQL's own: charabanc makes none."),
  ]
}

function server({ version: found, encoding, isReadOnly, bytes }: ServerInspection, database: PostgresAddress): Finding {
  const what = `PostgreSQL ${Math.floor(found / 10_000)}.${found % 10_000}: ${nameOf(database)}, ${inBytes(bytes)}.`
  if (found < neededOfServer.version) return fail('database', what, 'Upgrade the server: this release works on 15 and later.')
  if (encoding !== neededOfServer.encoding)
    return fail('database', `${what} Its encoding is ${encoding}.`, 'Make it anew: create database … encoding UTF8.')
  if (isReadOnly) return fail('database', `${what} It takes no writes.`, 'Name the primary in CHARABANC_DATABASE_URL.')
  return ok('database', what)
}

async function schema(config: Config, { mayMigrate }: PostgresInspection, database: PostgresAddress): Promise<Finding> {
  try {
    const pending = await pendingPostgres(database.url, version)
    if (pending.length === 0) return ok('schema', "It is this release's.")
    const lost = pending.length === postgresMigrations.length ? lostTables(config, database) : null
    if (lost !== null) return fail('schema', lost.found, lost.hint)
    const what = `${pending.join(', ')} must be applied.`
    if (mayMigrate) return warn('schema', what, 'The next `charabanc serve` or `charabanc migrate` does so.')
    return fail('schema', `${what} This user may not.`, 'grant create on schema public to …, or migrate as its owner.')
  } catch (fault) {
    return fail('schema', sentenceOf(fault, database), 'Use the release that wrote it, or a newer one.')
  }
}

function way({ isEncrypted }: PostgresInspection, database: PostgresAddress): Finding[] {
  const doubt = unsafeWay(database)
  if (doubt.length > 0) return doubt
  return [
    ok(
      'encryption',
      isEncrypted && isChecked(database.url) ? "The server's certificate is checked." : 'Nothing leaves this machine.',
    ),
  ]
}

function unsafeWay({ url }: PostgresAddress): Finding[] {
  const doubt = doubtAboutTls(url)
  return doubt === null ? [] : [warn('encryption', doubt, 'Say sslmode=verify-full in CHARABANC_DATABASE_URL.')]
}

async function pooling(database: PostgresAddress): Promise<Finding> {
  try {
    const storage = await openPostgres(database.url, { connections: 2 })
    await storage.close()
  } catch (fault) {
    if (fault instanceof TransactionPooling) return fail('pooling', TransactionPooling.found, TransactionPooling.hint)
    return fail('pooling', sentenceOf(fault, database), 'Give this user two connections at least.')
  }
  if (isPooled(database.directUrl)) return fail('pooling', pastPooler.found, pastPooler.hint)
  if (isPooled(database.url)) return ok('pooling', 'A pooler hands connections around, as the URL says; nothing is prepared.')
  return ok('pooling', 'Each connection comes to one of the server.')
}

async function nodes(config: Config, { url }: PostgresAddress): Promise<Finding[]> {
  const storage = await openPostgres(url, { connections: 2 })
  try {
    return await examineNodes(config, storage)
  } finally {
    await storage.close()
  }
}

function clock({ aheadMs, unsureMs }: PostgresInspection): Finding {
  const off = Math.max(0, Math.abs(aheadMs) - unsureMs)
  const found = `It is ${Math.round(Math.abs(aheadMs))} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the server's, give or take ${Math.ceil(unsureMs)}.`
  const hint = 'Have both kept by NTP: nodes whose clocks differ do each other’s work.'
  if (off > clockLimitsMs.refused) return fail('clock', found, hint)
  return off > clockLimitsMs.noted ? warn('clock', found, hint) : ok('clock', found)
}

function connections({ connectionLimit, connectionsLeft: left }: ServerInspection, database: PostgresAddress): Finding {
  const hint = 'Raise max_connections of the server, or the limit of this user or database.'
  // A pooler serves many connections of a node by few of the server.
  if (connectionLimit < connectionsOfNode && !isPooled(database.url)) {
    const many = connectionLimit === 1 ? '1 connection' : `${connectionLimit} connections`
    const found = `This user may have ${many} to ${nameOf(database)} at once, and a node opens up to ${connectionsOfNode}.`
    return fail('connections', found, hint)
  }
  const found = `${left} are left; a node opens up to ${connectionsOfNode}.`
  return left >= connectionsOfNode ? ok('connections', found) : warn('connections', found, hint)
}

function privileges({ closedTables: closed }: ServerInspection): Finding {
  if (closed.length === 0) return ok('privileges', 'This user may read and write every table.')
  return fail(
    'privileges',
    `This user may not read and write ${someOf(closed)}.`,
    'grant select, insert, update, delete on … to …',
  )
}

function erasures(barred: readonly string[]): Finding {
  if (barred.length === 0) return ok('erasures', 'What they delete is freed: this user may VACUUM.')
  return warn('erasures', `They free no room: this user may not VACUUM ${someOf(barred)}.`, barredHint)
}

function someOf(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

async function key(config: Config, { url }: PostgresAddress): Promise<Finding> {
  const held = fingerprintAtHand(config)
  const shared = await sharedFingerprint(url).catch(() => null)
  if (shared === null || shared === held) return ok('shared key', 'It is the one the nodes of this database share.')
  const { found, hint } = wrongKey(config)
  return fail('shared key', found, `${hint} All nodes share the key of the first one.`)
}

function sentenceOf(fault: unknown, database: PostgresAddress): string {
  return messageOf(explainPostgres(fault, database))
}
