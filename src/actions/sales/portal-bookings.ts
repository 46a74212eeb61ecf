import type { PortalCaller } from '../../domain/caller.ts'
import { findBooking } from '../../storage/queries/bookings.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findOpenPayments } from '../../storage/queries/payments.ts'
import { type BookingDetail, lockBookingToStaff, showBooking } from '../bookings/bookings.ts'
import { cancelTrip } from '../bookings/cancellations.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { noPaymentDue, transactWithTripLock } from '../payments/deposits.ts'
import { receiveMoney } from '../payments/received-deposits.ts'
import { findOfferedTripId } from '../quotes/jobs.ts'
import { lockCurrentTripByRef } from '../trips/trips.ts'

/**
 * Records the customer's transfer for the caller's own quote, or a card payment in doubt, and confirms the booking. It also
 * records the missing deposit of a booking. Refuses `not_found`, `no_payment_due` (also while the customer pays for another
 * operator's quote).
 */
export async function receiveDeposit(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return transactWithTripLock(app, idempotent, await findOfferedTripId(app, caller, ref), async (tx, now) => {
    const trip = await lockCurrentTripByRef(tx, ref, now)
    const own = (await findJob(tx, caller.operatorId, ref))?.quote?.id
    const isAwaited = (await findOpenPayments(tx, trip.id)).some(({ quoteId }) => quoteId === own)
    const isBooked = (await findBooking(tx, caller.operatorId, ref)) !== null
    if (!isAwaited && !isBooked) throw noPaymentDue(trip)
    await receiveMoney(tx, app, trip, caller.user.name, now)
    return showBooking(tx, caller, ref, now)
  })
}

/**
 * Cancels a trip that the operator cannot drive; the deposit is refunded. Refuses `not_found`, `booking_not_confirmed`,
 * `trip_cancelled`, `trip_finished`.
 */
export async function cancelByOperator(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  reason: string,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return transactWithTripLock(app, idempotent, await findOfferedTripId(app, caller, ref), async (tx, now) => {
    const { trip } = await lockBookingToStaff(tx, caller, ref, now)
    await cancelTrip(tx, trip, { by: 'operator', reason }, now)
    return showBooking(tx, caller, ref, now)
  })
}
