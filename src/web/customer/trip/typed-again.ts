import { dayOf, timeOf, wallOf } from '../../plain/moment.ts'
import type { ShownTrip } from './shown.ts'

/** A trip as the form for an enquiry takes it, all but who asks; its days where they still hold. */
export function typedAgain(trip: ShownTrip, hasDays: boolean): (readonly [name: string, value: string])[] {
  const { pickup, dropoff, luggage, accessibility, returns_at: returns } = trip
  const way = trip.trip_type === 'shuttle' ? (returns === null ? 'one_way' : 'return') : trip.trip_type
  const stop = trip.legs[0]?.stops[0]?.place
  const typed: (readonly [string, string])[] = [
    ['way', way],
    ['day', hasDays ? dayIn(trip.departs_at) : ''],
    ['time', clockIn(trip.departs_at)],
    ['from', textOf(pickup)],
    ['from_postcode', pickup.postcode ?? ''],
    // The form has no postcode of a stop.
    ['stop', stop ? [textOf(stop), stop.postcode].filter(Boolean).join(', ') : ''],
    ['to', textOf(dropoff)],
    ['to_postcode', dropoff.postcode ?? ''],
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
  ]
  return typed.filter(([, value]) => value !== '')
}

function dayIn(local: string | null): string {
  return local === null ? '' : dayOf(wallOf(local))
}

function clockIn(local: string | null): string {
  return local === null ? '' : timeOf(wallOf(local))
}

function textOf({ label, address_lines: lines, locality }: ShownTrip['pickup']): string {
  return [...new Set([label, ...lines, locality])].filter(Boolean).join(', ')
}

function many(number: number | undefined): string {
  return number ? String(number) : ''
}
