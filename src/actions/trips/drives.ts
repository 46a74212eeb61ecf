import type { TripInput } from '../../domain/itinerary.ts'
import { unknownDrives } from '../../domain/plan-itinerary.ts'
import { type Coordinates, type DriveFinder, driveFinder, noDrives, type RoutedDrives } from '../../domain/road-distance.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, isRepeated } from '../idempotency.ts'

/**
 * A way to find the drives of a trip that is about to be entered, which knows what a router tells of them. The router is asked here and
 * now: to be called before the transaction that enters the trip.
 */
export function findDrives(
  app: AppContext,
  trip: TripInput,
  request: Pick<IdempotentRequest<never>, 'key'>,
): Promise<DriveFinder> {
  return findDrivesAmong(app, request, async () => unknownDrives(trip, app.clock()))
}

/** A way to find drives which knows what a router tells of those that are `wanted`. A repeat of a request asks for none. */
export async function findDrivesAmong(
  app: AppContext,
  { key }: Pick<IdempotentRequest<never>, 'key'>,
  wanted: () => Promise<readonly (readonly Coordinates[])[]>,
): Promise<DriveFinder> {
  const { figures, isRouted } = app.roads
  const isAsked = isRouted && !(await isRepeated(app, key))
  const routed: RoutedDrives = isAsked ? await app.roads.lookUp(await wanted()) : noDrives
  return driveFinder(figures, routed)
}
