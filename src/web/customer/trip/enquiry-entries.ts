import { toWall, toWallDay, toWallTime } from '../../plain/moment.ts'
import type { ShownCustomer, ShownTrip } from './shown.ts'

/** A trip and its customer as entries of the request form, with the trip's dates if `hasDays`. */
export function buildEnquiryEntries(
  trip: ShownTrip,
  customer: ShownCustomer | null,
  hasDays: boolean,
): (readonly [name: string, value: string])[] {
  const { luggage, accessibility, returns_at: returns } = trip
  const way = trip.trip_type === 'shuttle' ? (returns === null ? 'one_way' : 'return') : trip.trip_type
  const stop = trip.legs[0]?.stops[0]?.place
  const typed: (readonly [string, string])[] = [
    ['way', way],
    ['day', hasDays ? readLocalDay(trip.departs_at) : ''],
    ['time', readLocalClock(trip.departs_at)],
    ...listPlaceEntries('from', trip.pickup),
    ...(stop ? listPlaceEntries('stop', stop) : []),
    ...listPlaceEntries('to', trip.dropoff),
    ['back_day', hasDays ? readLocalDay(returns) : ''],
    ['back_time', readLocalClock(returns)],
    ['stays', trip.coach_stays_with_group ? 'yes' : ''],
    ['people', String(trip.passenger_count)],
    ['suitcases', formatNumberOrEmpty(luggage?.suitcases)],
    ['wheelchairs', formatNumberOrEmpty(accessibility?.wheelchair_spaces)],
    // The checkbox requests an enhanced check, which the barred list needs too.
    ['school', /^enhanced/.test(trip.dbs_required) ? 'yes' : ''],
    ...trip.amenities_required.map((wish) => ['wishes', wish] as const),
    ['notes', trip.notes ?? ''],
    ...(['name', 'email', 'phone', 'organisation'] as const).map((field) => [field, customer?.[field] ?? ''] as const),
  ]
  return typed.filter(([, value]) => value !== '')
}

function readLocalDay(local: string | null): string {
  return local === null ? '' : toWallDay(toWall(local))
}

function readLocalClock(local: string | null): string {
  return local === null ? '' : toWallTime(toWall(local))
}

function listPlaceEntries(name: string, place: ShownTrip['pickup']): [string, string][] {
  const { label, kind, address_lines: lines, locality, postcode } = place
  const isHome = kind === 'residential'
  return [
    [name, [...new Set([label, ...lines])].join(', ')],
    [`${name}_kind`, isHome ? kind : 'place'],
    [`${name}_type`, isHome ? '' : kind],
    [`${name}_town`, locality ?? ''],
    [`${name}_postcode`, postcode ?? ''],
  ]
}

function formatNumberOrEmpty(number: number | undefined): string {
  return number ? String(number) : ''
}
