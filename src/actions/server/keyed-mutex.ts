import { countingWait } from '../../storage/patience.ts'

/**
 * Lets work under the same key in one at a time, in the order it came. A charge stands between two transactions, and
 * nothing else may decide about the same trip meanwhile.
 */
export class KeyedMutex<Key = number> {
  #last = new Map<Key, Promise<unknown>>()

  /** Runs `work` when all that came before under this key has finished, however it finished. */
  async take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const turn = countingWait(() => before.catch(() => {})).then(work)
    this.#last.set(key, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
  }
}
