import { Type } from '@sinclair/typebox'
import type { BookingDetail, ShownDuty } from '../../actions/bookings/bookings.ts'
import type { Crew } from '../../actions/crews/duties.ts'
import { agreedTerms, agreedWays } from '../../domain/agreement.ts'
import {
  type BookingPaymentStatus,
  type BookingStatus,
  bookingFilters,
  listBookedVehicles,
  previewCancellation,
  tripStatuses,
} from '../../domain/booking.ts'
import { dutyRoles, isOnLeg } from '../../domain/duty.ts'
import { toInstant } from '../../domain/instant.ts'
import { computeRefundable, listCountedRefunds } from '../../domain/ledger.ts'
import { type PayoutStatus, payoutStatuses } from '../../domain/payout.ts'
import { steps } from '../../domain/progress.ts'
import { normalisePlate } from '../../domain/vehicle-check.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { defineContract, type Showing } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, instant, moment, nullable, type Of, oneOf, pageFields, record, registration, text, whole } from '../schema.ts'
import { Amendment, asAmendment } from './amendment.ts'
import { asRefundedCancellation, RefundedCancellation } from './cancellation.ts'
import { Contact, Customer } from './contact.ts'
import { asRecord, listAllFields, pickSentFields } from './fields.ts'
import { asIncident, Incident } from './incident.ts'
import { parseInstantMs, toInstantOrNull, toUpdatedSince } from './instant.ts'
import { itineraryFields, legFields, outlineFields } from './itinerary.ts'
import { asItinerary, asOutline } from './itinerary-view.ts'
import { asBookingPayments, asExtra, asSums, BookingPayment, CardDispute, Extra, sumFields } from './money.ts'
import { asQuoteVehicles, asSentQuote, MyQuote, QuoteVehicleRecord, Warning } from './quote.ts'
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

/** The filter of bookings in a query. */
export function toDiaryFilter({ status = 'active', departs_from, departs_to, updated_since }: Of<typeof BookingsQuery>) {
  return {
    status,
    departsFrom: parseInstantMs(departs_from),
    departsTo: parseInstantMs(departs_to),
    updatedSince: toUpdatedSince(updated_since),
  }
}

const crewFields = {
  driver_id: whole({ min: 1 }),
  vehicle_reg: registration(),
  vehicle_id: Type.Optional(nullable(whole({ min: 1 }))),
  vehicle_no: Type.Optional(nullable(whole({ min: 1 }))),
  role: Type.Optional(nullable(oneOf(dutyRoles))),
  legs: Type.Optional(nullable(Type.Array(whole({ min: 1 }), { minItems: 1 }))),
}

const details = {
  report_at: Type.Optional(nullable(instant())),
  report_place: Type.Optional(nullable(text({ max: 160 }))),
  passenger_count: Type.Optional(nullable(whole({ min: 0, max: 1_000 }))),
}

export const CrewBody = input({ ...crewFields, ...details })

const CrewFields = input(crewFields)
const Details = input(details)

/** The driver and the coach of a body. Fields that were not sent are absent. */
export function toCrew(body: Of<typeof CrewBody>): Crew {
  return {
    ...listAllFields(CrewFields, body),
    vehicleReg: normalisePlate(body.vehicle_reg),
    details: pickSentFields(Details, body),
  }
}

export const AssignedDriver = record({ id: Type.Integer(), name: Type.String() })

const { passenger_count, vehicles_requested, waiting_minutes, ...wholeItinerary } = itineraryFields

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
  payment_status: oneOf<BookingPaymentStatus>(['unpaid', 'deposit_paid', 'paid', 'refunded', 'part_refunded']),
  ...sumFields,
  balance_due_at: nullable(moment()),
  driver: nullable(AssignedDriver),
  vehicle_reg: nullable(Type.String()),
  needs_driver: Type.Boolean(),
  vehicles_needed: Type.Integer(),
  vehicles_assigned: Type.Integer(),
  confirmed_at: moment(),
  cancelled_at: nullable(moment()),
  updated_at: moment(),
}

export const Booking = record(listFields)

export const CallOffPreview = record({
  refund_amount: money,
  payout_amount: money,
  currency_code: Type.String(),
  until: nullable(moment()),
})

const LastLocation = record({
  latitude: Type.Number(),
  longitude: Type.Number(),
  accuracy_m: nullable(Type.Number()),
  recorded_at: moment(),
  received_at: moment(),
})

/** A leg with its progress. */
export const BookedLeg = record({ ...legFields, status: oneOf(['pending', ...steps]) })

export const DutyDriver = record({ id: Type.Integer(), name: Type.String(), phone: nullable(Type.String()) })

const Assignment = record({
  driver: DutyDriver,
  vehicle_reg: Type.String(),
  vehicle_id: nullable(Type.Integer()),
  assigned_at: moment(),
  acknowledged_at: nullable(moment()),
  declined_at: nullable(moment()),
  decline_reason: nullable(Type.String()),
  warnings: Type.Array(Warning),
})

const DutyProgress = record({
  status: oneOf(tripStatuses),
  leg: nullable(Type.Integer()),
  updated_at: nullable(moment()),
})

export const DutyRecord = record({
  id: Type.Integer(),
  vehicle_no: Type.Integer(),
  role: oneOf(dutyRoles),
  legs: nullable(Type.Array(Type.Integer())),
  driver: DutyDriver,
  vehicle_reg: Type.String(),
  vehicle_id: nullable(Type.Integer()),
  passenger_count: nullable(Type.Integer()),
  report_at: nullable(moment()),
  report_place: nullable(Type.String()),
  assigned_at: moment(),
  acknowledged_at: nullable(moment()),
  declined_at: nullable(moment()),
  decline_reason: nullable(Type.String()),
  warnings: Type.Array(Warning),
  progress: DutyProgress,
})

/** An entry of a booking's log, with its coach. */
export const LoggedEvent = record({ ...TripEvent.properties, vehicle_no: Type.Integer() })

export const BookingProgress = record({
  status: oneOf(tripStatuses),
  leg: nullable(Type.Integer()),
  updated_at: nullable(moment()),
  last_location: nullable(LastLocation),
  events: Type.Array(LoggedEvent),
})

export const BookingDetailRecord = record({
  ...listFields,
  customer: Customer,
  lead_passenger: nullable(Contact),
  ...wholeItinerary,
  legs: Type.Array(BookedLeg),
  quote: MyQuote,
  assignment: nullable(Assignment),
  duties: Type.Array(DutyRecord),
  progress: BookingProgress,
  vehicle_check: nullable(VehicleCheck),
  incidents: Type.Array(Incident),
  cancellation: nullable(RefundedCancellation),
  cancellation_preview: nullable(CallOffPreview),
  payments: Type.Array(BookingPayment),
  dispute: nullable(CardDispute),
  extras: Type.Array(Extra),
  revision: Type.Integer(),
  amendments: Type.Array(Amendment),
  payout: nullable(record({ id: Type.Integer(), status: oneOf<PayoutStatus>(payoutStatuses) })),
  terms: nullable(oneOf(agreedTerms)),
  agreed_by: nullable(oneOf(agreedWays)),
  po_number: nullable(Type.String()),
})

/** The part of a rendering's setting that a booking needs. */
type BookingShowing = Pick<Showing, 'now' | 'mapUrl'>

/** A booking in a list, without the customer's contact. */
export function asBooking(
  { booking, trip, quote, assignment, driver }: BookingRecord,
  { now, mapUrl }: BookingShowing,
): Of<typeof Booking> {
  const isStaffed = assignment !== null && driver !== null && assignment.declinedAt === null
  return asRecord(Booking, booking, {
    ...asOutline(trip.itinerary, mapUrl),
    ...asSums(booking, now),
    vehicles: asQuoteVehicles(listBookedVehicles(booking, quote)),
    driver: isStaffed ? { id: driver.id, name: driver.name } : null,
    vehicle_reg: isStaffed ? assignment.vehicleReg : null,
    needs_driver: booking.status === 'active' && booking.finishedAt === null && !booking.isCrewed,
    vehicles_assigned: booking.vehiclesAssigned ?? 0,
  })
}

/** A booking with its customer and all details. */
export function asBookingDetail(detail: BookingDetail, showing: BookingShowing): Of<typeof BookingDetailRecord> {
  const { booking, trip, quote, request, customer, check, incidents } = detail
  const itinerary = asItinerary(trip.itinerary, showing.mapUrl)
  return asRecord(BookingDetailRecord, booking, {
    ...itinerary,
    ...asBooking(detail, showing),
    legs: itinerary.legs.map((leg) => ({ ...leg, status: detail.legStatuses.get(leg.sequence) ?? 'pending' })),
    customer: asRecord(Customer, customer, {}),
    lead_passenger: trip.leadPassenger,
    quote: { ...asSentQuote(quote, request, null), warnings: [], locked_until: toInstantOrNull(quote.lockedUntil) },
    assignment: asAssignment(detail),
    duties: detail.duties.map((duty) => asDuty(duty, detail)),
    progress: asProgress(detail),
    vehicle_check: check && asVehicleCheck(check, check.bookingId === booking.id ? booking.ref : null),
    incidents: incidents.map((incident) => asIncident(incident, booking.ref, trip.timezone)),
    cancellation: asRefundedCancellation(booking.cancellation, booking.currencyCode, listCountedRefunds(detail.payments)),
    cancellation_preview: asCallOffPreview(detail),
    payments: asBookingPayments(detail.payments),
    dispute: detail.dispute && asRecord(CardDispute, detail.dispute, {}),
    extras: detail.extras.map(asExtra),
    amendments: detail.amendments.map((amendment) => asAmendment({ amendment, trip }, showing)),
    payout: detail.payout && { id: detail.payout.id, status: detail.payout.status },
  })
}

export const BookingView = defineContract(BookingDetailRecord, asBookingDetail)

export const BookingPage = definePageContract(Booking, asBooking)

/** A preview of the amounts for a cancellation by the operator now; null if nothing can be cancelled. */
function asCallOffPreview({ booking, payments }: BookingDetail): Of<typeof CallOffPreview> | null {
  const preview = previewCancellation(booking, computeRefundable(payments))
  return preview && asRecord(CallOffPreview, { ...booking, ...preview }, { until: null })
}

function asAssignment({ assignment, driver, duties }: BookingDetail) {
  if (assignment === null || driver === null) return null
  const warnings = [...(duties.find(({ duty }) => duty.id === assignment.id)?.warnings ?? [])]
  return asRecord(Assignment, assignment, { driver: asDutyDriver(driver), warnings })
}

function asDutyDriver({ id, name, phone }: ShownDuty['driver']) {
  return { id, name, phone }
}

/** A duty, with the progress of its legs from its coach's log. */
function asDuty({ duty, driver, warnings }: ShownDuty, { events }: BookingDetail): Of<typeof DutyRecord> {
  const last = events.findLast(({ vehicleNo, leg }) => vehicleNo === duty.vehicleNo && isOnLeg(duty, leg))
  return asRecord(DutyRecord, duty, {
    legs: duty.legs === null ? null : [...duty.legs],
    driver: asDutyDriver(driver),
    warnings: [...warnings],
    progress: { status: duty.tripStatus, leg: last?.leg ?? null, updated_at: last ? toInstant(last.receivedAt) : null },
  })
}

function asProgress({ booking, trip, events, location }: BookingDetail) {
  const last = events.at(-1)
  return {
    status: booking.tripStatus,
    leg: last?.leg ?? null,
    updated_at: last ? toInstant(last.receivedAt) : null,
    last_location: location && asRecord(LastLocation, { ...location, ...location.point }, {}),
    events: events.map((event) => ({ ...asTripEvent(event, trip.timezone), vehicle_no: event.vehicleNo })),
  }
}
