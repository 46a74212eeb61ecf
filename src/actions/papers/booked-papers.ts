import { vehiclesOf } from '../../domain/booking.ts'
import type { OperatorCaller, TripCaller } from '../../domain/caller.ts'
import { usualCancellationTerms } from '../../domain/cancellation-terms.ts'
import { countedLines, ledgerStatusOf } from '../../domain/ledger.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { mustFind, notFound } from '../../domain/refusal.ts'
import { confirmation, type PromisedBooking } from '../../gateways/papers/confirmation.ts'
import { receipt } from '../../gateways/papers/receipt.ts'
import { type BookingRecord, bookingOfTrip, findBooking } from '../../storage/queries/bookings.ts'
import { shownExtrasOf } from '../../storage/queries/extras.ts'
import { findInvoiceOfBooking } from '../../storage/queries/invoices.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { paymentsOfBooking } from '../../storage/queries/payments.ts'
import { customerOf } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import { invoiceOnPaper } from './account-papers.ts'
import { letterheadOf } from './letterheads.ts'

/** The confirmation of one of the caller's bookings to its customer, as it stands now. Refuses `not_found`. */
export async function printConfirmation(db: Reader, caller: OperatorCaller, ref: string, now: number): Promise<PrintedPaper> {
  return confirmationOf(db, await mustFind(findBooking(db, caller.operatorId, ref)), now)
}

/**
 * The confirmation for the customer who holds the link of a trip. Refuses `not_found`, also before anything is booked.
 */
export async function printOwnConfirmation(db: Reader, caller: TripCaller, now: number): Promise<PrintedPaper> {
  return confirmationOf(db, await ownBooking(db, caller), now)
}

/** The receipt of what was paid for the trip behind a link. Refuses `not_found`, also while nothing was. */
export async function printOwnReceipt(db: Reader, caller: TripCaller, now: number): Promise<PrintedPaper> {
  return receiptOf(db, await ownBooking(db, caller), now)
}

/** The invoice that the trip behind a link stands on. Refuses `not_found`, also where there is none, or it was taken back. */
export async function printOwnInvoice(db: Reader, caller: TripCaller, now: number): Promise<PrintedPaper> {
  const { booking } = await ownBooking(db, caller)
  return invoiceOnPaper(db, booking.operatorId, await mustFind(findInvoiceOfBooking(db, booking.id)), now)
}

function ownBooking(db: Reader, { tripId }: TripCaller): Promise<BookingRecord> {
  return mustFind(bookingOfTrip(db, tripId))
}

/** The confirmation of what a booking promises its customer, on paper. */
export async function confirmationOf(db: Reader, record: BookingRecord, now: number): Promise<PrintedPaper> {
  const { booking, quote } = record
  const { inclusions, exclusions, includedWaitingMinutes, extraHourAmount, extraMileAmount, note, cancellationTerms } = quote
  return confirmation(
    {
      ...(await agreedBooking(db, record)),
      ...{ inclusions, exclusions, includedWaitingMinutes, extraHourAmount, extraMileAmount, note },
      vehicles: vehiclesOf(booking, quote),
      terms: cancellationTerms ?? usualCancellationTerms,
    },
    now,
  )
}

/** The receipt of what was paid for a booking, on paper. Refuses `not_found` while nothing was. */
export async function receiptOf(db: Reader, record: BookingRecord, now: number): Promise<PrintedPaper> {
  const paid = countedLines(await paymentsOfBooking(db, record.booking))
  if (paid.length === 0) throw notFound()
  const lines = paid.map((payment) => ({ ...payment, isOnItsWay: ledgerStatusOf(payment) !== 'cleared' }))
  return receipt(await agreedBooking(db, record), lines, now)
}

async function agreedBooking(db: Reader, { booking, trip }: BookingRecord): Promise<PromisedBooking> {
  const { ref, revision, confirmedAt, status, poNumber } = booking
  const { itinerary, timezone, leadPassenger } = trip
  const { name, organisation } = await customerOf(db, trip)
  const operator = await mustFind(findOperator(db, booking.operatorId))
  return {
    letterhead: await letterheadOf(db, operator),
    timezone: operator.timezone,
    trip: { ref, itinerary, timezone },
    ...{ revision, confirmedAt, leadPassenger, poNumber },
    isCalledOff: status === 'cancelled',
    customer: { name, organisation },
    money: { ...booking, extras: await shownExtrasOf(db, booking) },
  }
}
