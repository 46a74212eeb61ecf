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
import { keepCounter, lockCounter, replaceCounter } from '../../storage/queries/rate-limits.ts'
import type { Storage } from '../../storage/storage.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import type { RateLimits } from './rate-limits.ts'

/** The last state of a counter that this node has stored, and whether it found its own state there before. */
type KnownCounter = { readonly state: string; readonly isAlone: boolean }

/** The greatest number of counters whose state a node remembers, and the longest state (characters). */
const mostKnown = 5_000
const longestKnown = 4_000

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
  readonly #known = new Map<string, KnownCounter>()

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

  /**
   * Decides with the last state that this node knows, and stores the result with one statement if the stored state is still that
   * one. If other nodes count the same calls, the row is locked first.
   */
  #count<T extends { readonly counters: Counters }>(
    subject: string,
    bucket: Bucket,
    now: number,
    decide: (counters: Counters) => T,
  ): Promise<T> {
    const name = `${bucket} ${subject}`
    const expiresAt = computeCounterExpiry(this.#rateLimits[bucket], now)
    const decideOn = (before: string) => {
      const decided = decide(readCounters(before))
      return { before, decided, counter: { subject, bucket, state: JSON.stringify(decided.counters), expiresAt } }
    }
    return this.#bySubject.take(name, async () => {
      const known = this.#known.get(name)
      this.#known.delete(name)
      if (known?.isAlone === true) {
        const { decided, counter } = decideOn(known.state)
        const isStored = await this.#storage.writeOne((tx) => replaceCounter(tx, { ...counter, known: known.state }))
        if (isStored) {
          this.#remember(name, { state: counter.state, isAlone: true })
          return decided
        }
      }
      const { before, decided, counter } = await this.#storage.transact(async (tx) => {
        const counted = decideOn(await lockCounter(tx, subject, bucket, expiresAt))
        await keepCounter(tx, counted.counter)
        return counted
      })
      this.#remember(name, { state: counter.state, isAlone: known === undefined || known.state === before })
      return decided
    })
  }

  #remember(name: string, known: KnownCounter): void {
    if (known.state.length > longestKnown) return
    const [oldest] = this.#known.keys()
    if (this.#known.size >= mostKnown && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, known)
  }
}
