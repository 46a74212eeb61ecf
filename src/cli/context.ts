import type { AppContext } from '../actions/context.ts'
import { LiveActivities } from '../actions/office/live-activities.ts'
import { LastUsed } from '../actions/people/last-used.ts'
import { KeyedMutex } from '../actions/server/keyed-mutex.ts'
import type { Membership } from '../actions/server/membership.ts'
import type { Metrics } from '../actions/server/metrics.ts'
import { RateLimiter } from '../actions/server/rate-limits.ts'
import { SharedRateLimiter } from '../actions/server/shared-rate-limits.ts'
import { troubleTeller } from '../actions/server/storage-trouble.ts'
import { type Clock, systemClock } from '../clock.ts'
import { backupFolderOf, type Config, rateLimitsIn } from '../config.ts'
import { transportsOf } from '../gateways/message-transports.ts'
import type { Press } from '../gateways/papers/press.ts'
import type { Payments } from '../gateways/payments/payments.ts'
import { callerBehind } from '../gateways/proxies.ts'
import type { Roads } from '../gateways/routing/roads.ts'
import { eventBodies } from '../http/contracts/event.ts'
import type { Log } from '../log.ts'
import type { DataFolder } from './data-folder.ts'
import { nameOf } from './database.ts'
import { wayBack } from './lost-database.ts'
import type { WorkerThread } from './worker-thread.ts'

function backupsOf(config: Config) {
  const keep = { daily: config.backupKeepDaily, weekly: config.backupKeepWeekly }
  return { folder: backupFolderOf(config), keep, isDaily: config.backupDaily }
}

const lastUsedEveryMs = 5_000

/** Puts everything the HTTP server needs into its hands. */
export function createContext(parts: {
  readonly config: Config
  readonly folder: Pick<DataFolder, 'storage' | 'secretBox' | 'database'>
  readonly clock: Clock
  readonly log: Log
  readonly bootId: string
  readonly membership: Membership
  readonly payments: Payments
  readonly roads: Roads
  readonly baseUrl: string
  readonly workerThread: WorkerThread
  readonly metrics: Metrics
  readonly press: Press
}): AppContext {
  const { config, folder, clock, bootId, membership, payments, roads, baseUrl, workerThread, metrics, press } = parts
  const { log, logAnswered } = parts.log
  const { storage, secretBox } = folder
  return {
    storage,
    secretBox,
    eventBodies,
    clock,
    log,
    logAnswered,
    tellTrouble: troubleTeller(log, nameOf(folder.database), () => wayBack(config)),
    bootId,
    isDead: membership.isDead,
    baseUrl,
    payments,
    roads,
    wallClock: systemClock(),
    returnUrl: config.payments === 'stripe' ? config.stripeReturnUrl : null,
    payoutWaitsForBalance: config.payoutWaitsForBalance,
    transports: transportsOf(config),
    tripLocks: new KeyedMutex(),
    membership,
    rateLimits: new (membership.isShared ? SharedRateLimiter : RateLimiter)(storage, rateLimitsIn(config), (fault) =>
      log.warn({ err: fault }, 'rate limits were not written'),
    ),
    lastUsed: new LastUsed(storage, lastUsedEveryMs),
    live: new LiveActivities(storage, clock, log),
    webhookTargets: { allowHttp: config.webhookAllowHttp, allow: config.webhookAllow },
    metrics,
    corsOrigins: config.corsOrigins,
    enquiryFramedBy: config.enquiryFramedBy,
    callerBehind: (peer, forwardedFor) => callerBehind(peer, forwardedFor, config.trustedProxies),
    phoneCountry: config.phoneCountry,
    press,
    publicName: config.publicName,
    backups: folder.database.kind === 'sqlite' ? backupsOf(config) : null,
    closingHours: config.closingHours,
    isTestMode: config.lab,
    hearsProvider: config.payments === 'stripe' && config.stripeWebhookSecrets !== null,
    isWorkerAlive: workerThread.isAlive,
  }
}
