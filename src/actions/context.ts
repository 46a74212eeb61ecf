import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Retention } from '../domain/backup.ts'
import type { Transports } from '../gateways/message-transports.ts'
import type { Press } from '../gateways/papers/press.ts'
import type { Payments } from '../gateways/payments/payments.ts'
import type { Roads } from '../gateways/routing/roads.ts'
import type { TargetPolicy } from '../gateways/webhook-target.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'
import type { LiveActivities } from './office/live-activities.ts'
import type { LastUsed } from './people/last-used.ts'
import type { IsDead } from './server/boots.ts'
import type { KeyedMutex } from './server/keyed-mutex.ts'
import type { Membership } from './server/membership.ts'
import type { Metrics } from './server/metrics.ts'
import type { RateLimits } from './server/rate-limits.ts'
import type { EventBodies } from './webhooks/events.ts'

/** The services and settings that the actions of both threads need. */
export type WorkerContext = {
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Logger
  readonly payments: Payments
  /** The machine's own time, in which pages of a provider are over; test mode moves only `clock`. */
  readonly wallClock: Clock
  /** Address to which customers come back from a page on which they pay; null for their trip on this server. */
  readonly returnUrl: string | null
  /** Whether the payout of what is booked from now on waits until nothing is owing. */
  readonly payoutWaitsForBalance: boolean
  readonly secretBox: SecretBox
  readonly eventBodies: EventBodies
  readonly transports: Transports
  /** Told apart from every earlier run of the process, so that what a dead one held can be taken over. */
  readonly bootId: string
  readonly isDead: IsDead
  readonly tripLocks: KeyedMutex
  readonly membership: Membership
  /** Beginning of every link: absolute, without a trailing slash. */
  readonly baseUrl: string
  /** The name that mails come under; null for that of the operator who is meant. */
  readonly publicName: string | null
  /** Country (ISO 3166) of phone numbers without a country code; null for the operator's. */
  readonly phoneCountry: string | null
  /** Press that makes files of papers. */
  readonly press: Press
}

/** The settings by which webhooks are sent. */
export type WebhookSettings = {
  /** Milliseconds from each failed attempt to the next one. */
  readonly waitsMs: readonly number[]
  readonly timeoutMs: number
  /** Stands before `Event`, `Signature`, `Timestamp` and `Delivery`. */
  readonly headerPrefix: string
}

/** Everything the HTTP server is made with. */
export type AppContext = WorkerContext & {
  /** Tells the log of every request that was answered. */
  readonly logAnswered: Log['logAnswered']
  /** Tells the log, seldom, why the database refuses, of what was thrown while a request was answered. */
  readonly tellTrouble: (refused: unknown) => void
  readonly rateLimits: RateLimits
  readonly lastUsed: LastUsed
  readonly live: LiveActivities
  readonly webhookTargets: TargetPolicy
  /** Roads on which distances and driving times are found. */
  readonly roads: Roads
  readonly metrics: Metrics
  /** Origins whose pages may call; empty for none. */
  readonly corsOrigins: readonly string[]
  /** Origins whose pages may show the form for enquiries in a frame; empty for none. */
  readonly enquiryFramedBy: readonly string[]
  /** The address a request really comes from, given the socket's and what proxies wrote. */
  callerBehind(peer: string, forwardedFor: string | null): string
  /** Folder of the backups and how many of them are kept; null for a database that others back up. */
  readonly backups: { readonly folder: string; readonly keep: Retention; readonly isDaily: boolean } | null
  /** Hours before `quote_by` from which a new operator's jobs are closing. */
  readonly closingHours: number
  /** True when a test clock moves the time. */
  readonly isTestMode: boolean
  /** Whether the provider of card payments may call, and what it says can be checked. */
  readonly hearsProvider: boolean
  /** Whether everything a request may need is at work. */
  readonly isWorkerAlive: () => boolean
}
