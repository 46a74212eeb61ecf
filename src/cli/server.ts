import { statSync } from 'node:fs'
import type { AppContext } from '../actions/context.ts'
import { noMetrics, readMetrics } from '../actions/metrics.ts'
import type { Clock } from '../clock.ts'
import { backupFolderOf, type Config } from '../config.ts'
import { answerMetrics, metricsRoutes } from '../http/metrics.ts'
import { createServer } from '../http/server.ts'
import type { Log, Logger } from '../log.ts'
import { listBackups } from '../storage/manifest.ts'
import { loopsToWake } from '../worker/loop.ts'
import { clockOf, createContext } from './context.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { CliFailure } from './exit.ts'
import { listen, type RequestHandler } from './listener.ts'
import { lockDataFolder, mustBeFree } from './lock.ts'
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
  /** Takes nothing new, finishes what is in flight, and lets go of the data folder. */
  stop(): Promise<void>
}

/** What is in flight at a stop may take this long, so that the process is gone within 25 s. */
const finishWithinMs = 24_000

/** Opens the data folder and serves it. Fails with 3 (folder in use, address taken), and as `openDataFolder` does. */
export async function startServer(config: Config, logs: Log): Promise<RunningServer> {
  const { log } = logs
  const isWatched = config.metricsListen !== null || config.metricsToken !== null
  // Loading it is a twentieth of a start, and many servers are watched by no one.
  const prometheus = isWatched ? (await import('../gateways/prometheus.ts')).makePrometheus(() => readingsOf(app)) : null
  // An address that is taken is told before anything is made, and no request is read before all of it is there.
  const { main, apart } = listenForAll(config, {
    calls: (request, server) => http.fetch(request, server),
    metrics: prometheus === null ? null : (request) => answerMetrics(request, prometheus.tell),
  })
  const listeners = [main, ...apart]
  const lock = lockDataFolder(config.dataDir)
  const clock = clockOf(config)
  const folder = openDataFolder(config, clock(), (sentence) => log.info(sentence))
  const bootId = Bun.randomUUIDv7()
  const metrics = prometheus ?? noMetrics

  const isTerminal = process.stderr.isTTY === true
  const { databasePath, key, writerBell } = folder
  const baseUrl = config.baseUrl ?? main.url
  const order = { kind: 'begin', config, databasePath, writerBell: writerBell.shared, key, bootId, baseUrl, isTerminal } as const
  const workerThread = startWorkerThread(order, log, metrics)
  folder.storage.onDue((work) => workerThread.wake(loopsToWake(work, clock())))
  const app = createContext({ config, folder, clock, log: logs, bootId, baseUrl, workerThread, metrics })
  const onToken = prometheus !== null && config.metricsToken !== null ? [metricsRoutes(config.metricsToken, prometheus.tell)] : []
  const http = createServer(app, onToken)
  lock.announce(main.url)

  function readingsOf(inside: AppContext) {
    return readMetrics(inside).then((readings) => ({
      ...readings,
      databaseBytes: bytesOf(databasePath) + bytesOf(`${databasePath}-wal`),
      residentBytes: process.memoryUsage().rss,
      backupAgeSeconds: ageOfNewestBackup(config, clock()),
    }))
  }

  return {
    url: main.url,
    app,
    folder,
    clock,
    ask: (request) => http.fetch(request, null),
    rotate: () => listeners.map((listener) => listener.rotate()).some(Boolean),
    async stop() {
      // All at once, so that a slow caller and a slow receiver of webhooks share the time.
      await Promise.all([...listeners, workerThread].map((one) => one.stop(finishWithinMs)))
      await Promise.allSettled([app.rateLimits.close(), app.lastUsed.close()])
      await folder.storage.close()
      lock[Symbol.dispose]()
    },
  }
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
  const newest = listBackups(backupFolderOf(config))[0]
  return newest === undefined ? null : Math.max(0, now - newest.madeAt) / 1_000
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
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
