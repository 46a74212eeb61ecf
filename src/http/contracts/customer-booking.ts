import { Type } from '@sinclair/typebox'
import type { CustomerTrip } from '../../actions/customers/customer-trip.ts'
import { agreedTerms } from '../../domain/agreement.ts'
import { isCrewShown } from '../../domain/assignment.ts'
import { firstRevision, listBookedVehicles, previewRefund } from '../../domain/booking.ts'
import { cardDeclines } from '../../domain/card-fault.ts'
import { findFirstName } from '../../domain/driver.ts'
import { toInstant } from '../../domain/instant.ts'
import { formatInvoiceNumber } from '../../domain/invoice.ts'
import { paymentMeans } from '../../domain/payment.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { asRefundedCancellation, RefundedCancellation } from './cancellation.ts'
import { asRecord } from './fields.ts'
import { toInstantOrNull } from './instant.ts'
import { type Itinerary, itineraryFields } from './itinerary.ts'
import { asExtra, asSums, Extra, sumFields } from './money.ts'
import { asQuoteVehicles, QuoteVehicleRecord } from './quote.ts'

const when = moment()
const money = Type.Integer()

/** The cancellation of a trip, booked or not. Its currency is null if no operator was asked for a quote. */
export const TripCancellation = record({ ...RefundedCancellation.properties, currency_code: nullable(Type.String()) })

export const CancellationPreview = record({ refund_amount: money, currency_code: Type.String(), until: nullable(when) })

/** Payment statuses in which a quote is held for its customer. */
const heldStatuses = ['awaiting_transfer', 'requires_action', 'in_doubt'] as const

const { luggage, vehicles_requested, accessibility, flight, notes } = itineraryFields

export const CustomerBooking = record({
  status: oneOf(['awaiting_payment', 'active', 'cancelled']),
  revision: Type.Integer(),
  operator: record({
    name: Type.String(),
    phone: nullable(Type.String()),
    email: nullable(Type.String()),
    operator_licence: nullable(Type.String()),
  }),
  price_amount: money,
  deposit_amount: money,
  balance_amount: money,
  currency_code: Type.String(),
  payment_status: oneOf([...heldStatuses, 'unpaid', 'deposit_paid', 'paid', 'refunded', 'part_refunded']),
  ...sumFields,
  extras: Type.Array(Extra),
  balance_due_at: nullable(when),
  held_until: nullable(when),
  driver_first_name: nullable(Type.String()),
  vehicle_reg: nullable(Type.String()),
  vehicles: Type.Array(QuoteVehicleRecord),
  luggage,
  vehicles_requested,
  accessibility,
  flight,
  notes,
  cancellation: nullable(TripCancellation),
  terms: nullable(oneOf(agreedTerms)),
  card: nullable(record({ brand: Type.String(), last4: Type.String() })),
  decline_reason: nullable(oneOf(cardDeclines)),
  paid_by: nullable(oneOf(paymentMeans)),
  invoice: nullable(record({ number: Type.String(), issued_at: when })),
  invoice_requested_at: nullable(when),
})

/** The customer's booking with the request `asked`, or a quote that is held during the payment, or null. */
export function asCustomerBooking(
  view: CustomerTrip,
  asked: Of<typeof Itinerary>,
  now: number,
): Of<typeof CustomerBooking> | null {
  return view.booking === null ? asHeldBooking(view, asked) : asOwnBooking(view, view.booking, asked, now)
}

function asHeldBooking(
  { held, payments, operator }: CustomerTrip,
  asked: Of<typeof Itinerary>,
): Of<typeof CustomerBooking> | null {
  const own = payments.filter(({ quoteId }) => quoteId === held?.id).map(({ status }) => status)
  const paymentStatus = heldStatuses.findLast((status) => own.includes(status))
  if (held === null || paymentStatus === undefined) return null
  return asRecord(CustomerBooking, held, {
    ...asked,
    status: 'awaiting_payment',
    revision: firstRevision,
    operator: asCustomerOperator(operator),
    balance_amount: held.priceAmount - held.depositAmount,
    payment_status: paymentStatus,
    paid_amount: 0,
    due_amount: held.priceAmount,
    balance_status: 'not_due',
    extras: [],
    balance_due_at: null,
    held_until: toInstantOrNull(held.lockedUntil),
    driver_first_name: null,
    vehicle_reg: null,
    vehicles: asPromisedVehicles(held.vehicles),
    cancellation: null,
    terms: null,
    card: null,
    decline_reason: null,
    paid_by: null,
    invoice: null,
    invoice_requested_at: null,
  })
}

function asOwnBooking(
  view: CustomerTrip,
  { booking, quote, assignment, driver }: BookingRecord,
  asked: Of<typeof Itinerary>,
  now: number,
): Of<typeof CustomerBooking> {
  const isShown = isCrewShown(booking, now) && assignment?.declinedAt === null
  return asRecord(CustomerBooking, booking, {
    ...asked,
    ...asSums(booking, now),
    extras: view.extras.map(asExtra),
    operator: asCustomerOperator(view.operator),
    held_until: null,
    driver_first_name: isShown && driver?.erasedAt === null ? findFirstName(driver.name) : null,
    vehicle_reg: isShown ? (assignment?.vehicleReg ?? null) : null,
    vehicles: asPromisedVehicles(listBookedVehicles(booking, quote)),
    cancellation: asCustomerCancellation(view),
    card: view.card,
    decline_reason: view.balanceDecline,
    paid_by: view.paidBy,
    invoice: view.invoice && { number: formatInvoiceNumber(view.invoice.number), issued_at: toInstant(view.invoice.issuedAt) },
  })
}

/** The vehicles of a quote for its customer, without the vehicles of the fleet. */
export function asPromisedVehicles(vehicles: Parameters<typeof asQuoteVehicles>[0]): Of<typeof QuoteVehicleRecord>[] {
  return asQuoteVehicles(vehicles).map((vehicle) => ({ ...vehicle, vehicle_id: null }))
}

function asCustomerOperator(operator: CustomerTrip['operator']) {
  return {
    name: operator?.name ?? '',
    phone: operator?.phone ?? null,
    email: operator?.email ?? null,
    operator_licence: operator?.operatorLicence ?? null,
  }
}

/** The trip's cancellation and the status of its refunds. */
export function asCustomerCancellation({ trip, calledOff, refunds }: CustomerTrip): Of<typeof TripCancellation> | null {
  return asRefundedCancellation(trip.cancellation, calledOff?.currencyCode ?? null, refunds)
}

/** A preview of the refund for a cancellation now, by the same terms; null without a booking. */
export function asCancellationPreview(view: CustomerTrip, now: number): Of<typeof CancellationPreview> | null {
  const { booking, refundable: paidAmount } = view
  const preview =
    booking && previewRefund({ ...booking.booking, paidAmount, cancellationTerms: booking.quote.cancellationTerms }, now)
  if (booking === null || preview === null) return null
  return {
    refund_amount: preview.refundAmount,
    currency_code: booking.booking.currencyCode,
    until: toInstantOrNull(preview.until),
  }
}
