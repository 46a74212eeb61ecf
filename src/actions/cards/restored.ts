import { dayMs } from '../../domain/instant.ts'
import { ProviderFault } from '../../gateways/payments/payments.ts'
import { findPaymentsKnownUntil } from '../../storage/queries/open-payments.ts'
import {
  dropServerSetting,
  findServerSetting,
  type RestoredNote,
  saveServerSetting,
} from '../../storage/queries/server-settings.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

const restoredSetting = 'restored'

/** Tolerance for clock differences and the duration of a backup. */
const marginMs = dayMs

/**
 * The note that a restore left, until the database has been compared with the card provider. Null if nothing must be compared.
 */
export async function findRestoredNote(db: Reader): Promise<RestoredNote | null> {
  const found = await findServerSetting(db, restoredSetting)
  return found === null ? null : (found.value as RestoredNote)
}

/**
 * Throws `silent` until a restored database is compared with the provider. Otherwise the server could repeat a charge made after
 * the backup.
 */
export async function requireCompared(db: Reader): Promise<void> {
  if ((await findRestoredNote(db)) !== null) throw new ProviderFault('silent', { code: 'restored' })
}

/**
 * Saves that the database is older than the provider's data, and the start of the comparison. The rows show this moment only
 * until the restored database takes a payment, so an existing note remains. Returns the moment (ms, by the wall clock).
 */
export async function saveRestoredNote(tx: Writer, now: number, wallNow: number): Promise<number> {
  const known = (await findRestoredNote(tx))?.since ?? null
  if (known !== null) return known
  const knownUntil = (await findPaymentsKnownUntil(tx)) ?? (await findServerSetting(tx, 'payment_account'))?.updatedAt ?? 0
  // In test mode the clock is ahead of the provider's.
  const since = Math.max(0, knownUntil - Math.max(0, now - wallNow) - marginMs)
  await saveServerSetting(tx, { name: restoredSetting, value: { since }, encrypted: null, updatedAt: now })
  return since
}

/** Deletes the note after the comparison. */
export function removeRestoredNote(tx: Writer): Promise<void> {
  return dropServerSetting(tx, restoredSetting)
}
