import { type Itinerary, listItineraryPlaces, summariseTrip } from './itinerary.ts'
import type { Leg, Stop } from './leg.ts'
import { listPersonalNames, listPersonalWords } from './personal-names.ts'
import { listHomeWords, maskPlace, type Place, scrubPlace } from './place.ts'
import { makeScrub, type Scrub } from './scrub.ts'

/** An itinerary as an operator sees it before the booking: places and times, without the customer. */
export type MaskedItinerary = Itinerary & { readonly isMasked: true }

/**
 * Version of the masked copies and search words. Increase it when `maskItinerary` or `listTripWords` changes its result, so
 * that stored ones are rebuilt.
 */
export const maskVersion = 3

/** The people of a trip. */
export type TripPeople = {
  readonly customer: {
    readonly name: string
    readonly email: string | null
    readonly phone: string | null
    readonly organisation: string | null
  }
  readonly leadPassenger: { readonly name: string; readonly phone: string | null } | null
}

/** Every text that identifies the people of a trip. */
export function listTripIdentities({ customer, leadPassenger }: TripPeople): string[] {
  const known = [customer.name, customer.email, customer.phone, customer.organisation, leadPassenger?.name, leadPassenger?.phone]
  return known.filter((text) => text != null)
}

/** The names and contacts of people, without the names of organisations. */
function personsOf({ customer, leadPassenger }: TripPeople): string[] {
  const known = [...listNamesOfPeople({ customer, leadPassenger }), customer.email, customer.phone, leadPassenger?.phone]
  return known.filter((text) => text != null)
}

function listNamesOfPeople({ customer, leadPassenger }: TripPeople, organisation = customer.organisation): string[] {
  return [customer.name, leadPassenger?.name ?? ''].flatMap((name) => listPersonalNames(name, organisation))
}

/** The words of these people's names. A name that is also given as the organisation counts: it can be a person's. */
function listNameWords(people: TripPeople): string[] {
  return listNamesOfPeople(people, null).flatMap(listPersonalWords)
}

/** The itinerary as a job shows it: homes as town and outward code, without the names and contacts of these people. */
export function maskItinerary(itinerary: Itinerary, people: TripPeople): MaskedItinerary {
  return maskFor(itinerary, [people], personsOf)
}

/** The stored itinerary after the erasure of these people. The names of places also lose their organisations. */
export function anonymiseItinerary(itinerary: Itinerary, people: readonly TripPeople[]): MaskedItinerary {
  return maskFor(itinerary, people, listTripIdentities)
}

function maskFor(
  itinerary: Itinerary,
  people: readonly TripPeople[],
  knownInNames: (people: TripPeople) => string[],
): MaskedItinerary {
  const homes = listItineraryPlaces(itinerary).map(listHomeWords)
  const addresses = homes.flatMap((home) => home.addresses)
  const names = makeScrub([...people.flatMap(knownInNames), ...addresses])
  const parts = homes.flatMap((home) => home.parts)
  const notes = makeScrub([...people.flatMap(listTripIdentities), ...people.flatMap(listNameWords), ...addresses, ...parts])
  return { ...scrubItinerary(itinerary, notes, (place) => maskPlace(place, { names, notes })), isMasked: true }
}

/** Applies `scrub` to every text of the itinerary, and `place` to every place. */
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
