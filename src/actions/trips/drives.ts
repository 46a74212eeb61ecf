import type { TripInput } from '../../domain/itinerary.ts'
import { listUnknownDrives } from '../../domain/plan-itinerary.ts'
import { type Coordinates, createDriveFinder, type DriveFinder, noDrives, type RoutedDrives } from '../../domain/road-distance.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, isRepeated } from '../idempotency.ts'

/**
 * A way to find the drives of a trip that will be entered, with the router's answers. It asks the router immediately, so call it
 * before the transaction that enters the trip.
 */
export function findDrives(
  app: AppContext,
  trip: TripInput,
  request: Pick<IdempotentRequest<never>, 'key'>,
): Promise<DriveFinder> {
  return findDrivesAmong(app, request, async () => listUnknownDrives(trip, app.clock()))
}

/** A way to find drives, with the router's answers for those in `wanted`. A repeat of a request does not ask the router. */
export async function findDrivesAmong(
  app: AppContext,
  { key }: Pick<IdempotentRequest<never>, 'key'>,
  wanted: () => Promise<readonly (readonly Coordinates[])[]>,
): Promise<DriveFinder> {
  const { figures, isRouted } = app.roads
  const isAsked = isRouted && !(await isRepeated(app, key))
  const routed: RoutedDrives = isAsked ? await app.roads.lookUp(await wanted()) : noDrives
  return createDriveFinder(figures, routed)
}
