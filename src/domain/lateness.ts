import type { Coach } from './coach.ts'
import { minuteMs } from './instant.ts'
import { currentLeg, type Journey, legStatus, withoutReverted } from './progress.ts'

/** Minutes behind the plan up to which a coach is only on its way; after them it is late. */
const lateAfterMinutes = 15

/**
 * By how many whole minutes the latest coach of a trip is behind its plan at `now` (ms), once that is more than fifteen; else null. A
 * coach that waits for its group is late by the clock, one with the group on board by when they boarded.
 */
export function lateMinutes(coaches: readonly Coach[], now: number): number | null {
  const worst = Math.max(0, ...coaches.map(({ journey }) => behindPlan(journey, now)))
  const minutes = Math.floor(worst / minuteMs)
  return minutes > lateAfterMinutes ? minutes : null
}

function behindPlan(journey: Journey, now: number): number {
  const leg = currentLeg(journey)
  if (leg === null) return 0
  const boarded = withoutReverted(journey.log).findLast((entry) => entry.leg === leg.sequence && entry.status === 'on_board')
  const isOnBoard = legStatus(journey, leg.sequence) === 'on_board' && boarded !== undefined
  return (isOnBoard ? boarded.occurredAt : now) - leg.departsAt
}
