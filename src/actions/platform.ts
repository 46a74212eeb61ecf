import { notFound } from '../domain/refusal.ts'
import { findTripByRef } from '../storage/queries/trips.ts'
import { cancelTrip } from './cancellations.ts'
import type { AppContext } from './context.ts'
import { performWithTripLock, receiveMoney } from './deposits.ts'
import type { Answer, Asked, Told } from './once.ts'
import { currentTripByRef, showWholeTrip, type WholeTrip } from './trips.ts'

/** Makes the platform's answer of a trip. */
export type PresentWhole = (trip: WholeTrip) => Answer

/** Whoever runs the marketplace calls a trip off. Refuses as `cancelTrip` does. */
export async function cancelByPlatform(
  app: AppContext,
  asked: Asked,
  ref: string,
  reason: string,
  present: PresentWhole,
): Promise<Told> {
  return performWithTripLock(app, asked, await idOf(app, ref), async (tx) => {
    const now = app.clock()
    await cancelTrip(tx, await currentTripByRef(tx, ref, now), { by: 'platform', reason }, now)
    return present(await showWholeTrip(tx, ref))
  })
}

/** The money of a transfer has come, or that of a card payment in doubt was seen. Refuses `not_found`, `no_payment_due`. */
export async function markDepositReceived(app: AppContext, asked: Asked, ref: string, present: PresentWhole): Promise<Told> {
  return performWithTripLock(app, asked, await idOf(app, ref), async (tx) => {
    const now = app.clock()
    await receiveMoney(tx, await currentTripByRef(tx, ref, now), now)
    return present(await showWholeTrip(tx, ref))
  })
}

async function idOf(app: AppContext, ref: string): Promise<number> {
  const trip = await app.storage.read((db) => findTripByRef(db, ref))
  if (trip === null) throw notFound()
  return trip.id
}
