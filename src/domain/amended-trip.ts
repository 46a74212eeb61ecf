import { minuteMs } from './instant.ts'
import { type Accessibility, type Flight, type Itinerary, type Luggage, type Passengers, summariseTrip } from './itinerary.ts'
import {
  addDriveToLeg,
  adjustLegTimes,
  computeWayKey,
  findLegEnd,
  type Leg,
  listTransferLegs,
  sumDrive,
  sumNumbers,
} from './leg.ts'
import type { Place } from './place.ts'
import type { QuoteVehicle } from './quote.ts'
import { faultAt, type InputFault, invalidInput } from './refusal.ts'
import type { DriveFinder } from './road-distance.ts'
import { listTripFaults } from './trip-faults.ts'

/** Contact details of the customer who ordered the trip. */
export type CustomerContact = {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly organisation: string | null
}

/** Changes of an amendment, each as the new value. Omitted members do not change. Instants in ms. */
export type TripChanges = {
  readonly departsAt?: number
  readonly returnsAt?: number
  readonly pickup?: Place
  readonly dropoff?: Place
  readonly legs?: readonly Leg[]
  readonly passengerCount?: number
  readonly passengers?: Passengers | null
  readonly luggage?: Luggage | null
  readonly accessibility?: Accessibility | null
  readonly flight?: Flight | null
  readonly leadPassenger?: { readonly name: string; readonly phone: string | null } | null
  readonly customer?: Partial<CustomerContact>
  readonly notes?: string | null
  readonly vehicles?: readonly QuoteVehicle[]
}

/** The part of a booked trip that can be amended. */
export type AmendableTrip = {
  readonly itinerary: Itinerary
  readonly leadPassenger: { readonly name: string; readonly phone: string | null } | null
  readonly customer: CustomerContact
  readonly vehicles: readonly QuoteVehicle[]
}

/**
 * The instant of an amendment (ms), and the legs, by their sequences, on which a vehicle has set off and which do not change.
 * `find` finds the drives of moved legs.
 */
export type OnTheWay = { readonly now: number; readonly begun: ReadonlySet<number>; readonly find: DriveFinder }

/**
 * Applies changes to a trip. Without named legs, the legs follow the times, the ends and the number of people. Refuses
 * `validation_failed` for a trip that could not be entered, and for more people than seats.
 */
export function amendTrip(trip: AmendableTrip, changes: TripChanges, way: OnTheWay): AmendableTrip {
  const itinerary = amendItinerary(trip.itinerary, changes, way)
  const amended: AmendableTrip = {
    itinerary,
    leadPassenger: changes.leadPassenger === undefined ? trip.leadPassenger : changes.leadPassenger,
    customer: { ...trip.customer, ...changes.customer },
    vehicles: changes.vehicles ?? trip.vehicles,
  }
  refuseChanges([
    ...listAmendmentFaults(trip.itinerary, itinerary, changes, way),
    ...seatFaults(amended, changes),
    ...contactFaults(amended.customer, changes),
  ])
  return amended
}

/** The values that an amendment replaces, under the same names. */
export function listReplacedValues(
  { itinerary, leadPassenger, customer, vehicles }: AmendableTrip,
  changes: TripChanges,
): TripChanges {
  const whole: Readonly<Record<string, unknown>> = {
    ...itinerary,
    leadPassenger,
    vehicles,
    customer: pick(customer, changes.customer ?? {}),
  }
  return pick(whole, changes) as TripChanges
}

/** The members of a record that another record has too. */
function pick<T extends object>(whole: T, named: object): Partial<T> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name in named)) as Partial<T>
}

function refuseChanges(faults: readonly InputFault[]): void {
  if (faults.length > 0) throw invalidInput(faults.map((fault) => ({ ...fault, path: ['changes', ...fault.path] })))
}

function amendItinerary(before: Itinerary, changes: TripChanges, way: OnTheWay): Itinerary {
  const { customer: _, leadPassenger: __, vehicles: ___, legs: named, ...own } = changes
  const moved = named === undefined ? legsAlong(before, changes, way) : keepBegun(before.legs, named, way)
  const legs = moved.map((leg) => withItsDrive(leg, before.legs, way))
  const outline = { ...(named !== undefined && outlineOf(before, legs)), ...own }
  const drive = isDrivenOtherwise(before, legs) ? sumDrive(legs) : {}
  const amended = { ...before, ...outline, ...drive, legs, passengers: amendPassengers(before, changes) }
  return {
    ...amended,
    summary: summariseTrip(amended),
    endsAt: Math.max(...adjustLegTimes(amended).map(findLegEnd), amended.returnsAt ?? amended.departsAt),
    waitingMinutes: before.waitingMinutes + sumNumbers(legs.map(waiting)) - sumNumbers(before.legs.map(waiting)),
  }
}

function waiting({ waitingMinutes }: Leg): number {
  return waitingMinutes
}

/**
 * Adds distance and driving time to a leg without given figures: those of an earlier leg on the same way, otherwise those that
 * `find` finds. Figures of an earlier search that the caller sent unchanged do not count as given.
 */
function withItsDrive(leg: Leg, before: readonly Leg[], { begun, find }: OnTheWay): Leg {
  if (begun.has(leg.sequence)) return leg
  const alike = before.filter((one) => one.kind === leg.kind && computeWayKey(one) === computeWayKey(leg))
  const same = alike.find(({ sequence }) => sequence === leg.sequence) ?? alike[0]
  if (same === undefined) {
    const isStale = isDistanceFound(leg) || before.some((one) => isDistanceFound(one) && isSameDrive(one, leg))
    return addDriveToLeg(isStale ? { ...leg, ...unknownDrive } : leg, find)
  }
  const isOther =
    (leg.distanceM !== null && leg.distanceM !== same.distanceM) ||
    (leg.drivingSeconds !== null && leg.drivingSeconds !== same.drivingSeconds)
  if (isOther) return addDriveToLeg(leg, find)
  const { distanceM, drivingSeconds, distanceSource } = same
  return { ...leg, distanceM, drivingSeconds, distanceSource }
}

function isDistanceFound({ distanceSource }: Leg): boolean {
  return distanceSource === 'estimated' || distanceSource === 'routed'
}

function isSameDrive(one: Leg, other: Leg): boolean {
  return one.distanceM === other.distanceM && one.drivingSeconds === other.drivingSeconds
}

const unknownDrive = { distanceM: null, drivingSeconds: null, distanceSource: null }

/** Whether the legs now determine the trip's own distance and driving time. Given figures stay until legs have some. */
function isDrivenOtherwise(before: Itinerary, legs: readonly Leg[]): boolean {
  const [was, is] = [sumDrive(before.legs), sumDrive(legs)]
  const isOwn = before.distanceSource === 'given' && was.distanceSource !== 'given'
  if (isOwn && is.distanceSource !== 'given') return false
  const drivesOf = (all: readonly Leg[]) =>
    listTransferLegs(all).map((leg) => [computeWayKey(leg), leg.distanceM, leg.drivingSeconds, leg.distanceSource])
  return JSON.stringify(drivesOf(legs)) !== JSON.stringify(drivesOf(before.legs))
}

/** Adults, children and infants of a changed trip. Null if the known ones exceed the new number of people. */
function amendPassengers({ passengers: known, passengerCount: count }: Itinerary, changes: TripChanges): Passengers | null {
  if (changes.passengers !== undefined) return changes.passengers
  const { passengerCount = count } = changes
  return known !== null && known.adults + known.children > passengerCount ? null : known
}

/** The named legs, with the begun ones unchanged. */
function keepBegun(before: readonly Leg[], named: readonly Leg[], { begun }: OnTheWay): Leg[] {
  const kept = new Map(before.filter(({ sequence }) => begun.has(sequence)).map((leg) => [leg.sequence, leg]))
  const length = Math.max(named.length, ...kept.keys())
  return Array.from({ length }, (_, nth) => kept.get(nth + 1) ?? named[nth] ?? before[nth]).flatMap((leg) => leg ?? [])
}

/** The outline of the whole trip. Each end and time that belonged to a leg follows that leg. */
function outlineOf(before: Itinerary, legs: readonly Leg[]): Partial<Itinerary> {
  const [was, is] = [listTransferLegs(before.legs), listTransferLegs(legs)]
  const pickupOf = was.findIndex(({ pickup }) => isEqualPlace(pickup, before.pickup))
  const dropoffOf = was.findIndex(({ dropoff }) => isEqualPlace(dropoff, before.dropoff))
  const first = is[0] === undefined || is[0].departsAt === was[0]?.departsAt ? before.departsAt : is[0].departsAt
  const last = is.at(-1)
  const isReturnMoved =
    before.returnsAt !== null && is.length > 1 && last !== undefined && last.departsAt !== was.at(-1)?.departsAt
  return {
    departsAt: first,
    ...(isReturnMoved && { returnsAt: last.departsAt }),
    pickup: is[pickupOf]?.pickup ?? before.pickup,
    dropoff: is[dropoffOf]?.dropoff ?? before.dropoff,
  }
}

/** The legs without a vehicle on the way, moved with the times, ends and people of the trip. */
function legsAlong(before: Itinerary, changes: TripChanges, { begun }: OnTheWay): Leg[] {
  const shifts = shiftsOf(before, changes)
  return before.legs.map((leg, nth) => {
    if (begun.has(leg.sequence)) return leg
    const starts = leg.kind === 'standby' ? (shifts[nth - 1] ?? 0) : (shifts[nth] ?? 0)
    const ends = leg.kind === 'standby' ? (shifts[nth + 1] ?? 0) : (shifts[nth] ?? 0)
    return withPeople(replaceLegEnds(shifted(leg, starts, ends), before, changes), before, changes)
  })
}

/** Shift (ms) of each leg: the way out moves with the departure, the way back with the return, and all legs without a return. */
function shiftsOf(before: Itinerary, { departsAt = before.departsAt, returnsAt }: TripChanges): number[] {
  const out = departsAt - before.departsAt
  const back = before.returnsAt === null || returnsAt === undefined ? 0 : returnsAt - before.returnsAt
  const transfers = listTransferLegs(before.legs)
  const [first, last] = [transfers[0], transfers.at(-1)]
  const isWhole = before.returnsAt === null || out === back
  return before.legs.map((leg) => {
    if (isWhole || leg === first) return out
    return leg === last ? back : 0
  })
}

function shifted(leg: Leg, starts: number, ends: number): Leg {
  if (starts === 0 && ends === 0) return leg
  const moved = (at: number | null) => (at === null ? null : at + ends)
  return {
    ...leg,
    departsAt: leg.departsAt + starts,
    arriveBy: moved(leg.arriveBy),
    waitingMinutes: Math.max(0, leg.waitingMinutes + (leg.kind === 'standby' ? Math.trunc((ends - starts) / minuteMs) : 0)),
    stops: leg.stops.map((stop) => ({ ...stop, arriveAt: moved(stop.arriveAt), departAt: moved(stop.departAt) })),
  }
}

/** Replaces the old end of the trip by the new one. */
function replaceLegEnds(leg: Leg, before: Itinerary, changes: TripChanges): Leg {
  const turn = (place: Place) => {
    if (changes.pickup !== undefined && isEqualPlace(place, before.pickup)) return changes.pickup
    return changes.dropoff !== undefined && isEqualPlace(place, before.dropoff) ? changes.dropoff : place
  }
  return { ...leg, pickup: turn(leg.pickup), dropoff: turn(leg.dropoff) }
}

function withPeople(leg: Leg, before: Itinerary, { passengerCount }: TripChanges): Leg {
  if (passengerCount === undefined) return leg
  const isEverybody = leg.passengerCount === before.passengerCount
  return { ...leg, passengerCount: isEverybody ? passengerCount : Math.min(leg.passengerCount, passengerCount) }
}

function isEqualPlace(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function listAmendmentFaults(before: Itinerary, after: Itinerary, changes: TripChanges, { now, begun }: OnTheWay): InputFault[] {
  const { returnsAt, legs: named } = changes
  const [first] = listTransferLegs(before.legs)
  const hasSetOff = first !== undefined && begun.has(first.sequence)
  if (hasSetOff && named === undefined && after.departsAt !== before.departsAt) return [faultAt(['departsAt'], 'notBegun')]
  // A departed trip may keep its departure.
  const since = after.departsAt === before.departsAt ? Math.min(now, before.departsAt - 1) : now
  const most = (leg: Leg) => ({ ...leg, passengerCount: Math.min(leg.passengerCount, after.passengerCount) })
  const legs = after.legs.map((leg) => (begun.has(leg.sequence) ? most(leg) : leg))
  const isOver = returnsAt !== undefined && returnsAt !== before.returnsAt && returnsAt <= now
  const faults = listTripFaults({ ...after, legs, quoteBy: null }, since)
  if (isOver) faults.push(faultAt(['returnsAt'], 'afterNow'))
  return named === undefined ? withoutLegs([...faults, ...unnamedLegFaults(before, after, changes)]) : faults
}

/** The faults of a change without named legs. If only legs have faults, they become one fault, which asks for named legs. */
function withoutLegs(faults: readonly InputFault[]): InputFault[] {
  const others = faults.filter(({ path }) => path[0] !== 'legs')
  return others.length > 0 || faults.length === 0 ? others : [faultAt(['legs'], 'required')]
}

/** Faults that ask for named legs: a new way back, or an end that belongs to no leg ahead. */
function unnamedLegFaults(before: Itinerary, after: Itinerary, changes: TripChanges): InputFault[] {
  const isNewReturn = changes.returnsAt !== undefined && before.returnsAt === null
  const isNowhere = (['pickup', 'dropoff'] as const).some((end) => {
    const place = changes[end]
    if (place === undefined || isEqualPlace(place, before[end])) return false
    return !after.legs.some((leg) => isEqualPlace(leg.pickup, place) || isEqualPlace(leg.dropoff, place))
  })
  return isNewReturn || isNowhere ? [faultAt(['legs'], 'required')] : []
}

function contactFaults({ email, phone }: CustomerContact, { customer }: TripChanges): InputFault[] {
  return customer !== undefined && email === null && phone === null ? [faultAt(['customer', 'email'], 'emailOrPhone')] : []
}

function seatFaults({ itinerary, vehicles }: AmendableTrip, changes: TripChanges): InputFault[] {
  if (changes.passengerCount === undefined && changes.vehicles === undefined) return []
  const seats = sumNumbers(vehicles.map((vehicle) => vehicle.seats * vehicle.count))
  if (seats >= itinerary.passengerCount) return []
  if (changes.passengerCount === undefined) return [faultAt(['vehicles'], 'enoughSeats', { least: itinerary.passengerCount })]
  return [faultAt(['passengerCount'], 'atMostSeats', { seats })]
}
