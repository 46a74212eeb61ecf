import { Type } from '@sinclair/typebox'
import type { BookingDetail } from '../../actions/bookings.ts'
import { type BookingPaymentStatus, type BookingStatus, bookingFilters, tripStatuses } from '../../domain/booking.ts'
import { toInstant } from '../../domain/instant.ts'
import { type PayoutStatus, payoutStatuses } from '../../domain/payout.ts'
import { plate } from '../../domain/vehicle-check.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { contract } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { input, instant, nullable, type Of, oneOf, pageFields, record, registration, whole } from '../schema.ts'
import { asIncident, Incident } from './incident.ts'
import { instantOf } from './instant.ts'
import { itineraryFields } from './itinerary.ts'
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

export const CrewBody = input({
  driver_id: whole({ min: 1 }),
  vehicle_reg: registration(),
  vehicle_id: Type.Optional(nullable(whole({ min: 1 }))),
})

/** Whom and what a body gives to a booking. */
export function toCrew(body: Of<typeof CrewBody>) {
  return { driverId: body.driver_id, vehicleReg: plate(body.vehicle_reg), vehicleId: body.vehicle_id ?? null }
}

const { trip_type, purpose, summary, pickup, dropoff, departs_at, returns_at, ends_at, timezone, passenger_count } =
  itineraryFields

export const Crew = record({ id: Type.Integer(), name: Type.String() })

const listFields = {
  ref: Type.String(),
  status: oneOf<BookingStatus>(['active', 'cancelled']),
  trip_status: oneOf(tripStatuses),
  trip_type,
  purpose,
  summary,
  pickup,
  dropoff,
  departs_at,
  returns_at,
  ends_at,
  timezone,
  passenger_count,
  vehicles: Type.Array(QuoteVehicleRecord),
  price_amount: money,
  deposit_amount: money,
  balance_amount: money,
  commission_amount: money,
  payout_amount: money,
  currency_code: Type.String(),
  payment_status: oneOf<BookingPaymentStatus>(['deposit_paid', 'paid', 'refunded', 'part_refunded']),
  balance_due_at: nullable(Type.String()),
  driver: nullable(Crew),
  vehicle_reg: nullable(Type.String()),
  needs_driver: Type.Boolean(),
  confirmed_at: Type.String(),
  cancelled_at: nullable(Type.String()),
  updated_at: Type.String(),
}

export const Booking = record(listFields)

export const Cancellation = record({
  by: oneOf(['customer', 'operator', 'platform']),
  reason: Type.String(),
  refund_amount: money,
  currency_code: Type.String(),
  at: Type.String(),
})

const LastLocation = record({
  latitude: Type.Number(),
  longitude: Type.Number(),
  accuracy_m: nullable(Type.Number()),
  recorded_at: Type.String(),
  received_at: Type.String(),
})

export const Customer = record({
  name: Type.String(),
  organisation: nullable(Type.String()),
  email: Type.String(),
  phone: nullable(Type.String()),
})

export const Contact = record({ name: Type.String(), phone: nullable(Type.String()) })

export const BookingDetailRecord = record({
  ...listFields,
  customer: Customer,
  lead_passenger: nullable(Contact),
  legs: itineraryFields.legs,
  passengers: itineraryFields.passengers,
  luggage: itineraryFields.luggage,
  accessibility: itineraryFields.accessibility,
  amenities_required: itineraryFields.amenities_required,
  coach_stays_with_group: itineraryFields.coach_stays_with_group,
  driver_provisions: itineraryFields.driver_provisions,
  dbs_required: itineraryFields.dbs_required,
  flight: itineraryFields.flight,
  hours_advice: itineraryFields.hours_advice,
  notes: itineraryFields.notes,
  quote: MyQuote,
  assignment: nullable(
    record({
      driver: record({ id: Type.Integer(), name: Type.String(), phone: nullable(Type.String()) }),
      vehicle_reg: Type.String(),
      vehicle_id: nullable(Type.Integer()),
      assigned_at: Type.String(),
      acknowledged_at: nullable(Type.String()),
      declined_at: nullable(Type.String()),
      decline_reason: nullable(Type.String()),
      warnings: Type.Array(record({ code: Type.String(), message: Type.String() })),
    }),
  ),
  progress: record({
    status: oneOf(tripStatuses),
    leg: nullable(Type.Integer()),
    updated_at: nullable(Type.String()),
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
  return {
    ref: booking.ref,
    status: booking.status,
    trip_status: booking.tripStatus,
    ...asOutline(trip.itinerary),
    vehicles: asQuoteVehicles(quote),
    price_amount: booking.priceAmount,
    deposit_amount: booking.depositAmount,
    balance_amount: booking.balanceAmount,
    commission_amount: booking.commissionAmount,
    payout_amount: booking.payoutAmount,
    currency_code: booking.currencyCode,
    payment_status: booking.paymentStatus,
    balance_due_at: instantOf(booking.balanceDueAt),
    driver: isStaffed ? { id: driver.id, name: driver.name } : null,
    vehicle_reg: isStaffed ? assignment.vehicleReg : null,
    needs_driver: booking.status === 'active' && booking.finishedAt === null && !isStaffed,
    confirmed_at: toInstant(booking.confirmedAt),
    cancelled_at: instantOf(booking.cancelledAt),
    updated_at: toInstant(booking.updatedAt),
  }
}

/** A booking with the customer and everything else. */
function asBookingDetail(detail: BookingDetail): Of<typeof BookingDetailRecord> {
  const { booking, trip, quote, request, customer, check, incidents } = detail
  const itinerary = asItinerary(trip.itinerary)
  return {
    ...asBooking(detail),
    customer: { name: customer.name, organisation: customer.organisation, email: customer.email, phone: customer.phone },
    lead_passenger: trip.leadPassenger,
    legs: itinerary.legs,
    passengers: itinerary.passengers,
    luggage: itinerary.luggage,
    accessibility: itinerary.accessibility,
    amenities_required: itinerary.amenities_required,
    coach_stays_with_group: itinerary.coach_stays_with_group,
    driver_provisions: itinerary.driver_provisions,
    dbs_required: itinerary.dbs_required,
    flight: itinerary.flight,
    hours_advice: itinerary.hours_advice,
    notes: itinerary.notes,
    quote: asMyQuote(quote, request, null),
    assignment: asAssignment(detail),
    progress: asProgress(detail),
    vehicle_check: check && asVehicleCheck(check, check.bookingId === booking.id ? booking.ref : null),
    incidents: incidents.map((incident) => asIncident(incident, booking.ref, trip.timezone)),
    cancellation: asCancellation(booking.cancellation, booking.currencyCode),
    payout: detail.payout && { id: detail.payout.id, status: detail.payout.status },
  }
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
  return {
    driver: { id: driver.id, name: driver.name, phone: driver.phone },
    vehicle_reg: assignment.vehicleReg,
    vehicle_id: assignment.vehicleId,
    assigned_at: toInstant(assignment.assignedAt),
    acknowledged_at: instantOf(assignment.acknowledgedAt),
    declined_at: instantOf(assignment.declinedAt),
    decline_reason: assignment.declineReason,
    warnings,
  }
}

function asProgress({ booking, trip, events, location }: BookingDetail) {
  const last = events.at(-1)
  return {
    status: booking.tripStatus,
    leg: last?.leg ?? null,
    updated_at: last ? toInstant(last.receivedAt) : null,
    last_location: location && {
      latitude: location.point.latitude,
      longitude: location.point.longitude,
      accuracy_m: location.point.accuracyM,
      recorded_at: toInstant(location.recordedAt),
      received_at: toInstant(location.receivedAt),
    },
    events: events.map((event) => asTripEvent(event, trip.timezone)),
  }
}
