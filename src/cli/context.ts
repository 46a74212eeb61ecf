import type { AppContext } from '../actions/context.ts'
import { KeyedMutex } from '../actions/keyed-mutex.ts'
import { LastUsed } from '../actions/last-used.ts'
import type { Metrics } from '../actions/metrics.ts'
import { RateLimiter } from '../actions/rate-limits.ts'
import { type Clock, labClock, systemClock } from '../clock.ts'
import { type Config, rateLimitsIn } from '../config.ts'
import { transportsOf } from '../gateways/message-transports.ts'
import { paymentsOf } from '../gateways/payments/choose.ts'
import { callerBehind } from '../gateways/proxies.ts'
import { eventBodies } from '../http/contracts/event.ts'
import type { Log } from '../log.ts'
import type { DataFolder } from './data-folder.ts'
import type { WorkerThread } from './worker-thread.ts'

/** The clock of this configuration. */
export function clockOf(config: Config): Clock {
  return config.clockFile === null ? systemClock() : labClock(config.clockFile)
}

const lastUsedEveryMs = 5_000

/** Puts everything the HTTP server needs into its hands. */
export function createContext(parts: {
  readonly config: Config
  readonly folder: Pick<DataFolder, 'storage' | 'secretBox'>
  readonly clock: Clock
  readonly log: Log
  readonly bootId: string
  readonly baseUrl: string
  readonly workerThread: WorkerThread
  readonly metrics: Metrics
}): AppContext {
  const { config, folder, clock, bootId, baseUrl, workerThread, metrics } = parts
  const { log, logAnswered } = parts.log
  const { storage, secretBox } = folder
  return {
    storage,
    secretBox,
    eventBodies,
    clock,
    log,
    logAnswered,
    bootId,
    baseUrl,
    payments: paymentsOf(config),
    transport: transportsOf(config),
    tripLocks: new KeyedMutex(),
    rateLimits: new RateLimiter(storage, rateLimitsIn(config), (fault) =>
      log.warn({ err: fault }, 'rate limits were not written'),
    ),
    lastUsed: new LastUsed(storage, lastUsedEveryMs),
    webhookTargets: { allowHttp: config.webhookAllowHttp, allow: config.webhookAllow },
    metrics,
    corsOrigins: config.corsOrigins,
    callerBehind: (peer, forwardedFor) => callerBehind(peer, forwardedFor, config.trustedProxies),
    phoneCountry: config.phoneCountry,
    closingHours: config.closingHours,
    isTestMode: config.lab,
    isWorkerAlive: workerThread.isAlive,
  }
}
