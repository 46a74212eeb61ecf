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
import { defaultLegs, legEndsAt, legsFrom, sum, transfersOf } from './leg.ts'
import { placeFrom } from './place.ts'
import { refuseFaults } from './refusal.ts'
import { tripFaults } from './trip-faults.ts'

/** Longest time that operators have for their quotes where the trip names no `quote_by` (ms). */
const longestToQuoteMs = 72 * hourMs

/**
 * The whole, unmasked itinerary of a trip that is asked for at `now`. Refuses `validation_failed` with every fault between the
 * fields (a departure in the past, legs out of order). Quoting ends, unless sent, after half the time left to departure, at most 72 h.
 */
export function planItinerary(input: TripInput, context: { readonly timezone: string; readonly now: number }): Itinerary {
  refuseFaults(tripFaults(input, context.now))

  const { departsAt, passengerCount } = input
  const returnsAt = input.returnsAt ?? lastTransferOf(input)
  const tripType = input.tripType ?? (returnsAt === null ? 'one_way' : 'return')
  const coachStays = input.coachStaysWithGroup ?? input.legs?.some((leg) => leg.kind === 'standby') ?? false
  const distanceM = input.distanceM ?? null
  const drivingSeconds = input.drivingSeconds ?? null
  const legs = input.legs
    ? legsFrom(input.legs, passengerCount)
    : defaultLegs({
        pickup: input.pickup,
        dropoff: input.dropoff,
        departsAt,
        returnsAt,
        passengerCount,
        coachStays,
        distanceM,
        drivingSeconds,
      })
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
    endsAt: Math.max(...legs.map(legEndsAt), returnsAt ?? departsAt),
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
    distanceM: distanceM ?? total(transfersOf(legs).map((leg) => leg.distanceM)),
    drivingSeconds: drivingSeconds ?? total(transfersOf(legs).map((leg) => leg.drivingSeconds)),
    notes: input.notes ?? null,
    quoteBy: input.quoteBy ?? context.now + Math.min(Math.floor((departsAt - context.now) / 2), longestToQuoteMs),
  }
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

/** The sum, or null where one is not known. */
function total(lengths: readonly (number | null)[]): number | null {
  return lengths.every((length) => length !== null) ? sum(lengths) : null
}
