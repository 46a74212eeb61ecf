import { foldText, listWordsOfFolded } from './folding.ts'
import { findOutwardCode, listPostcodes, removePostcodes, tidyPostcode } from './postcode.ts'
import { removed, type Scrub } from './scrub.ts'

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

/**
 * Origins of a place's coordinates, most exact first: the caller, its postcode, the centre of its outward code, or the centre of
 * its town.
 */
export const coordinatesSources = ['given', 'postcode', 'outward', 'town'] as const

export type CoordinatesSource = (typeof coordinatesSources)[number]

/** A place where a vehicle calls. Degrees are decimal, WGS 84. */
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
  /** Origin of the coordinates; null without both. */
  readonly coordinatesSource: CoordinatesSource | null
  readonly accessNote: string | null
}

/** A place as a customer or a platform enters it. */
export type PlaceInput = Pick<Place, 'label' | 'kind'> & {
  readonly [Key in Exclude<keyof Place, 'label' | 'kind'>]?: Place[Key] | null | undefined
}

// A postcode of another country may be all digits, but eleven characters could be a telephone number.
const postcodeLike = /^[\p{L}\p{N} -]{1,10}$/u
/** Parts of a postcode that are larger than a street: `LS`, `LS6`, `SW1A`, `750`. */
const areaLike = /^(?:[A-Z]{1,2}(?:\d[A-Z\d]?)?|\d{2,5})$/
const numberOrArticle = /^(?:(?:apartment|apt|flat|house|no|number|unit) )?(?:\d\S* )+|^the (?=.* )/
/** Words that do not locate a home. */
const homely = new Set([
  'address',
  'apartment',
  'at',
  'flat',
  'home',
  'house',
  'my',
  'of',
  'our',
  'place',
  'private',
  'the',
  'their',
  'your',
])
const privateAddress = 'Private address'

/**
 * The whole place: omitted members are null or empty. A missing postcode area comes from a British postcode. Postcodes are
 * normalised. The members have the order of a stored place, so that equal places have equal JSON.
 */
export function completePlace(input: PlaceInput): Place {
  const { postcode, postcodeArea } = tidied({ postcode: input.postcode ?? null, postcodeArea: input.postcodeArea ?? null })
  return {
    label: input.label,
    kind: input.kind,
    locality: input.locality ?? null,
    postcodeArea,
    postcode,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
    addressLines: input.addressLines ?? [],
    countryCode: input.countryCode ?? null,
    accessNote: input.accessNote ?? null,
    coordinatesSource: readCoordinatesSource(input),
  }
}

/** The origin of a place's coordinates; null without both. Those without a stored origin were given. */
export function readCoordinatesSource({
  latitude,
  longitude,
  coordinatesSource,
}: Partial<Pick<PlaceInput, 'latitude' | 'longitude' | 'coordinatesSource'>>): CoordinatesSource | null {
  return latitude == null || longitude == null ? null : (coordinatesSource ?? 'given')
}

/** Scrubs of a place: one for its name and address, one for notes about it. */
type PlaceScrub = { readonly names: Scrub; readonly notes: Scrub }

/** The place with every text scrubbed, except a valid postcode. */
export function scrubPlace(place: Place, { names, notes }: PlaceScrub): Place {
  const clean = (text: string | null) => (text === null ? null : names(text))
  return {
    ...place,
    label: names(place.label),
    locality: clean(place.locality),
    postcodeArea: clean(place.postcodeArea),
    addressLines: place.addressLines.map(names),
    postcode: postcodeLike.test(place.postcode ?? '') ? place.postcode : clean(place.postcode),
    accessNote: place.accessNote === null ? null : notes(place.accessNote),
  }
}

/**
 * The place as a job may show it, with every text scrubbed. A home shows only its town, its outward code and coordinates
 * rounded to two decimals (about a kilometre).
 */
export function maskPlace(whole: Place, scrub: PlaceScrub): Place {
  const place = { ...whole, ...tidied(whole) }
  const clean = scrubPlace(place, scrub)
  if (place.kind !== 'residential') {
    return { ...clean, label: hasLettersOrDigits(clean.label) ? clean.label : (clean.locality ?? clean.postcodeArea ?? removed) }
  }
  const town = scrub.names(townOfHome(place))
  const locality = hasLettersOrDigits(town) ? town : null
  const postcodeArea = areaOfHome(place)
  return {
    ...clean,
    label: locality ?? postcodeArea ?? privateAddress,
    locality,
    postcodeArea,
    addressLines: [],
    postcode: null,
    ...maskPoint(place),
    accessNote: null,
  }
}

/** The coordinates of a place as a job may show them: those of a home are rounded. */
export function maskPoint({ kind, latitude, longitude, coordinatesSource }: Place) {
  if (kind !== 'residential') return { latitude, longitude, coordinatesSource }
  return { latitude: rounded(latitude), longitude: rounded(longitude), coordinatesSource }
}

/** Texts that locate a person's home, to be scrubbed from other texts. */
type HomeWords = {
  /** Whole addresses and postcodes, which are not part of the name of any other place. */
  readonly addresses: readonly string[]
  /** Names of houses and streets, which other places may share. */
  readonly parts: readonly string[]
}

/** The texts that locate a home. Empty for any other place. */
export function listHomeWords(place: Place): HomeWords {
  if (place.kind !== 'residential') return { addresses: [], parts: [] }
  const { label, addressLines, locality, postcode, postcodeArea } = place
  const lines = [label, ...addressLines]
  const towns = [locality ?? '', ...(locality ?? '').split(','), postcodeArea ?? '']
    .map(simplifyText)
    .filter((town) => town !== '')
  const isTelling = (phrase: string) =>
    phrase.length > 2 && !towns.includes(phrase) && phrase.split(' ').some((word) => /\p{L}/u.test(word) && !homely.has(word))
  const pieces = listAddressPieces(lines)
  const parts = [...new Set([...pieces, ...pieces.map((piece) => streetIn(piece, towns))])].filter(isTelling)
  const named = [label, addressLines[0] ?? ''].map((line) => simplifyText(removePostcodes(line)))
  const addresses = parts.filter((phrase) => /\p{N}/u.test(phrase) || (phrase.includes(' ') && named.includes(phrase)))
  const postcodes = [...(postcode === null ? [] : [postcode]), ...[...lines, locality ?? ''].flatMap(listPostcodes)]
  return { addresses: [...addresses, ...postcodes, ...postcodes.map((one) => one.replace(/[\s-]+/g, ''))], parts }
}

/** The lines of an address and the parts between their commas, without postcodes. */
function listAddressPieces(lines: readonly string[]): string[] {
  return [...lines, ...lines.flatMap((line) => line.split(/[,;()]+/))].map((piece) => simplifyText(removePostcodes(piece)))
}

/** A piece of an address without its number, its article and its town. */
function streetIn(piece: string, towns: readonly string[]): string {
  const street = piece.replace(numberOrArticle, '')
  const town = towns.find((one) => street.endsWith(` ${one}`))
  return (town === undefined ? street : street.slice(0, -town.length - 1)).replace(/(?: \d\S*)+$/, '')
}

/** A short name for a summary: the town, otherwise the place's name, otherwise for a home the postcode area. */
export function findTown(place: Place): string {
  return place.locality ?? (place.kind === 'residential' ? (place.postcodeArea ?? privateAddress) : place.label)
}

/** The name of a place in a message: its label, or the town of a home. */
export function findPublicName(place: Place): string {
  return place.kind === 'residential' ? findTown(place) : place.label
}

/** Whether a name ends like the name of a house and not of a town. */
function isHouse(name: string): boolean {
  return /(?:^| )(?:cottage|farm|farmhouse|house|lodge|vicarage|rectory|barn|villa|manor|bungalow|flat)$/.test(name)
}

/** The town of a home, without postcodes and parts that have a number or repeat the address; possibly empty. */
function townOfHome({ locality, label, addressLines }: Place): string {
  const parts = removePostcodes(locality ?? '')
    .split(',')
    .map((part) => part.trim())
  const [line = '', ...lines] = addressLines
  // Later lines of an address can be a town.
  const pieces = [...listAddressPieces([label, line]), ...listAddressPieces(lines).filter((piece) => piece.includes(' '))]
  const names = [...new Set([...pieces, ...pieces.map((piece) => streetIn(piece, []))])].filter((name) => name !== '')
  // `York, 1 Mill Lane` names the town first.
  const [opening = '', ...rest] = label.split(/[,;(]/)
  const first = rest.some((part) => /\p{N}|^\s*home\b/iu.test(part)) ? simplifyText(opening) : ''
  const isTown = (part: string) => {
    const town = simplifyText(part)
    if (town === '' || /\p{N}/u.test(town)) return false
    if (
      town !== first &&
      names.includes(town) &&
      (parts.length > 1 || isHouse(town) || (rest.length > 0 && town === simplifyText(opening)))
    )
      return false
    if (names.some((name) => town.startsWith(`${name} `) && isHouse(town))) return false
    return !names.some((name) => name.includes(' ') && name !== town && ` ${town} `.includes(` ${name} `))
  }
  return parts.filter(isTown).join(', ')
}

/** The outward code of a home, or a larger entered area. */
function areaOfHome({ postcodeArea, postcode, label, addressLines, locality }: Place): string | null {
  const isArea = postcodeArea !== null && areaLike.test(postcodeArea) && postcodeArea !== postcode?.replaceAll(/[\s-]/g, '')
  if (isArea) return postcodeArea
  const typed = [label, ...addressLines, locality ?? ''].flatMap(listPostcodes).at(-1) ?? ''
  return findOutwardCode(postcode ?? '') ?? findOutwardCode(typed) ?? findBareOutwardCode(postcode ?? '')
}

/** The stored postcode and postcode area. A whole British postcode as an area becomes its outward code. */
function tidied({ postcode, postcodeArea }: Pick<Place, 'postcode' | 'postcodeArea'>) {
  const tidy = (text: string | null) => (text === null ? null : tidyPostcode(text) || null)
  const area = tidy(postcodeArea)
  const whole = tidy(postcode)
  return {
    postcode: whole,
    postcodeArea: (area && findOutwardCode(area)) ?? area ?? findOutwardCode(whole ?? '') ?? findBareOutwardCode(whole ?? ''),
  }
}

/** The outward code of a postcode that was entered without its second part. */
export function findBareOutwardCode(postcode: string): string | null {
  return /^[A-Z]{1,2}\d[A-Z\d]?$/.test(postcode) ? postcode : null
}

/** The words of a text, without case and accents, between single spaces. */
function simplifyText(text: string): string {
  return listWordsOfFolded(foldText(text).text)
    .map(({ word }) => word)
    .join(' ')
}

function hasLettersOrDigits(label: string): boolean {
  return /[\p{L}\p{N}]/u.test(label.replaceAll(removed, ''))
}

function rounded(degrees: number | null): number | null {
  // Adding 0 turns the -0 of a place just west of Greenwich into 0.
  return degrees === null ? null : Math.round(degrees * 100) / 100 + 0
}
