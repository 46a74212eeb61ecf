import { createNearestTownFinder } from './nearest-town.ts'
import { type Coordinates, computeGreatCircle } from './road-distance.ts'
import { openTownFile, type Town, type TownFile } from './town-file.ts'
import { foldTownName, listTypedNames } from './town-name.ts'

/** A text to find among the names of towns. */
export type TownQuery = {
  readonly q: string
  /** The country (ISO 3166 alpha-2) whose towns come first; null for none. */
  readonly country: string | null
  /** The point by whose distance equal towns are ordered; null for none. */
  readonly near: Coordinates | null
}

/** The towns of the world. */
export type Gazetteer = {
  /** Number of towns. */
  readonly size: number
  /** Whether a town is in the country of this code (ISO 3166 alpha-2). */
  hasCountry(code: string): boolean
  /** The country of a time zone such as `Europe/London`; null for a zone without one, such as `UTC`. */
  findCountry(timezone: string): string | null
  /** The towns whose name, or a short form of it, begins with the text: at most `most`, the best match first. */
  find(wanted: TownQuery, most: number): Town[]
  /** The towns of the country that the first words of the text name, as in `leeds sta`. Without a country, all such towns. */
  findNamedFirst(wanted: TownQuery, most: number): Town[]
  /** The nearest town of a point in the British Isles; null if none is within 10 km. */
  findNearest(point: Coordinates): Town | null
  /** The nearest large town of the same country within 50 km, to tell towns of one name apart; null without one. */
  findLargeTownNear(town: Town): Town | null
  /** The towns of a country with exactly this name, or with a short form of it. */
  listNamed(name: string, country: string): readonly Town[]
}

/** A town that matches: its index, and its rank. A higher rank is better. */
type Match = { readonly town: number; readonly rank: number }

/** Greatest number of words at the beginning of a text in which a town's name is searched. */
const mostLeadingWords = 4

/** People of a large town, and the greatest distance (m) at which one describes another town. */
const [largePopulation, nearbyM] = [50_000, 50_000]

/** Least length (m) of a degree of latitude. */
const degreeM = 110_000

/** A greater number than any population. */
const abovePopulation = 2 ** 33

/** Opens the file of towns, without reading it. */
export function openGazetteer(bytes: Uint8Array): Gazetteer {
  const file = openTownFile(bytes)
  let countries: ReadonlyMap<string, string> | null = null
  const named = new Map<string, readonly Town[]>()
  const findNearest = createNearestTownFinder(file)
  let large: readonly number[] | null = null
  return {
    size: file.towns,
    hasCountry: (code) => file.countries.includes(code),
    findCountry(timezone) {
      countries ??= new Map(file.zones())
      return countries.get(timezone) ?? null
    },
    find: (wanted, most) => findTowns(file, wanted, most),
    findNamedFirst: (wanted, most) => findTownsNamedFirst(file, wanted, most),
    findNearest(point) {
      const town = findNearest(point)
      return town === null ? null : readTown(file, town)
    },
    findLargeTownNear(town) {
      large ??= listLargeTowns(file)
      return findNearestLarge(file, large, town)
    },
    listNamed(name, country) {
      const key = `${country} ${name}`
      const known = named.get(key)
      if (known !== undefined) return known
      if (named.size >= mostNamesRemembered) named.clear()
      const towns = listTownsNamed(file, name, country)
      named.set(key, towns)
      return towns
    },
  }
}

function listLargeTowns(file: TownFile): number[] {
  const large: number[] = []
  for (let town = 0; town < file.towns; town++) if (file.populationOf(town) >= largePopulation) large.push(town)
  return large
}

/** The nearest of some towns, in the same country, within 50 km and with another name. */
function findNearestLarge(file: TownFile, towns: readonly number[], town: Town): Town | null {
  const country = file.countries.indexOf(town.country)
  let [nearest, least] = [-1, nearbyM]
  for (const other of towns) {
    if (file.countryOf(other) !== country) continue
    if (Math.abs(file.latitudeOf(other) - town.latitude) * degreeM > least) continue
    const distance = computeGreatCircle(town, readPoint(file, other))
    if (distance > least || foldTownName(file.nameOf(other)) === foldTownName(town.name)) continue
    ;[nearest, least] = [other, distance]
  }
  return nearest < 0 ? null : readTown(file, nearest)
}

/** Greatest number of names whose towns stay in memory. Trips of an account name the same towns, and a search takes 0.1 ms. */
const mostNamesRemembered = 1_000

/** Number by which a town's population must exceed that of every other town of its name. */
const leastPopulationRatio = 5

/**
 * The town that a name means among all towns of that name: the only one, or one at least five times as populous as any other. A
 * population of 0 is unknown and exceeds none.
 */
export function chooseTown(named: readonly Town[]): Town | null {
  const [most = null, next] = named.toSorted((one, other) => other.population - one.population)
  if (most === null || next === undefined) return most
  return most.population > 0 && most.population >= leastPopulationRatio * next.population ? most : null
}

function listTownsNamed(file: TownFile, name: string, country: string): Town[] {
  const home = file.countries.indexOf(country)
  const folded = foldTownName(name)
  if (home < 0 || folded === '') return []
  // No name ends with a blank, so a blank follows the exact names.
  const named = listIndexes(findNameIndex(file, folded), findNameIndex(file, `${folded} `))
  const short = listIndexes(findShortIndex(file, folded), findShortIndex(file, `${folded} `)).map(file.townOfShortName)
  const towns = [...new Set([...named, ...short])].filter((town) => file.countryOf(town) === home)
  return towns.map((town) => readTown(file, town))
}

function listIndexes(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, nth) => from + nth)
}

function findTowns(file: TownFile, wanted: TownQuery, most: number): Town[] {
  const matches = collectMatches(file, wanted, most)
  for (const name of listTypedNames(wanted.q)) matches.addBeginning(name)
  return matches.best.map(({ town }) => readTown(file, town))
}

function findTownsNamedFirst(file: TownFile, wanted: TownQuery, most: number): Town[] {
  const matches = collectMatches(file, wanted, most, wanted.country !== null)
  const words = foldTownName(wanted.q).split(' ')
  for (let count = Math.min(words.length - 1, mostLeadingWords); count > 0 && matches.best.length === 0; count--)
    matches.addExact(words.slice(0, count).join(' '))
  return matches.best.map(({ town }) => readTown(file, town))
}

/** The best matches so far, in their order, optionally of the country alone. */
function collectMatches(file: TownFile, { country, near }: TownQuery, most: number, isHomeOnly = false) {
  const best: Match[] = []
  const home = country === null ? -1 : file.countries.indexOf(country)

  function addTown(town: number, isExact: boolean): void {
    const isHome = file.countryOf(town) === home
    if (isHomeOnly && home >= 0 && !isHome) return
    const rank = (Number(isHome) * 2 + Number(isExact)) * abovePopulation + file.populationOf(town)
    const worst = best[most - 1]
    if (worst !== undefined && rank < worst.rank) return
    const known = best.findIndex((match) => match.town === town)
    if (known >= 0) {
      if ((best[known]?.rank ?? 0) >= rank) return
      best.splice(known, 1)
    }
    const match = { town, rank }
    const at = best.findIndex((other) => compareMatches(match, other) < 0)
    best.splice(at < 0 ? best.length : at, 0, match)
    if (best.length > most) best.pop()
  }

  /** Higher ranks first, then the nearer town, then the earlier one. */
  function compareMatches(one: Match, other: Match): number {
    return other.rank - one.rank || distanceTo(one.town) - distanceTo(other.town) || one.town - other.town
  }

  function distanceTo(town: number): number {
    return near === null ? 0 : computeGreatCircle(near, readPoint(file, town))
  }

  function addNames(from: string, exactUntil: string, until: string): void {
    const [first, end, exactEnd] = [from, until, exactUntil].map((bound) => findNameIndex(file, bound)) as Bounds
    for (let town = first; town < end; town++) addTown(town, town < exactEnd)
    const [firstShort, endShort, exactShort] = [from, until, exactUntil].map((bound) => findShortIndex(file, bound)) as Bounds
    for (let short = firstShort; short < endShort; short++) addTown(file.townOfShortName(short), short < exactShort)
  }

  return {
    best,
    // No name ends with a blank, so a blank follows the exact names.
    addBeginning: (name: string) => addNames(name, `${name} `, `${name}\u{FFFF}`),
    addExact: (name: string) => addNames(name, `${name} `, `${name} `),
  }
}

type Bounds = [first: number, end: number, exactEnd: number]

function findNameIndex(file: TownFile, bound: string): number {
  return findFirst(file.towns, (town) => foldTownName(file.nameOf(town)) >= bound)
}

function findShortIndex(file: TownFile, bound: string): number {
  return findFirst(file.shortNames, (short) => file.shortNameOf(short) >= bound)
}

/** The first of `count` indexes with a property that all later ones have too; `count` without one. */
function findFirst(count: number, isAfter: (index: number) => boolean): number {
  let [from, until] = [0, count]
  while (from < until) {
    const middle = (from + until) >>> 1
    if (isAfter(middle)) until = middle
    else from = middle + 1
  }
  return from
}

function readTown(file: TownFile, town: number): Town {
  const [name, country, population] = [file.nameOf(town), file.countries[file.countryOf(town)] ?? '', file.populationOf(town)]
  return { name, country, population, ...readPoint(file, town) }
}

function readPoint(file: TownFile, town: number): Coordinates {
  return { latitude: file.latitudeOf(town), longitude: file.longitudeOf(town) }
}
