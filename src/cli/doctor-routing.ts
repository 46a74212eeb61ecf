import type { Config } from '../config.ts'
import type { Coordinates } from '../domain/road-distance.ts'
import { createOkFinding, createWarnFinding, type Finding } from './finding.ts'
import { openConfiguredRoads, routerHint } from './road-settings.ts'

/**
 * Whether the configured router returns a route of about a kilometre near `findDepot`. No request without a router or if
 * `isOffline`.
 */
export async function examineRouting(
  config: Config,
  findDepot: () => Promise<Coordinates | null>,
  isOffline: boolean,
): Promise<Finding[]> {
  const { routingUrl: router } = config
  if (router === null) return []
  if (isOffline) return [createOkFinding('routing', `${router.host} was not checked.`)]
  const near = await findDepot()
  const around = near === null ? 'in Leeds' : 'at a depot'
  const reason = await openConfiguredRoads(config, { warn() {} }).check(near)
  if (reason !== null) return [createWarnFinding('routing', `${router.host} returns no route ${around}: ${reason}.`, routerHint)]
  return [createOkFinding('routing', `${router.host} returns routes ${around}.`)]
}
