import { hourMs } from '../../domain/instant.ts'
import { Refusal } from '../../domain/refusal.ts'
import { isKeyRefused } from '../../gateways/payments/watched.ts'
import { keepCounter } from '../../storage/queries/rate-limits.ts'
import { storageTroubleOf, unavailableFor } from '../../storage/trouble.ts'
import type { AppContext } from '../context.ts'

/** However often somebody asks, storage is written to no oftener than this. */
const askedAgainAfterMs = 1_000

/** Long enough for the row to outlive the next question, short enough for the purge to sweep it out. */
const rowLivesMs = hourMs

/**
 * Makes the question whether this server can do its work: storage takes a write, the worker is alive, and among several nodes this one
 * may act. The question refuses `unavailable` where one of these is not so, and names which: `database: disk full`.
 */
export function readinessOf(app: AppContext): () => Promise<void> {
  let written: Promise<void> = Promise.resolve()
  let writtenAt = Number.NEGATIVE_INFINITY

  return async () => {
    if (performance.now() - writtenAt >= askedAgainAfterMs) {
      writtenAt = performance.now()
      written = app.membership.isShared ? app.membership.mustBeHeard() : write(app)
    }
    await written.catch(refuseByName)
    const trouble = app.membership.trouble()
    if (trouble !== null) throw new Refusal('unavailable', trouble, {}, 5)
    if (!app.isWorkerAlive())
      throw new Refusal('unavailable', 'worker: deadlines, payments, messages and webhooks are not being processed', {}, 5)
  }
}

/** A database that refuses is named as what is at fault, with why. */
function refuseByName(refused: unknown): never {
  const known = storageTroubleOf(refused)
  if (known === null || !(refused instanceof Refusal)) throw refused
  throw unavailableFor(refused.cause, `database: ${known.trouble}`)
}

/** Whether the provider of card payments did not take the key lately. Everything else goes on, so that the server is ready all the same. */
export function arePaymentsRefused({ payments }: AppContext): boolean {
  return isKeyRefused(payments)
}

/** A lock can be had on a full disk and a write cannot, so a row is written that no one reads. */
function write(app: AppContext): Promise<void> {
  const expiresAt = app.clock() + rowLivesMs
  return app.storage.transact((tx) => keepCounter(tx, { subject: 'readyz', bucket: 'readyz', state: '{}', expiresAt }))
}
