import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Retention } from '../domain/backup.ts'
import type { Geocoder } from '../gateways/geocoding/geocoder.ts'
import type { Transports } from '../gateways/message-transports.ts'
import type { Press } from '../gateways/papers/press.ts'
import type { Payments } from '../gateways/payments/payments.ts'
import type { Roads } from '../gateways/routing/roads.ts'
import type { TargetPolicy } from '../gateways/webhook-target.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'
import type { IsDead } from './server/boots.ts'
import type { EventBodies } from './server/event-bodies.ts'
import type { KeyedMutex } from './server/keyed-mutex.ts'
import type { LastUsed } from './server/last-used.ts'
import type { LiveActivities } from './server/live-activities.ts'
import type { Membership } from './server/membership.ts'
import type { Metrics } from './server/metrics.ts'
import type { RateLimits } from './server/rate-limits.ts'

/** The services and settings that the actions of both threads need. */
export type WorkerContext = {
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Logger
  readonly payments: Payments
  /** The machine's own time, by which provider pages end; test mode moves only `clock`. */
  readonly wallClock: Clock
  /** Address to which customers return from a page; null for their trip on this server. */
  readonly returnUrl: string | null
  /** Whether the payouts of new bookings wait until the balance is paid. */
  readonly payoutWaitsForBalance: boolean
  readonly secretBox: SecretBox
  readonly eventBodies: EventBodies
  readonly transports: Transports
  /** Differs for each run of the process, so that another can take over its unfinished work. */
  readonly bootId: string
  readonly isDead: IsDead
  readonly tripLocks: KeyedMutex
  readonly membership: Membership
  /** Beginning of every link: absolute, without a trailing slash. */
  readonly baseUrl: string
  /** The sender name of emails; null for the name of the operator. */
  readonly publicName: string | null
  /** Country (ISO 3166) of phone numbers without a country code; null for the operator's. */
  readonly phoneCountry: string | null
  readonly press: Press
}

/** The settings by which webhooks are sent. */
export type WebhookSettings = {
  /** Milliseconds from each failed attempt to the next one. */
  readonly waitsMs: readonly number[]
  readonly timeoutMs: number
  /** Precedes `Event`, `Signature`, `Timestamp` and `Delivery`. */
  readonly headerPrefix: string
}

/** Everything that the HTTP server needs. */
export type AppContext = WorkerContext & {
  /** Logs every answered request. */
  readonly logAnswered: Log['logAnswered']
  /** Logs, rarely, why the database refuses, for an error that was thrown while a request was answered. */
  readonly logTrouble: (refused: unknown) => void
  readonly rateLimits: RateLimits
  readonly lastUsed: LastUsed
  readonly live: LiveActivities
  readonly webhookTargets: TargetPolicy
  /** Finds distances and driving times. */
  readonly roads: Roads
  /** Finds places by their name or address. */
  readonly geocoder: Geocoder
  /** Template of map links, for `buildMapUrl`. */
  readonly mapUrl: string
  readonly metrics: Metrics
  /** Origins whose pages may call; empty for none. */
  readonly corsOrigins: readonly string[]
  /** Origins whose pages may show the form for enquiries in a frame; empty for none. */
  readonly enquiryFramedBy: readonly string[]
  /** The real caller's address, from the socket's address and the proxies' header. */
  callerBehind(peer: string, forwardedFor: string | null): string
  /** Folder of the backups and how many of them are kept; null for a database with external backups. */
  readonly backups: { readonly folder: string; readonly keep: Retention; readonly isDaily: boolean } | null
  /** Hours before `quote_by` from which a new operator's jobs are closing. */
  readonly closingHours: number
  /** True when a test clock moves the time. */
  readonly isTestMode: boolean
  /** Whether the card provider may call, with signatures that can be checked. */
  readonly acceptsProviderCalls: boolean
  /** Whether the worker that requests rely on is running. */
  readonly isWorkerAlive: () => boolean
}
