import type { Subscription } from './subscription.ts'

/** Whether the receiver of a subscription accepts deliveries now, or has not done so yet. */
export type Track = 'healthy' | 'unproven'

/**
 * Greatest number of simultaneous requests. Bun sends 256 in a process; this stays far below, so that none waits unsent
 * (bun#12214).
 */
export const slotsInAll = 128

/** Slots of each track. Hanging receivers and long queues cannot take every slot. */
export const slotsOfTrack: Readonly<Record<Track, number>> = { healthy: 112, unproven: 96 }

/** Slots of one subscription; a single one while it fails, so that it parks after exactly twenty attempts. */
export const slotsOfOne = 4

export type InFlightCounts = {
  readonly total: number
  readonly byTrack: Readonly<Record<Track, number>>
  readonly bySubscription: ReadonlyMap<number, number>
  /** Ids of sent deliveries that are still due in storage, by subscription. */
  readonly unsettled: ReadonlyMap<number, ReadonlySet<string>>
}

/** A subscription with deliveries due, including unsettled ones. */
export type Candidate = Pick<Subscription, 'consecutiveFailures' | 'lastDeliveryAt'> & {
  readonly subscriptionId: number
  readonly dueCount: number
}

/** Number of deliveries to a subscription that may start now, at least one. */
export type Grant = { readonly subscriptionId: number; readonly track: Track; readonly slots: number }

/**
 * Shares out the free slots. Subscriptions take turns, beginning after `after`, so that one with many deliveries never blocks the
 * others. Once 50 % of all slots are taken, each gets one. `candidates` are in the order of their ids.
 */
export function grantSlots(candidates: readonly Candidate[], inFlight: InFlightCounts, after: number): Grant[] {
  const grants: Grant[] = []
  const byTrack = { ...inFlight.byTrack }
  let total = inFlight.total
  const start = candidates.findIndex(({ subscriptionId }) => subscriptionId > after)
  const inTurn = start < 0 ? candidates : [...candidates.slice(start), ...candidates.slice(0, start)]
  for (const candidate of inTurn) {
    const { subscriptionId, dueCount } = candidate
    const track = trackOf(candidate)
    const share = candidate.consecutiveFailures > 0 || total >= slotsInAll / 2 ? 1 : slotsOfOne
    const slots = Math.min(
      dueCount - (inFlight.unsettled.get(subscriptionId)?.size ?? 0),
      share - (inFlight.bySubscription.get(subscriptionId) ?? 0),
      slotsOfTrack[track] - byTrack[track],
      slotsInAll - total,
    )
    if (slots <= 0) continue
    grants.push({ subscriptionId, track, slots })
    byTrack[track] += slots
    total += slots
  }
  return grants
}

function trackOf({ consecutiveFailures, lastDeliveryAt }: Candidate): Track {
  return consecutiveFailures === 0 && lastDeliveryAt !== null ? 'healthy' : 'unproven'
}
