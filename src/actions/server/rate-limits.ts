import { minuteMs } from '../../domain/instant.ts'
import {
  type Admission,
  admitRequest,
  type Bucket,
  type Counters,
  computeCounterExpiry,
  type RateLimit,
  readCounters,
  uncountRequest,
} from '../../domain/rate-limit.ts'
import { findCounter, keepCounter } from '../../storage/queries/rate-limits.ts'
import type { Storage } from '../../storage/storage.ts'
import { WriteBehind } from './write-behind.ts'

const flushAfterMs = 1000
const idleAfterMs = 5 * minuteMs
const mostKept = 20_000

type Count = {
  readonly subject: string
  readonly bucket: Bucket
  counters: Counters
  usedAt: number
  dirty: boolean
}

/** Counts calls, in memory or for all nodes together. */
export type RateLimits = Pick<RateLimiter, 'close' | 'flush' | 'giveBack' | 'rateLimitOf' | 'take'>

/**
 * A counter of the calls of each subject. Memory decides. Storage is read at a subject's first call, and written once a second
 * and on `close`. A crash loses at most the last second.
 */
export class RateLimiter {
  readonly #storage: Storage
  readonly #rateLimits: Readonly<Record<Bucket, RateLimit>>
  readonly #onFault: (fault: unknown) => void
  readonly #counts = new Map<string, Count>()
  readonly #arriving = new Map<string, Promise<Count>>()
  readonly #behind: WriteBehind
  #flushing: Promise<void> = Promise.resolve()
  #latestUse = 0

  /** `onFault` receives a failed flush; its counts stay in memory and are written with the next one. */
  constructor(storage: Storage, rateLimits: Readonly<Record<Bucket, RateLimit>>, onFault: (fault: unknown) => void) {
    this.#storage = storage
    this.#rateLimits = rateLimits
    this.#onFault = onFault
    this.#behind = new WriteBehind(flushAfterMs, () => this.flush().catch(this.#onFault))
  }

  /**
   * Counts one call of `subject` against the rate limit of `bucket`, or refuses it without counting. A subject is `key:7`,
   * `device:3`, `trip:12`, `platform:1`, `ip:203.0.113.9`, `ip:2001:db8:0:1::/64`, or anything else with its own count.
   */
  async take(subject: string, bucket: Bucket, now: number): Promise<Admission> {
    const rateLimit = this.#rateLimits[bucket]
    if (rateLimit.length === 0) return { admitted: true, counters: {}, windows: [] }
    const name = `${bucket} ${subject}`
    const count = this.#counts.get(name) ?? (await this.#fetch(name, subject, bucket))

    const admission = admitRequest(count.counters, rateLimit, now)

    count.counters = admission.counters
    count.usedAt = now
    this.#mustWrite(count)
    this.#latestUse = now
    return admission
  }

  /** Uncounts the call of `subject` at `now`, after another limit refused it. */
  giveBack(subject: string, bucket: Bucket, now: number): void {
    const count = this.#counts.get(`${bucket} ${subject}`)
    if (count === undefined) return
    count.counters = uncountRequest(count.counters, now)
    this.#mustWrite(count)
  }

  /** The names of a bucket's windows, for the headers. */
  rateLimitOf(bucket: Bucket): RateLimit {
    return this.#rateLimits[bucket]
  }

  /** Writes changed counts in one transaction, and drops silent callers. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write())
    return this.#flushing
  }

  /** Writes the remaining counts. Nothing is counted afterwards. */
  async close(): Promise<void> {
    this.#behind.cancel()
    await this.flush()
  }

  /** Simultaneous first calls must share one count, so the second waits for the fetch of the first. */
  #fetch(name: string, subject: string, bucket: Bucket): Promise<Count> {
    const arriving = this.#arriving.get(name)
    if (arriving) return arriving
    const fetched = this.#storage
      .read((db) => findCounter(db, subject, bucket))
      .then((json) => {
        // Dirty from the start, so that no flush forgets it before its first call has been counted.
        const count: Count = { subject, bucket, counters: json === null ? {} : readCounters(json), usedAt: 0, dirty: true }
        this.#counts.set(name, count)
        return count
      })
      .finally(() => this.#arriving.delete(name))
    this.#arriving.set(name, fetched)
    return fetched
  }

  async #write(): Promise<void> {
    const changed = [...this.#counts.values()].filter((count) => count.dirty)
    if (changed.length > 0) {
      for (const count of changed) count.dirty = false
      try {
        await this.#storage.transact(async (tx) => {
          for (const count of changed) await keepCounter(tx, this.#rowOf(count))
        })
      } catch (fault) {
        for (const count of changed) this.#mustWrite(count)
        throw fault
      }
    }
    this.#forgetTheSilent()
  }

  #mustWrite(count: Count): void {
    count.dirty = true
    this.#behind.soon()
  }

  #rowOf({ subject, bucket, counters, usedAt }: Count) {
    const expiresAt = computeCounterExpiry(this.#rateLimits[bucket], usedAt)
    return { subject, bucket, state: JSON.stringify(counters), expiresAt }
  }

  /**
   * Drops the counts of silent callers from memory, and of all callers when it is crowded. Only counts that are written
   * are dropped, because they can be fetched again.
   */
  #forgetTheSilent(): void {
    const crowded = this.#counts.size > mostKept
    for (const [name, count] of this.#counts) {
      if (!count.dirty && (crowded || count.usedAt < this.#latestUse - idleAfterMs)) this.#counts.delete(name)
    }
  }
}
