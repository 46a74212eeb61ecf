import { formatDegrees } from '../../domain/road-distance.ts'
import { readPath } from '../own-services.ts'
import type { GeocoderDialect, RawPlace } from './geocoder-dialect.ts'

/** The dialect of Photon's search, whose answers are GeoJSON. */
export const photonDialect: GeocoderDialect = {
  buildPath({ q, near, most }) {
    const point = near === null ? {} : { lat: formatDegrees(near.latitude), lon: formatDegrees(near.longitude) }
    return `/api?${new URLSearchParams({ q, limit: String(most), ...point })}`
  },
  listPlaces(answer) {
    const features = readPath(answer, 'features')
    return Array.isArray(features) ? features.map(readFeature) : null
  },
}

function readFeature(feature: unknown): RawPlace {
  const read = (name: string) => readPath(feature, 'properties', name)
  const name = read('name')
  const town = read('type') === 'city' ? name : read('district')
  return {
    label: name ?? formatHouse(read('housenumber'), read('street')),
    locality: read('city') ?? town,
    postcode: read('postcode'),
    country: read('countrycode'),
    latitude: readPath(feature, 'geometry', 'coordinates', '1'),
    longitude: readPath(feature, 'geometry', 'coordinates', '0'),
  }
}

/** The label of a house without a name: its number and its street. */
function formatHouse(number: unknown, street: unknown): unknown {
  return typeof number === 'string' && typeof street === 'string' ? `${number} ${street}` : street
}
