import { foldTownName, listShortNames } from './town-name.ts'

/** A town of the gazetteer. Degrees are decimal, WGS 84. */
export type Town = {
  readonly name: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  /** 0 if unknown. */
  readonly population: number
  readonly latitude: number
  readonly longitude: number
}

/** A time zone, and the country (ISO 3166 alpha-2) with most of its people. */
export type ZoneOfCountry = readonly [timezone: string, country: string]

/**
 * The towns in the order of their folded names, and their short names in order. Readers look up a number in a column by its
 * index, and parse nothing.
 */
export type TownFile = {
  readonly towns: number
  readonly shortNames: number
  /** The codes of all countries. */
  readonly countries: readonly string[]
  nameOf(town: number): string
  /** The index of a town's country. */
  countryOf(town: number): number
  populationOf(town: number): number
  latitudeOf(town: number): number
  longitudeOf(town: number): number
  /** A short name, folded. */
  shortNameOf(short: number): string
  /** The town of a short name. */
  townOfShortName(short: number): number
  zones(): ZoneOfCountry[]
}

/** Bytes of an entry in each column of numbers, and of the length of a section before all sections. */
const widths = { end: 3, degrees: 3, population: 4, country: 1, town: 3, section: 4 } as const

/** The greatest number in a column of degrees: a step is 2.4 m at most. */
const mostDegrees = 256 ** widths.degrees - 1

/** Packs towns and time zones into one file. */
export function packTowns(towns: readonly Town[], zones: readonly ZoneOfCountry[]): Uint8Array {
  const sorted = towns
    .map((town) => ({ town, key: foldTownName(town.name) }))
    .filter(({ key }) => key !== '')
    .sort((one, other) => compare(one.key, other.key) || other.town.population - one.town.population)
    .map(({ town }) => town)
  const shorts = sorted
    .flatMap(({ name }, town) => listShortNames(name).map((short) => ({ short, town })))
    .sort((one, other) => compare(one.short, other.short) || one.town - other.town)
  const countries = [...new Set(sorted.map(({ country }) => country))]
  const countryNumbers = new Map(countries.map((country, nth) => [country, nth]))
  return packSections([
    ...packTexts(sorted.map(({ name }) => name)),
    packNumbers(sorted, widths.degrees, ({ latitude }) => packDegrees(latitude, 90)),
    packNumbers(sorted, widths.degrees, ({ longitude }) => packDegrees(longitude, 180)),
    packNumbers(sorted, widths.population, ({ population }) => population),
    packNumbers(sorted, widths.country, ({ country }) => countryNumbers.get(country) ?? 0),
    new TextEncoder().encode(countries.join('')),
    ...packTexts(shorts.map(({ short }) => short)),
    packNumbers(shorts, widths.town, ({ town }) => town),
    new TextEncoder().encode(zones.map((zone) => zone.join(' ')).join('\n')),
  ])
}

/** Opens a packed file without reading it. */
export function openTownFile(file: Uint8Array): TownFile {
  const [names, nameEnds, latitudes, longitudes, populations, countryNumbers, countries, shorts, shortEnds, shortTowns, zones] =
    splitSections(file)
  const decoder = new TextDecoder()
  const readText = (texts: Uint8Array, ends: Uint8Array, nth: number) =>
    decoder.decode(texts.subarray(nth === 0 ? 0 : readNumber(ends, widths.end, nth - 1), readNumber(ends, widths.end, nth)))
  return {
    towns: nameEnds.length / widths.end,
    shortNames: shortEnds.length / widths.end,
    countries: decoder.decode(countries).match(/../g) ?? [],
    nameOf: (town) => readText(names, nameEnds, town),
    countryOf: (town) => countryNumbers[town] ?? 0,
    populationOf: (town) => readNumber(populations, widths.population, town),
    latitudeOf: (town) => readDegrees(latitudes, town, 90),
    longitudeOf: (town) => readDegrees(longitudes, town, 180),
    shortNameOf: (short) => readText(shorts, shortEnds, short),
    townOfShortName: (short) => readNumber(shortTowns, widths.town, short),
    zones: () =>
      decoder
        .decode(zones)
        .split('\n')
        .map((line) => line.split(' ') as unknown as ZoneOfCountry),
  }
}

type Section = Uint8Array

/** The sections of a file, in their order. */
type Sections = [Section, Section, Section, Section, Section, Section, Section, Section, Section, Section, Section]

const sectionCount: Sections['length'] = 11

/** The texts one after another, and the end of each. */
function packTexts(texts: readonly string[]): [Uint8Array, Uint8Array] {
  let end = 0
  const encoder = new TextEncoder()
  const encoded = texts.map((text) => encoder.encode(text))
  const ends = encoded.map(({ length }) => {
    end += length
    return end
  })
  const whole = new Uint8Array(end)
  for (const [nth, text] of encoded.entries()) whole.set(text, (ends[nth] ?? 0) - text.length)
  return [whole, packNumbers(ends, widths.end, (one) => one)]
}

function packNumbers<Thing>(things: readonly Thing[], width: number, numberOf: (thing: Thing) => number): Uint8Array {
  const column = new Uint8Array(things.length * width)
  for (const [nth, thing] of things.entries()) {
    let rest = numberOf(thing)
    for (let byte = 0; byte < width; byte++) {
      column[nth * width + byte] = rest % 256
      rest = Math.floor(rest / 256)
    }
  }
  return column
}

function readNumber(column: Uint8Array, width: number, nth: number): number {
  let number = 0
  for (let byte = width - 1; byte >= 0; byte--) number = number * 256 + (column[nth * width + byte] ?? 0)
  return number
}

function packDegrees(degrees: number, most: number): number {
  return Math.round(((degrees + most) / (2 * most)) * mostDegrees)
}

/** Degrees of a town, rounded to four decimals (11 m). */
function readDegrees(column: Uint8Array, nth: number, most: number): number {
  const degrees = (readNumber(column, widths.degrees, nth) / mostDegrees) * 2 * most - most
  return Math.round(degrees * 10_000) / 10_000
}

function packSections(sections: Sections): Uint8Array {
  const lengths = packNumbers(sections, widths.section, ({ length }) => length)
  const parts = [lengths, ...sections]
  const file = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let start = 0
  for (const part of parts) {
    file.set(part, start)
    start += part.length
  }
  return file
}

function splitSections(file: Uint8Array): Sections {
  let start = sectionCount * widths.section
  const sections = Array.from({ length: sectionCount }, (_, nth) => {
    const end = start + readNumber(file, widths.section, nth)
    const section = file.subarray(start, end)
    start = end
    return section
  })
  return sections as Sections
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
