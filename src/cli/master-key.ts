import { join } from 'node:path'
import type { Config } from '../config.ts'
import { computeKeyFingerprint } from '../storage/secret-box.ts'
import { readTextIfThere } from '../storage/sqlite/manifest.ts'
import { CliFailure, exit } from './exit.ts'
import { writeOnce } from './write-once.ts'

/** The source of the key: the setting, or the data folder. */
export type KeyPlace = Pick<Config, 'dataDir' | 'masterKey'>

/** Path of the key, unless the setting has it. */
export function buildKeyPath(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'master.key')
}

/** The key of the setting or of the data folder; null if there is none yet. Fails with 5 if the file contains no key. */
export function readMasterKey(config: KeyPlace): Uint8Array | null {
  if (config.masterKey !== null) return config.masterKey
  const path = buildKeyPath(config)
  const held = readTextIfThere(path)
  return held === null ? null : asKey(held, path)
}

/** The fingerprint of the current key; null if there is none yet. Fails as `readMasterKey` does. */
export function readKeyFingerprint(config: KeyPlace): string | null {
  const key = readMasterKey(config)
  return key === null ? null : computeKeyFingerprint(key)
}

/** The source of the current key, in words for a sentence. */
export function describeKeySource(config: KeyPlace): string {
  return config.masterKey === null ? `the key in ${buildKeyPath(config)}` : 'CHARABANC_MASTER_KEY'
}

/** The current key, or a new key in the data folder. */
export function readOrCreateKey(config: KeyPlace): Uint8Array {
  const held = readMasterKey(config)
  if (held !== null) return held
  const key = crypto.getRandomValues(new Uint8Array(32))
  return writeMasterKey(config, key) ? key : readOrCreateKey(config)
}

/** Finding and hint if the key of a database is missing or another. */
export function describeWrongKey(config: KeyPlace): { readonly found: string; readonly hint: string } {
  const path = buildKeyPath(config)
  const bring = 'Restore the key from your separate copy. Backups do not contain it.'
  if (config.masterKey === null && readTextIfThere(path) === null) {
    const found = `The secrets in the database are encrypted, but CHARABANC_MASTER_KEY is not set and ${path} is missing.`
    return { found, hint: bring }
  }
  const orUnset =
    config.masterKey !== null && readTextIfThere(path) !== null
      ? ` Or unset CHARABANC_MASTER_KEY: ${path} also contains a key.`
      : ''
  return {
    found: `The secrets in the database are encrypted with a key other than ${describeKeySource(config)}.`,
    hint: `${bring}${orUnset}`,
  }
}

/** A failure with 5 if the key is missing or another, for a caller that has changed nothing yet. */
export function createWrongKeyFailure(config: KeyPlace): CliFailure {
  const { found, hint } = describeWrongKey(config)
  return new CliFailure(exit.settingMissing, `${found} ${hint} Nothing was changed.`)
}

/** Writes a key into a data folder. False if the folder has a key, which stays. */
export function writeMasterKey(place: Pick<Config, 'dataDir'>, key: Uint8Array): boolean {
  return writeOnce(buildKeyPath(place), `${Buffer.from(key).toString('base64')}\n`)
}

function asKey(text: string, path: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new CliFailure(exit.settingMissing, `${path} does not contain a key of 32 bytes.`)
  return key
}
