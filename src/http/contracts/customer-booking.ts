import { Type } from '@sinclair/typebox'
import type { CustomerTrip } from '../../actions/customers.ts'
import { previewRefund } from '../../domain/booking.ts'
import { dayMs } from '../../domain/instant.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { asCancellation, Cancellation } from './booking.ts'
import { asRecord } from './fields.ts'
import { instantOf } from './instant.ts'

const when = moment()
const money = Type.Integer()

/** How a trip was called off, booked or not; no one can say in which currency where no one was asked to quote. */
export const TripCancellation = record({ ...Cancellation.properties, currency_code: nullable(Type.String()) })

export const CustomerCancellation = record({
  ...TripCancellation.properties,
  refund_status: nullable(oneOf(['due', 'refunded'])),
})

export const CancellationPreview = record({ refund_amount: money, currency_code: Type.String(), until: nullable(when) })

/** Why a quote is held for its customer. */
const heldStatuses = ['awaiting_transfer', 'requires_action', 'in_doubt'] as const

export const CustomerBooking = record({
  status: oneOf(['awaiting_payment', 'active', 'cancelled']),
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
  payment_status: oneOf([...heldStatuses, 'deposit_paid', 'paid', 'refunded', 'part_refunded']),
  balance_due_at: nullable(when),
  held_until: nullable(when),
  driver_first_name: nullable(Type.String()),
  vehicle_reg: nullable(Type.String()),
  cancellation: nullable(CustomerCancellation),
})

/** Driver and vehicle are told this long before departure, and not earlier. */
const crewShownMs = dayMs

/** What the customer has booked, or what is held for them while the money is on its way, or null. */
export function asCustomerBooking(view: CustomerTrip, now: number): Of<typeof CustomerBooking> | null {
  return view.booking === null ? asHeldBooking(view) : asOwnBooking(view, view.booking, now)
}

function asHeldBooking({ held, payments, operator }: CustomerTrip): Of<typeof CustomerBooking> | null {
  const own = payments.filter(({ quoteId }) => quoteId === held?.id).map(({ status }) => status)
  const paymentStatus = heldStatuses.findLast((status) => own.includes(status))
  if (held === null || paymentStatus === undefined) return null
  return asRecord(CustomerBooking, held, {
    status: 'awaiting_payment',
    operator: asOperator(operator),
    balance_amount: held.priceAmount - held.depositAmount,
    payment_status: paymentStatus,
    balance_due_at: null,
    held_until: instantOf(held.lockedUntil),
    driver_first_name: null,
    vehicle_reg: null,
    cancellation: null,
  })
}

function asOwnBooking(
  view: CustomerTrip,
  { booking, assignment, driver }: BookingRecord,
  now: number,
): Of<typeof CustomerBooking> {
  const isShown = booking.status === 'active' && now >= booking.departsAt - crewShownMs && assignment?.declinedAt === null
  return asRecord(CustomerBooking, booking, {
    operator: asOperator(view.operator),
    held_until: null,
    driver_first_name: isShown && driver?.erasedAt === null ? (driver.name.split(/\s+/)[0] ?? null) : null,
    vehicle_reg: isShown ? (assignment?.vehicleReg ?? null) : null,
    cancellation: asCustomerCancellation(view),
  })
}

function asOperator(operator: CustomerTrip['operator']) {
  return {
    name: operator?.name ?? '',
    phone: operator?.phone ?? null,
    email: operator?.email ?? null,
    operator_licence: operator?.operatorLicence ?? null,
  }
}

/** How the trip was called off, and whether what goes back has been sent: `refund_status` is null where nothing does. */
export function asCustomerCancellation({ trip, calledOff }: CustomerTrip): Of<typeof CustomerCancellation> | null {
  const cancellation = asCancellation(trip.cancellation, calledOff?.currencyCode ?? null)
  if (cancellation === null) return null
  const { refund } = calledOff ?? {}
  return { ...cancellation, refund_status: refund ? (refund.status === 'refunded' ? 'refunded' : 'due') : null }
}

/** What calling off would give back now, by the very scale that decides; null where there is no booking to call off. */
export function asCancellationPreview({ booking }: CustomerTrip, now: number): Of<typeof CancellationPreview> | null {
  const preview = booking && previewRefund(booking.booking, now)
  if (booking === null || preview === null) return null
  return {
    refund_amount: preview.refundAmount,
    currency_code: booking.booking.currencyCode,
    until: instantOf(preview.until),
  }
}
