import { toNullIfEmpty } from '../plain/words.ts'
import type { Records } from '../portal/api/records.ts'
import { buildPlaceBody, emptyPlace, type TypedPlace } from '../portal/trip-fields/typed-trip.ts'

/** The typed values of a marketplace trip. */
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
  /** References of the chosen operators; null for all. */
  readonly offerTo: readonly string[] | null
}

/** The empty trip of a new form. */
export function createMarketTrip(zone: string): TypedMarketTrip {
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

/** The request body of a typed trip. The API reports missing values. */
export function buildMarketTripBody(typed: TypedMarketTrip): Records['TripInput'] {
  return {
    customer: {
      name: typed.name.trim(),
      email: typed.email.trim(),
      phone: toNullIfEmpty(typed.phone),
      organisation: toNullIfEmpty(typed.organisation),
    },
    pickup: buildPlaceBody(typed.pickup),
    dropoff: buildPlaceBody(typed.dropoff),
    departs_at: typed.departsAt ?? '',
    returns_at: typed.isReturn ? typed.returnsAt : null,
    timezone: typed.zone,
    passenger_count: typed.people ?? 0,
    notes: toNullIfEmpty(typed.notes),
    offer_to: typed.offerTo === null ? 'all' : [...typed.offerTo],
  } as Records['TripInput']
}
