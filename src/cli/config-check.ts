import { existsSync, statSync } from 'node:fs'
import { type Config, ConfigProblem } from '../config.ts'
import { formatVariable } from '../setting.ts'
import { everySetting } from '../settings.ts'
import { inspectPayments } from '../storage/inspect-payments.ts'
import { hasBytes } from '../storage/sqlite/manifest.ts'
import { isKeyOf } from '../storage/sqlite/master-key.ts'
import { defineConfiguredCommand } from './command.ts'
import { findDatabaseAddress, requireDirectUrl } from './database.ts'
import { examineRouting } from './doctor-routing.ts'
import { type ExitCode, exit } from './exit.ts'
import { examineGeocoder } from './geocoder-check.ts'
import { findLostDatabase, requireNotLost, toDamageFailure } from './lost-database.ts'
import { createWrongKeyFailure, readMasterKey } from './master-key.ts'
import type { Output } from './output.ts'
import { listStripeSettingFaults } from './payment-settings.ts'
import { findTestDepot } from './road-settings.ts'
import { listServingFaults } from './servable.ts'

/** Checks whether a server would start with these settings. Wrong settings are refused before this runs. */
export const configCheckCommand = defineConfiguredCommand({
  words: 'config check',
  about:
    'Checks every setting without starting a server: also the payment settings against the existing database, and on PostgreSQL ' +
    'the rights of the user. Asks the router for a route and the geocoder for a place, if they are set. Exits 2 if ' +
    'a setting is wrong, 5 if a setting is missing or the key does not belong to the database, ' +
    '6 if an earlier database is missing or damaged, and 75 if the database cannot be reached.',
  examples: ['config check', 'config check --config /etc/charabanc.toml'],
  examine: listServingFaults,
  async run({ config, out }) {
    const exitCode = await checkDatabase(config, out)
    if (exitCode !== exit.ok) return exitCode
    await checkPayments(config)
    await checkOwnServices(config, out)
    const changed = everySetting
      .filter(([name]) => config.origins[name].source !== 'default')
      .map(([, setting]) => formatVariable(setting))

    const mail = describeMailSource(config)
    const summary = changed.length === 0 ? 'all settings have their defaults' : `set: ${changed.join(', ')}`
    await out.answer({ ok: true, set: changed, mail }, `The settings are valid; ${summary}. ${mail}`)
    return exit.ok
  },
})

function describeMailSource({ smtpUrl, mailDir, origins }: Config): string {
  if (smtpUrl !== null) return `Email: ${origins.smtpUrl.name}.`
  if (mailDir !== null) return `Email: written to a folder (${origins.mailDir.name}).`
  return 'Email: the mail server entered in the portal, if any.'
}

/**
 * Refuses payment settings that do not suit the existing database. An unreadable database passes, such as one of an earlier
 * release: a start migrates it before the check.
 */
async function checkPayments(config: Config): Promise<void> {
  const database = findDatabaseAddress(config)
  if (database.kind === 'sqlite' && !isOwnFile(database.path)) return
  const seen = await inspectPayments(database).catch(() => null)
  const faults = seen === null ? [] : listStripeSettingFaults(config, seen)
  if (faults.length > 0) throw new ConfigProblem(faults, [])
}

/** Reports a router without a route, and a geocoder without an answer. Both are only warnings: the server works without them. */
async function checkOwnServices(config: Config, out: Output): Promise<void> {
  const database = findDatabaseAddress(config)
  const isReadable = database.kind === 'postgres' || isOwnFile(database.path)
  const findings = [
    ...(await examineRouting(config, async () => (isReadable ? await findTestDepot(database) : null), false)),
    ...(await examineGeocoder(config, false)),
  ]
  for (const { state, found, hint } of findings) if (state !== 'ok') await out.remark(`${found} ${hint}`)
}

/** SQLite creates files beside the database that it reads. Files of another user would block the server. */
function isOwnFile(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && (process.getuid === undefined || stat.uid === process.getuid())
}

async function checkDatabase(config: Config, out: Output): Promise<ExitCode> {
  const database = findDatabaseAddress(config)
  if (database.kind === 'sqlite') {
    if (existsSync(database.path) && !isOwnFile(database.path)) return exit.ok
    requireNotLost(findLostDatabase(config, database.path))
    try {
      if (hasBytes(database.path) && !isKeyOf(database.path, readMasterKey(config))) throw createWrongKeyFailure(config)
    } catch (fault) {
      throw toDamageFailure(fault, config, database)
    }
    return exit.ok
  }
  requireDirectUrl(database.directUrl)
  const { examinePostgres } = await import('./doctor.postgres.ts')
  const { exitCode, findings } = await examinePostgres(config, database)
  for (const { state, found, hint } of findings) if (state !== 'ok') await out.remark(`${found} ${hint}`)
  return exitCode
}
