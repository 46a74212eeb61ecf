import { requireFound } from '../../domain/refusal.ts'
import { findTripByRef } from '../../storage/queries/trips.ts'
import { cancelTrip } from '../bookings/cancellations.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { transactWithTripLock } from '../payments/deposits.ts'
import { receiveMoney } from '../payments/received-deposits.ts'
import { lockCurrentTripByRef } from '../trips/trips.ts'
import { showWholeTrip, type WholeTrip } from '../trips/whole-trip.ts'

export async function cancelByPlatform(app: AppContext, ref: string, reason: string, idempotent: IdempotentRequest<WholeTrip>) {
  return transactWithTripLock(app, idempotent, await findTripId(app, ref), async (tx, now) => {
    await cancelTrip(tx, await lockCurrentTripByRef(tx, ref, now), { by: 'platform', reason }, now)
    return showWholeTrip(tx, ref)
  })
}

/** Records the money of a transfer, or of a card payment in doubt. Refuses `not_found`, `no_payment_due`. */
export async function markDepositReceived(app: AppContext, ref: string, idempotent: IdempotentRequest<WholeTrip>) {
  return transactWithTripLock(app, idempotent, await findTripId(app, ref), async (tx, now) => {
    await receiveMoney(tx, app, await lockCurrentTripByRef(tx, ref, now), 'platform', now)
    return showWholeTrip(tx, ref)
  })
}

async function findTripId(app: AppContext, ref: string): Promise<number> {
  return (await requireFound(app.storage.read((db) => findTripByRef(db, ref)))).id
}
