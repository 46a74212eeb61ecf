import {
  type Coordinates,
  computeDriveKey,
  type Drive,
  noDrives,
  type RoadFigures,
  type RoutedDrives,
  sumGreatCircles,
} from '../../domain/road-distance.ts'
import type { RouterAddress } from '../../domain/service-address.ts'
import type { Logger } from '../../log.ts'
import { type Answered, askOwnService, fetchOwnJson, OwnServiceFault } from '../own-services.ts'
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

/** Greatest and smallest ratio of a route to the straight line. A route of no metres is invalid. */
const detours = { most: 5, least: 0.01 }

/** Greatest duration of a drive in seconds, the same as for entered ones. */
const longestSeconds = 10_000_000

const centralLeeds: Coordinates = { latitude: 53.795, longitude: -1.548 }

/** Degrees of latitude of about a kilometre. */
const kilometreDegrees = 0.009

const dialects: Readonly<Record<RouterAddress['kind'], RouterDialect>> = { osrm: osrmDialect, valhalla: valhallaDialect }

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

function listFoundDrives(found: Answered<Drive> | undefined): Drive[] {
  return found !== undefined && 'answer' in found ? [found.answer] : []
}

/** Requests all drives in parallel. Never rejects. */
function askAllDrives(router: RouterAddress, legs: readonly (readonly Coordinates[])[]): Promise<readonly Answered<Drive>[]> {
  return askOwnService(legs.map((points) => (signal) => askRouter(router, points, signal)))
}

async function askRouter(router: RouterAddress, points: readonly Coordinates[], signal: AbortSignal): Promise<Drive> {
  const { question, driveIn } = dialects[router.kind]
  const { path, init } = question(points)
  const told = driveIn(await fetchOwnJson(`${router.origin}${path}`, { ...init, signal }))
  if (told === null) throw new OwnServiceFault('no route')
  if (!isCredible(told, sumGreatCircles(points))) throw new OwnServiceFault('impossible figures')
  return { distanceM: Math.round(told.metres), drivingSeconds: Math.round(told.seconds) }
}

/** Whether a drive is plausible for this distance between its points. False for an invalid number. */
function isCredible({ metres, seconds }: RouterDrive, crowM: number): boolean {
  return metres >= crowM * detours.least && metres <= crowM * detours.most && seconds >= 0 && seconds <= longestSeconds
}
