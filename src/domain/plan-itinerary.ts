import { hourMs } from './instant.ts'
import {
  type DriverProvisions,
  type Itinerary,
  type Some,
  summariseTrip,
  type TripInput,
  toAccessibility,
  toFlight,
  toLuggage,
  toPassengers,
} from './itinerary.ts'
import { addDriveToLeg, adjustLegTimes, buildDefaultLegs, buildLegs, findLegEnd, type Leg, sumDrive, sumNumbers } from './leg.ts'
import { completePlace } from './place.ts'
import { refuseFaults } from './refusal.ts'
import { type Coordinates, collectDriveRequests, type DriveFinder } from './road-distance.ts'
import { listTripFaults } from './trip-faults.ts'

/** Longest time (ms) for quotes of a trip without a `quote_by`. */
const longestToQuoteMs = 72 * hourMs

/** The clocks of a trip, the instant of its request (ms), and the way to find missing drives. */
type Planning = { readonly timezone: string; readonly now: number; readonly find: DriveFinder }

/**
 * The whole, unmasked itinerary of a trip requested at `now`. Refuses `validation_failed` with every fault between the fields
 * (a departure in the past, legs out of order). By default, quoting ends after 50 % of the time left to departure, at most 72
 * h.
 */
export function planItinerary(input: TripInput, context: Planning): Itinerary {
  refuseFaults(listTripFaults(input, context.now))

  const { departsAt, passengerCount } = input
  const returnsAt = returnOf(input)
  const coachStays = doesCoachStay(input)
  const legs = planLegs(input, context.find)
  const tripType = input.tripType ?? (returnsAt === null ? 'one_way' : 'return')
  const drive = wholeDrive(input, legs)
  const pickup = completePlace(input.pickup)
  const dropoff = completePlace(input.dropoff)

  return {
    tripType,
    purpose: input.purpose ?? 'other',
    summary: summariseTrip({ pickup, dropoff, passengerCount, tripType }),
    pickup,
    dropoff,
    departsAt,
    returnsAt,
    endsAt: Math.max(...adjustLegTimes({ legs, ...drive }).map(findLegEnd), returnsAt ?? departsAt),
    timezone: context.timezone,
    legs,
    passengerCount,
    passengers: input.passengers ? toPassengers(input.passengers) : null,
    luggage: input.luggage ? toLuggage(input.luggage) : null,
    vehiclesRequested: (input.vehiclesRequested ?? []).map(({ type, count, minSeats }) => ({
      type,
      count,
      minSeats: minSeats ?? null,
    })),
    accessibility: input.accessibility ? toAccessibility(input.accessibility) : null,
    amenitiesRequired: input.amenitiesRequired ?? [],
    coachStaysWithGroup: coachStays,
    waitingMinutes: input.waitingMinutes ?? sumNumbers(legs.map((leg) => leg.waitingMinutes)),
    driverProvisions: input.driverProvisions ? provisionsFrom(input.driverProvisions) : null,
    dbsRequired: input.dbsRequired ?? 'none',
    flight: input.flight ? toFlight(input.flight) : null,
    ...drive,
    notes: input.notes ?? null,
    quoteBy: input.quoteBy ?? context.now + Math.min(Math.floor((departsAt - context.now) / 2), longestToQuoteMs),
  }
}

/**
 * The points of a trip's legs for a router: of legs without given figures, and with coordinates for all places. None for a trip
 * that `planItinerary` would refuse.
 */
export function listUnknownDrives(input: TripInput, now: number): readonly (readonly Coordinates[])[] {
  if (listTripFaults(input, now).length > 0) return []
  const { find, wanted } = collectDriveRequests()
  planLegs(input, find)
  return wanted
}

/** The itinerary with the missing drives that `find` finds; the same object without any. */
export function addDrives(itinerary: Itinerary, find: DriveFinder): Itinerary {
  const legs = itinerary.legs.map((leg) => addDriveToLeg(leg, find))
  if (legs.every((leg, nth) => leg === itinerary.legs[nth])) return itinerary
  return { ...itinerary, ...wholeDrive(itinerary, legs), legs }
}

function planLegs(input: TripInput, find: DriveFinder): Leg[] {
  const { pickup, dropoff, departsAt, passengerCount, legs } = input
  if (legs) return buildLegs(legs, passengerCount, find)
  const { distanceM = null, drivingSeconds = null } = input
  const outline = { pickup, dropoff, departsAt, returnsAt: returnOf(input), passengerCount, coachStays: doesCoachStay(input) }
  return buildDefaultLegs({ ...outline, distanceM, drivingSeconds }, find)
}

type OwnDrive = Pick<TripInput, 'distanceM' | 'drivingSeconds' | 'distanceSource'>

/** The trip's own distance and driving time; missing figures are the sums of its legs. */
function wholeDrive({ distanceM, drivingSeconds, distanceSource }: OwnDrive, legs: readonly Leg[]) {
  const together = sumDrive(legs)
  const isGiven = distanceM != null || drivingSeconds != null
  return {
    distanceM: distanceM ?? together.distanceM,
    drivingSeconds: drivingSeconds ?? together.drivingSeconds,
    distanceSource: isGiven ? (distanceSource ?? 'given') : together.distanceSource,
  }
}

function returnOf(input: TripInput): number | null {
  return input.returnsAt ?? lastTransferOf(input)
}

function doesCoachStay({ coachStaysWithGroup, legs }: TripInput): boolean {
  return coachStaysWithGroup ?? legs?.some((leg) => leg.kind === 'standby') ?? false
}

/** The last leg with passengers, which decides the time of a return without a time. */
function lastTransferOf(input: TripInput): number | null {
  if (input.tripType !== 'return') return null
  return input.legs?.findLast((leg) => leg.kind !== 'standby')?.departsAt ?? null
}

function provisionsFrom(sent: Some<DriverProvisions>): DriverProvisions {
  return {
    meals: sent.meals ?? 'none',
    accommodation: sent.accommodation ?? 'none',
    parking: sent.parking ?? 'none',
    tolls: sent.tolls ?? 'none',
  }
}
