import type { AttemptResult, ChosenDelivery } from '../actions/webhooks/deliveries.ts'
import type { InFlightCounts } from '../domain/delivery-slots.ts'

type Entry = { readonly delivery: ChosenDelivery; hasEnded: boolean; isReleased: boolean; isSettled: boolean }

/**
 * The register of deliveries in flight. A slot is free after the attempt has its result and its connection is closed. A delivery
 * stays registered until its result is also settled.
 */
export class InFlight {
  readonly #entries = new Set<Entry>()
  /** By result, in order of arrival. */
  readonly #ended = new Map<AttemptResult, Entry>()

  /** Uses a slot. Returns functions that report the result, and the end of the connection. */
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

  /** The results to settle, in order of arrival. */
  results(): AttemptResult[] {
    return [...this.#ended.keys()]
  }

  /** Removes results that are durable, or belong to another node. */
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
   * Counts deliveries in flight. An attempt with a result counts as ended after its connection is closed, settled or not. Read it
   * together with `results`, so that a failing subscription does not get one attempt too many.
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
