import { touchCredential } from '../storage/queries/credentials.ts'
import type { Storage } from '../storage/storage.ts'

const onceAMinuteMs = 60_000

/** Notes when credentials are used: once a minute each at most, many in one write. */
export class LastUsed {
  #pending = new Map<number, number>()
  readonly #timer: Timer

  constructor(
    private readonly storage: Storage,
    everyMs: number,
  ) {
    this.#timer = setInterval(() => this.flush().catch(() => {}), everyMs)
    this.#timer.unref()
  }

  /** `before` is what the row says (ms), or null. */
  note(credentialId: number, before: number | null, now: number): void {
    if (before === null || now - before >= onceAMinuteMs) this.#pending.set(credentialId, now)
  }

  /** Writes what is noted; a busy storage leaves it for the next time. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const noted = this.#pending
    this.#pending = new Map()
    try {
      await this.storage.transact(async (tx) => {
        for (const [id, at] of noted) await touchCredential(tx, id, at)
      })
    } catch (fault) {
      this.#pending = new Map([...noted, ...this.#pending])
      throw fault
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
