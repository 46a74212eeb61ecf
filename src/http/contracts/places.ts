import { Type } from '@sinclair/typebox'
import type { PlacesAsked, PublicPlacesAsked } from '../../actions/trips/places.ts'
import { type FoundPlace, placeSources } from '../../domain/found-place.ts'
import { buildMapUrl } from '../../domain/map-url.ts'
import { placeKinds } from '../../domain/place.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Coordinates } from '../../domain/road-distance.ts'
import { defineContract } from '../contract.ts'
import { input, nullable, type Of, oneOf, pathId, queryDegrees, record, soughtText } from '../schema.ts'
import { asRecord } from './fields.ts'

const near = { near_lat: Type.Optional(queryDegrees(90)), near_lng: Type.Optional(queryDegrees(180)) }

const q = soughtText({ min: 2, max: 80 })

export const PlacesQuery = input({ q, customer_id: Type.Optional(pathId()), ...near })

export const PublicPlacesQuery = input({ q, ...near })

/** The text of a search for places, its customer and its point; null if absent. Refuses `validation_failed` for half a point. */
export function toPlacesAsked({ q, customer_id, ...point }: Of<typeof PlacesQuery>): PlacesAsked {
  const id = Number(customer_id ?? 0)
  return { q, customerId: Number.isSafeInteger(id) && id > 0 ? id : null, near: toPoint(point) }
}

/** The text of a search for towns, and its point; null if absent. Refuses `validation_failed` for half a point. */
export function toPublicPlacesAsked({ q, ...point }: Of<typeof PublicPlacesQuery>): PublicPlacesAsked {
  return { q, near: toPoint(point) }
}

function toPoint({ near_lat, near_lng }: Pick<Of<typeof PlacesQuery>, 'near_lat' | 'near_lng'>): Coordinates | null {
  if (near_lat === undefined && near_lng === undefined) return null
  if (near_lat === undefined) throw invalid(['nearLat'], 'required')
  if (near_lng === undefined) throw invalid(['nearLng'], 'required')
  return { latitude: Number(near_lat), longitude: Number(near_lng) }
}

const FoundPlaceRecord = record({
  source: oneOf(placeSources),
  label: Type.String(),
  kind: oneOf(placeKinds),
  locality: nullable(Type.String()),
  postcode: nullable(Type.String()),
  country: nullable(Type.String()),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  map_url: nullable(Type.String()),
  used: Type.Integer(),
  ambiguous: Type.Boolean(),
  near_town: nullable(Type.String()),
})

/** The places of a search, the best match first. */
export const PlacesView = defineContract(
  record({ results: Type.Array(FoundPlaceRecord) }),
  (places: readonly FoundPlace[], { mapUrl }) => ({
    results: places.map((place) =>
      asRecord(FoundPlaceRecord, place, {
        latitude: place.point?.latitude ?? null,
        longitude: place.point?.longitude ?? null,
        ambiguous: place.isAmbiguous ?? false,
        near_town: place.nearTown ?? null,
        map_url: place.point && buildMapUrl(mapUrl, { ...place.point, label: place.label }),
      }),
    ),
  }),
)
