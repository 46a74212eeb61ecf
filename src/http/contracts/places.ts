import { Type } from '@sinclair/typebox'
import type { PlacesAsked } from '../../actions/trips/places.ts'
import { placeKinds } from '../../domain/place.ts'
import type { OfferedPlace } from '../../storage/queries/places.ts'
import { defineContract } from '../contract.ts'
import { input, nullable, type Of, oneOf, pathId, record, text } from '../schema.ts'
import { asRecord } from './fields.ts'

export const PlacesQuery = input({ q: text({ min: 2, max: 80 }), customer_id: Type.Optional(pathId()) })

/** The text of a search for places, and its customer; null if absent. */
export function toPlacesAsked({ q, customer_id }: Of<typeof PlacesQuery>): PlacesAsked {
  const id = Number(customer_id ?? 0)
  return { q, customerId: Number.isSafeInteger(id) && id > 0 ? id : null }
}

const KnownPlaceRecord = record({
  label: Type.String(),
  kind: oneOf(placeKinds),
  locality: nullable(Type.String()),
  postcode: nullable(Type.String()),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  used: Type.Integer(),
})

/** The places of a search, the best match first. */
export const KnownPlacesView = defineContract(
  record({ results: Type.Array(KnownPlaceRecord) }),
  (places: readonly OfferedPlace[]) => ({
    results: places.map((place) =>
      asRecord(KnownPlaceRecord, place, {
        latitude: place.point?.latitude ?? null,
        longitude: place.point?.longitude ?? null,
      }),
    ),
  }),
)
