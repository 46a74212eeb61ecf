import type { Storage } from '../../storage/storage.ts'

/** The longest time (ms) that the result of a sent message waits for others. */
const longestWaitMs = 50

/** Messages that are sent at the same time, so that their results share a commit if the storage can. */
export class ResultGroup {
  readonly #isShared: boolean
  #running = 0
  #others = Promise.withResolvers<void>()

  constructor({ sharesCommits }: Pick<Storage, 'sharesCommits'>) {
    this.#isShared = sharesCommits
  }

  /** Counts a message as being sent. */
  begin(): void {
    this.#running++
  }

  /** Counts it as sent or failed. Resolves when no other message is being sent, or after 50 ms. */
  async end(): Promise<void> {
    this.#running--
    if (!this.#isShared) return
    const { promise, resolve } = this.#others
    if (this.#running > 0) return Promise.race([promise, Bun.sleep(longestWaitMs)])
    this.#others = Promise.withResolvers()
    resolve()
  }
}

const groups = new WeakMap<Storage, ResultGroup>()

/** The group of all messages whose results are written to a storage. */
export function findResultGroup(storage: Storage): ResultGroup {
  const known = groups.get(storage)
  if (known !== undefined) return known
  const group = new ResultGroup(storage)
  groups.set(storage, group)
  return group
}
