import type { House } from '../actions/house.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { makeFrontDesk } from '../http/front-desk.ts'
import type { Logger } from '../log.ts'
import { startBoilerRoom } from './boiler-room.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { CliFailure, exit } from './exit.ts'
import { clockOf, furnish } from './house.ts'
import { lockDataFolder } from './lock.ts'

export type RunningServer = {
  readonly url: string
  readonly house: House
  readonly folder: DataFolder
  readonly clock: Clock
  /** Takes nothing new, finishes what is in flight, and lets go of the data folder. */
  stop(): Promise<void>
}

/** What is in flight at a stop may take this long. */
const finishWithinMs = 25_000

/** Slow callers are cut off after this many seconds of silence. */
const idleSeconds = 30

/** Opens the data folder and serves it. Fails with 3 (folder in use, address taken), and as `openDataFolder` does. */
export function startServer(config: Config, log: Logger): RunningServer {
  const lock = lockDataFolder(config.dataDir)
  const clock = clockOf(config)
  const folder = openDataFolder(config, clock())
  const bootId = Bun.randomUUIDv7()
  let answer: (request: Request, server: Bun.Server<undefined>) => Promise<Response> = async () =>
    new Response(null, { status: 503 })
  const server = bind(config, (request, listener) => answer(request, listener))
  const url = `http://${urlHost(config.listen.host)}:${server.port}`
  const boilerRoom = startBoilerRoom(
    {
      kind: 'begin',
      config,
      databasePath: folder.databasePath,
      key: folder.key,
      bootId,
      isTerminal: process.stderr.isTTY === true,
    },
    log,
  )
  const house = furnish({ config, folder, clock, log, bootId, baseUrl: config.baseUrl ?? url, boilerRoom })
  const desk = makeFrontDesk(house)
  answer = desk.fetch
  lock.announce(url)
  return {
    url,
    house,
    folder,
    clock,
    async stop() {
      await Promise.race([server.stop(), Bun.sleep(finishWithinMs)])
      await boilerRoom.stop(finishWithinMs)
      await Promise.allSettled([house.ceilings.close(), house.lastUsed.close()])
      await folder.storage.close()
      lock[Symbol.dispose]()
    },
  }
}

function bind(config: Config, fetch: (request: Request, server: Bun.Server<undefined>) => Promise<Response>) {
  const { host, port } = config.listen
  try {
    // Bun's own 413 has no body; the desk counts for itself.
    return Bun.serve({ hostname: host, port, fetch, maxRequestBodySize: Number.MAX_SAFE_INTEGER, idleTimeout: idleSeconds })
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault)
    throw new CliFailure(exit.occupied, `Cannot listen at ${host}:${port}: ${why}`)
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false
    const hear = () => {
      if (isTold) process.exit(exit.failure)
      isTold = true
      resolve()
    }
    process.on('SIGTERM', hear)
    process.on('SIGINT', hear)
  })
}
