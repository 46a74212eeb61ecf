import { isOneLine } from '../../domain/control-characters.ts'
import type { GeocodedPlace } from '../../domain/found-place.ts'
import { tidyPostcode } from '../../domain/postcode.ts'
import type { GeocoderAddress } from '../../domain/service-address.ts'
import type { Logger } from '../../log.ts'
import { type Answered, askOwnService, fetchOwnJson, OwnServiceFault } from '../own-services.ts'
import type { GeocoderDialect, GeocoderQuestion, RawPlace } from './geocoder-dialect.ts'
import { nominatimDialect } from './nominatim.ts'
import { photonDialect } from './photon.ts'

/** The owner's program that finds places by their name or address. */
export type Geocoder = {
  /** Whether there is a geocoder, so that a search can take time. */
  readonly isOn: boolean
  /** The places that match, the best match first, within its time limit. Never throws. Empty without a geocoder. */
  find(question: GeocoderQuestion): Promise<readonly GeocodedPlace[]>
  /** The reason, in a few words, why the geocoder answered no test question; null after an answer, and without a geocoder. */
  check(): Promise<string | null>
}

/** Longest text of a place in a trip (characters), and the longest postcode. */
const longest = { text: 160, postcode: 12 }

const dialects: Readonly<Record<GeocoderAddress['kind'], GeocoderDialect>> = {
  nominatim: nominatimDialect,
  photon: photonDialect,
}

/** A town that most maps contain. A geocoder without it answers too. */
const testQuestion: GeocoderQuestion = { q: 'Leeds', near: null, most: 1 }

/** Finds places with a geocoder, if there is one. Missing and invalid answers are one line at `warn`. */
export function openGeocoder(geocoder: GeocoderAddress | null, log: Pick<Logger, 'warn'>): Geocoder {
  return {
    isOn: geocoder !== null,
    async find(question) {
      if (geocoder === null) return []
      const found = await askGeocoder(geocoder, question)
      if ('answer' in found) return found.answer.slice(0, question.most)
      log.warn({ geocoder: geocoder.host, reason: found.trouble }, 'geocoder found no places; the search continued without it')
      return []
    },
    async check() {
      if (geocoder === null) return null
      const found = await askGeocoder(geocoder, testQuestion)
      return 'trouble' in found ? found.trouble : null
    },
  }
}

async function askGeocoder(
  { kind, origin }: GeocoderAddress,
  question: GeocoderQuestion,
): Promise<Answered<readonly GeocodedPlace[]>> {
  const { buildPath, listPlaces } = dialects[kind]
  const [found = { trouble: 'no answer' }] = await askOwnService([
    async (signal) => {
      const places = listPlaces(await fetchOwnJson(`${origin}${buildPath(question)}`, { signal }))
      if (places === null) throw new OwnServiceFault('an answer without places')
      const readable = places.flatMap((place) => toGeocodedPlace(place) ?? [])
      if (readable.length === 0 && places.length > 0) throw new OwnServiceFault('places without a name or coordinates')
      return readable
    },
  ])
  return found
}

/** A place of an answer; null without a name or coordinates. Other members that a trip would refuse are null. */
function toGeocodedPlace({ label, locality, postcode, country, latitude, longitude }: RawPlace): GeocodedPlace | null {
  const name = readText(label, longest.text)
  if (name === null || !isWithin(latitude, 90) || !isWithin(longitude, 180)) return null
  return {
    label: name,
    locality: readText(locality, longest.text),
    postcode: readPostcode(postcode),
    country: typeof country === 'string' && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null,
    point: { latitude, longitude },
  }
}

/** A text of one line without half a surrogate pair, in at most so many characters; null for anything else. */
function readText(text: unknown, most: number): string | null {
  if (typeof text !== 'string') return null
  const trimmed = text.trim()
  const isUsable = trimmed !== '' && [...trimmed].length <= most && trimmed.isWellFormed() && isOneLine(trimmed)
  return isUsable ? trimmed : null
}

function readPostcode(postcode: unknown): string | null {
  const text = readText(postcode, longest.text)
  return text === null ? null : readText(tidyPostcode(text), longest.postcode)
}

function isWithin(degrees: unknown, most: number): degrees is number {
  return typeof degrees === 'number' && Math.abs(degrees) <= most
}
