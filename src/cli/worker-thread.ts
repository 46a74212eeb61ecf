import type { Metrics } from '../actions/server/metrics.ts'
import type { WorkLoop } from '../domain/due-work.ts'
import { minuteMs } from '../domain/instant.ts'
import { type Logger, stripQueryValues } from '../log.ts'
import type { Order, WorkerReport } from '../worker/main.ts'

export type WorkerThread = {
  /** Wakes these loops. */
  wake(loops: readonly WorkLoop[]): void
  /** Calls `listener` after a change in the worker or on another node that open streams report. */
  onHappened(listener: () => void): void
  /** Calls `listener` with the reason when a worker crashes. */
  onDied(listener: (reason: string) => void): void
  /** True if the worker has reported within the last 30 s. */
  isAlive(): boolean
  /** Waits for the worker to finish its work, for at most `withinMs`. */
  stop(withinMs: number): Promise<void>
}

const silenceMs = 30_000
const firstBackOffMs = 100
const longestBackOffMs = 30_000
/** A worker that ran for this time did not crash at its start, so the delay of restarts begins again. */
const soundLifeMs = minuteMs

/** Starts the worker thread, and restarts it after each crash, each time a little later. */
export function startWorkerThread(
  order: Extract<Order, { kind: 'begin' }>,
  log: Logger,
  metrics: Metrics,
  entrance = new URL('./cli/worker.ts', Bun.pathToFileURL(Bun.main)),
): WorkerThread {
  let heardAt = performance.now()
  let deaths = 0
  let isStopping = false
  let whenStopped: () => void = () => {}
  let whenHappened: () => void = () => {}
  let whenDied: (reason: string) => void = () => {}
  let worker: Worker | null = launch()

  function launch(): Worker {
    const launched = new Worker(entrance.href)
    const launchedAt = performance.now()
    let isOver = false
    const bury = (reason: string) => {
      if (isOver) return
      isOver = true
      worker = null
      launched.terminate()
      if (isStopping) return whenStopped()
      heardAt = Number.NEGATIVE_INFINITY
      if (performance.now() - launchedAt >= soundLifeMs) deaths = 0
      const waitMs = Math.min(firstBackOffMs * 2 ** deaths++, longestBackOffMs)
      log.error({ reason: stripQueryValues(reason), waitMs }, 'worker crashed; restarting')
      whenDied(reason)
      setTimeout(() => {
        if (!isStopping) worker = launch()
      }, waitMs)
    }
    launched.addEventListener('message', ({ data }: MessageEvent<WorkerReport>) => {
      heardAt = performance.now()
      if (data.kind === 'beat') metrics.attempted(data.attempts)
      if (data.kind === 'happened') whenHappened()
      if (data.kind === 'stopped') {
        isOver = true
        whenStopped()
      }
    })
    launched.addEventListener('error', (event) => bury(event.message))
    launched.addEventListener('close', () => bury('closed'))
    launched.postMessage(order)
    return launched
  }

  return {
    wake(loops) {
      if (loops.length > 0) worker?.postMessage({ kind: 'wake', loops } satisfies Order)
    },
    onHappened(listener) {
      whenHappened = listener
    },
    onDied(listener) {
      whenDied = listener
    },
    isAlive: () => performance.now() - heardAt < silenceMs,
    async stop(withinMs) {
      isStopping = true
      if (worker === null) return
      const stopped = new Promise<void>((resolve) => {
        whenStopped = resolve
      })
      worker.postMessage({ kind: 'stop' } satisfies Order)
      await Promise.race([stopped, Bun.sleep(withinMs)])
      worker?.terminate()
    },
  }
}
