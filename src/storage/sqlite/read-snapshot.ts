import type { Database } from 'bun:sqlite'
import { translateAtWork } from './faults.ts'

/**
 * A turn that takes longer, on a busy machine or at the first call of all, may begin with what it read before a caller heard of
 * another process's commit, and go on to that caller's next request (ms).
 */
const oldestMs = 5

/**
 * The snapshot that reads are done on. What is read before this thread turns to its sockets again is read on one: who is calling and
 * what they asked for, and the same for calls that came together.
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

  /** Lets go of it, at the end of what is being read: what is read from then on sees everything that was committed. */
  end(): void {
    this.#isOver = this.#isHeld
    if (this.#isHeld || !this.#isTaken) return
    this.#isTaken = false
    // There is nothing to keep, and a rollback succeeds whatever was left behind.
    if (this.database.inTransaction) this.#rollback.run()
  }

  #take(): void {
    this.#begin.run()
    this.#isTaken = true
    this.#takenAt = this.elapsed()
    setImmediate(() => this.end())
  }
}
