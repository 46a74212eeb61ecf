import { type Leg, listTransferLegs } from './leg.ts'
import type { Place } from './place.ts'
import { type Coordinates, estimateDrive, listCoordinates, type RoadFigures, sumGreatCircles } from './road-distance.ts'

/** The drives of a coach on one duty, in order; `departsAt` in ms. */
export type CoachDrives = {
  readonly vehicleId: number
  readonly departsAt: number
  readonly legs: readonly Pick<Leg, 'pickup' | 'dropoff'>[]
}

/**
 * Metres that vehicles drove empty, as the crow flies, in `drives` drives. `unknown` counts further drives without coordinates.
 */
export type EmptyDistance = { readonly distanceM: number; readonly drives: number; readonly unknown: number }

/**
 * Adds up the drives of each vehicle from its last drop-off of a group to its next pick-up. The drives from and to the yard are
 * unknown.
 */
export function computeEmptyDistance(duties: readonly CoachDrives[]): EmptyDistance {
  const sum = { distanceM: 0, drives: 0, unknown: 0 }
  for (const own of Map.groupBy(duties, ({ vehicleId }) => vehicleId).values()) {
    const legs = own.toSorted((one, other) => one.departsAt - other.departsAt).flatMap((duty) => duty.legs)
    for (const [nth, { dropoff }] of legs.slice(0, -1).entries()) {
      const next = legs[nth + 1]
      const metres = next === undefined ? null : distanceM(dropoff, next.pickup)
      if (metres === null) sum.unknown++
      else if (metres > 0) {
        sum.drives++
        sum.distanceM += metres
      }
    }
  }
  return sum
}

/**
 * Estimated metres of a vehicle without passengers on one trip: from the depot to the first pick-up, and from the last drop-off
 * back. Null if one of the three has no coordinates.
 */
export function computeEmptyFromDepot(depot: Place, legs: readonly Leg[], figures: RoadFigures): number | null {
  const transfers = listTransferLegs(legs)
  const [first, last] = [transfers[0], transfers.at(-1)]
  const ends = first && last && listCoordinates([depot, first.pickup, last.dropoff])
  if (!ends) return null
  const [yard, pickup, dropoff] = ends as [Coordinates, Coordinates, Coordinates]
  return estimateDrive([yard, pickup], figures).distanceM + estimateDrive([dropoff, yard], figures).distanceM
}

/** The great-circle distance in whole metres; null for different places of which one has no coordinates. */
function distanceM(from: Place, to: Place): number | null {
  const points = listCoordinates([from, to])
  if (points === null) return isSameLabelledPlace(from, to) ? 0 : null
  return Math.round(sumGreatCircles(points))
}

function isSameLabelledPlace(one: Place, other: Place): boolean {
  return one.label === other.label && one.postcode === other.postcode
}
