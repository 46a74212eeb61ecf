/** Lets works onto a shared handle one at a time, in the order they came. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` when everyone before has finished, however they finished. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work)
    this.#last = turn
    turn.catch(() => {})
    return turn
  }
}
