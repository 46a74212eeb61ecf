import { mustFind } from '../../domain/refusal.ts'
import { findTripByRef } from '../../storage/queries/trips.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { transactWithTripLock } from '../money/deposits.ts'
import { receiveMoney } from '../money/received-deposits.ts'
import { currentTripByRef, showWholeTrip, type WholeTrip } from '../trips/trips.ts'
import { cancelTrip } from './cancellations.ts'

/** The platform cancels a trip. Refuses as `cancelTrip` does. */
export async function cancelByPlatform(app: AppContext, ref: string, reason: string, idempotent: IdempotentRequest<WholeTrip>) {
  return transactWithTripLock(app, idempotent, await idOf(app, ref), async (tx, now) => {
    await cancelTrip(tx, await currentTripByRef(tx, ref, now), { by: 'platform', reason }, now)
    return showWholeTrip(tx, ref)
  })
}

/** The money of a transfer has come, or that of a card payment in doubt was seen. Refuses `not_found`, `no_payment_due`. */
export async function markDepositReceived(app: AppContext, ref: string, idempotent: IdempotentRequest<WholeTrip>) {
  return transactWithTripLock(app, idempotent, await idOf(app, ref), async (tx, now) => {
    await receiveMoney(tx, app, await currentTripByRef(tx, ref, now), 'platform', now)
    return showWholeTrip(tx, ref)
  })
}

async function idOf(app: AppContext, ref: string): Promise<number> {
  return (await mustFind(app.storage.read((db) => findTripByRef(db, ref)))).id
}
