import { existsSync, statSync } from 'node:fs'
import { type Config, ConfigProblem } from '../config.ts'
import { everySetting, variableOf } from '../settings.ts'
import { inspectPayments } from '../storage/inspect-payments.ts'
import { holdsBytes } from '../storage/sqlite/manifest.ts'
import { isKeyOf } from '../storage/sqlite/master-key.ts'
import { configuredCommand } from './command.ts'
import { databaseOf, mustLeadPastPooler } from './database.ts'
import { examineRouting } from './doctor-routing.ts'
import { type ExitCode, exit } from './exit.ts'
import { explainDamage, lostDatabase, mustNotBeLost } from './lost-database.ts'
import { keyAtHand, wrongKeyFailure } from './master-key.ts'
import type { Output } from './output.ts'
import { settingFaults } from './payment-settings.ts'
import { depotOf } from './road-settings.ts'
import { servingFaults } from './servable.ts'

/** Says whether a server would start with these settings; what is wrong is refused before this runs. */
export const configCheckCommand = configuredCommand({
  words: 'config check',
  about:
    'Checks every setting without starting anything, whether payments may be taken so on the database that is there, and on PostgreSQL ' +
    'whether it lets a server do its work. Asks a router for a route, where one is set, and says so where it tells none. Exits 2 where ' +
    'a setting is wrong, 5 where one is missing or the key is not that of the database, ' +
    '6 where a database that was there is gone or damaged and 75 where it cannot be reached.',
  examples: ['config check', 'config check --config /etc/charabanc.toml'],
  examine: servingFaults,
  async run({ config, out }) {
    const exitCode = await checkDatabase(config, out)
    if (exitCode !== exit.ok) return exitCode
    await checkPayments(config)
    await checkRouter(config, out)
    const changed = everySetting
      .filter(([name]) => config.origins[name].source !== 'default')
      .map(([, setting]) => variableOf(setting))

    const mail = whereMailComesFrom(config)
    const summary = changed.length === 0 ? 'everything has its default' : `set: ${changed.join(', ')}`
    await out.answer({ ok: true, set: changed, mail }, `The settings are fine; ${summary}. ${mail}`)
    return exit.ok
  },
})

function whereMailComesFrom({ smtpUrl, mailDir, origins }: Config): string {
  if (smtpUrl !== null) return `Mails leave as ${origins.smtpUrl.name} says.`
  if (mailDir !== null) return `Mails are written to a folder, as ${origins.mailDir.name} says.`
  return 'Mails leave by the server that is entered in the portal, if any.'
}

/**
 * Refuses settings of payments that do not suit the database which is there. One that cannot be read, such as that of
 * an earlier release, passes: a start brings it up to date before it looks.
 */
async function checkPayments(config: Config): Promise<void> {
  const database = databaseOf(config)
  if (database.kind === 'sqlite' && !isOwn(database.path)) return
  const seen = await inspectPayments(database).catch(() => null)
  const faults = seen === null ? [] : settingFaults(config, seen)
  if (faults.length > 0) throw new ConfigProblem(faults, [])
}

/** Remarks upon a router that tells no route; nothing else comes of it, because distances are then estimated. */
async function checkRouter(config: Config, out: Output): Promise<void> {
  const database = databaseOf(config)
  const isReadable = database.kind === 'postgres' || isOwn(database.path)
  const findings = await examineRouting(config, async () => (isReadable ? await depotOf(database) : null), false)
  for (const { state, found, hint } of findings) if (state !== 'ok') await out.remark(`${found} ${hint}`)
}

/** SQLite puts files beside what it reads, and those of another user would keep the server out. */
function isOwn(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && (process.getuid === undefined || stat.uid === process.getuid())
}

async function checkDatabase(config: Config, out: Output): Promise<ExitCode> {
  const database = databaseOf(config)
  if (database.kind === 'sqlite') {
    if (existsSync(database.path) && !isOwn(database.path)) return exit.ok
    mustNotBeLost(lostDatabase(config, database.path))
    try {
      if (holdsBytes(database.path) && !isKeyOf(database.path, keyAtHand(config))) throw wrongKeyFailure(config)
    } catch (fault) {
      throw explainDamage(fault, config, database)
    }
    return exit.ok
  }
  mustLeadPastPooler(database.directUrl)
  const { examinePostgres } = await import('./doctor.postgres.ts')
  const { exitCode, findings } = await examinePostgres(config, database)
  for (const { state, found, hint } of findings) if (state !== 'ok') await out.remark(`${found} ${hint}`)
  return exitCode
}
