import type { AppContext } from '../actions/context.ts'
import { KeyedMutex } from '../actions/server/keyed-mutex.ts'
import { LastUsed } from '../actions/server/last-used.ts'
import { LiveActivities } from '../actions/server/live-activities.ts'
import type { Membership } from '../actions/server/membership.ts'
import type { Metrics } from '../actions/server/metrics.ts'
import { RateLimiter } from '../actions/server/rate-limits.ts'
import { SharedRateLimiter } from '../actions/server/shared-rate-limits.ts'
import { createTroubleLogger } from '../actions/server/storage-trouble.ts'
import { type Clock, createSystemClock } from '../clock.ts'
import { type Config, findBackupFolder, readRateLimits } from '../config.ts'
import type { Geocoder } from '../gateways/geocoding/geocoder.ts'
import { openTransports } from '../gateways/message-transports.ts'
import type { Press } from '../gateways/papers/press.ts'
import type { Payments } from '../gateways/payments/payments.ts'
import { findCallerBehindProxies } from '../gateways/proxies.ts'
import type { Roads } from '../gateways/routing/roads.ts'
import { createEventBodies } from '../http/contracts/event.ts'
import type { Log } from '../log.ts'
import type { DataFolder } from './data-folder.ts'
import { formatDatabaseName } from './database.ts'
import { describeRestore } from './lost-database.ts'
import type { WorkerThread } from './worker-thread.ts'

function buildBackupSettings(config: Config) {
  const keep = { daily: config.backupKeepDaily, weekly: config.backupKeepWeekly }
  return { folder: findBackupFolder(config), keep, isDaily: config.backupDaily }
}

const lastUsedEveryMs = 5_000

/** Builds the context of the HTTP server. */
export function createContext(parts: {
  readonly config: Config
  readonly folder: Pick<DataFolder, 'storage' | 'secretBox' | 'database'>
  readonly clock: Clock
  readonly log: Log
  readonly bootId: string
  readonly membership: Membership
  readonly payments: Payments
  readonly roads: Roads
  readonly geocoder: Geocoder
  readonly baseUrl: string
  readonly workerThread: WorkerThread
  readonly metrics: Metrics
  readonly press: Press
}): AppContext {
  const { config, folder, clock, bootId, membership, payments, roads, geocoder, baseUrl, workerThread, metrics, press } = parts
  const { log, logAnswered } = parts.log
  const { storage, secretBox } = folder
  return {
    storage,
    secretBox,
    eventBodies: createEventBodies(config.mapUrl),
    mapUrl: config.mapUrl,
    clock,
    log,
    logAnswered,
    logTrouble: createTroubleLogger(log, formatDatabaseName(folder.database), () => describeRestore(config)),
    bootId,
    isDead: membership.isDead,
    baseUrl,
    payments,
    roads,
    geocoder,
    wallClock: createSystemClock(),
    returnUrl: config.payments === 'stripe' ? config.stripeReturnUrl : null,
    payoutWaitsForBalance: config.payoutWaitsForBalance,
    transports: openTransports(config),
    tripLocks: new KeyedMutex(),
    membership,
    rateLimits: new (membership.isShared ? SharedRateLimiter : RateLimiter)(storage, readRateLimits(config), (fault) =>
      log.warn({ err: fault }, 'could not save rate limits'),
    ),
    lastUsed: new LastUsed(storage, lastUsedEveryMs),
    live: new LiveActivities(storage, clock, log),
    webhookTargets: { allowHttp: config.webhookAllowHttp, allow: config.webhookAllow },
    metrics,
    corsOrigins: config.corsOrigins,
    enquiryFramedBy: config.enquiryFramedBy,
    callerBehind: (peer, forwardedFor) => findCallerBehindProxies(peer, forwardedFor, config.trustedProxies),
    phoneCountry: config.phoneCountry,
    press,
    publicName: config.publicName,
    backups: folder.database.kind === 'sqlite' ? buildBackupSettings(config) : null,
    closingHours: config.closingHours,
    isTestMode: config.lab,
    acceptsProviderCalls: config.payments === 'stripe' && config.stripeWebhookSecrets !== null,
    isWorkerAlive: workerThread.isAlive,
  }
}
