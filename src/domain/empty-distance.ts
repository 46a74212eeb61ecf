import type { Leg } from './leg.ts'
import type { Place } from './place.ts'

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

const earthRadiusM = 6_371_009
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** By the great circle, in whole metres; null where a place has no coordinates and is not the same. */
function distanceM(from: Place, to: Place): number | null {
  if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null) {
    return isSame(from, to) ? 0 : null
  }
  const [south, north] = [radians(from.latitude), radians(to.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const chord = half(north - south) + Math.cos(south) * Math.cos(north) * half(radians(to.longitude - from.longitude))
  return Math.round(2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(chord))))
}

function isSame(one: Place, other: Place): boolean {
  return one.label === other.label && one.postcode === other.postcode
}
