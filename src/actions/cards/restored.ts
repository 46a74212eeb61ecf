import { dayMs } from '../../domain/instant.ts'
import { ProviderFault } from '../../gateways/payments/payments.ts'
import { paymentsKnownUntil } from '../../storage/queries/open-payments.ts'
import {
  dropServerSetting,
  findServerSetting,
  putServerSetting,
  type RestoredNote,
} from '../../storage/queries/server-settings.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

const restoredSetting = 'restored'

/** Clocks differ, and a backup takes a while. */
const marginMs = dayMs

/**
 * The note that a restore left, until the database is compared with the provider of card payments. Null where there is
 * nothing to compare.
 */
export async function findRestoredNote(db: Reader): Promise<RestoredNote | null> {
  const found = await findServerSetting(db, restoredSetting)
  return found === null ? null : (found.value as RestoredNote)
}

/**
 * Throws `silent` until a restored database is compared with the provider: what that one made after the backup is found first, or it would be
 * made once more.
 */
export async function mustBeCompared(db: Reader): Promise<void> {
  if ((await findRestoredNote(db)) !== null) throw new ProviderFault('silent', { code: 'restored' })
}

/**
 * Writes down that the database knows less than the provider, and from when on that one is to be asked. Only before any payment has been made
 * on the restored database is that to be told from its rows; what stands there already stays. Answers that moment (ms, by the wall clock).
 */
export async function noteRestored(tx: Writer, now: number, wallNow: number): Promise<number> {
  const known = (await findRestoredNote(tx))?.since ?? null
  if (known !== null) return known
  const knownUntil = (await paymentsKnownUntil(tx)) ?? (await findServerSetting(tx, 'payment_account'))?.updatedAt ?? 0
  // In test mode the clock is ahead of the provider's.
  const since = Math.max(0, knownUntil - Math.max(0, now - wallNow) - marginMs)
  await putServerSetting(tx, { name: restoredSetting, value: { since }, encrypted: null, updatedAt: now })
  return since
}

/** Nothing is left to be compared. */
export function dropRestoredNote(tx: Writer): Promise<void> {
  return dropServerSetting(tx, restoredSetting)
}
