import { minuteMs } from '../domain/instant.ts'
import { touchCredential } from '../storage/queries/credentials.ts'
import { touchDriver } from '../storage/queries/devices.ts'
import type { Storage } from '../storage/storage.ts'
import { WriteBehind } from './write-behind.ts'

type Used = { readonly id: number; readonly lastUsedAt: number | null; readonly driverId: number | null }
type Use = { readonly at: number; readonly driverId: number | null }

/** Notes when credentials are used, and when drivers were last seen: once a minute each at most, many in one write. */
export class LastUsed {
  #pending = new Map<number, Use>()
  readonly #behind: WriteBehind

  constructor(
    private readonly storage: Storage,
    everyMs: number,
  ) {
    this.#behind = new WriteBehind(everyMs, () => this.flush().catch(() => {}))
  }

  /** `lastUsedAt` is what the row says (ms), or null. */
  note(credential: Used, now: number): void {
    const { id, lastUsedAt, driverId } = credential
    if (lastUsedAt !== null && now - lastUsedAt < minuteMs) return
    this.#pending.set(id, { at: now, driverId })
    this.#behind.soon()
  }

  /** Writes what is noted; a busy storage leaves it for the next time. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const noted = this.#pending
    this.#pending = new Map()
    try {
      await this.storage.transact(async (tx) => {
        for (const [id, { at, driverId }] of noted) {
          await touchCredential(tx, id, at)
          if (driverId !== null) await touchDriver(tx, driverId, at)
        }
      })
    } catch (fault) {
      this.#pending = new Map([...noted, ...this.#pending])
      this.#behind.soon()
      throw fault
    }
  }

  async close(): Promise<void> {
    this.#behind.cancel()
    await this.flush()
  }
}
