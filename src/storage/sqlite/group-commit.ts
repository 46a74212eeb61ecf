import { longestTurnMs, yieldToEventLoop } from './event-loop.ts'

/** The operations that a writer connection needs for its transactions to share commits. */
export type Commits = {
  /** Opens a transaction in any state of the connection. */
  begin(): Promise<void>
  commit(): void
  rollback(): void
  savepoint(): void
  release(): void
  undo(): void
  /** False once the database has rolled back the whole transaction on its own. */
  isOpen(): boolean
  /** Translates a failure of the database for callers. */
  translate(fault: unknown): unknown
}

type QueuedWork = { run(): Promise<unknown>; done(result: unknown): void; failed(fault: unknown): void }

/** Greatest number of members, and of milliseconds, of a group. */
const largestGroup = 256
const longestGroupMs = 20

/**
 * Runs writers one at a time; those of one turn of the event loop share one COMMIT. Each has a separate savepoint, so that a
 * failed one undoes no other, and each is answered after the commit.
 */
export class GroupCommit {
  #waiting: QueuedWork[] = []
  #draining = false
  #idle: (() => void)[] = []

  /** `steadyClock` gives the milliseconds that limit a group; no change of the machine's clock moves it. */
  constructor(
    private readonly commits: Commits,
    private readonly steadyClock: () => number = () => performance.now(),
  ) {}

  take<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: work, done: (result) => resolve(result as T), failed: reject })
      if (this.#draining) return
      this.#draining = true
      setImmediate(() => this.#drain())
    })
  }

  /** Resolves when no caller waits. */
  whenIdle(): Promise<void> {
    return this.#draining ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve()
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commitGroup()
    this.#draining = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #commitGroup(): Promise<void> {
    try {
      await this.commits.begin()
    } catch (fault) {
      for (const one of this.#waiting.splice(0)) one.failed(this.commits.translate(fault))
      return
    }
    const members: QueuedWork[] = []
    const answers: (() => void)[] = []
    try {
      const started = this.steadyClock()
      let turnStarted = started
      do {
        if (this.steadyClock() - turnStarted > longestTurnMs) {
          await yieldToEventLoop()
          turnStarted = this.steadyClock()
        }
        const one = this.#waiting.shift()
        if (one === undefined) break
        members.push(one)
        answers.push(await this.#runOne(one))
      } while (members.length < largestGroup && this.steadyClock() - started < longestGroupMs)
      this.commits.commit()
    } catch (fault) {
      this.#giveUp()
      for (const one of members) one.failed(this.commits.translate(fault))
      return
    }
    for (const answer of answers) answer()
  }

  /** Rolls back. Callers get the fault of their transaction, not of its rollback; `begin` works in any state. */
  #giveUp(): void {
    try {
      if (this.commits.isOpen()) this.commits.rollback()
    } catch {}
  }

  /** Throws only if the whole transaction is lost. */
  async #runOne(one: QueuedWork): Promise<() => void> {
    this.commits.savepoint()
    try {
      const result = await one.run()
      this.commits.release()
      return () => one.done(result)
    } catch (fault) {
      if (!this.commits.isOpen()) throw fault
      this.commits.undo()
      return () => one.failed(this.commits.translate(fault))
    }
  }
}
