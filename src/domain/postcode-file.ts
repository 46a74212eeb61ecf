import { partsOfDegree, toPostcodeNumber } from './postcode-number.ts'
import type { Coordinates } from './road-distance.ts'

/** Kinds of files of postcodes: the ONS Postcode Directory, Code-Point Open, and any CSV file. */
export const postcodeSources = ['ons', 'codepoint', 'csv'] as const

export type PostcodeSource = (typeof postcodeSources)[number]

/** A postcode (`toPostcodeNumber`) with its point, in degrees times 100,000. */
export type PostcodePoint = { readonly number: number; readonly latitude: number; readonly longitude: number }

/** A row of a file: a postcode, a postcode that is no longer in use, or the reason for which the row is bad. */
type PostcodeRow = { readonly point: PostcodePoint } | { readonly isTerminated: true } | { readonly fault: string }

/** The way to read a file. `hasHeading` if its first row names the columns. */
export type PostcodeReader = {
  readonly source: PostcodeSource
  readonly hasHeading: boolean
  readRow(cells: readonly string[]): PostcodeRow
}

/** A file that is not of the expected kind. */
export class PostcodeFileFault extends Error {
  override readonly name = 'PostcodeFileFault'
}

/** Converts metres east and north on the British National Grid into degrees. */
export type GridConverter = (eastings: number, northings: number) => Coordinates

/** Greatest number of columns in a message, and of characters of each. */
const mostNamed = 20
const longestNamed = 40

/** The columns of files with a heading. */
const headings = {
  ons: { postcode: 'pcds', latitude: 'lat', longitude: 'long' },
  csv: { postcode: 'postcode', latitude: 'latitude', longitude: 'longitude' },
} as const

/** The column of the ONS Postcode Directory with the month in which a postcode was terminated. */
const terminated = 'doterm'

/** The columns of Code-Point Open, which has no heading. */
const codePoint = { postcode: 0, quality: 1, eastings: 2, northings: 3 } as const

/** The quality of a postcode of Code-Point Open without a point. */
const qualityWithoutPoint = 90

/** The latitude of a postcode of the ONS Postcode Directory without a point. */
const latitudeWithoutPoint = 99.999_999

/** Degrees around the British Isles. Exchanged latitudes and longitudes are outside. */
const isles = { south: 49, north: 61.5, west: -11, east: 2.5 }

const noPoint = { fault: 'no coordinates' }

/**
 * The way to read a file whose first row has these cells; a null source is recognised. Throws a PostcodeFileFault that names the
 * columns if some are missing.
 */
export function chooseReader(first: readonly string[], source: PostcodeSource | null, convert: GridConverter): PostcodeReader {
  const isGrid = isCodePoint(first)
  if (isGrid && (source === null || source === 'codepoint'))
    return { source: 'codepoint', hasHeading: false, readRow: (cells) => readCodePoint(cells, convert) }
  const found = `The first row is: ${formatColumns(first)}.`
  if (source === 'codepoint')
    throw new PostcodeFileFault(`Code-Point Open needs the columns postcode, quality, eastings, northings. ${found}`)
  const names = first.map((name) => name.trim().toLowerCase())
  for (const kind of source === null ? (['ons', 'csv'] as const) : [source]) {
    const reader = findReader(kind, names)
    if (reader !== null) return reader
  }
  const wanted = source === null ? `${formatHeading('csv')}, or ${formatHeading('ons')}` : formatHeading(source)
  throw new PostcodeFileFault(`The file needs the columns ${wanted}. ${found}`)
}

function findReader(source: keyof typeof headings, names: readonly string[]): PostcodeReader | null {
  const heading = headings[source]
  const [postcode, latitude, longitude] = [heading.postcode, heading.latitude, heading.longitude].map((name) =>
    names.indexOf(name),
  )
  if (postcode === undefined || latitude === undefined || longitude === undefined) return null
  if (postcode < 0 || latitude < 0 || longitude < 0) return null
  const end = source === 'ons' ? names.indexOf(terminated) : -1
  return {
    source,
    hasHeading: true,
    readRow(cells) {
      if ((cells[end] ?? '').trim() !== '') return { isTerminated: true }
      return readPoint(cells[postcode], readNumber(cells[latitude]), readNumber(cells[longitude]))
    },
  }
}

function formatHeading(source: keyof typeof headings): string {
  return Object.values(headings[source]).join(', ')
}

function formatColumns(cells: readonly string[]): string {
  const named = cells.slice(0, mostNamed).map((name) => name.trim().slice(0, longestNamed))
  return `${named.join(', ')}${cells.length > mostNamed ? ' and more' : ''}`
}

function isCodePoint(cells: readonly string[]): boolean {
  const { postcode, quality, eastings, northings } = codePoint
  return (
    toPostcodeNumber(cells[postcode] ?? '') !== null &&
    [quality, eastings, northings].every((column) => /^\s*\d+\s*$/.test(cells[column] ?? ''))
  )
}

function readCodePoint(cells: readonly string[], convert: GridConverter): PostcodeRow {
  const [eastings, northings] = [readNumber(cells[codePoint.eastings]), readNumber(cells[codePoint.northings])]
  const isMissing = readNumber(cells[codePoint.quality]) === qualityWithoutPoint || (eastings === 0 && northings === 0)
  if (isMissing || Number.isNaN(eastings) || Number.isNaN(northings)) return noPoint
  const { latitude, longitude } = convert(eastings, northings)
  return readPoint(cells[codePoint.postcode], latitude, longitude)
}

function readPoint(postcode: string | undefined, latitude: number, longitude: number): PostcodeRow {
  const number = toPostcodeNumber(postcode ?? '')
  if (number === null) return { fault: 'no British postcode' }
  if (Number.isNaN(latitude) || Number.isNaN(longitude) || latitude === latitudeWithoutPoint) return noPoint
  if (latitude === 0 && longitude === 0) return noPoint
  if (!isWithinBritishIsles(latitude, longitude)) return { fault: 'coordinates outside the British Isles' }
  return { point: { number, latitude: Math.round(latitude * partsOfDegree), longitude: Math.round(longitude * partsOfDegree) } }
}

function isWithinBritishIsles(latitude: number, longitude: number): boolean {
  return latitude >= isles.south && latitude <= isles.north && longitude >= isles.west && longitude <= isles.east
}

/** NaN for a text that is no number. */
function readNumber(text: string | undefined): number {
  const plain = text?.trim() ?? ''
  return /^[-+]?\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN
}
