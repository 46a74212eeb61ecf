import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import { everySetting } from './settings.ts'

/**
 * Settings that can differ between nodes: addresses, folders, monitoring, and the connections to the database, a router and a
 * geocoder.
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
  'geocoderUrl',
  'backupDir',
  'backupDaily',
  'backupKeepDaily',
  'backupKeepWeekly',
  'logLevel',
  'clockFile',
])

/**
 * A hash of the settings that must be the same on all nodes, and of the base of links. For a secret it contains only its
 * presence, because a hash could be guessed.
 */
export function hashSharedSettings(config: Config, baseUrl: string): string {
  const shared = everySetting
    .filter(([name]) => !ownOfNode.has(name))
    .map(([name, { secret }]) => [name, secret ? config[name] !== null : config[name]])
  return createHash('sha256')
    .update(JSON.stringify([...shared, baseUrl]))
    .digest('hex')
}
