import { slackMs } from '../../../domain/amendment-consent.ts'
import { spanInWords } from '../../../domain/spoken.ts'
import type { Records } from '../api/records.ts'
import {
  changedPlace,
  detailsBody,
  emptyTrip,
  placeBody,
  seatsTyped,
  type TypedTrip,
  typedPlace,
  vehicleBodies,
} from '../trip-fields/typed-trip.ts'

/** A booking in whole, as it may be changed. */
export type WholeBooking = Records['BookingDetail']

type ChangesBody = Records['ChangesInput']
type LegBody = Records['LegInput']

/** A booking as its fields are typed when it is changed. */
export type TypedChange = TypedTrip & {
  readonly name: string
  readonly organisation: string
  readonly phone: string
  readonly email: string
  readonly price: number | null
  /** Departure of each leg; null while none is typed. */
  readonly legTimes: readonly (string | null)[]
}

/** A booking as it stands, in the fields that change it. */
export function typedOf(booking: WholeBooking): TypedChange {
  const { customer, flight, lead_passenger: lead, luggage } = booking
  return {
    ...emptyTrip,
    departsAt: booking.departs_at,
    isReturn: booking.returns_at !== null,
    returnsAt: booking.returns_at,
    pickup: typedPlace(booking.pickup),
    dropoff: typedPlace(booking.dropoff),
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

/** The changes that were typed to a booking, without the fields that stay as they are. */
export function changesOf(booking: WholeBooking, typed: TypedChange): ChangesBody {
  const was = typedOf(booking)
  const isOther = (...names: readonly (keyof TypedChange)[]) =>
    names.some((name) => JSON.stringify(was[name]) !== JSON.stringify(typed[name]))
  const isOtherPlace = (end: 'pickup' | 'dropoff') =>
    JSON.stringify(placeBody(was[end])) !== JSON.stringify(placeBody(typed[end]))
  const details = detailsBody(typed)
  return {
    ...(typed.departsAt !== null && isOtherTime(was.departsAt, typed.departsAt) && { departs_at: typed.departsAt }),
    ...(typed.isReturn &&
      typed.returnsAt !== null &&
      isOtherTime(was.returnsAt, typed.returnsAt) && { returns_at: typed.returnsAt }),
    ...(isReturnNow(booking, typed) && { legs: thereAndBack(booking, typed) }),
    ...(isOtherRoute(booking, typed) && {
      legs: booking.legs.map((leg, nth) => legBody(booking, typed, leg, typed.legTimes[nth] ?? null)),
    }),
    ...(isOtherPlace('pickup') && { pickup: changedPlace(booking.pickup, typed.pickup) }),
    ...(isOtherPlace('dropoff') && { dropoff: changedPlace(booking.dropoff, typed.dropoff) }),
    ...(typed.people !== null && isOther('people') && { passenger_count: typed.people }),
    ...(isOtherFleet(was, typed) && { vehicles: vehicleBodies(typed.coaches) }),
    ...(isOther('suitcases', 'handLuggage') && {
      luggage: details.luggage && { ...booking.luggage, ...details.luggage },
    }),
    ...(isOther('flightNumber', 'flightDirection', 'flightAt') && { flight: details.flight }),
    ...(isOther('leadName', 'leadPhone') && { lead_passenger: details.lead_passenger }),
    ...(isOther('notes') && { notes: details.notes }),
    ...(isOther('name', 'organisation', 'phone', 'email') && { customer: changedCustomer(was, typed) }),
  }
}

function isReturnNow(booking: WholeBooking, typed: TypedChange): boolean {
  return booking.returns_at === null && typed.isReturn && typed.returnsAt !== null
}

/** The one way that was booked, and the same way back. */
function thereAndBack(booking: WholeBooking, typed: TypedChange): LegBody[] {
  const ways = booking.legs.map((leg) => legBody(booking, typed, leg, typed.departsAt))
  const way = { pickup: changedPlace(booking.pickup, typed.pickup), dropoff: changedPlace(booking.dropoff, typed.dropoff) }
  return [...ways, { pickup: way.dropoff, dropoff: way.pickup, departs_at: typed.returnsAt ?? '' }]
}

/** Whether the ways of a booking have times of their own, more than there and back. */
export function hasManyLegs({ legs, returns_at }: WholeBooking): boolean {
  return legs.filter(({ kind }) => kind === 'transfer').length > (returns_at === null ? 1 : 2)
}

function isOtherRoute(booking: WholeBooking, typed: TypedChange): boolean {
  return booking.legs.some(({ departs_at }, nth) => isOtherTime(departs_at, typed.legTimes[nth] ?? departs_at))
}

/** A leg as it is sent again: at another time all that happens on it is as much later, and an end that is another is so there too. */
function legBody(booking: WholeBooking, typed: TypedChange, leg: WholeBooking['legs'][number], at: string | null): LegBody {
  const departsAt = at ?? leg.departs_at
  const later = Date.parse(departsAt) - Date.parse(leg.departs_at)
  const moved = (time: string | null) => (time === null || later === 0 ? time : new Date(Date.parse(time) + later).toISOString())
  const ends = [
    [booking.pickup, typed.pickup],
    [booking.dropoff, typed.dropoff],
  ] as const
  const placed = (place: Records['Place']) => {
    const end = ends.find(([was]) => JSON.stringify(was) === JSON.stringify(place))
    return changedPlace(place, end === undefined ? typedPlace(place) : end[1])
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
    // What the server found it finds anew: the places may be others.
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

function isOtherTime(before: string | null, after: string): boolean {
  return before === null || Date.parse(before) !== Date.parse(after)
}

function isOtherFleet(was: TypedTrip, is: TypedTrip): boolean {
  return JSON.stringify(vehicleBodies(was.coaches)) !== JSON.stringify(vehicleBodies(is.coaches))
}

function changedCustomer(was: TypedChange, typed: TypedChange): Records['CustomerChangeInput'] {
  const said = (text: string) => text.trim() || null
  return {
    ...(was.name !== typed.name && { name: typed.name.trim() }),
    ...(was.organisation !== typed.organisation && { organisation: said(typed.organisation) }),
    ...(was.phone !== typed.phone && { phone: said(typed.phone) }),
    ...(was.email !== typed.email && { email: said(typed.email) }),
  }
}

/** Reasons why the customer has to agree to these changes, in words. Empty where the office may just make them. */
export function consentReasons(booking: WholeBooking, changes: ChangesBody, price: number): string[] {
  const isMoved = (before: string | null, after: string | undefined) =>
    after !== undefined && (before === null || Math.abs(Date.parse(after) - Date.parse(before)) > slackMs)
  const otherwise = `more than ${spanInWords(slackMs)} earlier or later`
  return [
    ...(price > booking.price_amount ? ['the price goes up'] : []),
    ...(isMoved(booking.departs_at, changes.departs_at) ? [`it leaves ${otherwise}`] : []),
    ...(isMoved(booking.returns_at, changes.returns_at) ? [`the way back leaves ${otherwise}`] : []),
    ...(booking.legs.some(({ departs_at }, nth) => isMoved(departs_at, changes.legs?.[nth]?.departs_at))
      ? [`a leg leaves ${otherwise}`]
      : []),
    ...(changes.pickup === undefined ? [] : ['the pickup is another']),
    ...(changes.dropoff === undefined ? [] : ['the drop-off is another']),
    ...(changes.vehicles === undefined ? [] : ['the coaches are others']),
  ]
}

/** Number of seats missing for the people, with the coaches as typed; 0 where all sit. */
export function missingSeats(typed: TypedTrip): number {
  return Math.max(0, (typed.people ?? 0) - seatsTyped(typed.coaches))
}
