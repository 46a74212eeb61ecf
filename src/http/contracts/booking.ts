import { Type } from '@sinclair/typebox'
import type { BookingDetail } from '../../actions/bookings.ts'
import { type BookingPaymentStatus, type BookingStatus, bookingFilters, tripStatuses } from '../../domain/booking.ts'
import { toInstant } from '../../domain/instant.ts'
import { type PayoutStatus, payoutStatuses } from '../../domain/payout.ts'
import { plate } from '../../domain/vehicle-check.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { contract } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { input, instant, moment, nullable, type Of, oneOf, pageFields, record, registration, whole } from '../schema.ts'
import { allFields, asRecord } from './fields.ts'
import { asIncident, Incident } from './incident.ts'
import { msOf, secondOf } from './instant.ts'
import { itineraryFields, outlineFields } from './itinerary.ts'
import { asItinerary, asOutline } from './itinerary-view.ts'
import { asMyQuote, asQuoteVehicles, MyQuote, QuoteVehicleRecord } from './quote.ts'
import { asTripEvent, TripEvent } from './trip-event.ts'
import { asVehicleCheck, VehicleCheck } from './vehicle-check.ts'

const money = Type.Integer()

export const BookingsQuery = input({
  status: Type.Optional(oneOf(bookingFilters)),
  departs_from: Type.Optional(instant()),
  departs_to: Type.Optional(instant()),
  updated_since: Type.Optional(instant()),
  ...pageFields,
})

/** What a query asks of the diary. */
export function toDiaryFilter({ status = 'active', departs_from, departs_to, updated_since }: Of<typeof BookingsQuery>) {
  return { status, departsFrom: msOf(departs_from), departsTo: msOf(departs_to), updatedSince: secondOf(updated_since) }
}

export const CrewBody = input({
  driver_id: whole({ min: 1 }),
  vehicle_reg: registration(),
  vehicle_id: Type.Optional(nullable(whole({ min: 1 }))),
})

/** Whom and what a body gives to a booking. */
export function toCrew(body: Of<typeof CrewBody>) {
  return { ...allFields(CrewBody, body), vehicleReg: plate(body.vehicle_reg) }
}

export const AssignedDriver = record({ id: Type.Integer(), name: Type.String() })

const { passenger_count, vehicles_requested, waiting_minutes, distance_m, driving_seconds, ...wholeItinerary } = itineraryFields

const listFields = {
  ref: Type.String(),
  status: oneOf<BookingStatus>(['active', 'cancelled']),
  trip_status: oneOf(tripStatuses),
  ...outlineFields,
  passenger_count,
  vehicles: Type.Array(QuoteVehicleRecord),
  price_amount: money,
  deposit_amount: money,
  balance_amount: money,
  commission_amount: money,
  payout_amount: money,
  currency_code: Type.String(),
  payment_status: oneOf<BookingPaymentStatus>(['deposit_paid', 'paid', 'refunded', 'part_refunded']),
  balance_due_at: nullable(moment()),
  driver: nullable(AssignedDriver),
  vehicle_reg: nullable(Type.String()),
  needs_driver: Type.Boolean(),
  confirmed_at: moment(),
  cancelled_at: nullable(moment()),
  updated_at: moment(),
}

export const Booking = record(listFields)

export const Cancellation = record({
  by: oneOf(['customer', 'operator', 'platform']),
  reason: Type.String(),
  refund_amount: money,
  currency_code: Type.String(),
  at: moment(),
})

const LastLocation = record({
  latitude: Type.Number(),
  longitude: Type.Number(),
  accuracy_m: nullable(Type.Number()),
  recorded_at: moment(),
  received_at: moment(),
})

export const Customer = record({
  name: Type.String(),
  organisation: nullable(Type.String()),
  email: Type.String(),
  phone: nullable(Type.String()),
})

export const Contact = record({ name: Type.String(), phone: nullable(Type.String()) })

const Assignment = record({
  driver: record({ id: Type.Integer(), name: Type.String(), phone: nullable(Type.String()) }),
  vehicle_reg: Type.String(),
  vehicle_id: nullable(Type.Integer()),
  assigned_at: moment(),
  acknowledged_at: nullable(moment()),
  declined_at: nullable(moment()),
  decline_reason: nullable(Type.String()),
  warnings: Type.Array(record({ code: Type.String(), message: Type.String() })),
})

export const BookingDetailRecord = record({
  ...listFields,
  customer: Customer,
  lead_passenger: nullable(Contact),
  ...wholeItinerary,
  quote: MyQuote,
  assignment: nullable(Assignment),
  progress: record({
    status: oneOf(tripStatuses),
    leg: nullable(Type.Integer()),
    updated_at: nullable(moment()),
    last_location: nullable(LastLocation),
    events: Type.Array(TripEvent),
  }),
  vehicle_check: nullable(VehicleCheck),
  incidents: Type.Array(Incident),
  cancellation: nullable(Cancellation),
  payout: nullable(record({ id: Type.Integer(), status: oneOf<PayoutStatus>(payoutStatuses) })),
})

/** A booking as the list shows it: no customer contact. */
export function asBooking({ booking, trip, quote, assignment, driver }: BookingRecord): Of<typeof Booking> {
  const isStaffed = assignment !== null && driver !== null && assignment.declinedAt === null
  return asRecord(Booking, booking, {
    ...asOutline(trip.itinerary),
    vehicles: asQuoteVehicles(quote),
    driver: isStaffed ? { id: driver.id, name: driver.name } : null,
    vehicle_reg: isStaffed ? assignment.vehicleReg : null,
    needs_driver: booking.status === 'active' && booking.finishedAt === null && !isStaffed,
  })
}

/** A booking with the customer and everything else. */
function asBookingDetail(detail: BookingDetail): Of<typeof BookingDetailRecord> {
  const { booking, trip, quote, request, customer, check, incidents } = detail
  return asRecord(BookingDetailRecord, booking, {
    ...asItinerary(trip.itinerary),
    ...asBooking(detail),
    customer: asRecord(Customer, customer, {}),
    lead_passenger: trip.leadPassenger,
    quote: asMyQuote(quote, request, null),
    assignment: asAssignment(detail),
    progress: asProgress(detail),
    vehicle_check: check && asVehicleCheck(check, check.bookingId === booking.id ? booking.ref : null),
    incidents: incidents.map((incident) => asIncident(incident, booking.ref, trip.timezone)),
    cancellation: asCancellation(booking.cancellation, booking.currencyCode),
    payout: detail.payout && { id: detail.payout.id, status: detail.payout.status },
  })
}

export const BookingView = contract(BookingDetailRecord, asBookingDetail)

export const BookingPage = pageContract(Booking, asBooking)

/** How a booking was called off, or null. The currency is null where a trip was called off that no one had been asked for. */
export function asCancellation<Code extends string | null>(
  cancellation: BookingRecord['booking']['cancellation'],
  currencyCode: Code,
): (Omit<Of<typeof Cancellation>, 'currency_code'> & { currency_code: Code }) | null {
  if (cancellation === null) return null
  const { by, reason, refundAmount, at } = cancellation
  return { by, reason, refund_amount: refundAmount, currency_code: currencyCode, at: toInstant(at) }
}

function asAssignment({ assignment, driver, warnings }: BookingDetail) {
  if (assignment === null || driver === null) return null
  return asRecord(Assignment, assignment, { driver: { id: driver.id, name: driver.name, phone: driver.phone }, warnings })
}

function asProgress({ booking, trip, events, location }: BookingDetail) {
  const last = events.at(-1)
  return {
    status: booking.tripStatus,
    leg: last?.leg ?? null,
    updated_at: last ? toInstant(last.receivedAt) : null,
    last_location: location && asRecord(LastLocation, { ...location, ...location.point }, {}),
    events: events.map((event) => asTripEvent(event, trip.timezone)),
  }
}
