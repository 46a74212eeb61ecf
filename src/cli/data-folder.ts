import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backupFolderOf, type Config } from '../config.ts'
import { holdsSecrets } from '../storage/encrypt-addresses.sqlite.ts'
import { textIfThere } from '../storage/manifest.ts'
import { refreshMasks } from '../storage/masks.sqlite.ts'
import { connectSqlite, openSqlite } from '../storage/open.sqlite.ts'
import { createSecretBox, keyFingerprint, type SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'
import { WriterBell } from '../storage/writer-bell.ts'
import { CliFailure, exit, usage } from './exit.ts'
import { closeToOthers } from './privacy.ts'
import { type Upgrade, upgrade } from './upgrade.ts'
import { writeOnce } from './write-once.ts'

export type DataFolder = {
  readonly databasePath: string
  readonly storage: Storage
  /** Rung by every writer of this process. */
  readonly writerBell: WriterBell
  readonly secretBox: SecretBox
  readonly key: Uint8Array
  /** What this opening did to the schema. */
  readonly upgrade: Upgrade
  readonly isNew: boolean
}

/**
 * A checkpoint holds its thread up for milliseconds. The worker makes one at a quarter of this, and callers are made to wait for one
 * only where the worker has nothing to write. One block of the log's index knows 4,062 pages.
 */
const checkpointPages = 4_000

/**
 * Opens the data folder: the database at this release's schema, and the key to what is encrypted in it, both closed to others.
 * `say` hears what is done to what was there. Fails with 4 (newer schema), 5 (encrypted secrets without their key), 6 or 1 (the
 * backup before a migration failed), 2 (a database this release does not speak).
 */
export function openDataFolder(config: Config, now: number, say: (sentence: string) => void): DataFolder {
  const databasePath = databasePathOf(config)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  for (const sentence of closeToOthers(config)) say(sentence)
  const upgraded = bringUpToDate(config, now, say)
  const key = keyOf(config, databasePath)
  const isNew = upgraded.wasEmpty && upgraded.applied.length > 0
  const writerBell = new WriterBell()
  const storage = openSqlite(databasePath, { bell: writerBell, checkpointPages })
  return { databasePath, storage, writerBell, secretBox: createSecretBox(key), key, upgrade: upgraded, isNew }
}

/** Brings the database of a data folder to this release's schema, as `upgrade` promises, and its masked copies to this release's masking. */
export function bringUpToDate(config: Config, now: number, say: (sentence: string) => void): Upgrade {
  const databasePath = databasePathOf(config)
  const upgraded = upgrade({
    databasePath,
    backupFolder: backupFolderOf(config),
    keyFingerprint: keyAtHand(config),
    secretBox: () => createSecretBox(keyOf(config, databasePath)),
    now,
    say,
  })
  using database = connectSqlite(databasePath, 'write')
  refreshMasks(database)
  return upgraded
}

/** The fingerprint of the key that is set or lies in the data folder; null where there is none yet. */
export function keyAtHand(config: Config): string | null {
  if (config.masterKey !== null) return keyFingerprint(config.masterKey)
  const path = keyPathOf(config)
  const held = textIfThere(path)
  return held === null ? null : keyFingerprint(asKey(held, path))
}

/** Where the key lies unless it is set. */
export function keyPathOf(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'master.key')
}

/** Where the database of this configuration lies. */
export function databasePathOf(config: Config): string {
  const [fault] = databaseFaults(config)
  if (fault !== undefined) throw usage(fault)
  return join(config.dataDir, 'charabanc.sqlite')
}

/** What is wrong with where the data is to be kept. */
export function databaseFaults({ databaseUrl }: Config): string[] {
  return databaseUrl === null ? [] : ['CHARABANC_DATABASE_URL is set, but this release keeps its data in SQLite only.']
}

/** The key that is set, or the one in the data folder; made on the first start, and never made anew over secrets it could not open. */
function keyOf(config: Config, databasePath: string): Uint8Array {
  if (config.masterKey !== null) return config.masterKey
  const path = keyPathOf(config)
  const held = textIfThere(path)
  if (held !== null) return asKey(held, path)
  using database = connectSqlite(databasePath, 'read')
  if (holdsSecrets(database)) {
    const where = `CHARABANC_MASTER_KEY is not set and ${path} is gone`
    throw new CliFailure(exit.settingMissing, `The database holds sealed secrets, but ${where}. Bring the key back.`)
  }
  const key = crypto.getRandomValues(new Uint8Array(32))
  return writeOnce(path, `${Buffer.from(key).toString('base64')}\n`) ? key : keyOf(config, databasePath)
}

function asKey(text: string, path: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new CliFailure(exit.settingMissing, `${path} does not hold a key of 32 bytes.`)
  return key
}
