import { codeOf } from '../../domain/fault-text.ts'
import {
  type Coordinates,
  crowFliesM,
  type Drive,
  driveKey,
  noDrives,
  type RoadFigures,
  type RoutedDrives,
} from '../../domain/road-distance.ts'
import type { RouterAddress } from '../../domain/router-address.ts'
import type { Logger } from '../../log.ts'
import { BodyTooLong, callOutside, textWithin } from '../outgoing-calls.ts'
import { osrmDialect } from './osrm.ts'
import type { RouterDialect, ToldDrive } from './router-dialect.ts'
import { valhallaDialect } from './valhalla.ts'

/** The figures by which drives are reckoned, and the router that is asked before; null for none. */
export type RoadSettings = {
  readonly figures: RoadFigures
  readonly router: RouterAddress | null
  readonly log: Pick<Logger, 'warn'>
}

/** The ways between places, as far as this server can find them out. */
export type Roads = {
  readonly figures: RoadFigures
  /** Whether there is a router, so that looking drives up may take a while. */
  readonly isRouted: boolean
  /**
   * Drives of these legs, as far as a router told them in time. Never throws. Without a router it is empty, and nothing is asked.
   */
  lookUp(legs: readonly (readonly Coordinates[])[]): Promise<RoutedDrives>
  /**
   * The reason, in a few words, why the router told no route of about a kilometre from here, or from central Leeds. Null where
   * it told one, and where there is no router.
   */
  check(near: Coordinates | null): Promise<string | null>
}

/** Milliseconds that a router has for everything that is asked together. */
const patienceMs = 1_500
const mostBodyBytes = 1_048_576

/** Times by which a road may be longer than the crow flies, and the part of it that it has at least: a route of no metres is none. */
const detours = { most: 5, least: 0.01 }

/** Seconds that a drive may take at most, as many as may be typed. */
const longestSeconds = 10_000_000

const centralLeeds: Coordinates = { latitude: 53.795, longitude: -1.548 }

/** Degrees of latitude that make about a kilometre. */
const kilometreDegrees = 0.009

const dialects: Readonly<Record<RouterAddress['kind'], RouterDialect>> = { osrm: osrmDialect, valhalla: valhallaDialect }

/** The fault of a question that led to no drive, in words of our own: what a router says goes nowhere. */
class NoDrive extends Error {}

type Found = { readonly drive: Drive } | { readonly trouble: string }

/** Finds drives by a router, where there is one. What it does not tell in time, or tells wrongly, is one line at `warn`. */
export function openRoads({ figures, router, log }: RoadSettings): Roads {
  return {
    figures,
    isRouted: router !== null,
    async lookUp(legs) {
      if (router === null) return noDrives
      const asked = new Map(legs.filter(leadsAway).map((points) => [driveKey(points), points]))
      if (asked.size === 0) return noDrives
      const found = await askTogether(router, [...asked.values()])
      const reasons = countsOf(found.flatMap((one) => ('trouble' in one ? [one.trouble] : [])))
      if (reasons.size > 0) {
        const facts = { router: router.host, legs: found.length, reasons: Object.fromEntries(reasons) }
        log.warn(facts, 'the router did not tell every drive; the others are estimated')
      }
      return new Map([...asked.keys()].flatMap((key, nth) => drivesOf(found[nth]).map((drive) => [key, drive] as const)))
    },
    async check(near) {
      if (router === null) return null
      const [found] = await askTogether(router, [kilometreFrom(near ?? centralLeeds)])
      return found !== undefined && 'trouble' in found ? found.trouble : null
    },
  }
}

/** Whether a leg has points that differ, so that there is a drive to ask for. */
function leadsAway([first, ...others]: readonly Coordinates[]): boolean {
  return others.some(({ latitude, longitude }) => latitude !== first?.latitude || longitude !== first?.longitude)
}

/** Two points about a kilometre apart; the second lies nearer to the equator, so that it is never past a pole. */
function kilometreFrom({ latitude, longitude }: Coordinates): Coordinates[] {
  const towards = latitude > 0 ? -kilometreDegrees : kilometreDegrees
  return [
    { latitude, longitude },
    { latitude: latitude + towards, longitude },
  ]
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function drivesOf(found: Found | undefined): Drive[] {
  return found !== undefined && 'drive' in found ? [found.drive] : []
}

/** Asks for all drives at once and under one clock, whatever `fetch` makes of its signal. Never rejects. */
async function askTogether(router: RouterAddress, legs: readonly (readonly Coordinates[])[]): Promise<readonly Found[]> {
  const calls = new AbortController()
  const { promise: tooLate, resolve } = Promise.withResolvers<Found>()
  const timer = setTimeout(() => resolve({ trouble: `no answer within ${patienceMs / 1_000} s` }), patienceMs)
  try {
    return await Promise.all(legs.map((points) => Promise.race([ask(router, points, calls.signal), tooLate])))
  } finally {
    clearTimeout(timer)
    calls.abort()
  }
}

async function ask(router: RouterAddress, points: readonly Coordinates[], calls: AbortSignal): Promise<Found> {
  const call = new AbortController()
  const signal = AbortSignal.any([calls, call.signal])
  try {
    const { question, driveIn } = dialects[router.kind]
    const { path, init } = question(points)
    const told = driveIn(jsonIn(await answerTo(`${router.origin}${path}`, { ...init, signal })))
    if (told === null) throw new NoDrive('no route')
    if (!isCredible(told, crowFliesM(points))) throw new NoDrive('figures that cannot be')
    return { drive: { distanceM: Math.round(told.metres), drivingSeconds: Math.round(told.seconds) } }
  } catch (fault) {
    return { trouble: fault instanceof NoDrive ? fault.message : 'no answer' }
  } finally {
    // Hangs up on what no one reads any more: the rest of a long answer, and the body of a refusal.
    call.abort()
  }
}

async function answerTo(url: string, init: RequestInit): Promise<string> {
  const response = await callOutside(url, { ...init, redirect: 'manual' }).catch((fault) => {
    throw new NoDrive(`no connection (${codeOf(fault) ?? 'no code'})`)
  })
  if (response.status !== 200) throw new NoDrive(`status ${response.status}`)
  if (response.body === null) throw new NoDrive('an empty answer')
  return await textWithin(response.body, mostBodyBytes).catch((fault) => {
    throw new NoDrive(fault instanceof BodyTooLong ? 'an answer of more than 1 MiB' : 'an answer that is cut')
  })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoDrive('an answer that is no JSON')
  }
}

/** Whether a drive may be one between points that lie so far apart. False of what is no number. */
function isCredible({ metres, seconds }: ToldDrive, crowM: number): boolean {
  return metres >= crowM * detours.least && metres <= crowM * detours.most && seconds >= 0 && seconds <= longestSeconds
}
