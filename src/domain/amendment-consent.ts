import type { AmendableTrip } from './amended-trip.ts'
import type { Consent } from './amendment.ts'
import { minuteMs } from './instant.ts'
import { type Itinerary, listItineraryPlaces } from './itinerary.ts'
import type { Leg } from './leg.ts'
import type { Place } from './place.ts'
import { invalid } from './refusal.ts'

/** Milliseconds by which the time of a vehicle may change without consent. */
export const slackMs = 15 * minuteMs

/** A property of a booked trip, and whether its change needs the customer's consent. */
type ConsentRule = { readonly about: string; needsConsent(before: AmendableTrip, after: AmendableTrip): boolean }

/** Changes that need the customer's consent. People, flight, luggage and notes have no row and never need it. */
export const consentRules: readonly ConsentRule[] = [
  { about: 'departure', needsConsent: (before, after) => isTimeShifted(before.itinerary.departsAt, after.itinerary.departsAt) },
  { about: 'return', needsConsent: (before, after) => isTimeShifted(before.itinerary.returnsAt, after.itinerary.returnsAt) },
  { about: 'pickup', needsConsent: hasRouteChange(({ pickup }) => pickup) },
  { about: 'dropoff', needsConsent: hasRouteChange(({ dropoff }) => dropoff) },
  { about: 'vehicles', needsConsent: (before, after) => isOther(before.vehicles, after.vehicles) },
  {
    about: 'accessibility',
    needsConsent: ({ itinerary: was }, { itinerary: is }) => isOther(was.accessibility, is.accessibility),
  },
  { about: 'route', needsConsent: hasRouteChange(listLegRoutes) },
  { about: 'times on the way', needsConsent: (before, after) => areOtherTimes(before.itinerary, after.itinerary) },
]

/** A booked trip with its price, in minor units. */
export type PricedTrip = AmendableTrip & { readonly priceAmount: number }

/** Whether the customer must consent: to any higher price, and to the changes of a rule. */
export function isCustomerConsentNeeded(before: PricedTrip, after: PricedTrip): boolean {
  return after.priceAmount > before.priceAmount || consentRules.some((rule) => rule.needsConsent(before, after))
}

/** Refuses `validation_failed` if a change needs the customer's consent and the request excludes it. */
export function requireConsent(consent: Consent, before: PricedTrip, after: PricedTrip): void {
  if (consent === 'not_needed' && isCustomerConsentNeeded(before, after)) throw invalid(['consent'], 'consentNeeded')
}

function isOther(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}

/** Whether places of a trip changed. A place without given coordinates is the same with any. */
function hasRouteChange(part: (itinerary: Itinerary) => unknown) {
  return ({ itinerary: before }: AmendableTrip, { itinerary: after }: AmendableTrip) => {
    const placed = listItineraryPlaces(before).filter(({ coordinatesSource }) => coordinatesSource !== 'given')
    const unlocated = new Set(placed.map((place) => JSON.stringify(withoutPoint(place))))
    const withoutNews = (_: string, value: unknown) => {
      if (!isPlace(value)) return value
      const bare = withoutPoint(value)
      return unlocated.has(JSON.stringify(bare)) ? bare : value
    }
    return JSON.stringify(part(before), withoutNews) !== JSON.stringify(part(after), withoutNews)
  }
}

function withoutPoint(place: Place): Place {
  return { ...place, latitude: null, longitude: null, coordinatesSource: null }
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'latitude' in value
}

function isTimeShifted(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return before !== after
  return Math.abs(after - before) > slackMs
}

/** The route of a trip: the places of each leg, without times and people. */
function listLegRoutes({ legs }: Itinerary) {
  return legs.map(({ kind, pickup, dropoff, stops }) => ({
    ...{ kind, pickup, dropoff },
    stops: stops.map(({ kind: what, place, note }) => ({ what, place, note })),
  }))
}

function areOtherTimes({ legs: before }: Itinerary, { legs: after }: Itinerary): boolean {
  const [was, is] = [before.flatMap(listLegTimes), after.flatMap(listLegTimes)]
  return was.some((time, nth) => isTimeShifted(time, is[nth] ?? null))
}

/** Every time of a leg (ms). A standby counts without its start. */
function listLegTimes({ departsAt, arriveBy, waitingMinutes, stops }: Leg): (number | null)[] {
  const waits = (minutes: number | null) => (minutes === null ? null : minutes * minuteMs)
  const calls = stops.flatMap((stop) => [stop.arriveAt, stop.departAt, waits(stop.waitingMinutes)])
  return [departsAt, arriveBy, waits(waitingMinutes), ...calls]
}
