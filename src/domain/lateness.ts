import type { Coach } from './coach.ts'
import { minuteMs } from './instant.ts'
import { findCurrentLeg, findLegStatus, type Journey, removeReverted } from './progress.ts'

/** Minutes behind the plan up to which a vehicle does not count as late. */
const lateAfterMinutes = 15

/**
 * Whole minutes by which the latest vehicle of a trip is behind its plan at `now` (ms), once they exceed fifteen; otherwise null.
 * A vehicle that waits for its group is late by the clock, one with the group on board by its boarding time.
 */
export function computeLateMinutes(coaches: readonly Coach[], now: number): number | null {
  const worst = Math.max(0, ...coaches.map(({ journey }) => behindPlan(journey, now)))
  const minutes = Math.floor(worst / minuteMs)
  return minutes > lateAfterMinutes ? minutes : null
}

function behindPlan(journey: Journey, now: number): number {
  const leg = findCurrentLeg(journey)
  if (leg === null) return 0
  const boarded = removeReverted(journey.log).findLast((entry) => entry.leg === leg.sequence && entry.status === 'on_board')
  const isOnBoard = findLegStatus(journey, leg.sequence) === 'on_board' && boarded !== undefined
  return (isOnBoard ? boarded.occurredAt : now) - leg.departsAt
}
