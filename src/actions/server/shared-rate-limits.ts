import {
  type Admission,
  admitRequest,
  type Bucket,
  type Counters,
  type RateLimit,
  readCounters,
  uncountRequest,
} from '../../domain/rate-limit.ts'
import { keepCounter, lockCounter } from '../../storage/queries/rate-limits.ts'
import type { Storage } from '../../storage/storage.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * A counter of calls that all nodes share: every call is counted in the database, so that all nodes together admit what one
 * would. It has the interface of `RateLimiter`, and refuses `unavailable` if the database does.
 */
export class SharedRateLimiter implements RateLimits {
  readonly #storage: Storage
  readonly #rateLimits: Readonly<Record<Bucket, RateLimit>>
  readonly #onFault: (fault: unknown) => void
  /** A subject with many calls queues here, and not on connections that others need. */
  readonly #bySubject = new KeyedMutex<string>()
  readonly #givingBack = new Set<Promise<void>>()

  /** `onFault` receives a call that could not be uncounted. */
  constructor(storage: Storage, rateLimits: Readonly<Record<Bucket, RateLimit>>, onFault: (fault: unknown) => void) {
    this.#storage = storage
    this.#rateLimits = rateLimits
    this.#onFault = onFault
  }

  async take(subject: string, bucket: Bucket, now: number): Promise<Admission> {
    const rateLimit = this.#rateLimits[bucket]
    if (rateLimit.length === 0) return { admitted: true, counters: {}, windows: [] }
    return this.#count(subject, bucket, now, (counters) => admitRequest(counters, rateLimit, now))
  }

  giveBack(subject: string, bucket: Bucket, now: number): void {
    if (this.#rateLimits[bucket].length === 0) return
    const given = this.#count(subject, bucket, now, (counters) => ({ counters: uncountRequest(counters, now) }))
      .then(() => {}, this.#onFault)
      .finally(() => this.#givingBack.delete(given))
    this.#givingBack.add(given)
  }

  rateLimitOf(bucket: Bucket): RateLimit {
    return this.#rateLimits[bucket]
  }

  /** Resolves when all calls in progress are uncounted; everything else is already written. */
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
        const decided = decide(readCounters(await lockCounter(tx, subject, bucket, now + longestMs)))
        await keepCounter(tx, { subject, bucket, state: JSON.stringify(decided.counters), expiresAt: now + longestMs })
        return decided
      }),
    )
  }
}
