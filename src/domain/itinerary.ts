import type { Leg, LegInput } from './leg.ts'
import { type Place, type PlaceInput, townOf } from './place.ts'
import type { DistanceSource } from './road-distance.ts'

export const tripTypes = ['one_way', 'return', 'multi_day', 'shuttle'] as const
export const purposes = [
  'school',
  'airport',
  'wedding',
  'sports',
  'corporate',
  'tour',
  'day_trip',
  'funeral',
  'rail_replacement',
  'other',
] as const
export const vehicleTypes = [
  'mpv_8',
  'minibus_16',
  'midicoach_35',
  'coach_49',
  'coach_53',
  'coach_57_plus',
  'executive_coach',
  'double_decker',
  'bus',
] as const
export const amenities = [
  'toilet',
  'wifi',
  'air_con',
  'power',
  'seat_belts',
  'luggage_hold',
  'pa_microphone',
  'tv',
  'reclining_seats',
  'fridge',
] as const
export const provisions = ['customer', 'operator', 'none'] as const
export const dbsLevels = ['none', 'basic', 'standard', 'enhanced', 'enhanced_barred'] as const
export const flightDirections = ['arrival', 'departure'] as const

type TripType = (typeof tripTypes)[number]
type Purpose = (typeof purposes)[number]
type VehicleType = (typeof vehicleTypes)[number]
type Amenity = (typeof amenities)[number]
type Provision = (typeof provisions)[number]
type DbsLevel = (typeof dbsLevels)[number]
type FlightDirection = (typeof flightDirections)[number]

export type Passengers = { readonly adults: number; readonly children: number; readonly infants: number }

export type Luggage = {
  readonly suitcases: number
  readonly handLuggage: number
  readonly oversized: readonly string[]
  readonly note: string | null
}

type VehicleWish = { readonly type: VehicleType; readonly count: number; readonly minSeats: number | null }

export type Accessibility = {
  readonly wheelchairSpaces: number
  readonly wheelchairRemainsSeated: boolean
  readonly liftRequired: boolean
  readonly stepFree: boolean
  readonly psvarRequired: boolean
  readonly assistanceDogs: number
  readonly note: string | null
}

/** Provisions for the driver: who gives a meal and a bed, and who pays for parking and tolls. */
export type DriverProvisions = {
  readonly meals: Provision
  readonly accommodation: Provision
  readonly parking: Provision
  readonly tolls: Provision
}

export type Flight = { readonly number: string; readonly direction: FlightDirection; readonly scheduledAt: number | null }

/** Everything about a trip that does not say whose it is. Instants in epoch milliseconds, distances in metres. */
export type Itinerary = {
  readonly tripType: TripType
  readonly purpose: Purpose
  readonly summary: string
  readonly pickup: Place
  readonly dropoff: Place
  readonly departsAt: number
  readonly returnsAt: number | null
  readonly endsAt: number
  readonly timezone: string
  readonly legs: readonly Leg[]
  readonly passengerCount: number
  readonly passengers: Passengers | null
  readonly luggage: Luggage | null
  readonly vehiclesRequested: readonly VehicleWish[]
  readonly accessibility: Accessibility | null
  readonly amenitiesRequired: readonly Amenity[]
  readonly coachStaysWithGroup: boolean
  readonly waitingMinutes: number
  readonly driverProvisions: DriverProvisions | null
  readonly dbsRequired: DbsLevel
  readonly flight: Flight | null
  readonly distanceM: number | null
  readonly drivingSeconds: number | null
  /** Origin of both, the least to be relied on where legs differ; null where neither is known. */
  readonly distanceSource: DistanceSource | null
  readonly notes: string | null
  readonly quoteBy: number
}

/** A part of an object, or nothing of it. The rest is null, 0, empty or false. */
export type Some<T> = { readonly [Key in keyof T]?: T[Key] | null | undefined }

/** A trip as it is asked for, after its shape was checked. What is left out, or null, has a default. */
export type TripInput = Some<
  Omit<
    Itinerary,
    | 'summary'
    | 'endsAt'
    | 'timezone'
    | 'pickup'
    | 'dropoff'
    | 'departsAt'
    | 'legs'
    | 'passengerCount'
    | 'passengers'
    | 'luggage'
    | 'accessibility'
    | 'driverProvisions'
    | 'flight'
    | 'vehiclesRequested'
  >
> & {
  readonly pickup: PlaceInput
  readonly dropoff: PlaceInput
  readonly departsAt: number
  readonly passengerCount: number
  readonly legs?: readonly LegInput[] | null | undefined
  readonly passengers?: Some<Passengers> | null | undefined
  readonly luggage?: Some<Luggage> | null | undefined
  readonly accessibility?: Some<Accessibility> | null | undefined
  readonly driverProvisions?: Some<DriverProvisions> | null | undefined
  readonly flight?: (Pick<Flight, 'number' | 'direction'> & Some<Pick<Flight, 'scheduledAt'>>) | null | undefined
  readonly vehiclesRequested?:
    | readonly (Pick<VehicleWish, 'type' | 'count'> & Some<Pick<VehicleWish, 'minSeats'>>)[]
    | null
    | undefined
}

/** Every place that a trip names: its ends, and where its legs begin, call and end; the same ones more than once. */
export function placesOf({ pickup, dropoff, legs }: Itinerary): Place[] {
  return [pickup, dropoff, ...legs.flatMap((leg) => [leg.pickup, ...leg.stops.map(({ place }) => place), leg.dropoff])]
}

/** One line for people: `Leeds → York, 45 passengers, return`. Of a home it names the town, never the address. */
export function summariseTrip(trip: Pick<Itinerary, 'pickup' | 'dropoff' | 'passengerCount' | 'tripType'>): string {
  return `${routeOf(trip)}, ${trip.tripType.replace('_', ' ')}`
}

/** The route and passengers of a trip: `Leeds → York, 45 passengers`. */
export function routeOf(trip: Pick<Itinerary, 'pickup' | 'dropoff' | 'passengerCount'>): string {
  const people = trip.passengerCount === 1 ? '1 passenger' : `${trip.passengerCount} passengers`
  return `${townOf(trip.pickup)} → ${townOf(trip.dropoff)}, ${people}`
}

/** The passengers of a trip, with what was left out filled in. */
export function passengersFrom(sent: Some<Passengers>): Passengers {
  return { adults: sent.adults ?? 0, children: sent.children ?? 0, infants: sent.infants ?? 0 }
}

/** The luggage that they bring, likewise. */
export function luggageFrom(sent: Some<Luggage>): Luggage {
  return {
    suitcases: sent.suitcases ?? 0,
    handLuggage: sent.handLuggage ?? 0,
    oversized: sent.oversized ?? [],
    note: sent.note ?? null,
  }
}

/** The flight they come by or go to catch, likewise. */
export function flightFrom({ number, direction, scheduledAt }: NonNullable<TripInput['flight']>): Flight {
  return { number, direction, scheduledAt: scheduledAt ?? null }
}
