import { type Config, forgetProxies } from '../config.ts'
import { describeFaultClause } from '../domain/fault-text.ts'
import { defineConfiguredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { findRunningHolder } from './lock.ts'

const patienceMs = 3_000

/** Asks a running server whether it is ready, for a container supervisor. */
export const healthcheckCommand = defineConfiguredCommand({
  words: 'healthcheck',
  about:
    'Checks the server of this data folder at its own address. Exits 0 without output if the server is ready. Otherwise exits 1 ' +
    'with the reason. If no running server is recorded, or with --listen, it checks that address. Takes at most 3 s.',
  examples: ['healthcheck', 'healthcheck --listen 127.0.0.1:8787'],
  async run({ config, out }) {
    const url = buildReadyUrl(config)
    const trouble = await findReadinessTrouble(url)
    if (trouble !== null) throw new CliFailure(exit.failure, `${url}: ${trouble}`)
    if (out.json) await out.answer({ ready: true }, '')
  },
})

/**
 * The URL of the server's readiness check, as seen from this machine: from the flag, else from the running server of this data
 * folder, else from the configuration.
 */
export function buildReadyUrl({ listen, tlsCert, dataDir, origins }: Config): string {
  const isNamed = origins.listen.source === 'flag' && listen.port !== 0
  const announced = isNamed ? null : findRunningHolder(dataDir)?.url
  if (announced) return `${announced}/readyz`
  const everywhere = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ])
  const host = everywhere.get(listen.host) ?? listen.host
  return `${tlsCert === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${listen.port}/readyz`
}

/** Null if the server is ready, else the reason, within 3 s. */
export async function findReadinessTrouble(url: string): Promise<string | null> {
  forgetProxies()
  try {
    const signal = AbortSignal.timeout(patienceMs)
    // The certificate is for the public name, but this check uses an address of the machine.
    const response = await fetch(url, { signal, redirect: 'manual', tls: { rejectUnauthorized: false } })
    if (response.status === 200) return null
    const said = (await response.text()).slice(0, 500)
    return `answered ${response.status}${said === '' ? '' : `: ${said}`}`
  } catch (fault) {
    if (fault instanceof Error && fault.name === 'TimeoutError') return `no answer within ${patienceMs / 1_000} s`
    return describeFaultClause(fault)
  }
}
