import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { MessageTransport } from '../gateways/messages.ts'
import type { Payments } from '../gateways/payments/payments.ts'
import type { TargetPolicy } from '../gateways/webhook-target.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'
import type { EventBodies } from './events.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import type { LastUsed } from './last-used.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimiter } from './rate-limits.ts'

/** What the actions of both threads need. */
export type WorkerContext = {
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Logger
  readonly payments: Payments
  readonly secretBox: SecretBox
  readonly eventBodies: EventBodies
  /** Null where neither mail nor SMS is configured. */
  readonly transport: MessageTransport | null
  /** Told apart from every earlier run of the process, so that what a dead one held can be taken over. */
  readonly bootId: string
  readonly tripLocks: KeyedMutex
  /** What links begin with: absolute, without a trailing slash. */
  readonly baseUrl: string
}

/** How webhooks are sent. */
export type WebhookSettings = {
  /** How long after each failed attempt the next one follows. */
  readonly waitsMs: readonly number[]
  readonly timeoutMs: number
  /** Stands before `Event`, `Signature`, `Timestamp` and `Delivery`. */
  readonly headerPrefix: string
}

/** Everything the HTTP server is made with. */
export type AppContext = WorkerContext & {
  /** Tells the log of every request that was answered. */
  readonly logAnswered: Log['logAnswered']
  readonly rateLimits: RateLimiter
  readonly lastUsed: LastUsed
  readonly webhookTargets: TargetPolicy
  readonly metrics: Metrics
  /** Origins whose pages may call; empty for none. */
  readonly corsOrigins: readonly string[]
  /** The address a request really comes from, given the socket's and what proxies wrote. */
  callerBehind(peer: string, forwardedFor: string | null): string
  /** Where a phone number without a country code belongs (ISO 3166). */
  readonly phoneCountry: string
  /** How long before `quote_by` a new operator's jobs are closing. */
  readonly closingHours: number
  /** True when a test clock moves the time. */
  readonly isTestMode: boolean
  /** Whether everything a request may need is at work. */
  readonly isWorkerAlive: () => boolean
}
