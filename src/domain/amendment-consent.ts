import type { AmendableTrip } from './amended-trip.ts'
import type { Consent } from './amendment.ts'
import { minuteMs } from './instant.ts'
import { type Itinerary, placesOf } from './itinerary.ts'
import type { Leg } from './leg.ts'
import type { Place } from './place.ts'
import { invalid } from './refusal.ts'

/** Milliseconds earlier or later that are within what a coach's time means. */
export const slackMs = 15 * minuteMs

/** Something about a booked trip, and whether it may become another only as the customer agrees. */
type ConsentRule = { readonly about: string; needsConsent(before: AmendableTrip, after: AmendableTrip): boolean }

/**
 * Changes that need the customer's consent. What stands in no row never does: who rides and who ordered, flight,
 * luggage and notes. Nor does the number of people, as the seats are theirs.
 */
export const consentRules: readonly ConsentRule[] = [
  { about: 'departure', needsConsent: (before, after) => isOtherTime(before.itinerary.departsAt, after.itinerary.departsAt) },
  { about: 'return', needsConsent: (before, after) => isOtherTime(before.itinerary.returnsAt, after.itinerary.returnsAt) },
  { about: 'pickup', needsConsent: isOtherRoute(({ pickup }) => pickup) },
  { about: 'dropoff', needsConsent: isOtherRoute(({ dropoff }) => dropoff) },
  { about: 'vehicles', needsConsent: (before, after) => isOther(before.vehicles, after.vehicles) },
  { about: 'route', needsConsent: isOtherRoute(routeOf) },
  { about: 'times on the way', needsConsent: (before, after) => areOtherTimes(before.itinerary, after.itinerary) },
]

/** A booked trip with what it costs, in minor units. */
export type PricedTrip = AmendableTrip & { readonly priceAmount: number }

/** Whether the customer has to agree: to any higher price, and to whatever a rule says. */
export function needsConsent(before: PricedTrip, after: PricedTrip): boolean {
  return after.priceAmount > before.priceAmount || consentRules.some((rule) => rule.needsConsent(before, after))
}

/** Refuses `validation_failed` where the customer would have to agree and was not to be asked. */
export function mustHaveConsent(consent: Consent, before: PricedTrip, after: PricedTrip): void {
  if (consent === 'not_needed' && needsConsent(before, after)) throw invalid(['consent'], 'consentNeeded')
}

function isOther(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}

/** Whether places of a trip are others. One that only gains the coordinates it had not is the same. */
function isOtherRoute(part: (itinerary: Itinerary) => unknown) {
  return ({ itinerary: before }: AmendableTrip, { itinerary: after }: AmendableTrip) => {
    const unlocated = new Set(placesOf(before).map((place) => JSON.stringify(place)))
    const withoutNews = (_: string, value: unknown) => {
      if (!isPlace(value)) return value
      const bare = { ...value, latitude: null, longitude: null }
      return unlocated.has(JSON.stringify(bare)) ? bare : value
    }
    return JSON.stringify(part(before)) !== JSON.stringify(part(after), withoutNews)
  }
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'latitude' in value
}

function isOtherTime(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return before !== after
  return Math.abs(after - before) > slackMs
}

/** The route of a trip: where each leg goes, without when and with how many. */
function routeOf({ legs }: Itinerary) {
  return legs.map(({ kind, pickup, dropoff, stops }) => ({
    ...{ kind, pickup, dropoff },
    stops: stops.map(({ kind: what, place, note }) => ({ what, place, note })),
  }))
}

function areOtherTimes({ legs: before }: Itinerary, { legs: after }: Itinerary): boolean {
  const [was, is] = [before.flatMap(timesOf), after.flatMap(timesOf)]
  return was.some((time, nth) => isOtherTime(time, is[nth] ?? null))
}

/** Every time of a leg, a wait as if it began at no time (all ms). */
function timesOf({ departsAt, arriveBy, waitingMinutes, stops }: Leg): (number | null)[] {
  const waits = (minutes: number | null) => (minutes === null ? null : minutes * minuteMs)
  const calls = stops.flatMap((stop) => [stop.arriveAt, stop.departAt, waits(stop.waitingMinutes)])
  return [departsAt, arriveBy, waits(waitingMinutes), ...calls]
}
