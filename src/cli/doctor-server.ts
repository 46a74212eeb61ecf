import type { Config } from '../config.ts'
import { describeFault } from '../domain/fault-text.ts'
import { checkJitOfProcess } from './doctor-machine.ts'
import { createFailFinding, createOkFinding, createWarnFinding, type Finding } from './finding.ts'
import { buildReadyUrl, findReadinessTrouble } from './healthcheck.ts'
import { findRunningHolder } from './lock.ts'

/** Whether a server runs and is ready or, without a server, whether one could listen. */
export async function examineServer(config: Config): Promise<Finding[]> {
  const holder = findRunningHolder(config.dataDir)
  if (holder === null) return [checkPort(config)]
  const { pid, url } = holder
  const trouble = await findReadinessTrouble(url === null ? buildReadyUrl(config) : `${url}/readyz`)
  const jit = checkJitOfProcess(pid)
  const where = `Process ${pid}${url === null ? '' : ` at ${url}`}`
  return [
    trouble === null
      ? createOkFinding('server', `${where} serves this data folder. The database is writable and the worker runs.`)
      : createFailFinding(
          'server',
          `${where} serves this data folder, but is not ready: ${trouble}.`,
          'See its log. A restart loses no acknowledged work.',
        ),
    ...(jit === null ? [] : [jit]),
  ]
}

function checkPort({ listen: { host, port: number } }: Config): Finding {
  const where = `${host}:${number}`
  try {
    Bun.listen({ hostname: host, port: number, socket: { data() {} } }).stop(true)
    return createOkFinding('server', `No server is running. ${where} is free.`)
  } catch (fault) {
    const why = describeFault(fault)
    if (why === 'EADDRINUSE')
      return createFailFinding(
        'server',
        `No server is running, and another program listens at ${where}.`,
        `Find the program (ss -ltnp 'sport = :${number}'), or set CHARABANC_LISTEN.`,
      )
    return createWarnFinding(
      'server',
      `No server is running, and this user cannot listen at ${where} (${why}).`,
      'Set CHARABANC_LISTEN to an address of this machine and a port above 1023.',
    )
  }
}
