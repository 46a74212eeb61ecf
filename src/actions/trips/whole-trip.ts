import { listCountedRefunds } from '../../domain/ledger.ts'
import { requireFound } from '../../domain/refusal.ts'
import { findBookingOfTrip, type TripBooking } from '../../storage/queries/bookings.ts'
import { listOffersOfTrip, type TripOffer } from '../../storage/queries/jobs.ts'
import { findOpenPayments, listPaymentsOfTrip, type PaymentRow } from '../../storage/queries/payments.ts'
import { listQuotesOfTrip, type TripQuote } from '../../storage/queries/quotes.ts'
import { findCustomerOfTrip, findTripByRef, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'

/** A trip with all its parties, as the platform sees it. */
export type WholeTrip = {
  readonly trip: TripRow
  readonly customer: Row<'customers'>
  readonly offers: readonly TripOffer[]
  readonly quotes: readonly TripQuote[]
  /** Unfinished payments. */
  readonly payments: readonly PaymentRow[]
  /** Refunds of money that counted, of a cancelled trip. */
  readonly refunds: readonly PaymentRow[]
  readonly booking: TripBooking | null
}

/** One trip with its offers, quotes and booking. Refuses `not_found`. */
export async function showWholeTrip(db: Reader, ref: string): Promise<WholeTrip> {
  return wholeTrip(db, await requireFound(findTripByRef(db, ref)))
}

export async function wholeTrip(db: Reader, trip: TripRow): Promise<WholeTrip> {
  return {
    trip,
    customer: await findCustomerOfTrip(db, trip),
    offers: await listOffersOfTrip(db, trip.id),
    quotes: await listQuotesOfTrip(db, trip.id),
    payments: await findOpenPayments(db, trip.id),
    refunds: trip.cancellation === null ? [] : listCountedRefunds(await listPaymentsOfTrip(db, trip.id)),
    booking: await findBookingOfTrip(db, trip.id),
  }
}
