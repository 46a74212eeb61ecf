import type { GeocoderAddress } from '../../src/domain/service-address.ts'
import { answerBadly, type BadMood, isBadMood, jsonResponse, wordsOfService } from './bad-moods.ts'
import { emptyResponse, openReceiver } from './receiver.ts'

/** Behaviours of a geocoder, good and bad. */
export type GeocoderMood =
  | BadMood
  | 'answers'
  | 'knows no such place'
  | 'answers with an object'
  | 'answers with nameless places'
  | 'answers with places beyond the poles'
  | 'answers with wild members'

/** A place in the map of a geocoder. */
export type MappedPlace = {
  readonly name: string
  readonly house?: string
  readonly street?: string
  readonly city?: string
  readonly postcode?: string
  readonly country: string
  readonly lat: number
  readonly lon: number
}

/** A geocoder on a real socket: `await using geocoder = await openGeocoderDouble('photon')`. */
export type GeocoderDouble = AsyncDisposable & {
  readonly env: Readonly<Record<string, string>>
  readonly host: string
  readonly address: GeocoderAddress
  /** The queries as they were received. */
  readonly questions: readonly URLSearchParams[]
  readonly paths: readonly string[]
  /** The requests that followed its redirect. */
  readonly strays: readonly string[]
  readonly connections: { readonly made: number; readonly open: number }
  /** Sets its behaviour and its map from now on. */
  behave(mood: GeocoderMood, places?: readonly MappedPlace[]): void
}

/** Opens a geocoder of a kind on a free port, with an empty map. */
export async function openGeocoderDouble(kind: GeocoderAddress['kind']): Promise<GeocoderDouble> {
  let now: { readonly mood: GeocoderMood; readonly places: readonly MappedPlace[] } = { mood: 'answers', places: [] }
  const questions: URLSearchParams[] = []
  const paths: string[] = []
  const flooded = { bytes: 0 }
  const elsewhere = await openReceiver((socket) => socket.end(emptyResponse('404 Not Found')))
  const receiver = await openReceiver((socket, request) => {
    const { pathname, searchParams } = new URL(request.split(' ')[1] ?? '', 'http://geocoder.test')
    questions.push(searchParams)
    paths.push(pathname)
    const { mood, places } = now
    if (isBadMood(mood)) return answerBadly(mood, { socket, elsewhere: elsewhere.authority, flooded })
    socket.end(jsonResponse('200 OK', JSON.stringify(answerIn(mood, kind, places))))
  })
  const origin = `http://${receiver.authority}`
  return {
    env: { CHARABANC_GEOCODER_URL: `${kind}+${origin}` },
    host: receiver.authority,
    address: { kind, origin, host: receiver.authority },
    questions,
    paths,
    strays: elsewhere.heard,
    connections: receiver.connections,
    behave(mood, places = now.places) {
      now = { mood, places }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([receiver[Symbol.asyncDispose](), elsewhere[Symbol.asyncDispose]()])
    },
  }
}

const hall: MappedPlace = { name: 'Leeds Town Hall', city: 'Leeds', country: 'gb', lat: 53.8, lon: -1.5491 }

function answerIn(mood: Exclude<GeocoderMood, BadMood>, kind: GeocoderAddress['kind'], places: readonly MappedPlace[]): unknown {
  const write = (mapped: readonly (MappedPlace | object)[]) => {
    if (kind === 'nominatim') return mapped.map((place) => asResult(place as MappedPlace))
    return { type: 'FeatureCollection', features: mapped.map((place) => asFeature(place as MappedPlace)) }
  }
  switch (mood) {
    case 'answers':
      return write(places)
    case 'knows no such place':
      return write([])
    case 'answers with an object':
      return { error: wordsOfService }
    case 'answers with nameless places':
      return write([{ ...hall, name: '', city: '' }])
    case 'answers with places beyond the poles':
      return write([
        { ...hall, lat: 90.5 },
        { ...hall, lon: -181 },
        { ...hall, lat: null },
      ])
    case 'answers with wild members':
      return write([
        { ...hall, city: 5, postcode: 'x'.repeat(13), country: 'England' },
        { ...hall, name: 'Two\nlines' },
      ])
  }
}

/** A place in the format `jsonv2` of Nominatim. */
function asResult({ name, house, street, city, postcode, country, lat, lon }: MappedPlace) {
  const address = { house_number: house, road: street, city, postcode, country_code: country }
  const written = (degrees: number | null) => (degrees === null ? null : degrees.toFixed(7))
  const whole = [name, house, street, city, postcode].filter((part) => part !== undefined && part !== '').join(', ')
  return { licence: wordsOfService, lat: written(lat), lon: written(lon), name, display_name: whole, address }
}

/** A place as a feature of Photon, which leaves out what it does not know. */
function asFeature({ name, house, street, city, postcode, country, lat, lon }: MappedPlace) {
  const named = name === '' ? {} : { name }
  const properties = {
    osm_key: 'amenity',
    ...named,
    housenumber: house,
    street,
    city,
    postcode,
    countrycode: country.toUpperCase(),
  }
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties }
}
