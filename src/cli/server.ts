import { connectPayments } from '../actions/cards/payment-account.ts'
import type { AppContext } from '../actions/context.ts'
import { noteCalendarNames } from '../actions/server/calendar-names.ts'
import { noteClock } from '../actions/server/clock-seen.ts'
import { noMetrics, readMetrics } from '../actions/server/metrics.ts'
import type { Clock } from '../clock.ts'
import { backupFolderOf, type Config } from '../config.ts'
import type { DueWork } from '../domain/due-work.ts'
import { openPress } from '../gateways/papers/press.ts'
import { answerMetrics, metricsRoutes } from '../http/metrics.ts'
import { createServer } from '../http/server.ts'
import { type Log, type Logger, withoutValues } from '../log.ts'
import { damageToldIn } from '../storage/sqlite/faults.ts'
import { listBackups } from '../storage/sqlite/manifest.ts'
import { loopsToWake } from '../worker/loop.ts'
import { clockOf } from './clock.ts'
import { createContext } from './context.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { databaseOf } from './database.ts'
import { CliFailure } from './exit.ts'
import { listen, type RequestHandler } from './listener.ts'
import { lockDataFolder, mustBeFree } from './lock.ts'
import { joinAsNode } from './node.ts'
import { mustSuitPayments } from './payments-start.ts'
import { roadsOf, tryRouter } from './road-settings.ts'
import type { Bringing } from './upgrade.ts'
import { startWorkerThread } from './worker-thread.ts'

export type RunningServer = {
  readonly url: string
  readonly app: AppContext
  readonly folder: DataFolder
  readonly clock: Clock
  /** Answers a request of this process's own, without the socket. */
  ask(request: Request): Promise<Response>
  /** Reads certificates again; false where there are none. */
  rotate(): boolean
  /** Rejects where the file of the database, or the folder it lies in, is moved or removed, and never resolves: nothing would be kept any more. */
  untilLost(): Promise<never>
  /** Takes nothing new, finishes what is in flight, and lets go of the data folder. */
  stop(): Promise<void>
}

/** Milliseconds that what is in flight at a stop may take, so that the process is gone within 25 s. */
const finishWithinMs = 24_000

/** Opens the data folder and serves it. Fails with 3 (folder in use, address taken), and as `openDataFolder` and `mustSuitPayments` do. */
export async function startServer(
  config: Config,
  logs: Log,
  bringing: Pick<Bringing, 'isFresh' | 'mayMigrate'> = {},
): Promise<RunningServer> {
  const { log } = logs
  const isWatched = config.metricsListen !== null || config.metricsToken !== null
  // Loading it is a twentieth of a start, and many servers are watched by no one.
  const prometheus = isWatched ? (await import('../gateways/prometheus.ts')).makePrometheus(() => readingsOf(app)) : null
  // An address that is taken is told before anything is made, and no request is answered before all of it is there.
  const opening = Promise.withResolvers<void>()
  let answerCall: RequestHandler = (request, server) => opening.promise.then(() => answerCall(request, server))
  const { main, apart } = listenForAll(config, {
    calls: (request, server) => answerCall(request, server),
    metrics: prometheus === null ? null : (request) => opening.promise.then(() => answerMetrics(request, prometheus.tell)),
  })
  const listeners = [main, ...apart]
  const lock = lockDataFolder(config.dataDir)
  await mustSuitServer(config, bringing.mayMigrate !== false)
  const clock = clockOf(config)
  const folder = await openDataFolder(config, { ...bringing, now: clock(), lock, say: (sentence) => log.info(sentence) })
  const untilLost =
    folder.database.kind === 'sqlite' ? lock.watch(folder.database.path) : () => Promise.withResolvers<never>().promise
  await mustSuitPayments(config, folder, clock(), log)
  // Before anything is written that a clock which runs ahead would date.
  await folder.storage.transact((tx) => noteClock(tx, clock()))
  const bootId = Bun.randomUUIDv7()
  const metrics = prometheus ?? noMetrics

  const isTerminal = process.stderr.isTTY === true
  const { database, key } = folder
  const baseUrl = config.baseUrl ?? main.url
  await folder.storage.transact((tx) => noteCalendarNames(tx, baseUrl, clock()))
  const { membership, identity, onDue, leave } = await joinAsNode({ config, folder, bootId, baseUrl, clock, log })
  const payments = await connectPayments(config, folder.storage, membership, clock, log)
  const order = { kind: 'begin', config, database, key, bootId, identity, baseUrl, isTerminal } as const
  const workerThread = startWorkerThread(order, log, metrics)
  const press = openPress(
    () => new URL('./cli/press.ts', Bun.pathToFileURL(Bun.main)),
    (reason) => log.error({ reason: withoutValues(reason) }, 'a paper could not be printed'),
  )
  const roads = roadsOf(config, log)
  const app = createContext({
    config,
    folder,
    clock,
    log: logs,
    bootId,
    membership,
    payments,
    roads,
    baseUrl,
    workerThread,
    metrics,
    press,
  })
  const wake = (work: DueWork) => {
    const loops = loopsToWake(work, clock())
    workerThread.wake(loops.filter((loop) => loop !== 'streams'))
    if (loops.includes('streams')) app.live.ring()
  }
  folder.storage.onDue(wake)
  onDue(wake)
  workerThread.onHappened(() => app.live.ring())
  workerThread.onDied((reason) => app.tellTrouble(damageToldIn(reason)))
  const onToken = prometheus !== null && config.metricsToken !== null ? [metricsRoutes(config.metricsToken, prometheus.tell)] : []
  const http = createServer(app, onToken)
  answerCall = (request, server) => http.fetch(request, server)
  opening.resolve()
  lock.announce(main.url)
  // In its own time: a router that is down keeps no server from its work.
  void tryRouter(roads, { config, database, log })

  async function readingsOf(inside: AppContext) {
    return {
      ...(await readMetrics(inside)),
      databaseBytes: await inside.storage.size(),
      residentBytes: process.memoryUsage().rss,
      backupAgeSeconds: database.kind === 'sqlite' ? ageOfNewestBackup(config, clock()) : null,
    }
  }

  return {
    url: main.url,
    app,
    folder,
    clock,
    ask: (request) => http.fetch(request, null),
    untilLost,
    rotate: () => listeners.map((listener) => listener.rotate()).some(Boolean),
    async stop() {
      // A stream is a request in flight for as long as it is open.
      app.live.close()
      // All at once, so that a slow caller and a slow receiver of webhooks share the time.
      await Promise.all([...listeners, workerThread].map((one) => one.stop(finishWithinMs)))
      press.close()
      await Promise.allSettled([app.rateLimits.close(), app.lastUsed.close(), leave()])
      await folder.storage.close()
      lock[Symbol.dispose]()
    },
  }
}

/** Fails with 2 where the database lets no server do its work, as `config check` does. */
async function mustSuitServer(config: Config, mayMigrate: boolean): Promise<void> {
  const database = databaseOf(config)
  if (database.kind === 'postgres') await (await import('./doctor.postgres.ts')).mustBeServable(database, mayMigrate)
}

/** A second process on a folder hears which one has it, also where that one has the address too. */
function listenForAll(config: Config, answers: { readonly calls: RequestHandler; readonly metrics: RequestHandler | null }) {
  try {
    const main = listen(config, config.listen, answers.calls)
    const { metricsListen } = config
    const apart = metricsListen === null || answers.metrics === null ? [] : [listen(config, metricsListen, answers.metrics)]
    return { main, apart }
  } catch (fault) {
    mustBeFree(config.dataDir)
    throw fault
  }
}

function ageOfNewestBackup(config: Config, now: number): number | null {
  const newest = listBackups(backupFolderOf(config), now)[0]
  return newest === undefined ? null : Math.max(0, now - newest.madeAt) / 1_000
}

/** Lets SIGHUP read the certificates again; a faulty file is logged and the old certificate stays. */
export function rotateOnHangup(server: RunningServer, log: Logger): void {
  process.on('SIGHUP', () => {
    try {
      if (server.rotate()) log.info('certificates were read again')
      else log.info('there are no certificates to read again')
    } catch (fault) {
      log.error({ err: fault instanceof CliFailure ? fault.message : fault }, 'certificates could not be read again')
    }
  })
}
