import type { AttemptResult, ChosenDelivery } from '../actions/webhooks/deliveries.ts'
import type { InFlightCounts } from '../domain/delivery-slots.ts'

type Entry = { readonly delivery: ChosenDelivery; hasEnded: boolean; isReleased: boolean; isSettled: boolean }

/**
 * The register of what is in flight. A slot is free again when the attempt has its result and its connection is given back; a
 * delivery stays known until its result is settled as well.
 */
export class InFlight {
  readonly #entries = new Set<Entry>()
  /** By result, in the order in which they came. */
  readonly #ended = new Map<AttemptResult, Entry>()

  /** Takes a slot. Answers how to say that the attempt has its result, and that its connection is given back. */
  add(delivery: ChosenDelivery) {
    const entry: Entry = { delivery, hasEnded: false, isReleased: false, isSettled: false }
    this.#entries.add(entry)
    return {
      end: (result: Omit<AttemptResult, 'delivery'>): void => {
        entry.hasEnded = true
        this.#ended.set({ delivery, ...result }, entry)
      },
      release: (): void => {
        entry.isReleased = true
        if (entry.isSettled) this.#entries.delete(entry)
      },
    }
  }

  /** The results to be settled, in the order in which they came. */
  results(): AttemptResult[] {
    return [...this.#ended.keys()]
  }

  /** Forgets results that are durable, or no longer ours to keep. */
  forget(results: readonly AttemptResult[]): void {
    for (const result of results) {
      const entry = this.#ended.get(result)
      if (entry === undefined) continue
      this.#ended.delete(result)
      entry.isSettled = true
      if (entry.isReleased) this.#entries.delete(entry)
    }
  }

  /**
   * Counts what is in flight. An attempt with a result counts as ended once its connection is given back, settled or
   * not. To be read together with `results`, lest a failing subscription gets one attempt too many.
   */
  counts(): InFlightCounts {
    const byTrack = { healthy: 0, unproven: 0 }
    const bySubscription = new Map<number, number>()
    const unsettled = new Map<number, Set<string>>()
    for (const { delivery, hasEnded, isReleased, isSettled } of this.#entries) {
      const { id, subscriptionId, track } = delivery
      if (!isSettled) unsettled.set(subscriptionId, (unsettled.get(subscriptionId) ?? new Set()).add(id))
      if (hasEnded && isReleased) continue
      byTrack[track]++
      bySubscription.set(subscriptionId, (bySubscription.get(subscriptionId) ?? 0) + 1)
    }
    return { total: byTrack.healthy + byTrack.unproven, byTrack, bySubscription, unsettled }
  }
}
