import { formatChosenPlace } from '../../../domain/chosen-place.ts'
import { toWall, toWallDay, toWallTime } from '../../plain/moment.ts'
import type { ShownCustomer, ShownTrip } from './shown.ts'

type ShownLeg = ShownTrip['legs'][number]
type Entries = (readonly [name: string, value: string])[]

/** Greatest number of days and of stops in the form. */
const [mostDays, mostStops] = [10, 8]

/** A trip and its customer as entries of the request form, with the trip's dates if `hasDays`. */
export function buildEnquiryEntries(trip: ShownTrip, customer: ShownCustomer | null, hasDays: boolean): Entries {
  const { luggage, accessibility } = trip
  const typed: Entries = [
    ...listJourneyEntries(trip, hasDays),
    ['stays', trip.coach_stays_with_group ? 'yes' : ''],
    ['people', String(trip.passenger_count)],
    ['suitcases', formatNumberOrEmpty(luggage?.suitcases)],
    ['hand_luggage', formatNumberOrEmpty(luggage?.hand_luggage)],
    ['wheelchairs', formatNumberOrEmpty(accessibility?.wheelchair_spaces)],
    // The checkbox requests an enhanced check, which the barred list needs too.
    ['school', /^enhanced/.test(trip.dbs_required) ? 'yes' : ''],
    ...trip.amenities_required.map((wish) => ['wishes', wish] as const),
    ['notes', trip.notes ?? ''],
    ...(['name', 'email', 'phone', 'organisation'] as const).map((field) => [field, customer?.[field] ?? ''] as const),
  ]
  return typed.filter(([, value]) => value !== '')
}

/** The legs of a trip: the way out, and the way back or the further days. */
function listJourneyEntries(trip: ShownTrip, hasDays: boolean): Entries {
  const driven = trip.legs.filter(({ kind }) => kind === 'transfer')
  const [out = null, back = null] = driven
  const way = findWay(trip, driven)
  const isOfDays = way === 'multi_day'
  const day = (local: string | null) => (hasDays ? readLocalDay(local) : '')
  const ends = isOfDays && out !== null ? out : trip
  return [
    ['way', way],
    ['day', day(trip.departs_at)],
    ['time', readLocalClock(trip.departs_at)],
    ...listPlaceEntries('from', ends.pickup),
    ...(out === null ? [] : listStopEntries('', out)),
    ...listPlaceEntries('to', ends.dropoff),
    ['back_day', isOfDays ? '' : day(trip.returns_at)],
    ['back_time', isOfDays ? '' : readLocalClock(trip.returns_at)],
    ...(back === null || isOfDays ? [] : listStopEntries('back_', back)),
    ...(isOfDays ? driven.slice(1, mostDays) : []).flatMap((leg, nth) => [
      [`d${nth + 2}_day`, day(leg.departs_at)] as const,
      [`d${nth + 2}_time`, readLocalClock(leg.departs_at)] as const,
      ...listPlaceEntries(`d${nth + 2}_from`, leg.pickup),
      ...listStopEntries(`d${nth + 2}_`, leg),
      ...listPlaceEntries(`d${nth + 2}_to`, leg.dropoff),
    ]),
  ]
}

/** The kind of journey of the form: further days, unless the trip is one way, or back to where it began. */
function findWay({ trip_type: type, returns_at: returns }: ShownTrip, driven: readonly ShownLeg[]) {
  const [out, back] = driven
  const isBack = back === undefined || (out?.pickup.label === back.dropoff.label && out.dropoff.label === back.pickup.label)
  if (type === 'multi_day' || driven.length > 2 || !isBack) return 'multi_day'
  return returns === null ? 'one_way' : 'return'
}

function listStopEntries(leg: string, { stops }: ShownLeg): Entries {
  return stops.slice(0, mostStops).flatMap(({ place, arrive_at, depart_at }, nth) => {
    const name = `${leg}stop_${nth + 1}`
    return [...listPlaceEntries(name, place), [`${name}_time`, readLocalClock(arrive_at ?? depart_at)] as const]
  })
}

function readLocalDay(local: string | null): string {
  return local === null ? '' : toWallDay(toWall(local))
}

function readLocalClock(local: string | null): string {
  return local === null ? '' : toWallTime(toWall(local))
}

function listPlaceEntries(name: string, place: ShownTrip['pickup']): Entries {
  const { label: short, kind, address_lines: lines, latitude, longitude, country_code: country } = place
  const isHome = kind === 'residential'
  const label = [...new Set([short, ...lines])].join(', ')
  const [locality, postcode] = [place.locality ?? '', place.postcode ?? '']
  // The server finds the other coordinates again.
  const { coordinates_source: source = 'given' } = place as { readonly coordinates_source?: string | null }
  const isFound = latitude !== null && longitude !== null && source === 'given'
  return [
    [name, label],
    [`${name}_found`, isFound ? formatChosenPlace({ latitude, longitude, country, label, locality, postcode }) : ''],
    [`${name}_kind`, isHome ? kind : 'place'],
    [`${name}_type`, isHome ? '' : kind],
    [`${name}_town`, locality],
    [`${name}_postcode`, postcode],
  ]
}

function formatNumberOrEmpty(number: number | undefined): string {
  return number ? String(number) : ''
}
