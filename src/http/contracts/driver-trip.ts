import { Type } from '@sinclair/typebox'
import type { DriverTrip as OwnTrip } from '../../actions/road/driver-trips.ts'
import type { Reported } from '../../actions/road/progress.ts'
import { acknowledgeBy, contactWindow } from '../../domain/assignment.ts'
import { type BookingStatus, type Cancellation, tripStatuses } from '../../domain/booking.ts'
import { firstNameOf } from '../../domain/driver.ts'
import { dutyRoles, dutyToTakeBack, isOnLeg } from '../../domain/duty.ts'
import { toInstant } from '../../domain/instant.ts'
import { currentLeg, nextSteps, noShowAllowedAt, statusOfEach, steps } from '../../domain/progress.ts'
import { undoableUntil } from '../../domain/progress-undo.ts'
import { sheetPath } from '../../domain/signed-sheet.ts'
import type { DriverTripRow } from '../../storage/queries/driver-trips.ts'
import { contract, type Showing } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, prose, record } from '../schema.ts'
import { BookedLeg } from './booking.ts'
import { Contact } from './contact.ts'
import { asRecord } from './fields.ts'
import { adjusted, asAdjusted } from './fix.ts'
import { asIncident, Incident } from './incident.ts'
import { instantOf } from './instant.ts'
import { itineraryFields } from './itinerary.ts'
import { asItinerary, asOutline } from './itinerary-view.ts'
import { asTripEvent, TripEvent } from './trip-event.ts'
import { asVehicleCheck, VehicleCheck } from './vehicle-check.ts'

/** The query of one trip, with why it is read: now, to be looked at; ahead, to be kept for when there is no network. */
export const DriverTripQuery = input({ reading: Type.Optional(oneOf(['now', 'ahead'])) })

export const DriverTripsQuery = input({
  filter: Type.Optional(oneOf(['today', 'upcoming', 'past', 'all'])),
  ...pageFields,
})

export const DeclineTripBody = input({ reason: prose({ min: 3, max: 300 }) })

const when = moment()
const { trip_type, timezone, pickup, dropoff, departs_at, returns_at, passenger_count } = itineraryFields
const { luggage, accessibility, notes, flight, distance_m, driving_seconds, distance_source } = itineraryFields

export const AssignedVehicle = record({
  registration: Type.String(),
  vehicle_id: nullable(Type.Integer()),
  description: nullable(Type.String()),
})

const shortFields = {
  ref: Type.String(),
  status: oneOf<BookingStatus>(['active', 'cancelled']),
  trip_status: oneOf(tripStatuses),
  trip_type,
  timezone,
  pickup,
  dropoff,
  departs_at,
  returns_at,
  passenger_count,
  vehicle: AssignedVehicle,
  assigned_at: when,
  acknowledged_at: nullable(when),
  acknowledge_by: when,
}

export const ListedDriverTrip = record(shortFields)

export const Colleague = record({ first_name: Type.String(), vehicle_reg: Type.String(), role: oneOf(dutyRoles) })

export const OwnDuty = record({
  vehicle_no: Type.Integer(),
  of: Type.Integer(),
  role: oneOf(dutyRoles),
  legs: nullable(Type.Array(Type.Integer())),
  report_at: nullable(when),
  report_place: nullable(Type.String()),
  colleagues: Type.Array(Colleague),
})

export const DrivenCancellation = record({
  by: oneOf<Cancellation['by']>(['customer', 'operator', 'platform']),
  reason: nullable(Type.String()),
  at: when,
})

export const NextStep = record({ status: oneOf(steps), leg: Type.Integer(), not_before: nullable(when) })

export const DriverTrip = record({
  ref: Type.String(),
  status: shortFields.status,
  trip_status: shortFields.trip_status,
  trip_type,
  timezone,
  pickup,
  dropoff,
  departs_at,
  returns_at,
  legs: Type.Array(BookedLeg),
  passenger_count,
  luggage,
  accessibility,
  notes,
  flight,
  distance_m,
  driving_seconds,
  distance_source,
  vehicle: AssignedVehicle,
  contact: nullable(Contact),
  contact_visible_from: when,
  contact_visible_until: when,
  operator: Contact,
  assigned_at: when,
  acknowledged_at: nullable(when),
  acknowledge_by: when,
  next_steps: Type.Array(NextStep),
  vehicle_check: nullable(VehicleCheck),
  no_show_allowed_at: nullable(when),
  undo_until: nullable(when),
  events: Type.Array(TripEvent),
  incidents: Type.Array(Incident),
  duty: OwnDuty,
  job_sheet_url: Type.String(),
  cancellation: nullable(DrivenCancellation),
})

/** A trip as a driver's list shows it. */
function asListedDriverTrip({ booking, trip, assignment, vehicle }: DriverTripRow): Of<typeof ListedDriverTrip> {
  return asRecord(ListedDriverTrip, booking, {
    ...asOutline(trip.itinerary),
    trip_status: assignment.tripStatus,
    passenger_count: assignment.passengerCount ?? trip.itinerary.passengerCount,
    vehicle: {
      registration: assignment.vehicleReg,
      vehicle_id: assignment.vehicleId,
      description: vehicle?.description ?? null,
    },
    assigned_at: toInstant(assignment.assignedAt),
    acknowledged_at: instantOf(assignment.acknowledgedAt),
    acknowledge_by: toInstant(acknowledgeBy(assignment, assignment.departsAt)),
  })
}

/** A trip as its driver sees it at `now` (ms): where, when, with what and what to do next, and nothing of money. */
function asDriverTrip(view: OwnTrip, { now, baseUrl, sign }: Showing): Of<typeof DriverTrip> {
  const { booking, trip, assignment, operator, journey, check, incidents, events } = view
  const itinerary = asItinerary(trip.itinerary)
  const statuses = statusOfEach(journey, trip.itinerary.legs)
  const isOn = booking.status === 'active'
  const window = contactWindow(booking)
  const assignmentId = dutyToTakeBack(view.own, journey)?.id
  return asRecord(DriverTrip, booking, {
    ...itinerary,
    ...asListedDriverTrip(view),
    legs: itinerary.legs.map((leg) => ({ ...leg, status: statuses.get(leg.sequence) ?? 'pending' })),
    contact: isOn && now >= window.from && now <= window.until ? asContact(view) : null,
    contact_visible_from: toInstant(window.from),
    contact_visible_until: toInstant(window.until),
    operator: { name: operator.name, phone: operator.phone },
    next_steps: isOn ? asNextSteps(view) : [],
    vehicle_check: check && asVehicleCheck(check, check.bookingId === booking.id ? booking.ref : null),
    no_show_allowed_at: isOn && isOnOwnLeg(view) ? instantOf(noShowAllowedAt(journey, operator.noShowWaitMinutes)) : null,
    undo_until: isOn
      ? instantOf(undoableUntil(journey, { by: 'driver', assignmentId: assignmentId ?? assignment.id }, now))
      : null,
    events: events.map((event) => asTripEvent(event, trip.timezone)),
    incidents: incidents.map((incident) => asIncident(incident, booking.ref, trip.timezone)),
    duty: asOwnDuty(view),
    job_sheet_url: `${baseUrl}${sheetPath(assignment.id, now, sign)}`,
    cancellation: booking.cancellation && asDrivenCancellation(booking.cancellation),
  })
}

/** A cancellation as the driver sees it. The reason of a customer is left out: their words are meant for the office. */
function asDrivenCancellation({ by, reason, at }: Cancellation): Of<typeof DrivenCancellation> {
  return { by, reason: by === 'customer' ? null : reason, at: toInstant(at) }
}

/** Whether the leg their coach is on is one of theirs. */
function isOnOwnLeg({ journey, own }: OwnTrip): boolean {
  const leg = currentLeg(journey)
  return leg !== null && own.some((duty) => isOnLeg(duty, leg.sequence))
}

function asOwnDuty({ assignment, booking, colleagues }: OwnTrip): Of<typeof OwnDuty> {
  return asRecord(OwnDuty, assignment, {
    of: booking.vehiclesNeeded,
    legs: assignment.legs === null ? null : [...assignment.legs],
    colleagues: colleagues.map(({ duty, driver }) => ({
      first_name: firstNameOf(driver.name),
      vehicle_reg: duty.vehicleReg,
      role: duty.role,
    })),
  })
}

export const DriverTripView = contract(DriverTrip, asDriverTrip)

export const ReportedTrip = record({ ...DriverTrip.properties, ...adjusted })

export const ReportedTripView = contract(ReportedTrip, (trip: Reported<OwnTrip>, showing) => ({
  ...asDriverTrip(trip, showing),
  ...asAdjusted(trip),
}))

export const DriverTripPage = pageContract(ListedDriverTrip, asListedDriverTrip)

export const DeclinedView = contract(
  record({ ref: Type.String(), declined: Type.Boolean() }),
  ({ ref }: { readonly ref: string }) => ({ ref, declined: true }),
)

/** The lead passenger, else the customer who booked. */
function asContact({ trip, customer }: OwnTrip) {
  const { name, phone } = trip.leadPassenger ?? customer
  return { name, phone }
}

/** The steps that come next on their coach, as far as it is on a leg of theirs. */
function asNextSteps({ journey, operator, own }: OwnTrip) {
  const possible = nextSteps(journey, operator.noShowWaitMinutes)
  const theirs = possible.filter(({ leg }) => own.some((duty) => isOnLeg(duty, leg)))
  return theirs.map(({ status, leg, notBefore }) => ({
    status,
    leg,
    not_before: instantOf(notBefore),
  }))
}
