import { Type } from '@sinclair/typebox'
import type { DriverTrip as OwnTrip } from '../../actions/road/driver-trips.ts'
import type { Reported } from '../../actions/road/progress.ts'
import { computeAcknowledgeDeadline, computeContactWindow } from '../../domain/assignment.ts'
import { type BookingStatus, type Cancellation, tripStatuses } from '../../domain/booking.ts'
import { findFirstName } from '../../domain/driver.ts'
import { dutyRoles, findDutyToUndo, isOnLeg } from '../../domain/duty.ts'
import { toInstant } from '../../domain/instant.ts'
import { findCurrentLeg, findNoShowTime, listNextSteps, listStatusOfEachLeg, steps } from '../../domain/progress.ts'
import { findUndoDeadline } from '../../domain/progress-undo.ts'
import { buildSheetPath } from '../../domain/signed-sheet.ts'
import type { DriverTripRow } from '../../storage/queries/driver-trips.ts'
import { defineContract, type Showing } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, prose, record } from '../schema.ts'
import { BookedLeg } from './booking.ts'
import { Contact } from './contact.ts'
import { asRecord } from './fields.ts'
import { adjusted, asAdjusted } from './fix.ts'
import { asIncident, Incident } from './incident.ts'
import { toInstantOrNull } from './instant.ts'
import { itineraryFields } from './itinerary.ts'
import { asItinerary, asOutline } from './itinerary-view.ts'
import { asTripEvent, TripEvent } from './trip-event.ts'
import { asVehicleCheck, VehicleCheck } from './vehicle-check.ts'

/** The query of one trip, with its reason: `now` to show it, `ahead` to store it for offline use. */
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

/** A trip in a driver's list. */
function asListedDriverTrip(
  { booking, trip, assignment, vehicle }: DriverTripRow,
  { mapUrl }: Showing,
): Of<typeof ListedDriverTrip> {
  return asRecord(ListedDriverTrip, booking, {
    ...asOutline(trip.itinerary, mapUrl),
    trip_status: assignment.tripStatus,
    passenger_count: assignment.passengerCount ?? trip.itinerary.passengerCount,
    vehicle: {
      registration: assignment.vehicleReg,
      vehicle_id: assignment.vehicleId,
      description: vehicle?.description ?? null,
    },
    assigned_at: toInstant(assignment.assignedAt),
    acknowledged_at: toInstantOrNull(assignment.acknowledgedAt),
    acknowledge_by: toInstant(computeAcknowledgeDeadline(assignment, assignment.departsAt)),
  })
}

/** A trip for its driver now: places, times, vehicle and next step, without amounts. */
function asDriverTrip(view: OwnTrip, showing: Showing): Of<typeof DriverTrip> {
  const { now, baseUrl, mapUrl, sign } = showing
  const { booking, trip, assignment, operator, journey, check, incidents, events } = view
  const itinerary = asItinerary(trip.itinerary, mapUrl)
  const statuses = listStatusOfEachLeg(journey, trip.itinerary.legs)
  const isOn = booking.status === 'active'
  const window = computeContactWindow(booking)
  const assignmentId = findDutyToUndo(view.own, journey)?.id
  return asRecord(DriverTrip, booking, {
    ...itinerary,
    ...asListedDriverTrip(view, showing),
    legs: itinerary.legs.map((leg) => ({ ...leg, status: statuses.get(leg.sequence) ?? 'pending' })),
    contact: isOn && now >= window.from && now <= window.until ? asContact(view) : null,
    contact_visible_from: toInstant(window.from),
    contact_visible_until: toInstant(window.until),
    operator: { name: operator.name, phone: operator.phone },
    next_steps: isOn ? asNextSteps(view) : [],
    vehicle_check: check && asVehicleCheck(check, check.bookingId === booking.id ? booking.ref : null),
    no_show_allowed_at: isOn && isOnOwnLeg(view) ? toInstantOrNull(findNoShowTime(journey, operator.noShowWaitMinutes)) : null,
    undo_until: isOn
      ? toInstantOrNull(findUndoDeadline(journey, { by: 'driver', assignmentId: assignmentId ?? assignment.id }, now))
      : null,
    events: events.map((event) => asTripEvent(event, trip.timezone)),
    incidents: incidents.map((incident) => asIncident(incident, booking.ref, trip.timezone)),
    duty: asOwnDuty(view),
    job_sheet_url: `${baseUrl}${buildSheetPath(assignment.id, now, sign)}`,
    cancellation: booking.cancellation && asDrivenCancellation(booking.cancellation),
  })
}

/** A cancellation for the driver. A customer's reason is left out, because it is for the office. */
function asDrivenCancellation({ by, reason, at }: Cancellation): Of<typeof DrivenCancellation> {
  return { by, reason: by === 'customer' ? null : reason, at: toInstant(at) }
}

/** Whether the driver drives the current leg of the coach. */
function isOnOwnLeg({ journey, own }: OwnTrip): boolean {
  const leg = findCurrentLeg(journey)
  return leg !== null && own.some((duty) => isOnLeg(duty, leg.sequence))
}

function asOwnDuty({ assignment, booking, colleagues }: OwnTrip): Of<typeof OwnDuty> {
  return asRecord(OwnDuty, assignment, {
    of: booking.vehiclesNeeded,
    legs: assignment.legs === null ? null : [...assignment.legs],
    colleagues: colleagues.map(({ duty, driver }) => ({
      first_name: findFirstName(driver.name),
      vehicle_reg: duty.vehicleReg,
      role: duty.role,
    })),
  })
}

export const DriverTripView = defineContract(DriverTrip, asDriverTrip)

export const ReportedTrip = record({ ...DriverTrip.properties, ...adjusted })

export const ReportedTripView = defineContract(ReportedTrip, (trip: Reported<OwnTrip>, showing) => ({
  ...asDriverTrip(trip, showing),
  ...asAdjusted(trip),
}))

export const DriverTripPage = definePageContract(ListedDriverTrip, asListedDriverTrip)

export const DeclinedView = defineContract(
  record({ ref: Type.String(), declined: Type.Boolean() }),
  ({ ref }: { readonly ref: string }) => ({ ref, declined: true }),
)

/** The lead passenger, otherwise the customer who booked. */
function asContact({ trip, customer }: OwnTrip) {
  const { name, phone } = trip.leadPassenger ?? customer
  return { name, phone }
}

/** The next steps of the coach, if its leg is one of the driver's. */
function asNextSteps({ journey, operator, own }: OwnTrip) {
  const possible = listNextSteps(journey, operator.noShowWaitMinutes)
  const theirs = possible.filter(({ leg }) => own.some((duty) => isOnLeg(duty, leg)))
  return theirs.map(({ status, leg, notBefore }) => ({
    status,
    leg,
    not_before: toInstantOrNull(notBefore),
  }))
}
