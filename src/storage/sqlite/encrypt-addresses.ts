import type { Database } from 'bun:sqlite'
import { encryptEndpoint, encryptPushToken } from '../rows/encryption.ts'
import type { SecretBox } from '../secret-box.ts'

/**
 * Encrypts the webhook addresses and push tokens that release 0.1.0 stored in clear, inside the transaction that renamed their
 * columns. It calls `secretBox` only for existing ones.
 */
export function encryptAddresses(database: Database, secretBox: () => SecretBox): void {
  const subscriptions = database
    .query<{ id: number; url: string }, []>('SELECT id, sealed_endpoint_url AS url FROM webhook_subscriptions')
    .all()
  const saveEndpoint = database.prepare(
    'UPDATE webhook_subscriptions SET sealed_endpoint_url = ?, endpoint_host = ? WHERE id = ?',
  )
  for (const { id, url } of subscriptions) {
    const { encryptedEndpointUrl, endpointHost } = encryptEndpoint(secretBox(), id, url)
    saveEndpoint.run(encryptedEndpointUrl, endpointHost, id)
  }
  const devices = database
    .query<{ id: number; token: string }, []>(
      'SELECT id, sealed_push_token AS token FROM devices WHERE sealed_push_token IS NOT NULL',
    )
    .all()
  const saveToken = database.prepare('UPDATE devices SET sealed_push_token = ? WHERE id = ?')
  for (const { id, token } of devices) saveToken.run(encryptPushToken(secretBox(), id, token), id)
}
