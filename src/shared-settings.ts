import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import { everySetting } from './settings.ts'

/**
 * Settings that each node may have as it likes: where it runs, what it writes there, who watches it, and how it reaches
 * the database and a router.
 */
const ownOfNode: ReadonlySet<string> = new Set([
  'config',
  'dataDir',
  'listen',
  'baseUrl',
  'tlsCert',
  'tlsKey',
  'metricsListen',
  'metricsToken',
  'trustedProxies',
  'databaseUrl',
  'databaseDirectUrl',
  'masterKey',
  'smtpCa',
  'mailDir',
  'routingUrl',
  'backupDir',
  'backupDaily',
  'backupKeepDaily',
  'backupKeepWeekly',
  'logLevel',
  'clockFile',
])

/**
 * A hash of the settings that must be the same on all nodes, and of what links begin with. Of a secret it says only whether there is one:
 * its hash could be guessed at.
 */
export function hashOfSharedSettings(config: Config, baseUrl: string): string {
  const shared = everySetting
    .filter(([name]) => !ownOfNode.has(name))
    .map(([name, { secret }]) => [name, secret ? config[name] !== null : config[name]])
  return createHash('sha256')
    .update(JSON.stringify([...shared, baseUrl]))
    .digest('hex')
}
