import { minuteMs } from '../../domain/instant.ts'
import { touchCredentials } from '../../storage/queries/credentials.ts'
import { touchDrivers } from '../../storage/queries/devices.ts'
import type { Storage, Writer } from '../../storage/storage.ts'
import { WriteBehind } from './write-behind.ts'

type Used = { readonly id: number; readonly lastUsedAt: number | null; readonly driverId: number | null }
type Use = { readonly at: number; readonly driverId: number | null }

/** Records when credentials were used, and when drivers were last seen: at most once a minute each, many in one write. */
export class LastUsed {
  #pending = new Map<number, Use>()
  readonly #behind: WriteBehind

  constructor(
    private readonly storage: Storage,
    everyMs: number,
  ) {
    this.#behind = new WriteBehind(everyMs, () => this.flush().catch(() => {}))
  }

  /** `lastUsedAt` is the value of the row (ms), or null. */
  note(credential: Used, now: number): void {
    const { id, lastUsedAt, driverId } = credential
    if (lastUsedAt !== null && Math.abs(now - lastUsedAt) < minuteMs) return
    this.#pending.set(id, { at: now, driverId })
    this.#behind.soon()
  }

  /** Writes the recorded uses; a busy storage leaves them for the next time. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const noted = this.#pending
    this.#pending = new Map()
    try {
      const written = await this.storage.transact((tx) => writeUses(tx, noted))
      this.#keepForLater([...noted].filter(([id]) => !written.has(id)))
    } catch (fault) {
      this.#keepForLater([...noted])
      throw fault
    }
  }

  #keepForLater(noted: readonly (readonly [number, Use])[]): void {
    if (noted.length === 0) return
    this.#pending = new Map([...noted, ...this.#pending])
    this.#behind.soon()
  }

  async close(): Promise<void> {
    this.#behind.cancel()
    await this.flush()
  }
}

/**
 * Writes the uses of credentials that no other transaction has locked, and leaves the others for the next time. Returns the ids
 * written.
 */
async function writeUses(tx: Writer, noted: ReadonlyMap<number, Use>): Promise<Set<number>> {
  const seen = new Map<number, number>()
  for (const { at, driverId } of noted.values()) {
    if (driverId !== null) seen.set(driverId, Math.max(at, seen.get(driverId) ?? 0))
  }
  const written = await touchCredentials(
    tx,
    [...noted].map(([id, { at }]) => ({ id, at })),
  )
  await touchDrivers(
    tx,
    [...seen].map(([id, at]) => ({ id, at })),
  )
  return written
}
