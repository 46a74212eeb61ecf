import { instantsOf, withOffset } from '../plain/zone.ts'
import type { Records } from '../portal/api/client.ts'
import { emptyPlace, placeBody, type TypedPlace } from '../portal/trip-fields/typed-trip.ts'

/** A trip as the marketplace types it. */
export type TypedMarketTrip = {
  readonly zone: string
  readonly departsAt: string | null
  readonly isReturn: boolean
  readonly returnsAt: string | null
  readonly pickup: TypedPlace
  readonly dropoff: TypedPlace
  readonly people: number | null
  readonly name: string
  readonly organisation: string
  readonly email: string
  readonly phone: string
  readonly notes: string
  /** The refs of those who are asked; null for everybody. */
  readonly offerTo: readonly string[] | null
}

/** What the form begins with. */
export function emptyMarketTrip(zone: string): TypedMarketTrip {
  return {
    zone,
    departsAt: null,
    isReturn: false,
    returnsAt: null,
    pickup: emptyPlace,
    dropoff: emptyPlace,
    people: null,
    name: '',
    organisation: '',
    email: '',
    phone: '',
    notes: '',
    offerTo: null,
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The trip as the API takes it; what is missing it says. */
export function marketTripBody(typed: TypedMarketTrip): Records['TripInput'] {
  return {
    customer: {
      name: typed.name.trim(),
      email: typed.email.trim(),
      phone: orNull(typed.phone),
      organisation: orNull(typed.organisation),
    },
    pickup: placeBody(typed.pickup),
    dropoff: placeBody(typed.dropoff),
    departs_at: typed.departsAt ?? '',
    returns_at: typed.isReturn ? typed.returnsAt : null,
    timezone: typed.zone,
    passenger_count: typed.people ?? 0,
    notes: orNull(typed.notes),
    offer_to: typed.offerTo === null ? 'all' : [...typed.offerTo],
  } as Records['TripInput']
}

/** The columns of a file of trips, in the order of the example. */
export const importColumns = [
  ...['departs', 'returns', 'from', 'from_town', 'from_postcode', 'to', 'to_town', 'to_postcode'],
  ...['people', 'name', 'organisation', 'email', 'phone', 'notes'],
] as const

/** One line of a file as the form would have it; moments are `2027-03-02 08:30` on the clocks of `zone`. */
export function tripOfRow(row: ReadonlyMap<string, string>, zone: string): TypedMarketTrip {
  const cell = (name: string) => row.get(name) ?? ''
  const place = (name: string): TypedPlace => ({
    ...emptyPlace,
    label: cell(name),
    locality: cell(`${name}_town`),
    postcode: cell(`${name}_postcode`),
  })
  return {
    ...emptyMarketTrip(zone),
    departsAt: momentOf(cell('departs'), zone),
    isReturn: cell('returns') !== '',
    returnsAt: momentOf(cell('returns'), zone),
    pickup: place('from'),
    dropoff: place('to'),
    people: /^\d{1,4}$/.test(cell('people')) ? Number(cell('people')) : null,
    name: cell('name'),
    organisation: cell('organisation'),
    email: cell('email'),
    phone: cell('phone'),
    notes: cell('notes'),
  }
}

function momentOf(text: string, zone: string): string | null {
  const wall = text.replace(' ', 'T').slice(0, 16)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall)) return null
  const [instant] = instantsOf(wall, zone)
  return instant === undefined ? null : withOffset(instant, zone)
}
