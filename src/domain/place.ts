import { fold, foldedWords } from './folding.ts'
import { removed, type Scrub } from './scrub.ts'
import { streetWords } from './street-words.ts'

export const placeKinds = [
  'residential',
  'school',
  'venue',
  'hotel',
  'airport',
  'port',
  'station',
  'office',
  'depot',
  'other',
] as const

type PlaceKind = (typeof placeKinds)[number]

/** A place at which a coach calls. Degrees are decimal, WGS 84. */
export type Place = {
  readonly label: string
  readonly kind: PlaceKind
  readonly locality: string | null
  readonly postcodeArea: string | null
  readonly countryCode: string | null
  readonly addressLines: readonly string[]
  readonly postcode: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accessNote: string | null
}

/** A place as a customer or a platform sends it. */
export type PlaceInput = Pick<Place, 'label' | 'kind'> & {
  readonly [Key in Exclude<keyof Place, 'label' | 'kind'>]?: Place[Key] | null | undefined
}

const british = /(?<![\p{L}\p{N}])([a-z]{1,2}\d[a-z\d]?)\s?\d[a-z]{2}(?![\p{L}\p{N}])/iu
// A postcode of another country may be all digits; eleven characters could be a telephone number.
const postcodeLike = /^[\p{L}\p{N} -]{1,10}$/u
const houseNumber = /^(?:(?:flat|apartment|apt|unit|house|no|number|#)\.?\s*)?\d/iu
const street = new RegExp(String.raw`(?<!\p{N})\d+[a-z]?,?\s+(?:[\p{L}'’.-]+\s+){1,4}(?:${streetWords})(?!\p{L})`, 'iu')

/** The whole place: what was not sent is null or empty; the postcode area comes from a British postcode where it was not sent. */
export function placeFrom(input: PlaceInput): Place {
  const postcode = input.postcode ?? null
  return {
    label: input.label,
    kind: input.kind,
    locality: input.locality ?? null,
    postcodeArea: input.postcodeArea ?? outwardOf(postcode ?? ''),
    countryCode: input.countryCode ?? null,
    addressLines: input.addressLines ?? [],
    postcode,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
    accessNote: input.accessNote ?? null,
  }
}

/** The place with every text put through `scrub`, but for a postcode that is one. */
export function scrubPlace(place: Place, scrub: Scrub): Place {
  const clean = (text: string | null) => (text === null ? null : scrub(text))
  return {
    ...place,
    label: scrub(place.label),
    locality: clean(place.locality),
    postcodeArea: clean(place.postcodeArea),
    addressLines: place.addressLines.map(scrub),
    postcode: postcodeLike.test(place.postcode ?? '') ? place.postcode : clean(place.postcode),
    accessNote: clean(place.accessNote),
  }
}

/**
 * The place as a job may show it. Every text is scrubbed. Where somebody lives there is no address, postcode or access note, the
 * coordinates are rounded to two decimals (about a kilometre), and a label that is itself an address gives way to the town.
 */
export function maskPlace(place: Place, scrub: Scrub): Place {
  const clean = scrubPlace(place, scrub)
  const home = place.kind === 'residential'
  const hides = (text: string | null, lines: readonly string[]) => home && text !== null && isAddress(text, lines, place)

  const locality = hides(place.locality, addressIdentities(place)) ? null : clean.locality
  const postcodeArea = (home ? outwardOf(place.postcodeArea ?? '') : null) ?? clean.postcodeArea
  const isNamed = !hides(place.label, place.addressLines) && saysSomething(clean.label)
  return {
    ...clean,
    label: isNamed ? clean.label : (locality ?? postcodeArea ?? (home ? 'Private address' : removed)),
    locality,
    postcodeArea,
    ...(home && {
      addressLines: [],
      postcode: null,
      latitude: rounded(place.latitude),
      longitude: rounded(place.longitude),
      accessNote: null,
    }),
  }
}

/**
 * Texts that tell where somebody lives, to be scrubbed from the texts around the place as well. Empty for a place that
 * is not a home.
 */
export function addressIdentities(place: Place): string[] {
  if (place.kind !== 'residential') return []
  const lines = place.addressLines.filter(
    (line, nth) => /\d/.test(line) || (nth === 0 && /\S\s+\S/.test(line) && line !== place.locality),
  )
  return place.postcode === null ? lines : [...lines, place.postcode, place.postcode.replace(/\s+/g, '')]
}

/** A short name for a summary: the town, else the place's own name, else of a home the postcode area. */
export function townOf(place: Place): string {
  return place.locality ?? (place.kind === 'residential' ? (place.postcodeArea ?? 'Private address') : place.label)
}

function isAddress(text: string, lines: readonly string[], place: Place): boolean {
  const plain = fold(text).text.trim()
  if (houseNumber.test(plain) || street.test(plain) || british.test(plain)) return true

  const words = worded(text)
  const town = worded(place.locality ?? '')
  if (place.postcode !== null && words.includes(worded(place.postcode))) return true
  return lines
    .map(worded)
    .filter((line) => line !== town || /\d/.test(line))
    .some((line) => words.includes(line) || (words !== town && line.includes(words)))
}

/** Words between single spaces, with one at each end, so that a stretch of it is a stretch of whole words. */
function worded(text: string): string {
  const words = foldedWords(fold(text).text).map(({ word }) => word)
  return ` ${words.join(' ')} `
}

function outwardOf(postcode: string): string | null {
  return british.exec(postcode)?.[1]?.toUpperCase() ?? null
}

function saysSomething(label: string): boolean {
  return /[\p{L}\p{N}]/u.test(label.replaceAll(removed, ''))
}

function rounded(degrees: number | null): number | null {
  // Adding 0 turns the -0 of a place just west of Greenwich into 0.
  return degrees === null ? null : Math.round(degrees * 100) / 100 + 0
}
