import { dayOf, timeOf, wallOf } from '../../plain/moment.ts'
import type { ShownCustomer, ShownTrip } from './shown.ts'

/** A trip and its customer in the fields of the form for an enquiry, with the trip's days if `hasDays`. */
export function typedAgain(
  trip: ShownTrip,
  customer: ShownCustomer | null,
  hasDays: boolean,
): (readonly [name: string, value: string])[] {
  const { luggage, accessibility, returns_at: returns } = trip
  const way = trip.trip_type === 'shuttle' ? (returns === null ? 'one_way' : 'return') : trip.trip_type
  const stop = trip.legs[0]?.stops[0]?.place
  const typed: (readonly [string, string])[] = [
    ['way', way],
    ['day', hasDays ? dayIn(trip.departs_at) : ''],
    ['time', clockIn(trip.departs_at)],
    ...placeAgain('from', trip.pickup),
    ...(stop ? placeAgain('stop', stop) : []),
    ...placeAgain('to', trip.dropoff),
    ['back_day', hasDays ? dayIn(returns) : ''],
    ['back_time', clockIn(returns)],
    ['stays', trip.coach_stays_with_group ? 'yes' : ''],
    ['people', String(trip.passenger_count)],
    ['suitcases', many(luggage?.suitcases)],
    ['wheelchairs', many(accessibility?.wheelchair_spaces)],
    // The tick asks for an enhanced check; a barred list is looked at with one.
    ['school', /^enhanced/.test(trip.dbs_required) ? 'yes' : ''],
    ...trip.amenities_required.map((wish) => ['wishes', wish] as const),
    ['notes', trip.notes ?? ''],
    ...(['name', 'email', 'phone', 'organisation'] as const).map((field) => [field, customer?.[field] ?? ''] as const),
  ]
  return typed.filter(([, value]) => value !== '')
}

function dayIn(local: string | null): string {
  return local === null ? '' : dayOf(wallOf(local))
}

function clockIn(local: string | null): string {
  return local === null ? '' : timeOf(wallOf(local))
}

function placeAgain(name: string, place: ShownTrip['pickup']): [string, string][] {
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

function many(number: number | undefined): string {
  return number ? String(number) : ''
}
