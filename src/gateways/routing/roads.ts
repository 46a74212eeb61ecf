import { findFaultCode } from '../../domain/fault-text.ts'
import {
  type Coordinates,
  computeDriveKey,
  type Drive,
  noDrives,
  type RoadFigures,
  type RoutedDrives,
  sumGreatCircles,
} from '../../domain/road-distance.ts'
import type { RouterAddress } from '../../domain/router-address.ts'
import type { Logger } from '../../log.ts'
import { BodyTooLong, callOutside, readTextWithin } from '../outgoing-calls.ts'
import { osrmDialect } from './osrm.ts'
import type { RouterDialect, RouterDrive } from './router-dialect.ts'
import { valhallaDialect } from './valhalla.ts'

/** The figures for estimated drives, and the router that has priority; null without one. */
export type RoadSettings = {
  readonly figures: RoadFigures
  readonly router: RouterAddress | null
  readonly log: Pick<Logger, 'warn'>
}

/** The source of distances between places. */
export type Roads = {
  readonly figures: RoadFigures
  /** Whether there is a router, so that a lookup can take time. */
  readonly isRouted: boolean
  /** Drives of these legs from the router, within its time limit. Never throws. Empty without a router. */
  lookUp(legs: readonly (readonly Coordinates[])[]): Promise<RoutedDrives>
  /**
   * The reason, in a few words, why the router returned no route of about a kilometre near here, or near central Leeds. Null
   * after a route, and without a router.
   */
  check(near: Coordinates | null): Promise<string | null>
}

/** Time limit of a router for all requests together (ms). */
const patienceMs = 1_500
const mostBodyBytes = 1_048_576

/** Greatest and smallest ratio of a route to the straight line. A route of no metres is invalid. */
const detours = { most: 5, least: 0.01 }

/** Greatest duration of a drive in seconds, the same as for entered ones. */
const longestSeconds = 10_000_000

const centralLeeds: Coordinates = { latitude: 53.795, longitude: -1.548 }

/** Degrees of latitude of about a kilometre. */
const kilometreDegrees = 0.009

const dialects: Readonly<Record<RouterAddress['kind'], RouterDialect>> = { osrm: osrmDialect, valhalla: valhallaDialect }

/** The fault of a failed request, in our own words. The router's text is not logged. */
class NoDrive extends Error {}

type Found = { readonly drive: Drive } | { readonly trouble: string }

/** Finds drives with a router, if there is one. Missing and invalid answers are one line at `warn`. */
export function openRoads({ figures, router, log }: RoadSettings): Roads {
  return {
    figures,
    isRouted: router !== null,
    async lookUp(legs) {
      if (router === null) return noDrives
      const asked = new Map(legs.filter(hasDifferentPoints).map((points) => [computeDriveKey(points), points]))
      if (asked.size === 0) return noDrives
      const found = await askAllDrives(router, [...asked.values()])
      const reasons = countWords(found.flatMap((one) => ('trouble' in one ? [one.trouble] : [])))
      if (reasons.size > 0) {
        const facts = { router: router.host, legs: found.length, reasons: Object.fromEntries(reasons) }
        log.warn(facts, 'router returned no route for some drives; estimating those')
      }
      return new Map([...asked.keys()].flatMap((key, nth) => listFoundDrives(found[nth]).map((drive) => [key, drive] as const)))
    },
    async check(near) {
      if (router === null) return null
      const [found] = await askAllDrives(router, [listProbePoints(near ?? centralLeeds)])
      return found !== undefined && 'trouble' in found ? found.trouble : null
    },
  }
}

/** Whether a leg has different points, so that there is a drive. */
function hasDifferentPoints([first, ...others]: readonly Coordinates[]): boolean {
  return others.some(({ latitude, longitude }) => latitude !== first?.latitude || longitude !== first?.longitude)
}

/** Two points about a kilometre apart. The second is nearer to the equator, so that it is never beyond a pole. */
function listProbePoints({ latitude, longitude }: Coordinates): Coordinates[] {
  const towards = latitude > 0 ? -kilometreDegrees : kilometreDegrees
  return [
    { latitude, longitude },
    { latitude: latitude + towards, longitude },
  ]
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function listFoundDrives(found: Found | undefined): Drive[] {
  return found !== undefined && 'drive' in found ? [found.drive] : []
}

/** Requests all drives in parallel with a common time limit, independent of the signal of `fetch`. Never rejects. */
async function askAllDrives(router: RouterAddress, legs: readonly (readonly Coordinates[])[]): Promise<readonly Found[]> {
  const calls = new AbortController()
  const { promise: tooLate, resolve } = Promise.withResolvers<Found>()
  const timer = setTimeout(() => resolve({ trouble: `no answer within ${patienceMs / 1_000} s` }), patienceMs)
  try {
    return await Promise.all(legs.map((points) => Promise.race([askRouter(router, points, calls.signal), tooLate])))
  } finally {
    clearTimeout(timer)
    calls.abort()
  }
}

async function askRouter(router: RouterAddress, points: readonly Coordinates[], calls: AbortSignal): Promise<Found> {
  const call = new AbortController()
  const signal = AbortSignal.any([calls, call.signal])
  try {
    const { question, driveIn } = dialects[router.kind]
    const { path, init } = question(points)
    const told = driveIn(parseRouterJson(await fetchRoute(`${router.origin}${path}`, { ...init, signal })))
    if (told === null) throw new NoDrive('no route')
    if (!isCredible(told, sumGreatCircles(points))) throw new NoDrive('impossible figures')
    return { drive: { distanceM: Math.round(told.metres), drivingSeconds: Math.round(told.seconds) } }
  } catch (fault) {
    return { trouble: fault instanceof NoDrive ? fault.message : 'no answer' }
  } finally {
    // Closes connections that are no longer read: the rest of a long answer, and the body of a refusal.
    call.abort()
  }
}

async function fetchRoute(url: string, init: RequestInit): Promise<string> {
  const response = await callOutside(url, { ...init, redirect: 'manual' }).catch((fault) => {
    throw new NoDrive(`no connection (${findFaultCode(fault) ?? 'no code'})`)
  })
  if (response.status !== 200) throw new NoDrive(`status ${response.status}`)
  if (response.body === null) throw new NoDrive('an empty answer')
  return await readTextWithin(response.body, mostBodyBytes).catch((fault) => {
    throw new NoDrive(fault instanceof BodyTooLong ? 'an answer over 1 MiB' : 'a truncated answer')
  })
}

function parseRouterJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoDrive('an answer that is not JSON')
  }
}

/** Whether a drive is plausible for this distance between its points. False for an invalid number. */
function isCredible({ metres, seconds }: RouterDrive, crowM: number): boolean {
  return metres >= crowM * detours.least && metres <= crowM * detours.most && seconds >= 0 && seconds <= longestSeconds
}
