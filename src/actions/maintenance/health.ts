import { hourMs } from '../../domain/instant.ts'
import { Refusal } from '../../domain/refusal.ts'
import { isKeyRefused } from '../../gateways/payments/watched.ts'
import { keepCounter } from '../../storage/queries/rate-limits.ts'
import { findStorageTrouble, unavailableWithCause } from '../../storage/trouble.ts'
import type { AppContext } from '../context.ts'

/** Least time (ms) between two test writes. */
const askedAgainAfterMs = 1_000

/** Long enough for the row to outlive the next question, short enough for the purge to sweep it out. */
const rowLivesMs = hourMs

/**
 * Makes the readiness check: storage accepts a write, the worker is alive, and among several nodes this one may act. It refuses
 * `unavailable` with the first failure: `database: disk full`.
 */
export function createReadinessCheck(app: AppContext): () => Promise<void> {
  let written: Promise<void> = Promise.resolve()
  let writtenAt = Number.NEGATIVE_INFINITY

  return async () => {
    if (performance.now() - writtenAt >= askedAgainAfterMs) {
      writtenAt = performance.now()
      written = app.membership.isShared ? app.membership.requireHeartbeat() : writeProbeRow(app)
    }
    await written.catch(refuseByName)
    const trouble = app.membership.trouble()
    if (trouble !== null) throw new Refusal('unavailable', trouble, {}, 5)
    if (!app.isWorkerAlive())
      throw new Refusal('unavailable', 'worker: not running; deadlines, payments, messages and webhooks are not processed', {}, 5)
  }
}

/** Names the database, and the reason, in its refusal. */
function refuseByName(refused: unknown): never {
  const known = findStorageTrouble(refused)
  if (known === null || !(refused instanceof Refusal)) throw refused
  throw unavailableWithCause(refused.cause, `database: ${known.trouble}`)
}

/** Whether the card provider rejected the key lately. The server counts as ready, because everything else works. */
export function arePaymentsRefused({ payments }: AppContext): boolean {
  return isKeyRefused(payments)
}

/** A full disk allows a lock but no write, so this writes a row that is never read. */
function writeProbeRow(app: AppContext): Promise<void> {
  const expiresAt = app.clock() + rowLivesMs
  return app.storage.transact((tx) => keepCounter(tx, { subject: 'readyz', bucket: 'readyz', state: '{}', expiresAt }))
}
