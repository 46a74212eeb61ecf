import { slackMs } from '../../../domain/amendment-consent.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import type { Records } from '../api/records.ts'
import {
  buildChangedPlaceBody,
  buildDetailsBody,
  buildPlaceBody,
  countTypedSeats,
  emptyTrip,
  listVehicleBodies,
  type TypedTrip,
  toTypedPlace,
} from '../trip-fields/typed-trip.ts'

/** A whole booking with the fields that can change. */
export type WholeBooking = Records['BookingDetail']

type ChangesBody = Records['ChangesInput']
type LegBody = Records['LegInput']

/** The typed values of the form that changes a booking. */
export type TypedChange = TypedTrip & {
  readonly name: string
  readonly organisation: string
  readonly phone: string
  readonly email: string
  readonly price: number | null
  /** Departure of each leg. Null while the field is empty. */
  readonly legTimes: readonly (string | null)[]
}

/** The form values of an unchanged booking. */
export function toTypedChange(booking: WholeBooking): TypedChange {
  const { customer, flight, lead_passenger: lead, luggage } = booking
  return {
    ...emptyTrip,
    departsAt: booking.departs_at,
    isReturn: booking.returns_at !== null,
    returnsAt: booking.returns_at,
    pickup: toTypedPlace(booking.pickup),
    dropoff: toTypedPlace(booking.dropoff),
    people: booking.passenger_count,
    coaches: booking.vehicles.map(({ type, seats, count, vehicle_id, description }) => ({
      type: type as Records['VehicleType'],
      seats,
      count,
      vehicleId: vehicle_id,
      registration: null,
      description,
    })),
    suitcases: luggage?.suitcases ?? null,
    handLuggage: luggage?.hand_luggage ?? null,
    flightNumber: flight?.number ?? '',
    flightDirection: flight?.direction === 'departure' ? 'departure' : 'arrival',
    flightAt: flight?.scheduled_at ?? null,
    leadName: lead?.name ?? '',
    leadPhone: lead?.phone ?? '',
    notes: booking.notes ?? '',
    name: customer.name,
    organisation: customer.organisation ?? '',
    phone: customer.phone ?? '',
    email: customer.email ?? '',
    price: booking.price_amount,
    legTimes: booking.legs.map(({ departs_at }) => departs_at),
  }
}

/** The typed changes of a booking, without unchanged fields. */
export function buildChangesBody(booking: WholeBooking, typed: TypedChange): ChangesBody {
  const was = toTypedChange(booking)
  const isOther = (...names: readonly (keyof TypedChange)[]) =>
    names.some((name) => JSON.stringify(was[name]) !== JSON.stringify(typed[name]))
  const isOtherPlace = (end: 'pickup' | 'dropoff') =>
    JSON.stringify(buildPlaceBody(was[end])) !== JSON.stringify(buildPlaceBody(typed[end]))
  const details = buildDetailsBody(typed)
  return {
    ...(typed.departsAt !== null && isInstantChanged(was.departsAt, typed.departsAt) && { departs_at: typed.departsAt }),
    ...(typed.isReturn &&
      typed.returnsAt !== null &&
      isInstantChanged(was.returnsAt, typed.returnsAt) && { returns_at: typed.returnsAt }),
    ...(isReturnAdded(booking, typed) && { legs: listThereAndBack(booking, typed) }),
    ...(hasMovedLegs(booking, typed) && {
      legs: booking.legs.map((leg, nth) => buildLegBody(booking, typed, leg, typed.legTimes[nth] ?? null)),
    }),
    ...(isOtherPlace('pickup') && { pickup: buildChangedPlaceBody(booking.pickup, typed.pickup) }),
    ...(isOtherPlace('dropoff') && { dropoff: buildChangedPlaceBody(booking.dropoff, typed.dropoff) }),
    ...(typed.people !== null && isOther('people') && { passenger_count: typed.people }),
    ...(hasOtherFleet(was, typed) && { vehicles: listVehicleBodies(typed.coaches) }),
    ...(isOther('suitcases', 'handLuggage') && {
      luggage: details.luggage && { ...booking.luggage, ...details.luggage },
    }),
    ...(isOther('flightNumber', 'flightDirection', 'flightAt') && { flight: details.flight }),
    ...(isOther('leadName', 'leadPhone') && { lead_passenger: details.lead_passenger }),
    ...(isOther('notes') && { notes: details.notes }),
    ...(isOther('name', 'organisation', 'phone', 'email') && { customer: listCustomerChanges(was, typed) }),
  }
}

function isReturnAdded(booking: WholeBooking, typed: TypedChange): boolean {
  return booking.returns_at === null && typed.isReturn && typed.returnsAt !== null
}

/** The booked outward leg, and the same leg in reverse. */
function listThereAndBack(booking: WholeBooking, typed: TypedChange): LegBody[] {
  const ways = booking.legs.map((leg) => buildLegBody(booking, typed, leg, typed.departsAt))
  const way = {
    pickup: buildChangedPlaceBody(booking.pickup, typed.pickup),
    dropoff: buildChangedPlaceBody(booking.dropoff, typed.dropoff),
  }
  return [...ways, { pickup: way.dropoff, dropoff: way.pickup, departs_at: typed.returnsAt ?? '' }]
}

/** Whether a booking has more legs than an outward and a return. */
export function hasManyLegs({ legs, returns_at }: WholeBooking): boolean {
  return legs.filter(({ kind }) => kind === 'transfer').length > (returns_at === null ? 1 : 2)
}

function hasMovedLegs(booking: WholeBooking, typed: TypedChange): boolean {
  return booking.legs.some(({ departs_at }, nth) => isInstantChanged(departs_at, typed.legTimes[nth] ?? departs_at))
}

/** The request body of a leg. A moved leg moves all its times, and takes over a changed pick-up or drop-off. */
function buildLegBody(booking: WholeBooking, typed: TypedChange, leg: WholeBooking['legs'][number], at: string | null): LegBody {
  const departsAt = at ?? leg.departs_at
  const later = Date.parse(departsAt) - Date.parse(leg.departs_at)
  const moved = (time: string | null) => (time === null || later === 0 ? time : new Date(Date.parse(time) + later).toISOString())
  const ends = [
    [booking.pickup, typed.pickup],
    [booking.dropoff, typed.dropoff],
  ] as const
  const placed = (place: Records['Place']) => {
    const end = ends.find(([was]) => JSON.stringify(was) === JSON.stringify(place))
    return buildChangedPlaceBody(place, end === undefined ? toTypedPlace(place) : end[1])
  }
  const { kind, passenger_count, waiting_minutes, distance_m, driving_seconds, distance_source } = leg
  return {
    kind: kind as Records['LegKind'],
    pickup: placed(leg.pickup),
    dropoff: placed(leg.dropoff),
    departs_at: departsAt,
    arrive_by: moved(leg.arrive_by),
    passenger_count: passenger_count === booking.passenger_count ? (typed.people ?? passenger_count) : passenger_count,
    waiting_minutes,
    // The server looks up distances again, because the places may have changed.
    ...(distance_source === 'given' && { distance_m, driving_seconds }),
    stops: leg.stops.map((stop) => ({
      kind: stop.kind as Records['StopKind'],
      place: placed(stop.place),
      arrive_at: moved(stop.arrive_at),
      depart_at: moved(stop.depart_at),
      waiting_minutes: stop.waiting_minutes,
      note: stop.note,
    })),
  }
}

function isInstantChanged(before: string | null, after: string): boolean {
  return before === null || Date.parse(before) !== Date.parse(after)
}

function hasOtherFleet(was: TypedTrip, is: TypedTrip): boolean {
  return JSON.stringify(listVehicleBodies(was.coaches)) !== JSON.stringify(listVehicleBodies(is.coaches))
}

function listCustomerChanges(was: TypedChange, typed: TypedChange): Records['CustomerChangeInput'] {
  const said = (text: string) => text.trim() || null
  return {
    ...(was.name !== typed.name && { name: typed.name.trim() }),
    ...(was.organisation !== typed.organisation && { organisation: said(typed.organisation) }),
    ...(was.phone !== typed.phone && { phone: said(typed.phone) }),
    ...(was.email !== typed.email && { email: said(typed.email) }),
  }
}

/** Reasons for which the customer must approve the changes. Empty if the office can apply them alone. */
export function listConsentReasons(booking: WholeBooking, changes: ChangesBody, price: number): string[] {
  const isMoved = (before: string | null, after: string | undefined) =>
    after !== undefined && (before === null || Math.abs(Date.parse(after) - Date.parse(before)) > slackMs)
  const otherwise = `more than ${formatDurationInWords(slackMs)} earlier or later`
  return [
    ...(price > booking.price_amount ? ['higher price'] : []),
    ...(isMoved(booking.departs_at, changes.departs_at) ? [`departure ${otherwise}`] : []),
    ...(isMoved(booking.returns_at, changes.returns_at) ? [`return departure ${otherwise}`] : []),
    ...(booking.legs.some(({ departs_at }, nth) => isMoved(departs_at, changes.legs?.[nth]?.departs_at))
      ? [`departure of a leg ${otherwise}`]
      : []),
    ...(changes.pickup === undefined ? [] : ['new pick-up']),
    ...(changes.dropoff === undefined ? [] : ['new drop-off']),
    ...(changes.vehicles === undefined ? [] : ['other vehicles']),
  ]
}

/** Number of passengers without a seat in the typed vehicles. */
export function countMissingSeats(typed: TypedTrip): number {
  return Math.max(0, (typed.people ?? 0) - countTypedSeats(typed.coaches))
}
