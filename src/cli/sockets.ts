import type { Config } from '../config.ts'
import { respondWithMetrics } from '../http/metrics.ts'
import { type Listener, listen, type RequestHandler } from './listener.ts'
import { requireFreeFolder } from './lock.ts'

/** All sockets of a server. Their requests wait until it opens. */
export type ServerSockets = Listener & {
  /** Answers the waiting requests and all later ones. */
  open(answer: RequestHandler): void
}

/** Listens at all configured addresses. `renderMetrics` is null for a server without metrics. Fails with 3 if an address is in use. */
export function openSockets(config: Config, renderMetrics: Parameters<typeof respondWithMetrics>[1] | null): ServerSockets {
  const opening = Promise.withResolvers<void>()
  let answerCall: RequestHandler = (request, server) => opening.promise.then(() => answerCall(request, server))
  const { main, apart } = listenForAll(config, {
    calls: (request, server) => answerCall(request, server),
    metrics: renderMetrics && ((request) => opening.promise.then(() => respondWithMetrics(request, renderMetrics))),
  })
  const listeners = [main, ...apart]
  return {
    url: main.url,
    open(answer) {
      answerCall = answer
      opening.resolve()
    },
    rotate: () => listeners.map((listener) => listener.rotate()).some(Boolean),
    stop: async (withinMs) => void (await Promise.all(listeners.map((listener) => listener.stop(withinMs)))),
  }
}

/** A second process on a folder learns the first process, even if that one also has the address. */
function listenForAll(config: Config, answers: { readonly calls: RequestHandler; readonly metrics: RequestHandler | null }) {
  try {
    const main = listen(config, config.listen, answers.calls)
    const { metricsListen } = config
    const apart = metricsListen === null || answers.metrics === null ? [] : [listen(config, metricsListen, answers.metrics)]
    return { main, apart }
  } catch (fault) {
    requireFreeFolder(config.dataDir)
    throw fault
  }
}
