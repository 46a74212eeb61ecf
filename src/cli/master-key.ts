import { join } from 'node:path'
import type { Config } from '../config.ts'
import { keyFingerprint } from '../storage/secret-box.ts'
import { textIfThere } from '../storage/sqlite/manifest.ts'
import { CliFailure, exit } from './exit.ts'
import { writeOnce } from './write-once.ts'

/** The place of the key: set, or in the data folder. */
export type KeyPlace = Pick<Config, 'dataDir' | 'masterKey'>

/** Path at which the key lies unless it is set. */
export function keyPathOf(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'master.key')
}

/** The key that is set or lies in the data folder; null where there is none yet. Fails with 5 where what lies there is no key. */
export function keyAtHand(config: KeyPlace): Uint8Array | null {
  if (config.masterKey !== null) return config.masterKey
  const path = keyPathOf(config)
  const held = textIfThere(path)
  return held === null ? null : asKey(held, path)
}

/** The fingerprint of the key at hand; null where there is none yet. Fails as `keyAtHand` does. */
export function fingerprintAtHand(config: KeyPlace): string | null {
  const key = keyAtHand(config)
  return key === null ? null : keyFingerprint(key)
}

/** The source of the key at hand, in words for a sentence. */
export function whereKeyIs(config: KeyPlace): string {
  return config.masterKey === null ? `the one in ${keyPathOf(config)}` : 'CHARABANC_MASTER_KEY'
}

/** The key at hand, or a new one in the data folder. */
export function keyOrNew(config: KeyPlace): Uint8Array {
  const held = keyAtHand(config)
  if (held !== null) return held
  const key = crypto.getRandomValues(new Uint8Array(32))
  return putKey(config, key) ? key : keyOrNew(config)
}

/** Finding and hint where a database belongs to a key and there is none, or another. */
export function wrongKey(config: KeyPlace): { readonly found: string; readonly hint: string } {
  const path = keyPathOf(config)
  const bring = 'Bring the right one back from where you keep it apart: no backup holds it.'
  if (config.masterKey === null && textIfThere(path) === null) {
    const found = `The secrets in the database are encrypted with a key, but CHARABANC_MASTER_KEY is not set and ${path} is gone.`
    return { found, hint: bring }
  }
  const orUnset =
    config.masterKey !== null && textIfThere(path) !== null ? ` Or unset CHARABANC_MASTER_KEY: ${path} holds one, too.` : ''
  return {
    found: `The secrets in the database are encrypted with another key than ${whereKeyIs(config)}.`,
    hint: `${bring}${orUnset}`,
  }
}

/** A failure with 5 where the key is gone or another, for a caller who has changed nothing yet. */
export function wrongKeyFailure(config: KeyPlace): CliFailure {
  const { found, hint } = wrongKey(config)
  return new CliFailure(exit.settingMissing, `${found} ${hint} Nothing was changed.`)
}

/** Puts a key into a data folder; false where one lies there already, which then stays. */
export function putKey(place: Pick<Config, 'dataDir'>, key: Uint8Array): boolean {
  return writeOnce(keyPathOf(place), `${Buffer.from(key).toString('base64')}\n`)
}

function asKey(text: string, path: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new CliFailure(exit.settingMissing, `${path} does not hold a key of 32 bytes.`)
  return key
}
