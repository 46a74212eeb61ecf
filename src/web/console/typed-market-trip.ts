import { orNull } from '../plain/words.ts'
import type { Records } from '../portal/api/records.ts'
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

/** The empty trip that the form begins with. */
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
