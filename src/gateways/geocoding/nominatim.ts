import { type Coordinates, formatDegrees } from '../../domain/road-distance.ts'
import { readPath } from '../own-services.ts'
import type { GeocoderDialect, RawPlace } from './geocoder-dialect.ts'

/** Degrees from a point to the edges of the preferred box, about 100 km in Britain. */
const reach = { latitude: 0.9, longitude: 1.5 }

/** Members of an address that name a town or a village, the best first. */
const localityNames = ['city', 'town', 'village', 'hamlet', 'municipality', 'suburb'] as const

/** The dialect of Nominatim's search, in its format `jsonv2`. */
export const nominatimDialect: GeocoderDialect = {
  buildPath({ q, near, most }) {
    const box = near === null ? {} : { viewbox: formatBox(near) }
    const query = new URLSearchParams({ q, format: 'jsonv2', addressdetails: '1', limit: String(most), ...box })
    return `/search?${query}`
  },
  listPlaces: (answer) => (Array.isArray(answer) ? answer.map(readResult) : null),
}

function formatBox({ latitude, longitude }: Coordinates): string {
  const edges = [
    Math.max(-180, longitude - reach.longitude),
    Math.min(90, latitude + reach.latitude),
    Math.min(180, longitude + reach.longitude),
    Math.max(-90, latitude - reach.latitude),
  ]
  return edges.map(formatDegrees).join(',')
}

function readResult(result: unknown): RawPlace {
  const locality = localityNames.map((name) => readPath(result, 'address', name)).find((town) => town !== undefined)
  return {
    label: readLabel(result),
    locality,
    postcode: readPath(result, 'address', 'postcode'),
    country: readPath(result, 'address', 'country_code'),
    latitude: readDegrees(readPath(result, 'lat')),
    longitude: readDegrees(readPath(result, 'lon')),
  }
}

/** The name of a result. A house without a name has its number and its street, any other the beginning of its long name. */
function readLabel(result: unknown): unknown {
  const name = readPath(result, 'name')
  if (typeof name === 'string' && name.trim() !== '') return name
  const road = readPath(result, 'address', 'road')
  const whole = readPath(result, 'display_name')
  if (typeof road !== 'string') return typeof whole === 'string' ? whole.split(',')[0] : whole
  const number = readPath(result, 'address', 'house_number')
  return typeof number === 'string' ? `${number} ${road}` : road
}

/** Nominatim writes degrees as texts. */
function readDegrees(degrees: unknown): unknown {
  return typeof degrees === 'string' && /^-?\d{1,3}(\.\d+)?$/.test(degrees) ? Number(degrees) : degrees
}
