import type { Config } from '../config.ts'
import type { Coordinates } from '../domain/road-distance.ts'
import { type Finding, ok, warn } from './finding.ts'
import { roadsOf, routerHint } from './road-settings.ts'

/**
 * Whether the router that is configured tells a route of about a kilometre from where `findDepot` says. Nothing is asked, and
 * no depot looked for, without a router or where `isOffline`.
 */
export async function examineRouting(
  config: Config,
  findDepot: () => Promise<Coordinates | null>,
  isOffline: boolean,
): Promise<Finding[]> {
  const { routingUrl: router } = config
  if (router === null) return []
  if (isOffline) return [ok('routing', `${router.host} was not asked.`)]
  const near = await findDepot()
  const around = near === null ? 'in Leeds' : 'at a depot'
  const reason = await roadsOf(config, { warn() {} }).check(near)
  if (reason !== null) return [warn('routing', `${router.host} tells no route ${around}: ${reason}.`, routerHint)]
  return [ok('routing', `${router.host} tells routes ${around}.`)]
}
