import { type Leg, transfersOf } from './leg.ts'
import type { Place } from './place.ts'
import { type Coordinates, coordinatesOf, crowFliesM, estimateDrive, type RoadFigures } from './road-distance.ts'

/** The drives of a coach on one duty, in their order; `departsAt` in ms. */
export type CoachDrives = {
  readonly vehicleId: number
  readonly departsAt: number
  readonly legs: readonly Pick<Leg, 'pickup' | 'dropoff'>[]
}

/**
 * Metres that coaches went without passengers, as the crow flies, over `drives` drives. Of `unknown` more a place has
 * no coordinates.
 */
export type EmptyDistance = { readonly distanceM: number; readonly drives: number; readonly unknown: number }

/**
 * Adds up the ways of each coach from where it set one group down to where it took the next one up. The ways from and
 * to the yard are not known.
 */
export function emptyDistanceOf(duties: readonly CoachDrives[]): EmptyDistance {
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
 * Metres that a coach is reckoned to go without passengers on one trip: from the depot to the first pickup, and from the last dropoff
 * back. Null where one of the three has no coordinates.
 */
export function emptyFromDepot(depot: Place, legs: readonly Leg[], figures: RoadFigures): number | null {
  const transfers = transfersOf(legs)
  const [first, last] = [transfers[0], transfers.at(-1)]
  const ends = first && last && coordinatesOf([depot, first.pickup, last.dropoff])
  if (!ends) return null
  const [yard, pickup, dropoff] = ends as [Coordinates, Coordinates, Coordinates]
  return estimateDrive([yard, pickup], figures).distanceM + estimateDrive([dropoff, yard], figures).distanceM
}

/** By the great circle, in whole metres; null where a place has no coordinates and is not the same. */
function distanceM(from: Place, to: Place): number | null {
  const points = coordinatesOf([from, to])
  if (points === null) return isSame(from, to) ? 0 : null
  return Math.round(crowFliesM(points))
}

function isSame(one: Place, other: Place): boolean {
  return one.label === other.label && one.postcode === other.postcode
}
