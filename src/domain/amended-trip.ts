import { minuteMs } from './instant.ts'
import { type Flight, type Itinerary, type Luggage, type Passengers, summariseTrip } from './itinerary.ts'
import { driveOf, type Leg, legEndsAt, sum, timedLegs, transfersOf, wayOf, withDrive } from './leg.ts'
import type { Place } from './place.ts'
import type { QuoteVehicle } from './quote.ts'
import { faultAt, type InputFault, invalidInput } from './refusal.ts'
import type { DriveFinder } from './road-distance.ts'
import { tripFaults } from './trip-faults.ts'

/** The customer who ordered the trip, as far as they may be reached. */
export type CustomerContact = {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly organisation: string | null
}

/** Changes that an amendment may make, each as it is to be. What is left out stays. Instants in ms. */
export type TripChanges = {
  readonly departsAt?: number
  readonly returnsAt?: number
  readonly pickup?: Place
  readonly dropoff?: Place
  readonly legs?: readonly Leg[]
  readonly passengerCount?: number
  readonly passengers?: Passengers | null
  readonly luggage?: Luggage | null
  readonly flight?: Flight | null
  readonly leadPassenger?: { readonly name: string; readonly phone: string | null } | null
  readonly customer?: Partial<CustomerContact>
  readonly notes?: string | null
  readonly vehicles?: readonly QuoteVehicle[]
}

/** A booked trip, as far as it can be amended. */
export type AmendableTrip = {
  readonly itinerary: Itinerary
  readonly leadPassenger: { readonly name: string; readonly phone: string | null } | null
  readonly customer: CustomerContact
  readonly vehicles: readonly QuoteVehicle[]
}

/**
 * The instant of an amendment (ms); the legs, by their sequences, on which a coach has set off, which stay as they are; and the way in
 * which the drives of the legs that it moves are found.
 */
export type OnTheWay = { readonly now: number; readonly begun: ReadonlySet<number>; readonly find: DriveFinder }

/**
 * The trip as it is with the changes. Where no legs are named they follow the times, the ends and the number of people. Refuses
 * `validation_failed`: whatever a trip could not be entered with, and more people than seats.
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
    ...faultsOf(trip.itinerary, itinerary, changes, way),
    ...seatFaults(amended, changes),
    ...contactFaults(amended.customer, changes),
  ])
  return amended
}

/** The values an amendment takes the place of, under the same names. */
export function valuesBefore({ itinerary, leadPassenger, customer, vehicles }: AmendableTrip, changes: TripChanges): TripChanges {
  const whole: Readonly<Record<string, unknown>> = {
    ...itinerary,
    leadPassenger,
    vehicles,
    customer: pick(customer, changes.customer ?? {}),
  }
  return pick(whole, changes) as TripChanges
}

/** The members of a record that another one has too. */
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
  const drive = isDrivenOtherwise(before, legs) ? driveOf(legs) : {}
  const amended = { ...before, ...outline, ...drive, legs, passengers: passengersOf(before, changes) }
  return {
    ...amended,
    summary: summariseTrip(amended),
    endsAt: Math.max(...timedLegs(amended).map(legEndsAt), amended.returnsAt ?? amended.departsAt),
    waitingMinutes: before.waitingMinutes + sum(legs.map(waiting)) - sum(before.legs.map(waiting)),
  }
}

function waiting({ waitingMinutes }: Leg): number {
  return waitingMinutes
}

/**
 * The leg with the distance and driving time of the one before that goes the same way, unless others were given; where none goes that
 * way, with what is found of it. Figures that were found of a leg before, and came back as they were read, were not given.
 */
function withItsDrive(leg: Leg, before: readonly Leg[], { begun, find }: OnTheWay): Leg {
  if (begun.has(leg.sequence)) return leg
  const alike = before.filter((one) => one.kind === leg.kind && wayOf(one) === wayOf(leg))
  const same = alike.find(({ sequence }) => sequence === leg.sequence) ?? alike[0]
  if (same === undefined) {
    const isStale = isFound(leg) || before.some((one) => isFound(one) && isSameDrive(one, leg))
    return withDrive(isStale ? { ...leg, ...unknownDrive } : leg, find)
  }
  const isOther =
    (leg.distanceM !== null && leg.distanceM !== same.distanceM) ||
    (leg.drivingSeconds !== null && leg.drivingSeconds !== same.drivingSeconds)
  if (isOther) return withDrive(leg, find)
  const { distanceM, drivingSeconds, distanceSource } = same
  return { ...leg, distanceM, drivingSeconds, distanceSource }
}

function isFound({ distanceSource }: Leg): boolean {
  return distanceSource === 'estimated' || distanceSource === 'routed'
}

function isSameDrive(one: Leg, other: Leg): boolean {
  return one.distanceM === other.distanceM && one.drivingSeconds === other.drivingSeconds
}

const unknownDrive = { distanceM: null, drivingSeconds: null, distanceSource: null }

/** Whether the trip's own distance and driving time follow from its legs anew. Those that it was given itself stay until legs bring some. */
function isDrivenOtherwise(before: Itinerary, legs: readonly Leg[]): boolean {
  const [was, is] = [driveOf(before.legs), driveOf(legs)]
  const isOwn = before.distanceSource === 'given' && was.distanceSource !== 'given'
  if (isOwn && is.distanceSource !== 'given') return false
  const drivesOf = (all: readonly Leg[]) =>
    transfersOf(all).map((leg) => [wayOf(leg), leg.distanceM, leg.drivingSeconds, leg.distanceSource])
  return JSON.stringify(drivesOf(legs)) !== JSON.stringify(drivesOf(before.legs))
}

/**
 * Adults, children and infants of a changed trip. Null where those known before are more than the people it now has.
 */
function passengersOf({ passengers: known, passengerCount: count }: Itinerary, changes: TripChanges): Passengers | null {
  if (changes.passengers !== undefined) return changes.passengers
  const { passengerCount = count } = changes
  return known !== null && known.adults + known.children > passengerCount ? null : known
}

/** Named legs, but for those on which a coach has set off. */
function keepBegun(before: readonly Leg[], named: readonly Leg[], { begun }: OnTheWay): Leg[] {
  const kept = new Map(before.filter(({ sequence }) => begun.has(sequence)).map((leg) => [leg.sequence, leg]))
  const length = Math.max(named.length, ...kept.keys())
  return Array.from({ length }, (_, nth) => kept.get(nth + 1) ?? named[nth] ?? before[nth]).flatMap((leg) => leg ?? [])
}

/** The outline of the trip as a whole, which follows its legs: each end and time that was one of theirs. */
function outlineOf(before: Itinerary, legs: readonly Leg[]): Partial<Itinerary> {
  const [was, is] = [transfersOf(before.legs), transfersOf(legs)]
  const pickupOf = was.findIndex(({ pickup }) => isSamePlace(pickup, before.pickup))
  const dropoffOf = was.findIndex(({ dropoff }) => isSamePlace(dropoff, before.dropoff))
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

/** The legs that no coach has set off for, moved along with the times, ends and people of the trip. */
function legsAlong(before: Itinerary, changes: TripChanges, { begun }: OnTheWay): Leg[] {
  const shifts = shiftsOf(before, changes)
  return before.legs.map((leg, nth) => {
    if (begun.has(leg.sequence)) return leg
    const starts = leg.kind === 'standby' ? (shifts[nth - 1] ?? 0) : (shifts[nth] ?? 0)
    const ends = leg.kind === 'standby' ? (shifts[nth + 1] ?? 0) : (shifts[nth] ?? 0)
    return withPeople(withEnds(shifted(leg, starts, ends), before, changes), before, changes)
  })
}

/** By how much (ms) each leg is moved: the way out with the departure, the way back with the return, all where there is no return. */
function shiftsOf(before: Itinerary, { departsAt = before.departsAt, returnsAt }: TripChanges): number[] {
  const out = departsAt - before.departsAt
  const back = before.returnsAt === null || returnsAt === undefined ? 0 : returnsAt - before.returnsAt
  const transfers = transfersOf(before.legs)
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

/** Wherever the old end of the trip stands the new one does. */
function withEnds(leg: Leg, before: Itinerary, changes: TripChanges): Leg {
  const turn = (place: Place) => {
    if (changes.pickup !== undefined && isSamePlace(place, before.pickup)) return changes.pickup
    return changes.dropoff !== undefined && isSamePlace(place, before.dropoff) ? changes.dropoff : place
  }
  return { ...leg, pickup: turn(leg.pickup), dropoff: turn(leg.dropoff) }
}

function withPeople(leg: Leg, before: Itinerary, { passengerCount }: TripChanges): Leg {
  if (passengerCount === undefined) return leg
  const isEverybody = leg.passengerCount === before.passengerCount
  return { ...leg, passengerCount: isEverybody ? passengerCount : Math.min(leg.passengerCount, passengerCount) }
}

function isSamePlace(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function faultsOf(before: Itinerary, after: Itinerary, changes: TripChanges, { now, begun }: OnTheWay): InputFault[] {
  const { returnsAt, legs: named } = changes
  const [first] = transfersOf(before.legs)
  const hasSetOff = first !== undefined && begun.has(first.sequence)
  if (hasSetOff && named === undefined && after.departsAt !== before.departsAt) return [faultAt(['departsAt'], 'notBegun')]
  // What has departed may stay as it is.
  const since = after.departsAt === before.departsAt ? Math.min(now, before.departsAt - 1) : now
  const most = (leg: Leg) => ({ ...leg, passengerCount: Math.min(leg.passengerCount, after.passengerCount) })
  const legs = after.legs.map((leg) => (begun.has(leg.sequence) ? most(leg) : leg))
  const isOver = returnsAt !== undefined && returnsAt !== before.returnsAt && returnsAt <= now
  const faults = tripFaults({ ...after, legs, quoteBy: null }, since)
  if (isOver) faults.push(faultAt(['returnsAt'], 'afterNow'))
  return named === undefined ? withoutLegs([...faults, ...unnamedLegFaults(before, after, changes)]) : faults
}

/**
 * The faults of a change that names no legs. Those of its legs become one, that they are to be named, and only where
 * nothing else is wrong.
 */
function withoutLegs(faults: readonly InputFault[]): InputFault[] {
  const others = faults.filter(({ path }) => path[0] !== 'legs')
  return others.length > 0 || faults.length === 0 ? others : [faultAt(['legs'], 'required')]
}

/** A way back that there was not, or an end that no leg ahead has, cannot be without saying on which legs. */
function unnamedLegFaults(before: Itinerary, after: Itinerary, changes: TripChanges): InputFault[] {
  const isNewReturn = changes.returnsAt !== undefined && before.returnsAt === null
  const isNowhere = (['pickup', 'dropoff'] as const).some((end) => {
    const place = changes[end]
    if (place === undefined || isSamePlace(place, before[end])) return false
    return !after.legs.some((leg) => isSamePlace(leg.pickup, place) || isSamePlace(leg.dropoff, place))
  })
  return isNewReturn || isNowhere ? [faultAt(['legs'], 'required')] : []
}

function contactFaults({ email, phone }: CustomerContact, { customer }: TripChanges): InputFault[] {
  return customer !== undefined && email === null && phone === null ? [faultAt(['customer', 'email'], 'emailOrPhone')] : []
}

function seatFaults({ itinerary, vehicles }: AmendableTrip, changes: TripChanges): InputFault[] {
  if (changes.passengerCount === undefined && changes.vehicles === undefined) return []
  const seats = sum(vehicles.map((vehicle) => vehicle.seats * vehicle.count))
  if (seats >= itinerary.passengerCount) return []
  if (changes.passengerCount === undefined) return [faultAt(['vehicles'], 'enoughSeats', { least: itinerary.passengerCount })]
  return [faultAt(['passengerCount'], 'atMostSeats', { seats })]
}
