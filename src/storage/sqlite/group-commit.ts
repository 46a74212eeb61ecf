import { letOthersIn, longestTurnMs } from './event-loop.ts'

/** The operations that a writer connection needs for its transactions to share commits. */
export type Commits = {
  /** Opens a transaction, whatever the last one left behind. */
  begin(): Promise<void>
  commit(): void
  rollback(): void
  savepoint(): void
  release(): void
  undo(): void
  /** False once the database has thrown the whole transaction away by itself. */
  isOpen(): boolean
  /** The fault that callers hear of for a failure of the database itself. */
  translate(fault: unknown): unknown
}

type QueuedWork = { run(): Promise<unknown>; done(result: unknown): void; failed(fault: unknown): void }

/** A group ends after this many members or milliseconds, so that no caller waits long for those of others. */
const largestGroup = 256
const longestGroupMs = 20

/**
 * Writers take turns, and those of one turn of the event loop share one COMMIT. Each has a savepoint of its own, so
 * that one that fails takes no other along, and each is answered after the commit.
 */
export class GroupCommit {
  #waiting: QueuedWork[] = []
  #draining = false
  #idle: (() => void)[] = []

  constructor(private readonly commits: Commits) {}

  take<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: work, done: (result) => resolve(result as T), failed: reject })
      if (this.#draining) return
      this.#draining = true
      setImmediate(() => this.#drain())
    })
  }

  /** Resolves when no one is waiting any more. */
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
      const started = performance.now()
      let turnStarted = started
      do {
        if (performance.now() - turnStarted > longestTurnMs) {
          await letOthersIn()
          turnStarted = performance.now()
        }
        const one = this.#waiting.shift()
        if (one === undefined) break
        members.push(one)
        answers.push(await this.#runOne(one))
      } while (members.length < largestGroup && performance.now() - started < longestGroupMs)
      this.commits.commit()
    } catch (fault) {
      this.#giveUp()
      for (const one of members) one.failed(this.commits.translate(fault))
      return
    }
    for (const answer of answers) answer()
  }

  /** The callers hear why their transaction failed, not why its rollback did; `begin` starts clean in any case. */
  #giveUp(): void {
    try {
      if (this.commits.isOpen()) this.commits.rollback()
    } catch {}
  }

  /** Throws only when the whole transaction is lost. */
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
