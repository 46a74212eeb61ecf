import type { Coach } from './coach.ts'
import { currentLeg, legStatus } from './progress.ts'
import type { QuoteVehicle } from './quote.ts'
import { Refusal } from './refusal.ts'

/** The coaches of a booking that stay when it is changed, by their numbers: each with the number it then has. */
export type KeptCoaches = ReadonlyMap<number, number>

type Vehicles = readonly Pick<QuoteVehicle, 'type' | 'count' | 'seats' | 'vehicleId'>[]

type OneCoach = { readonly vehicleNo: number; readonly vehicleId: number | null; readonly kind: string }

/** Whether one coach stays as another: the first question that finds a pair decides. */
const sameness: readonly ((one: OneCoach, other: OneCoach) => boolean)[] = [
  (one, other) => one.vehicleId !== null && one.vehicleId === other.vehicleId,
  (one, other) => one.kind === other.kind,
  (one, other) => one.vehicleNo === other.vehicleNo,
  () => true,
]

/**
 * Matches each coach of the old list with one of the new: the same of the fleet, else one of its type and seats. Where
 * there is neither, it is the one in its place, else any that is left. A coach without a match goes, or is new.
 */
export function keptCoaches(before: Vehicles, after: Vehicles): KeptCoaches {
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

/** The coaches of a list, one by one. A vehicle of the fleet that stands for several of a kind is the first of them. */
function oneByOne(vehicles: Vehicles): OneCoach[] {
  return vehicles
    .flatMap(({ type, count, seats, vehicleId }) =>
      Array.from({ length: count }, (_, nth) => ({ vehicleId: nth === 0 ? vehicleId : null, kind: `${type} ${seats}` })),
    )
    .map((coach, nth) => ({ ...coach, vehicleNo: nth + 1 }))
}

/** Refuses `invalid_transition` where a coach that would no longer go has begun a leg that is not over. */
export function mustNotCallOff(coaches: readonly Pick<Coach, 'vehicleNo' | 'journey'>[], kept: KeptCoaches): void {
  for (const { vehicleNo, journey } of coaches) {
    const leg = currentLeg(journey)
    const currentStatus = leg === null ? 'pending' : legStatus(journey, leg.sequence)
    if (kept.has(vehicleNo) || currentStatus === 'pending') continue
    throw new Refusal('invalid_transition', `Coach ${vehicleNo} is on its way.`, { currentStatus, allowed: [] })
  }
}

/** The number under which the log of a coach is kept that was called off: no coach has it again. */
export const calledOffNo = 0

/** The coaches, by their new numbers, that are to be another of the fleet than they were. */
export function newlyNamed(before: Vehicles, after: Vehicles): number[] {
  const was = new Map(oneByOne(before).map(({ vehicleNo, vehicleId }) => [vehicleNo, vehicleId]))
  const former = new Map([...keptCoaches(before, after)].map(([old, is]) => [is, was.get(old)]))
  return oneByOne(after)
    .filter(({ vehicleNo, vehicleId }) => vehicleId !== null && former.has(vehicleNo) && former.get(vehicleNo) !== vehicleId)
    .map(({ vehicleNo }) => vehicleNo)
}
