import { type Config, forgetProxies } from '../config.ts'
import { clauseOf } from '../domain/fault-text.ts'
import { configuredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { livingHolder } from './lock.ts'

const patienceMs = 3_000

/** Asks a running server whether it can do its work, for a container supervisor. */
export const healthcheckCommand = configuredCommand({
  words: 'healthcheck',
  about:
    'Asks the server of this data folder, wherever it listens, whether it can do its work: exits 0 and says nothing, or exits 1 ' +
    'and says why. Where none says that it runs, or with --listen, it asks at that address. Takes 3 s at most.',
  examples: ['healthcheck', 'healthcheck --listen 127.0.0.1:8787'],
  async run({ config, out }) {
    const url = readyUrl(config)
    const trouble = await troubleAt(url)
    if (trouble !== null) throw new CliFailure(exit.failure, `${url}: ${trouble}`)
    if (out.json) await out.answer({ ready: true }, '')
  },
})

/**
 * The URL at which the server answers whether it is ready, as seen from the machine it runs on. It is what the flag
 * says, else where the server of this data folder says it listens, else as configured.
 */
export function readyUrl({ listen, tlsCert, dataDir, origins }: Config): string {
  const isNamed = origins.listen.source === 'flag' && listen.port !== 0
  const announced = isNamed ? null : livingHolder(dataDir)?.url
  if (announced) return `${announced}/readyz`
  const everywhere = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ])
  const host = everywhere.get(listen.host) ?? listen.host
  return `${tlsCert === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${listen.port}/readyz`
}

/** Null where the server says it is ready, else what is wrong, within 3 s. */
export async function troubleAt(url: string): Promise<string | null> {
  forgetProxies()
  try {
    const signal = AbortSignal.timeout(patienceMs)
    // The certificate is made out to the name the world uses, and this machine is asked by its address.
    const response = await fetch(url, { signal, redirect: 'manual', tls: { rejectUnauthorized: false } })
    if (response.status === 200) return null
    const said = (await response.text()).slice(0, 500)
    return `it answered ${response.status}${said === '' ? '' : `: ${said}`}`
  } catch (fault) {
    if (fault instanceof Error && fault.name === 'TimeoutError') return `no answer within ${patienceMs / 1_000} s`
    return clauseOf(fault)
  }
}
