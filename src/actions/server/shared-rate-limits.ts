import {
  type Admission,
  admit,
  type Bucket,
  type Counters,
  type RateLimit,
  readCounters,
  uncounted,
} from '../../domain/rate-limit.ts'
import { holdCounter, keepCounter } from '../../storage/queries/rate-limits.ts'
import type { Storage } from '../../storage/storage.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * A counter of calls that all nodes share: every call is counted in the database, so that all nodes together admit what
 * one would. It has the interface of `RateLimiter`, and refuses `unavailable` where the database does.
 */
export class SharedRateLimiter implements RateLimits {
  readonly #storage: Storage
  readonly #rateLimits: Readonly<Record<Bucket, RateLimit>>
  readonly #onFault: (fault: unknown) => void
  /** A subject that calls a lot waits for itself here and not on connections that others want. */
  readonly #bySubject = new KeyedMutex<string>()
  readonly #givingBack = new Set<Promise<void>>()

  /** `onFault` hears of a call that could not be taken back, and stays counted. */
  constructor(storage: Storage, rateLimits: Readonly<Record<Bucket, RateLimit>>, onFault: (fault: unknown) => void) {
    this.#storage = storage
    this.#rateLimits = rateLimits
    this.#onFault = onFault
  }

  async take(subject: string, bucket: Bucket, now: number): Promise<Admission> {
    const rateLimit = this.#rateLimits[bucket]
    if (rateLimit.length === 0) return { admitted: true, counters: {}, windows: [] }
    return this.#count(subject, bucket, now, (counters) => admit(counters, rateLimit, now))
  }

  giveBack(subject: string, bucket: Bucket, now: number): void {
    if (this.#rateLimits[bucket].length === 0) return
    const given = this.#count(subject, bucket, now, (counters) => ({ counters: uncounted(counters, now) }))
      .then(() => {}, this.#onFault)
      .finally(() => this.#givingBack.delete(given))
    this.#givingBack.add(given)
  }

  rateLimitOf(bucket: Bucket): RateLimit {
    return this.#rateLimits[bucket]
  }

  /** Everything is written already but what is about to be given back. */
  async flush(): Promise<void> {
    await Promise.all(this.#givingBack)
  }

  close(): Promise<void> {
    return this.flush()
  }

  #count<T extends { readonly counters: Counters }>(
    subject: string,
    bucket: Bucket,
    now: number,
    decide: (counters: Counters) => T,
  ): Promise<T> {
    const longestMs = Math.max(...this.#rateLimits[bucket].map(({ windowMs }) => windowMs))
    return this.#bySubject.take(`${bucket} ${subject}`, () =>
      this.#storage.transact(async (tx) => {
        const decided = decide(readCounters(await holdCounter(tx, subject, bucket, now + longestMs)))
        await keepCounter(tx, { subject, bucket, state: JSON.stringify(decided.counters), expiresAt: now + longestMs })
        return decided
      }),
    )
  }
}
