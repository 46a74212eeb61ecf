import { hourMs } from './instant.ts'
import {
  type Accessibility,
  type DriverProvisions,
  flightFrom,
  type Itinerary,
  luggageFrom,
  passengersFrom,
  type Some,
  summariseTrip,
  type TripInput,
} from './itinerary.ts'
import { defaultLegs, driveOf, type Leg, legEndsAt, legsFrom, sum, timedLegs, withDrive } from './leg.ts'
import { placeFrom } from './place.ts'
import { refuseFaults } from './refusal.ts'
import { type Coordinates, type DriveFinder, noteWanted } from './road-distance.ts'
import { tripFaults } from './trip-faults.ts'

/** Longest time that operators have for their quotes where the trip names no `quote_by` (ms). */
const longestToQuoteMs = 72 * hourMs

/** The clocks of a trip, the instant at which it is asked for (ms), and the way in which drives that were not given are found. */
type Planning = { readonly timezone: string; readonly now: number; readonly find: DriveFinder }

/**
 * The whole, unmasked itinerary of a trip that is asked for at `now`. Refuses `validation_failed` with every fault between the
 * fields (a departure in the past, legs out of order). Quoting ends, unless sent, after half the time left to departure, at most 72 h.
 */
export function planItinerary(input: TripInput, context: Planning): Itinerary {
  refuseFaults(tripFaults(input, context.now))

  const { departsAt, passengerCount } = input
  const returnsAt = returnOf(input)
  const coachStays = doesCoachStay(input)
  const legs = legsOf(input, context.find)
  const tripType = input.tripType ?? (returnsAt === null ? 'one_way' : 'return')
  const drive = wholeDrive(input, legs)
  const pickup = placeFrom(input.pickup)
  const dropoff = placeFrom(input.dropoff)

  return {
    tripType,
    purpose: input.purpose ?? 'other',
    summary: summariseTrip({ pickup, dropoff, passengerCount, tripType }),
    pickup,
    dropoff,
    departsAt,
    returnsAt,
    endsAt: Math.max(...timedLegs({ legs, ...drive }).map(legEndsAt), returnsAt ?? departsAt),
    timezone: context.timezone,
    legs,
    passengerCount,
    passengers: input.passengers ? passengersFrom(input.passengers) : null,
    luggage: input.luggage ? luggageFrom(input.luggage) : null,
    vehiclesRequested: (input.vehiclesRequested ?? []).map(({ type, count, minSeats }) => ({
      type,
      count,
      minSeats: minSeats ?? null,
    })),
    accessibility: input.accessibility ? accessibilityFrom(input.accessibility) : null,
    amenitiesRequired: input.amenitiesRequired ?? [],
    coachStaysWithGroup: coachStays,
    waitingMinutes: input.waitingMinutes ?? sum(legs.map((leg) => leg.waitingMinutes)),
    driverProvisions: input.driverProvisions ? provisionsFrom(input.driverProvisions) : null,
    dbsRequired: input.dbsRequired ?? 'none',
    flight: input.flight ? flightFrom(input.flight) : null,
    ...drive,
    notes: input.notes ?? null,
    quoteBy: input.quoteBy ?? context.now + Math.min(Math.floor((departsAt - context.now) / 2), longestToQuoteMs),
  }
}

/**
 * The points of those legs of a trip that a router may be asked about: nothing of them was given, and all their places have coordinates.
 * None of a trip that `planItinerary` would refuse.
 */
export function unknownDrives(input: TripInput, now: number): readonly (readonly Coordinates[])[] {
  if (tripFaults(input, now).length > 0) return []
  const { find, wanted } = noteWanted()
  legsOf(input, find)
  return wanted
}

/** The itinerary with the drives that `find` finds of what is not known of it; itself where there is nothing to find. */
export function withDrives(itinerary: Itinerary, find: DriveFinder): Itinerary {
  const legs = itinerary.legs.map((leg) => withDrive(leg, find))
  if (legs.every((leg, nth) => leg === itinerary.legs[nth])) return itinerary
  return { ...itinerary, ...wholeDrive(itinerary, legs), legs }
}

function legsOf(input: TripInput, find: DriveFinder): Leg[] {
  const { pickup, dropoff, departsAt, passengerCount, legs } = input
  if (legs) return legsFrom(legs, passengerCount, find)
  const { distanceM = null, drivingSeconds = null } = input
  const outline = { pickup, dropoff, departsAt, returnsAt: returnOf(input), passengerCount, coachStays: doesCoachStay(input) }
  return defaultLegs({ ...outline, distanceM, drivingSeconds }, find)
}

type OwnDrive = Pick<TripInput, 'distanceM' | 'drivingSeconds' | 'distanceSource'>

/** The trip's own distance and driving time; of what it was not given, what its legs make together. */
function wholeDrive({ distanceM, drivingSeconds, distanceSource }: OwnDrive, legs: readonly Leg[]) {
  const together = driveOf(legs)
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

/** A return without a time of its own returns when its last leg with the group departs. */
function lastTransferOf(input: TripInput): number | null {
  if (input.tripType !== 'return') return null
  return input.legs?.findLast((leg) => leg.kind !== 'standby')?.departsAt ?? null
}

function accessibilityFrom(sent: Some<Accessibility>): Accessibility {
  return {
    wheelchairSpaces: sent.wheelchairSpaces ?? 0,
    wheelchairRemainsSeated: sent.wheelchairRemainsSeated ?? false,
    liftRequired: sent.liftRequired ?? false,
    stepFree: sent.stepFree ?? false,
    psvarRequired: sent.psvarRequired ?? false,
    assistanceDogs: sent.assistanceDogs ?? 0,
    note: sent.note ?? null,
  }
}

function provisionsFrom(sent: Some<DriverProvisions>): DriverProvisions {
  return {
    meals: sent.meals ?? 'none',
    accommodation: sent.accommodation ?? 'none',
    parking: sent.parking ?? 'none',
    tolls: sent.tolls ?? 'none',
  }
}
