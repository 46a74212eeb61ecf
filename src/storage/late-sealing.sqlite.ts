import type { Database } from 'bun:sqlite'
import { openSecret, sealEndpoint, sealPushToken } from './sealing.ts'
import type { Vault } from './vault.ts'

/**
 * Whether this key opens what is sealed in a database of any release: the secrets of webhooks, where there are any. Nothing may be
 * sealed with one key beside what was sealed with another.
 */
export function isItsKey(database: Database, vault: Vault): boolean {
  const isThere = database.query("SELECT 1 FROM pragma_table_info('webhook_subscriptions') WHERE name = 'sealed_secret'").get()
  if (isThere === null) return true
  try {
    const secrets = database.query<{ id: number; sealedSecret: string }, []>(
      'SELECT id, sealed_secret AS sealedSecret FROM webhook_subscriptions ORDER BY id DESC LIMIT 1',
    )
    for (const secret of secrets.all()) openSecret(vault, secret)
    return true
  } catch {
    return false
  }
}

/**
 * Seals the addresses of webhooks and the push tokens that release 0.1.0 kept in clear, inside the transaction that renamed their
 * columns; `vault` is asked for only where there are any.
 */
export function sealAddresses(database: Database, vault: () => Vault): void {
  const subscriptions = database
    .query<{ id: number; url: string }, []>('SELECT id, sealed_endpoint_url AS url FROM webhook_subscriptions')
    .all()
  const saveEndpoint = database.prepare(
    'UPDATE webhook_subscriptions SET sealed_endpoint_url = ?, endpoint_host = ? WHERE id = ?',
  )
  for (const { id, url } of subscriptions) {
    const { sealedEndpointUrl, endpointHost } = sealEndpoint(vault(), id, url)
    saveEndpoint.run(sealedEndpointUrl, endpointHost, id)
  }
  const devices = database
    .query<{ id: number; token: string }, []>(
      'SELECT id, sealed_push_token AS token FROM devices WHERE sealed_push_token IS NOT NULL',
    )
    .all()
  const saveToken = database.prepare('UPDATE devices SET sealed_push_token = ? WHERE id = ?')
  for (const { id, token } of devices) saveToken.run(sealPushToken(vault(), id, token), id)
}
