import { Mutex } from '../storage/mutex.ts'

/**
 * Whoever pays for a trip, or takes it away, does so alone: a charge stands between two transactions, and nothing else
 * may decide about the same trip meanwhile.
 */
export class KeyedMutex {
  #trips = new Map<number, { tripLocks: Mutex; waiting: number }>()

  async take<T>(tripId: number, work: () => Promise<T>): Promise<T> {
    const entry = this.#trips.get(tripId) ?? { tripLocks: new Mutex(), waiting: 0 }
    this.#trips.set(tripId, entry)
    entry.waiting++
    try {
      return await entry.tripLocks.take(work)
    } finally {
      if (--entry.waiting === 0) this.#trips.delete(tripId)
    }
  }
}
