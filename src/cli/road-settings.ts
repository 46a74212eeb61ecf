import type { Config } from '../config.ts'
import type { Coordinates, RoadFigures } from '../domain/road-distance.ts'
import { openRoads, type RoadSettings, type Roads } from '../gateways/routing/roads.ts'
import type { Logger } from '../log.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { findDepotIn } from '../storage/sqlite/inspect.ts'

/** The configured figures for estimated drives. */
export function readRoadFigures({ roadFactor, roadSpeed }: Pick<Config, 'roadFactor' | 'roadSpeed'>): RoadFigures {
  return { factor: roadFactor, speedKmh: roadSpeed }
}

/** The configured roads: with a router, or with estimates only. */
export function openConfiguredRoads(config: Config, log: RoadSettings['log']): Roads {
  return openRoads({ figures: readRoadFigures(config), router: config.routingUrl, log })
}

/** The depot of an operator, for a test of the router; null if there is none, or if it cannot be read. */
export async function findTestDepot(database: DatabaseAddress): Promise<Coordinates | null> {
  if (database.kind === 'sqlite') return findDepotIn(database.path)
  return (await import('../storage/postgres/inspect.ts')).findDepotOn(database.url)
}

/** Advice for a router that returns no route. */
export const routerHint =
  "Check that it runs and has the map of the area. The check asks for a route near an operator's depot, or in Leeds. Until the router returns routes, distances are estimated."

/** Requests a route from the router, if there is one, and logs a failure. Never rejects, and delays nothing. */
export async function testRouter(
  roads: Roads,
  { config, database, log }: { readonly config: Config; readonly database: DatabaseAddress; readonly log: Logger },
): Promise<void> {
  if (config.routingUrl === null) return
  const reason = await roads.check(await findTestDepot(database).catch(() => null))
  if (reason !== null) log.warn({ router: config.routingUrl.host, reason }, 'router returned no route; distances are estimated')
}
