import { type Itinerary, placesOf, summariseTrip } from './itinerary.ts'
import type { Leg, Stop } from './leg.ts'
import { addressIdentities, maskPlace, type Place, scrubPlace } from './place.ts'
import { makeScrub, type Scrub } from './scrub.ts'

/** An itinerary as an operator sees it before the booking: where and when, but not for whom. */
export type MaskedItinerary = Itinerary & { readonly isMasked: true }

/**
 * Counts up whenever `maskItinerary` makes something else of the same itinerary, or `wordsOfTrip` finds other words in it, so that what
 * was made before is made anew.
 */
export const maskVersion = 2

/** The people behind a trip. */
export type TripPeople = {
  readonly customer: {
    readonly name: string
    readonly email: string | null
    readonly phone: string | null
    readonly organisation: string | null
  }
  readonly leadPassenger: { readonly name: string; readonly phone: string | null } | null
}

/** Everything by which the people behind a trip could be known. */
export function identitiesOf({ customer, leadPassenger }: TripPeople): string[] {
  const known = [customer.name, customer.email, customer.phone, customer.organisation, leadPassenger?.name, leadPassenger?.phone]
  return known.filter((text) => text != null)
}

/** Addresses of homes are masked, and the identities and those addresses are scrubbed from every text. */
export function maskItinerary(itinerary: Itinerary, identities: readonly string[]): MaskedItinerary {
  const scrub = makeScrub([...identities, ...placesOf(itinerary).flatMap(addressIdentities)])
  return { ...scrubItinerary(itinerary, scrub, (place) => maskPlace(place, scrub)), isMasked: true }
}

/** The itinerary with every text put through `scrub`, and every place through `place`. */
export function scrubItinerary(
  itinerary: Itinerary,
  scrub: Scrub,
  place = (whole: Place): Place => scrubPlace(whole, scrub),
): Itinerary {
  const text = (typed: string | null) => (typed === null ? null : scrub(typed))
  const stop = (call: Stop): Stop => ({ ...call, place: place(call.place), note: text(call.note) })
  const leg = (drive: Leg): Leg => ({
    ...drive,
    pickup: place(drive.pickup),
    dropoff: place(drive.dropoff),
    stops: drive.stops.map(stop),
  })
  const { luggage, accessibility, flight } = itinerary
  const pickup = place(itinerary.pickup)
  const dropoff = place(itinerary.dropoff)
  return {
    ...itinerary,
    summary: scrub(summariseTrip({ ...itinerary, pickup, dropoff })),
    pickup,
    dropoff,
    legs: itinerary.legs.map(leg),
    luggage: luggage && { ...luggage, oversized: luggage.oversized.map(scrub), note: text(luggage.note) },
    accessibility: accessibility && { ...accessibility, note: text(accessibility.note) },
    flight: flight && { ...flight, number: scrub(flight.number) },
    notes: text(itinerary.notes),
  }
}
