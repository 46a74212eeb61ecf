import type { CustomerContact, TripChanges } from './amended-trip.ts'
import { type TripInput, toAccessibility, toFlight, toLuggage, toPassengers } from './itinerary.ts'
import { buildLegs, type LegInput } from './leg.ts'
import { completePlace, type PlaceInput } from './place.ts'

/** Requested changes, after their shape was checked. Omitted members do not change; a null removes a value. */
export type TripChangeInput = Pick<
  TripChanges,
  'departsAt' | 'returnsAt' | 'passengerCount' | 'leadPassenger' | 'notes' | 'vehicles'
> &
  Partial<Pick<TripInput, 'passengers' | 'luggage' | 'accessibility' | 'flight'>> & {
    readonly pickup?: PlaceInput
    readonly dropoff?: PlaceInput
    readonly legs?: readonly LegInput[]
    readonly customer?: Partial<CustomerContact>
  }

/** The changes with omitted parts filled in. Legs without a number of people are for all passengers. */
export function toTripChanges(
  asked: TripChangeInput,
  { passengerCount: known }: { readonly passengerCount: number },
): TripChanges {
  const { pickup, dropoff, legs, passengers, luggage, accessibility, flight, ...whole } = asked
  return {
    ...whole,
    ...(pickup && { pickup: completePlace(pickup) }),
    ...(dropoff && { dropoff: completePlace(dropoff) }),
    ...(legs && { legs: buildLegs(legs, asked.passengerCount ?? known) }),
    ...(passengers !== undefined && { passengers: passengers && toPassengers(passengers) }),
    ...(luggage !== undefined && { luggage: luggage && toLuggage(luggage) }),
    ...(accessibility !== undefined && { accessibility: accessibility && toAccessibility(accessibility) }),
    ...(flight !== undefined && { flight: flight && toFlight(flight) }),
  }
}
