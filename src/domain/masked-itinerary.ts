import { type Itinerary, placesOf, summariseTrip } from './itinerary.ts'
import type { Leg, Stop } from './leg.ts'
import { personalNames, personalWords } from './personal-names.ts'
import { homeWords, maskPlace, type Place, scrubPlace } from './place.ts'
import { makeScrub, type Scrub } from './scrub.ts'

/** An itinerary as an operator sees it before the booking: where and when, but not for whom. */
export type MaskedItinerary = Itinerary & { readonly isMasked: true }

/**
 * Counts up whenever `maskItinerary` makes something else of the same itinerary, or `wordsOfTrip` finds other words in it, so that what
 * was made before is made anew.
 */
export const maskVersion = 3

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

/** The names and contacts of people, without the names of organisations. */
function personsOf({ customer, leadPassenger }: TripPeople): string[] {
  const known = [...namesOf({ customer, leadPassenger }), customer.email, customer.phone, leadPassenger?.phone]
  return known.filter((text) => text != null)
}

function namesOf({ customer, leadPassenger }: TripPeople, organisation = customer.organisation): string[] {
  return [customer.name, leadPassenger?.name ?? ''].flatMap((name) => personalNames(name, organisation))
}

/** The words of these people's names. A name that is also given as the organisation counts: it can be a person's. */
function wordsOf(people: TripPeople): string[] {
  return namesOf(people, null).flatMap(personalWords)
}

/** The itinerary as a job shows it: homes as town and outward code, without the names and contacts of these people. */
export function maskItinerary(itinerary: Itinerary, people: TripPeople): MaskedItinerary {
  return maskFor(itinerary, [people], personsOf)
}

/** The itinerary as it is kept after these people are erased: the names of places lose their organisations too. */
export function anonymiseItinerary(itinerary: Itinerary, people: readonly TripPeople[]): MaskedItinerary {
  return maskFor(itinerary, people, identitiesOf)
}

function maskFor(
  itinerary: Itinerary,
  people: readonly TripPeople[],
  knownInNames: (people: TripPeople) => string[],
): MaskedItinerary {
  const homes = placesOf(itinerary).map(homeWords)
  const addresses = homes.flatMap((home) => home.addresses)
  const names = makeScrub([...people.flatMap(knownInNames), ...addresses])
  const parts = homes.flatMap((home) => home.parts)
  const notes = makeScrub([...people.flatMap(identitiesOf), ...people.flatMap(wordsOf), ...addresses, ...parts])
  return { ...scrubItinerary(itinerary, notes, (place) => maskPlace(place, { names, notes })), isMasked: true }
}

/** The itinerary with every text put through `scrub`, and every place through `place`. */
export function scrubItinerary(
  itinerary: Itinerary,
  scrub: Scrub,
  place = (whole: Place): Place => scrubPlace(whole, { names: scrub, notes: scrub }),
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
    summary: summariseTrip({ ...itinerary, pickup, dropoff }),
    pickup,
    dropoff,
    legs: itinerary.legs.map(leg),
    luggage: luggage && { ...luggage, oversized: luggage.oversized.map(scrub), note: text(luggage.note) },
    accessibility: accessibility && { ...accessibility, note: text(accessibility.note) },
    flight: flight && { ...flight, number: scrub(flight.number) },
    notes: text(itinerary.notes),
  }
}
