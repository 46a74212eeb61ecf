import { openPayments } from '../actions/cards/payment-account.ts'
import type { AppContext } from '../actions/context.ts'
import { noteCalendarNames } from '../actions/server/calendar-names.ts'
import { noteClock } from '../actions/server/clock-seen.ts'
import { noMetrics, readMetrics } from '../actions/server/metrics.ts'
import type { Clock } from '../clock.ts'
import { type Config, findBackupFolder } from '../config.ts'
import type { DueWork } from '../domain/due-work.ts'
import { openGeocoder } from '../gateways/geocoding/geocoder.ts'
import { openPress } from '../gateways/papers/press.ts'
import { metricsRoutes } from '../http/metrics.ts'
import { createServer } from '../http/server.ts'
import { type Log, type Logger, stripQueryValues } from '../log.ts'
import { findDamageIn } from '../storage/sqlite/faults.ts'
import { listBackups } from '../storage/sqlite/manifest.ts'
import { listLoopsToWake } from '../worker/loop.ts'
import { createConfiguredClock } from './clock.ts'
import { createContext } from './context.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { findDatabaseAddress } from './database.ts'
import { CliFailure } from './exit.ts'
import { testGeocoder } from './geocoder-check.ts'
import { lockDataFolder } from './lock.ts'
import { joinAsNode } from './node.ts'
import { requirePaymentSettings } from './payments-start.ts'
import { openConfiguredRoads, testRouter } from './road-settings.ts'
import { openSockets } from './sockets.ts'
import type { UpgradeOptions } from './upgrade.ts'
import { startWorkerThread } from './worker-thread.ts'

export type RunningServer = {
  readonly url: string
  readonly app: AppContext
  readonly folder: DataFolder
  readonly clock: Clock
  /** Answers a request of this process without the socket. */
  ask(request: Request): Promise<Response>
  /** Reloads the certificates. False without certificates. */
  rotate(): boolean
  /** Rejects if the database file or its folder is moved or deleted, because new data would be lost. Never resolves. */
  untilLost(): Promise<never>
  /** Accepts no new work, finishes open requests, and releases the data folder. */
  stop(): Promise<void>
}

type FolderTerms = Pick<UpgradeOptions, 'isFresh' | 'mayMigrate'>

/** Milliseconds for open requests at a stop, so that the process ends within 25 s. */
const finishWithinMs = 24_000

/** Opens the data folder and serves it. Fails with 3 (folder in use, address taken), and as `openDataFolder` and `requirePaymentSettings` do. */
export async function startServer(config: Config, logs: Log, bringing: FolderTerms = {}): Promise<RunningServer> {
  const { log } = logs
  const isWatched = config.metricsListen !== null || config.metricsToken !== null
  // Loading it takes 5 % of a start, and many servers have no supervisor.
  const prometheus = isWatched
    ? (await import('../gateways/prometheus.ts')).makePrometheus(() => readServerMetrics(app, config, clock, database))
    : null
  // A taken address is reported before anything is created.
  const sockets = openSockets(config, prometheus?.renderMetrics ?? null)
  const { lock, clock, folder, untilLost } = await openServedFolder(config, bringing, log)
  const bootId = Bun.randomUUIDv7()
  const metrics = prometheus ?? noMetrics

  const isTerminal = process.stderr.isTTY === true
  const { database, key } = folder
  const baseUrl = config.baseUrl ?? sockets.url
  await folder.storage.transact((tx) => noteCalendarNames(tx, baseUrl, clock()))
  const { membership, identity, onDue, leave } = await joinAsNode({ config, folder, bootId, baseUrl, clock, log })
  const payments = await openPayments(config, folder.storage, membership, clock, log)
  const order = { kind: 'begin', config, database, key, bootId, identity, baseUrl, isTerminal } as const
  const workerThread = startWorkerThread(order, log, metrics)
  const press = openPress(
    () => new URL('./cli/press.ts', Bun.pathToFileURL(Bun.main)),
    (reason) => log.error({ reason: stripQueryValues(reason) }, 'could not print a document'),
  )
  const roads = openConfiguredRoads(config, log)
  const geocoder = openGeocoder(config.geocoderUrl, log)
  const services = { payments, roads, geocoder, workerThread, metrics, press }
  const parts = { config, folder, clock, log: logs, bootId, membership, baseUrl, ...services }
  const app = createContext(parts)
  wakeLoopsOfDueWork(parts, app, onDue)
  const onToken =
    prometheus !== null && config.metricsToken !== null ? [metricsRoutes(config.metricsToken, prometheus.renderMetrics)] : []
  const http = createServer(app, onToken)
  sockets.open((request, server) => http.fetch(request, server))
  lock.announce(sockets.url)
  // Not awaited: a failed program must not delay the start.
  void testRouter(roads, { config, database, log })
  void testGeocoder(geocoder, config, log)

  return {
    url: sockets.url,
    app,
    folder,
    clock,
    ask: (request) => http.fetch(request, null),
    untilLost,
    rotate: () => sockets.rotate(),
    async stop() {
      // An open stream counts as an open request.
      app.live.close()
      // All together, so that a slow caller and a slow webhook receiver share the time.
      await Promise.all([sockets, workerThread].map((one) => one.stop(finishWithinMs)))
      press.close()
      await Promise.allSettled([app.rateLimits.close(), app.lastUsed.close(), leave()])
      await folder.storage.close()
      lock[Symbol.dispose]()
    },
  }
}

/** Locks and opens the data folder, after every check that can refuse the start. */
async function openServedFolder(config: Config, bringing: FolderTerms, log: Logger) {
  const lock = lockDataFolder(config.dataDir)
  await requireUsableDatabase(config, bringing.mayMigrate !== false)
  const clock = createConfiguredClock(config)
  const folder = await openDataFolder(config, {
    ...bringing,
    now: clock(),
    lock,
    reportSentence: (sentence) => log.info(sentence),
  })
  const untilLost =
    folder.database.kind === 'sqlite' ? lock.watch(folder.database.path) : () => Promise.withResolvers<never>().promise
  await requirePaymentSettings(config, folder, clock(), log)
  // Before anything is written, because a wrong clock would date it.
  await folder.storage.transact((tx) => noteClock(tx, clock()))
  return { lock, clock, folder, untilLost }
}

type WakingParts = {
  readonly folder: DataFolder
  readonly clock: Clock
  readonly workerThread: ReturnType<typeof startWorkerThread>
}

/** Wakes the loops of the worker and the open streams when this process, its worker or another node writes due work. */
function wakeLoopsOfDueWork(
  { folder, clock, workerThread }: WakingParts,
  app: AppContext,
  onDue: (wake: (work: DueWork) => void) => void,
): void {
  const wake = (work: DueWork) => {
    const loops = listLoopsToWake(work, clock())
    workerThread.wake(loops.filter((loop) => loop !== 'streams'))
    if (loops.includes('streams')) app.live.wakeStreams()
  }
  folder.storage.onDue(wake)
  onDue(wake)
  workerThread.onHappened(() => app.live.wakeStreams())
  workerThread.onDied((reason) => app.logTrouble(findDamageIn(reason)))
}

async function readServerMetrics(app: AppContext, config: Config, clock: Clock, database: DataFolder['database']) {
  return {
    ...(await readMetrics(app)),
    databaseBytes: await app.storage.size(),
    residentBytes: process.memoryUsage().rss,
    backupAgeSeconds: database.kind === 'sqlite' ? findNewestBackupAge(config, clock()) : null,
  }
}

/** Fails with 2 if `config check` finds the database unusable. */
async function requireUsableDatabase(config: Config, mayMigrate: boolean): Promise<void> {
  const database = findDatabaseAddress(config)
  if (database.kind === 'postgres') await (await import('./doctor.postgres.ts')).requireServable(database, mayMigrate)
}

function findNewestBackupAge(config: Config, now: number): number | null {
  const newest = listBackups(findBackupFolder(config), now)[0]
  return newest === undefined ? null : Math.max(0, now - newest.madeAt) / 1_000
}

/** Reloads the certificates on SIGHUP. A faulty file is logged and the old certificate stays. */
export function reloadCertificatesOnHangup(server: RunningServer, log: Logger): void {
  process.on('SIGHUP', () => {
    try {
      if (server.rotate()) log.info('certificates reloaded')
      else log.info('no certificates to reload')
    } catch (fault) {
      log.error({ err: fault instanceof CliFailure ? fault.message : fault }, 'could not reload certificates')
    }
  })
}
