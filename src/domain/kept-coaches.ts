import type { Coach } from './coach.ts'
import { findCurrentLeg, findLegStatus } from './progress.ts'
import type { QuoteVehicle } from './quote.ts'
import { Refusal } from './refusal.ts'

/** The coaches that a change of the booking keeps: old number → new number. */
export type KeptCoaches = ReadonlyMap<number, number>

type Vehicles = readonly Pick<QuoteVehicle, 'type' | 'count' | 'seats' | 'vehicleId'>[]

type OneCoach = { readonly vehicleNo: number; readonly vehicleId: number | null; readonly kind: string }

/** Whether an old coach matches a new one. The first test with a match decides. */
const sameness: readonly ((one: OneCoach, other: OneCoach) => boolean)[] = [
  (one, other) => one.vehicleId !== null && one.vehicleId === other.vehicleId,
  (one, other) => one.kind === other.kind,
  (one, other) => one.vehicleNo === other.vehicleNo,
  () => true,
]

/**
 * Matches each old vehicle with a new one: the same fleet vehicle, otherwise the same type and seats, otherwise the same
 * position, otherwise any remaining one. A vehicle without a match is removed or new.
 */
export function matchKeptCoaches(before: Vehicles, after: Vehicles): KeptCoaches {
  const kept = new Map<number, number>()
  const coming = oneByOne(after)
  for (const isSame of sameness) {
    for (const old of oneByOne(before)) {
      if (kept.has(old.vehicleNo)) continue
      const found = coming.findIndex((one) => isSame(old, one))
      const [match] = found < 0 ? [] : coming.splice(found, 1)
      if (match !== undefined) kept.set(old.vehicleNo, match.vehicleNo)
    }
  }
  return kept
}

/** The coaches of a list, one by one. For several of a type, a named vehicle of the fleet is the first of them. */
function oneByOne(vehicles: Vehicles): OneCoach[] {
  return vehicles
    .flatMap(({ type, count, seats, vehicleId }) =>
      Array.from({ length: count }, (_, nth) => ({ vehicleId: nth === 0 ? vehicleId : null, kind: `${type} ${seats}` })),
    )
    .map((coach, nth) => ({ ...coach, vehicleNo: nth + 1 }))
}

/** Refuses `invalid_transition` if a removed coach has begun a leg that has not ended. */
export function requireCoachesNotBegun(coaches: readonly Pick<Coach, 'vehicleNo' | 'journey'>[], kept: KeptCoaches): void {
  for (const { vehicleNo, journey } of coaches) {
    const leg = findCurrentLeg(journey)
    const currentStatus = leg === null ? 'pending' : findLegStatus(journey, leg.sequence)
    if (kept.has(vehicleNo) || currentStatus === 'pending') continue
    throw new Refusal('invalid_transition', `Vehicle ${vehicleNo} has already set off.`, { currentStatus, allowed: [] })
  }
}

/** The number for the log of a cancelled coach. No other coach uses it. */
export const cancelledVehicleNo = 0

/** The coaches, by their new numbers, with another vehicle of the fleet than before. */
export function listNewlyNamed(before: Vehicles, after: Vehicles): number[] {
  const was = new Map(oneByOne(before).map(({ vehicleNo, vehicleId }) => [vehicleNo, vehicleId]))
  const former = new Map([...matchKeptCoaches(before, after)].map(([old, is]) => [is, was.get(old)]))
  return oneByOne(after)
    .filter(({ vehicleNo, vehicleId }) => vehicleId !== null && former.has(vehicleNo) && former.get(vehicleNo) !== vehicleId)
    .map(({ vehicleNo }) => vehicleNo)
}
