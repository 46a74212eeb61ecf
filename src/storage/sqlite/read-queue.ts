import { longestTurnMs, yieldToEventLoop } from './event-loop.ts'

type Work = () => Promise<void>

/**
 * Runs reads on the one handle one at a time, with callers in turn: a caller with many reads waits behind their own. Reads
 * without a caller are short and go first; one of them identifies the caller.
 */
export class ReadQueue {
  readonly #first: Work[] = []
  /** Callers with waiting reads, next turn first. */
  readonly #inTurn = new Map<number, Work[]>()
  readonly #idle: (() => void)[] = []
  #isDraining = false
  #readMs = 0

  /** Runs `work` in its turn, even after a failure of earlier work. */
  take<T>(work: () => Promise<T>, caller: number | null): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queueOf(caller).push(() => work().then(resolve, reject))
      if (!this.#isDraining) this.#drain()
    })
  }

  /** Resolves when no caller waits. */
  whenIdle(): Promise<void> {
    return this.#isDraining ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve()
  }

  async #drain(): Promise<void> {
    this.#isDraining = true
    while (this.#first.length > 0 || this.#inTurn.size > 0) {
      if (this.#readMs > longestTurnMs) {
        await yieldToEventLoop()
        this.#readMs = 0
      }
      const startedAt = performance.now()
      await this.#next()?.()
      this.#readMs += performance.now() - startedAt
    }
    this.#isDraining = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  #queueOf(caller: number | null): Work[] {
    if (caller === null) return this.#first
    const before = this.#inTurn.get(caller)
    if (before !== undefined) return before
    const queue: Work[] = []
    this.#inTurn.set(caller, queue)
    return queue
  }

  /** A caller goes to the end of the queue after each turn. */
  #next(): Work | undefined {
    const short = this.#first.shift()
    if (short !== undefined) return short
    for (const [caller, queue] of this.#inTurn) {
      const work = queue.shift()
      this.#inTurn.delete(caller)
      if (queue.length > 0) this.#inTurn.set(caller, queue)
      return work
    }
    return undefined
  }
}
