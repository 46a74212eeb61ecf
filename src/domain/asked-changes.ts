import type { CustomerContact, TripChanges } from './amended-trip.ts'
import { flightFrom, luggageFrom, passengersFrom, type TripInput } from './itinerary.ts'
import { type LegInput, legsFrom } from './leg.ts'
import { type PlaceInput, placeFrom } from './place.ts'

/**
 * Changes that somebody asks for, after their shape was checked. What is left out stays; a null takes something away.
 */
export type AskedChanges = Pick<
  TripChanges,
  'departsAt' | 'returnsAt' | 'passengerCount' | 'leadPassenger' | 'notes' | 'vehicles'
> &
  Partial<Pick<TripInput, 'passengers' | 'luggage' | 'flight'>> & {
    readonly pickup?: PlaceInput
    readonly dropoff?: PlaceInput
    readonly legs?: readonly LegInput[]
    readonly customer?: Partial<CustomerContact>
  }

/** The changes with what was left out within them filled in. Legs are for as many people as ride, unless they say. */
export function changesFrom(asked: AskedChanges, { passengerCount: known }: { readonly passengerCount: number }): TripChanges {
  const { pickup, dropoff, legs, passengers, luggage, flight, ...whole } = asked
  return {
    ...whole,
    ...(pickup && { pickup: placeFrom(pickup) }),
    ...(dropoff && { dropoff: placeFrom(dropoff) }),
    ...(legs && { legs: legsFrom(legs, asked.passengerCount ?? known) }),
    ...(passengers !== undefined && { passengers: passengers && passengersFrom(passengers) }),
    ...(luggage !== undefined && { luggage: luggage && luggageFrom(luggage) }),
    ...(flight !== undefined && { flight: flight && flightFrom(flight) }),
  }
}
