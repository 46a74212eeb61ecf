import type { Database } from 'bun:sqlite'
import { decryptSecret, encryptEndpoint, encryptPushToken } from './encryption.ts'
import type { SecretBox } from './secret-box.ts'

/** Where encrypted text lies, in databases of this release and, by their names, of earlier ones. */
const encryptedColumns = [
  ['webhook_subscriptions', 'encrypted_secret'],
  ['devices', 'encrypted_push_token'],
  ['messages', 'encrypted'],
  ['stored_responses', 'encrypted'],
  ['server_settings', 'encrypted'],
  ['webhook_subscriptions', 'sealed_secret'],
  ['devices', 'sealed_push_token'],
  ['messages', 'sealed'],
  ['kept_answers', 'sealed'],
] as const

/** Whether anything is encrypted in a database of any release, which may not have all of these columns. */
export function holdsSecrets(database: Database): boolean {
  return encryptedColumns.some(([table, column]) => {
    const isThere = database.query('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== null
    return isThere && database.query(`SELECT 1 FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1`).get() !== null
  })
}

/**
 * Whether this key opens what is encrypted in a database of any release: the secrets of webhooks, where there are any. No
 * database may hold texts of two keys.
 */
export function isItsKey(database: Database, secretBox: SecretBox): boolean {
  const column = database
    .query<{ name: string }, []>(
      "SELECT name FROM pragma_table_info('webhook_subscriptions') WHERE name IN ('sealed_secret', 'encrypted_secret')",
    )
    .get()
  if (column === null) return true
  try {
    const secrets = database.query<{ id: number; encryptedSecret: string }, []>(
      `SELECT id, ${column.name} AS encryptedSecret FROM webhook_subscriptions ORDER BY id DESC LIMIT 1`,
    )
    for (const secret of secrets.all()) decryptSecret(secretBox, secret)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts the webhook addresses and push tokens that release 0.1.0 kept in clear, inside the transaction that renamed their
 * columns; `secretBox` is asked for only where there are any.
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
