import type { Leg, LegInput } from './leg.ts'
import { findTown, type Place, type PlaceInput } from './place.ts'
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

type VehicleRequest = { readonly type: VehicleType; readonly count: number; readonly minSeats: number | null }

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

/** A trip without its customer. Instants in epoch milliseconds, distances in metres. */
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
  readonly vehiclesRequested: readonly VehicleRequest[]
  readonly accessibility: Accessibility | null
  readonly amenitiesRequired: readonly Amenity[]
  readonly coachStaysWithGroup: boolean
  readonly waitingMinutes: number
  readonly driverProvisions: DriverProvisions | null
  readonly dbsRequired: DbsLevel
  readonly flight: Flight | null
  readonly distanceM: number | null
  readonly drivingSeconds: number | null
  /** Origin of both, the least reliable if legs differ; null if unknown. */
  readonly distanceSource: DistanceSource | null
  readonly notes: string | null
  readonly quoteBy: number
}

/** Any part of an object. Omitted members become null, 0, empty or false. */
export type Some<T> = { readonly [Key in keyof T]?: T[Key] | null | undefined }

/** A requested trip, after its shape was checked. Omitted or null members have a default. */
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
    | readonly (Pick<VehicleRequest, 'type' | 'count'> & Some<Pick<VehicleRequest, 'minSeats'>>)[]
    | null
    | undefined
}

/** Every place of a trip: its ends, and the ends and stops of its legs. Places can repeat. */
export function listItineraryPlaces({ pickup, dropoff, legs }: Itinerary): Place[] {
  return [pickup, dropoff, ...legs.flatMap((leg) => [leg.pickup, ...leg.stops.map(({ place }) => place), leg.dropoff])]
}

/** The itinerary with every place replaced. `change` also gets the number of the place in `listItineraryPlaces`. */
export function mapItineraryPlaces<Trip extends Itinerary>(trip: Trip, change: (place: Place, nth: number) => Place): Trip {
  let nth = 0
  const next = (place: Place) => change(place, nth++)
  const pickup = next(trip.pickup)
  const dropoff = next(trip.dropoff)
  const legs = trip.legs.map((leg) => {
    const from = next(leg.pickup)
    const stops = leg.stops.map((stop) => ({ ...stop, place: next(stop.place) }))
    return { ...leg, pickup: from, stops, dropoff: next(leg.dropoff) }
  })
  return { ...trip, pickup, dropoff, legs }
}

/** One line for people: `Leeds → York, 45 passengers, return`. A home appears as its town. */
export function summariseTrip(trip: Pick<Itinerary, 'pickup' | 'dropoff' | 'passengerCount' | 'tripType'>): string {
  return `${describeRoute(trip)}, ${trip.tripType.replace('_', ' ')}`
}

/** The route and passengers of a trip: `Leeds → York, 45 passengers`. */
export function describeRoute(trip: Pick<Itinerary, 'pickup' | 'dropoff' | 'passengerCount'>): string {
  return `${formatTowns(trip)}, ${formatPassengers(trip)}`
}

/** The towns at both ends of a trip: `Leeds → York`. */
export function formatTowns({ pickup, dropoff }: Pick<Itinerary, 'pickup' | 'dropoff'>): string {
  return `${findTown(pickup)} → ${findTown(dropoff)}`
}

/** The number of passengers: `1 passenger`, `45 passengers`. */
function formatPassengers({ passengerCount }: Pick<Itinerary, 'passengerCount'>): string {
  return passengerCount === 1 ? '1 passenger' : `${passengerCount} passengers`
}

/** The passengers of a trip, with omitted members filled in. */
export function toPassengers(sent: Some<Passengers>): Passengers {
  return { adults: sent.adults ?? 0, children: sent.children ?? 0, infants: sent.infants ?? 0 }
}

/** The luggage, with omitted members filled in. */
export function toLuggage(sent: Some<Luggage>): Luggage {
  return {
    suitcases: sent.suitcases ?? 0,
    handLuggage: sent.handLuggage ?? 0,
    oversized: sent.oversized ?? [],
    note: sent.note ?? null,
  }
}

/** The needs of wheelchair users and others, with omitted members filled in. */
export function toAccessibility(sent: Some<Accessibility>): Accessibility {
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

/** The flight before or after the trip, with omitted members filled in. */
export function toFlight({ number, direction, scheduledAt }: NonNullable<TripInput['flight']>): Flight {
  return { number, direction, scheduledAt: scheduledAt ?? null }
}
