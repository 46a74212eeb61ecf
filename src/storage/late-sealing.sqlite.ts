import type { Database } from 'bun:sqlite'
import { openSecret, sealEndpoint, sealPushToken } from './sealing.ts'
import type { Vault } from './vault.ts'

/** What the database holds was sealed with another key, and nothing may be sealed with this one beside it. */
export class WrongKey extends Error {}

type Subscription = { readonly id: number; readonly url: string; readonly sealedSecret: string }
type Device = { readonly id: number; readonly token: string }

/**
 * Seals the addresses of webhooks and the push tokens that release 0.1.0 kept in clear, inside the transaction that renamed their
 * columns; `vault` is asked for only where there are any. Throws `WrongKey`.
 */
export function sealAddresses(database: Database, vault: () => Vault): void {
  const subscriptions = database
    .query<Subscription, []>('SELECT id, sealed_endpoint_url AS url, sealed_secret AS sealedSecret FROM webhook_subscriptions')
    .all()
  const saveEndpoint = database.prepare(
    'UPDATE webhook_subscriptions SET sealed_endpoint_url = ?, endpoint_host = ? WHERE id = ?',
  )
  for (const { id, url, sealedSecret } of subscriptions) {
    mustBeKeyOf(vault(), { id, sealedSecret })
    const { sealedEndpointUrl, endpointHost } = sealEndpoint(vault(), id, url)
    saveEndpoint.run(sealedEndpointUrl, endpointHost, id)
  }
  const devices = database
    .query<Device, []>('SELECT id, sealed_push_token AS token FROM devices WHERE sealed_push_token IS NOT NULL')
    .all()
  const saveToken = database.prepare('UPDATE devices SET sealed_push_token = ? WHERE id = ?')
  for (const { id, token } of devices) saveToken.run(sealPushToken(vault(), id, token), id)
}

function mustBeKeyOf(vault: Vault, subscription: Pick<Subscription, 'id' | 'sealedSecret'>): void {
  try {
    openSecret(vault, subscription)
  } catch {
    throw new WrongKey('What is sealed in the database needs another key.')
  }
}
