import type { Config } from '../config.ts'
import { reasonOf } from '../domain/fault-text.ts'
import { jitOf } from './doctor-machine.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { readyUrl, troubleAt } from './healthcheck.ts'
import { livingHolder } from './lock.ts'

/** Whether a server runs and can do its work or, where none runs, whether one could listen. */
export async function examineServer(config: Config): Promise<Finding[]> {
  const holder = livingHolder(config.dataDir)
  if (holder === null) return [port(config)]
  const { pid, url } = holder
  const trouble = await troubleAt(url === null ? readyUrl(config) : `${url}/readyz`)
  const jit = jitOf(pid)
  const where = `Process ${pid}${url === null ? '' : ` at ${url}`}`
  return [
    trouble === null
      ? ok('server', `${where} serves this data folder: storage takes writes and the worker is alive.`)
      : fail(
          'server',
          `${where} has this data folder, but is not ready: ${trouble}.`,
          'Its log says why; a restart loses nothing that was acknowledged.',
        ),
    ...(jit === null ? [] : [jit]),
  ]
}

function port({ listen: { host, port: number } }: Config): Finding {
  const where = `${host}:${number}`
  try {
    Bun.listen({ hostname: host, port: number, socket: { data() {} } }).stop(true)
    return ok('server', `None runs here; ${where} is free for one.`)
  } catch (fault) {
    const why = reasonOf(fault)
    if (why === 'EADDRINUSE')
      return fail(
        'server',
        `None runs here, and somebody else listens at ${where}.`,
        `Find out who (ss -ltnp 'sport = :${number}'), or set CHARABANC_LISTEN.`,
      )
    return warn(
      'server',
      `None runs here, and nobody may listen at ${where} (${why}).`,
      'Set CHARABANC_LISTEN to an address of this machine and a port above 1023.',
    )
  }
}
