import { runCountingWait } from '../../storage/patience.ts'

/**
 * Runs work under the same key one at a time, in order of arrival. A charge lies between two transactions, and nothing else may
 * decide about the same trip meanwhile.
 */
export class KeyedMutex<Key = number> {
  #last = new Map<Key, Promise<unknown>>()

  /** Runs `work` after all earlier work under this key, even if that failed. */
  async take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const turn = runCountingWait(() => before.catch(() => {})).then(work)
    this.#last.set(key, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
  }
}
