import type { Config } from '../config.ts'
import type { Coordinates, RoadFigures } from '../domain/road-distance.ts'
import { openRoads, type RoadSettings, type Roads } from '../gateways/routing/roads.ts'
import type { Logger } from '../log.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { depotIn } from '../storage/sqlite/inspect.ts'

/** The figures by which drives are reckoned, as they are configured. */
export function roadFiguresIn({ roadFactor, roadSpeed }: Pick<Config, 'roadFactor' | 'roadSpeed'>): RoadFigures {
  return { factor: roadFactor, speedKmh: roadSpeed }
}

/** The roads as they are configured: with a router, or by the estimate alone. */
export function roadsOf(config: Config, log: RoadSettings['log']): Roads {
  return openRoads({ figures: roadFiguresIn(config), router: config.routingUrl, log })
}

/** The depot of an operator, near which a router is tried; null where none is entered, and where that cannot be told. */
export async function depotOf(database: DatabaseAddress): Promise<Coordinates | null> {
  if (database.kind === 'sqlite') return depotIn(database.path)
  return (await import('../storage/postgres/inspect.ts')).depotOn(database.url)
}

/** Advice for a router that tells no route. */
export const routerHint =
  'Is it up, and does it hold the map of the area? It is asked near the depot of an operator, else in Leeds. Until it tells routes, distances are estimated.'

/** Asks the router for a route, where there is one, and logs a line where it tells none. Never rejects, and holds nothing up. */
export async function tryRouter(
  roads: Roads,
  { config, database, log }: { readonly config: Config; readonly database: DatabaseAddress; readonly log: Logger },
): Promise<void> {
  if (config.routingUrl === null) return
  const reason = await roads.check(await depotOf(database).catch(() => null))
  if (reason !== null) log.warn({ router: config.routingUrl.host, reason }, 'the router tells no route; distances are estimated')
}
