import type { Database } from 'bun:sqlite'
import { translateAtWork } from './faults.ts'

/**
 * Greatest age (ms) of a snapshot at the start of a turn. A slow turn could otherwise miss a commit of another process that its
 * caller already knows.
 */
const oldestMs = 5

/**
 * The snapshot for reads. All reads before this thread returns to its sockets share it, including those of simultaneous calls.
 */
export class ReadSnapshot {
  readonly #begin
  readonly #rollback
  #isTaken = false
  #takenAt = 0
  #isHeld = false
  #isOver = false

  constructor(
    private readonly database: Database,
    private readonly elapsed: () => number = () => performance.now(),
  ) {
    this.#begin = database.prepare('BEGIN')
    this.#rollback = database.prepare('ROLLBACK')
  }

  /** Runs `work` on the snapshot, one at a time. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    try {
      if (this.elapsed() - this.#takenAt > oldestMs) this.end()
      if (!this.#isTaken) this.#take()
      this.#isHeld = true
      return await work()
    } catch (fault) {
      this.#isOver = true
      throw translateAtWork(fault)
    } finally {
      this.#isHeld = false
      if (this.#isOver) this.end()
    }
  }

  /** Ends the snapshot after the present read, so that later reads see every commit. */
  end(): void {
    this.#isOver = this.#isHeld
    if (this.#isHeld || !this.#isTaken) return
    this.#isTaken = false
    // A rollback succeeds in every state, and there are no writes.
    if (this.database.inTransaction) this.#rollback.run()
  }

  #take(): void {
    this.#begin.run()
    this.#isTaken = true
    this.#takenAt = this.elapsed()
    setImmediate(() => this.end())
  }
}
