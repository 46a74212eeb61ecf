import type { PortalCaller } from '../../domain/caller.ts'
import { findBooking } from '../../storage/queries/bookings.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findOpenPayments } from '../../storage/queries/payments.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { noPaymentDue, transactWithTripLock } from '../money/deposits.ts'
import { receiveMoney } from '../money/received-deposits.ts'
import { tripIdOf } from '../quotes/jobs.ts'
import { currentTripByRef } from '../trips/trips.ts'
import { type BookingDetail, bookingToStaff, showBooking } from './bookings.ts'
import { cancelTrip } from './cancellations.ts'

/**
 * The customer's transfer for the caller's own quote has come, or a card payment in doubt was seen: the booking is confirmed. Or the
 * deposit has come of a booking that was made without it.
 * Refuses `not_found`, `no_payment_due` (also while the customer pays for another operator's quote).
 */
export async function receiveDeposit(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return transactWithTripLock(app, idempotent, await tripIdOf(app, caller, ref), async (tx, now) => {
    const trip = await currentTripByRef(tx, ref, now)
    const own = (await findJob(tx, caller.operatorId, ref))?.quote?.id
    const isAwaited = (await findOpenPayments(tx, trip.id)).some(({ quoteId }) => quoteId === own)
    const isBooked = (await findBooking(tx, caller.operatorId, ref)) !== null
    if (!isAwaited && !isBooked) throw noPaymentDue(trip)
    await receiveMoney(tx, app, trip, caller.user.name, now)
    return showBooking(tx, caller, ref, now)
  })
}

/** The operator cannot drive the trip after all; the customer gets the deposit back. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`, `trip_finished`. */
export async function cancelByOperator(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  reason: string,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return transactWithTripLock(app, idempotent, await tripIdOf(app, caller, ref), async (tx, now) => {
    const { trip } = await bookingToStaff(tx, caller, ref, now)
    await cancelTrip(tx, trip, { by: 'operator', reason }, now)
    return showBooking(tx, caller, ref, now)
  })
}
