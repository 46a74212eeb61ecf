import { Database } from 'bun:sqlite'
import { buildRowContext, type EncryptedKind } from '../rows/encryption.ts'
import { computeKeyFingerprint, createSecretBox } from '../secret-box.ts'
import type { MasterKeyNote } from '../tables/settings.ts'
import { translateSqlite } from './faults.ts'

/** Columns of encrypted text, longest retention first, in databases of this release and, by name, of earlier ones. */
const encryptedColumns: readonly (readonly [table: string, column: string, kind: EncryptedKind, row: 'id' | 'name'])[] = [
  ['webhook_subscriptions', 'encrypted_secret', 'webhook', 'id'],
  ['webhook_subscriptions', 'sealed_secret', 'webhook', 'id'],
  ['server_settings', 'encrypted', 'server-setting', 'name'],
  ['devices', 'encrypted_push_token', 'push-token', 'id'],
  ['devices', 'sealed_push_token', 'push-token', 'id'],
  ['payments', 'page_url', 'payment-page', 'id'],
  ['messages', 'encrypted', 'message', 'id'],
  ['messages', 'sealed', 'message', 'id'],
  ['stored_responses', 'encrypted', 'kept-answer', 'id'],
  ['kept_answers', 'sealed', 'kept-answer', 'id'],
]

type EncryptedText = { readonly text: string; readonly context: string }

/** Whether a database of any release needs a key: it stores a fingerprint or encrypted text. */
export function isKeyNeeded(database: Database): boolean {
  return notedFingerprint(database) !== null || oldestEncrypted(database) !== null
}

/**
 * Whether this key belongs to a database of any release. It compares the stored fingerprint or, before the first start with this
 * release, decrypts the oldest encrypted text. No database may hold texts of two keys. Without any encrypted text, null is the
 * right key.
 */
export function isKeyOfSqlite(database: Database, key: Uint8Array | null): boolean {
  if (key === null) return !isKeyNeeded(database)
  const noted = notedFingerprint(database)
  if (noted !== null) return noted === computeKeyFingerprint(key)
  const encrypted = oldestEncrypted(database)
  return encrypted === null || opens(key, encrypted)
}

/** Whether this key belongs to the database in a file, as `isKeyOfSqlite`. */
export function isKeyOf(path: string, key: Uint8Array | null): boolean {
  using database = new Database(path, { readonly: true })
  return isKeyOfSqlite(database, key)
}

/** Saves the fingerprint of the key in a database of this release, unless there is one. Refuses `unavailable`. */
export function saveKeyFingerprint(database: Database, key: Uint8Array, now: number): void {
  if (notedFingerprint(database) !== null) return
  const note: MasterKeyNote = { fingerprint: computeKeyFingerprint(key) }
  try {
    database
      .query("INSERT INTO server_settings (name, value, updated_at) VALUES ('master_key', ?, ?) ON CONFLICT DO NOTHING")
      .run(JSON.stringify(note), now)
  } catch (fault) {
    throw translateSqlite(fault)
  }
}

/** The fingerprint stored in a database file; null without one. */
export function readFingerprintIn(path: string): string | null {
  using database = new Database(path, { readonly: true })
  return notedFingerprint(database)
}

function notedFingerprint(database: Database): string | null {
  if (!hasColumn(database, 'server_settings', 'value')) return null
  const noted = database.query<{ value: string }, []>("SELECT value FROM server_settings WHERE name = 'master_key'").get()
  return noted === null ? null : (JSON.parse(noted.value) as MasterKeyNote).fingerprint
}

/**
 * The oldest encrypted text, among those with the longest retention. After a temporary second key it belongs to the earlier
 * key.
 */
function oldestEncrypted(database: Database): EncryptedText | null {
  for (const [table, column, kind, row] of encryptedColumns) {
    if (!hasColumn(database, table, column)) continue
    const oldest = `SELECT ${row} AS row, ${column} AS text FROM ${table} WHERE ${column} > '' ORDER BY rowid LIMIT 1`
    const found = database.query<{ row: number | string; text: string }, []>(oldest).get()
    if (found !== null) return { text: found.text, context: buildRowContext(kind, found.row) }
  }
  return null
}

function hasColumn(database: Database, table: string, column: string): boolean {
  return database.query('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== null
}

function opens(key: Uint8Array, { text, context }: EncryptedText): boolean {
  try {
    createSecretBox(key).decrypt(text, context)
    return true
  } catch {
    return false
  }
}
