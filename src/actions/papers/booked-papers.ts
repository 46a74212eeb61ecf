import { listBookedVehicles } from '../../domain/booking.ts'
import type { OperatorCaller, TripCaller } from '../../domain/caller.ts'
import { usualCancellationTerms } from '../../domain/cancellation-terms.ts'
import { findLedgerStatus, listCountedLines } from '../../domain/ledger.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { notFound, requireFound } from '../../domain/refusal.ts'
import { buildConfirmationPaper, type PromisedBooking } from '../../gateways/papers/confirmation.ts'
import { buildReceipt } from '../../gateways/papers/receipt.ts'
import { type BookingRecord, findBooking, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { listShownExtras } from '../../storage/queries/extras.ts'
import { findInvoiceOfBooking } from '../../storage/queries/invoices.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { listPaymentsOfBooking } from '../../storage/queries/payments.ts'
import { findCustomerOfTrip } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import { renderInvoiceCopy } from './account-papers.ts'
import { findLetterhead } from './letterheads.ts'

/** Prints the confirmation of one of the caller's bookings for its customer. Refuses `not_found`. */
export async function printConfirmation(db: Reader, caller: OperatorCaller, ref: string, now: number): Promise<PrintedPaper> {
  return renderConfirmation(db, await requireFound(findBooking(db, caller.operatorId, ref)), now)
}

/** The confirmation for the customer of a trip. Refuses `not_found`, also before the booking. */
export async function printOwnConfirmation(db: Reader, caller: TripCaller, now: number): Promise<PrintedPaper> {
  return renderConfirmation(db, await findBookingOfCaller(db, caller), now)
}

/** Prints the receipt of payments for the customer of a trip. Refuses `not_found`, also without any payment. */
export async function printOwnReceipt(db: Reader, caller: TripCaller, now: number): Promise<PrintedPaper> {
  return renderReceipt(db, await findBookingOfCaller(db, caller), now)
}

/** Prints the invoice for the customer of a trip. Refuses `not_found`, also without an invoice or after its credit. */
export async function printOwnInvoice(db: Reader, caller: TripCaller, now: number): Promise<PrintedPaper> {
  const { booking } = await findBookingOfCaller(db, caller)
  return renderInvoiceCopy(db, booking.operatorId, await requireFound(findInvoiceOfBooking(db, booking.id)), now)
}

function findBookingOfCaller(db: Reader, { tripId }: TripCaller): Promise<BookingRecord> {
  return requireFound(findBookingOfTrip(db, tripId))
}

/** The confirmation of a booking for its customer, on paper. */
export async function renderConfirmation(db: Reader, record: BookingRecord, now: number): Promise<PrintedPaper> {
  const { booking, quote } = record
  const { inclusions, exclusions, includedWaitingMinutes, extraHourAmount, extraMileAmount, note, cancellationTerms } = quote
  return buildConfirmationPaper(
    {
      ...(await agreedBooking(db, record)),
      ...{ inclusions, exclusions, includedWaitingMinutes, extraHourAmount, extraMileAmount, note },
      vehicles: listBookedVehicles(booking, quote),
      terms: cancellationTerms ?? usualCancellationTerms,
    },
    now,
  )
}

/** The receipt of payments for a booking, on paper. Refuses `not_found` without any. */
export async function renderReceipt(db: Reader, record: BookingRecord, now: number): Promise<PrintedPaper> {
  const paid = listCountedLines(await listPaymentsOfBooking(db, record.booking))
  if (paid.length === 0) throw notFound()
  const lines = paid.map((payment) => ({ ...payment, isOnItsWay: findLedgerStatus(payment) !== 'cleared' }))
  return buildReceipt(await agreedBooking(db, record), lines, now)
}

async function agreedBooking(db: Reader, { booking, trip }: BookingRecord): Promise<PromisedBooking> {
  const { ref, revision, confirmedAt, status, poNumber } = booking
  const { itinerary, timezone, leadPassenger } = trip
  const { name, organisation } = await findCustomerOfTrip(db, trip)
  const operator = await requireFound(findOperator(db, booking.operatorId))
  return {
    letterhead: await findLetterhead(db, operator),
    timezone: operator.timezone,
    trip: { ref, itinerary, timezone },
    ...{ revision, confirmedAt, leadPassenger, poNumber },
    isCalledOff: status === 'cancelled',
    customer: { name, organisation },
    money: { ...booking, extras: await listShownExtras(db, booking) },
  }
}
