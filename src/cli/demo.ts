import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { makeLogger } from '../log.ts'
import { type Listen, secondsAsMs } from '../reading.ts'
import { configuredCommand } from './command.ts'
import { dales } from './demo/cast.ts'
import { customers } from './demo/customers.ts'
import { makeHistory } from './demo/history.ts'
import type { Narrator, Show } from './demo/narrator.ts'
import { openReceiver } from './demo/receiver.ts'
import { tour, variables } from './demo/tour.ts'
import { CliFailure, exit } from './exit.ts'
import { optional } from './flag.ts'
import { type Output, write } from './output.ts'
import { startServer, untilToldToStop } from './server.ts'

/** Everything that lives beside the server while somebody watches. */
const narrators: readonly Narrator[] = [customers]

const usualPaceMs = 3_000

/** A coach operator to play with, gone without a trace afterwards. */
export const demoCommand = configuredCommand({
  words: 'demo',
  about: 'Serves a made-up coach operator with jobs in every state, and customers who answer. Everything is gone when it stops.',
  examples: ['demo', 'demo --listen 127.0.0.1:9000', 'demo --pace 1'],
  flags: {
    pace: optional('3', 'Seconds a scripted customer takes to act; 3 unless given.', secondsAsMs),
  },
  async run({ flags, config, out }) {
    const isOver = untilToldToStop()
    const folder = mkdtempSync(join(tmpdir(), 'charabanc-demo-'))
    const tidy = () => rmSync(folder, { recursive: true, force: true })
    process.on('exit', tidy)
    mkdirSync(join(folder, 'mail'))
    try {
      const listen = await freeAddress(config.listen, config.origins.listen.source === 'default')
      await perform(playConfig(config, folder, listen), join(folder, 'clock'), flags.pace ?? usualPaceMs, out, isOver)
    } finally {
      tidy()
    }
  },
})

/** Of what is configured on this machine only the address and the log are taken: play money, no mail server, no other host. */
function playConfig({ logLevel, origins }: Config, folder: string, listen: Listen): Config {
  const play = readConfig({ environment: {}, defaults: { payments: 'sandbox', limitCustomer: 'off' } })
  return {
    ...play,
    dataDir: join(folder, 'data'),
    mailDir: join(folder, 'mail'),
    baseUrl: `http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${listen.port}`,
    listen,
    // Requests are told as a story here, not as a log.
    logLevel: origins.logLevel.source === 'default' ? 'warn' : logLevel,
  }
}

async function perform(config: Config, clockFile: string, paceMs: number, out: Output, isOver: Promise<void>): Promise<void> {
  const { log, flush } = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
  if (out.terminal) await write(process.stdout, 'Two months in the life of a coach operator are being made up …\n')
  const history = await makeHistory(unhurried(config), clockFile, log, Date.now())
  const tell: Show['tell'] = (...lines) => void write(process.stdout, `${lines.join('\n')}\n`)
  using receiver = openReceiver(tell)
  const server = startServer({ ...config, ...receiver.mayBeReached }, log)
  const webhookId = await receiver.follow(server.ask, history.operatorToken)
  const show: Show = { server, history, webhookId, paceMs, tell }

  await open(show, out)
  const over = new AbortController()
  const telling = Promise.all(narrators.map((narrator) => narrator(show, over.signal)))
  await Promise.race([isOver, telling.then(() => isOver)])

  over.abort()
  await telling
  await server.stop()
  flush()
}

/** Nobody waits in the past, and a clock that jumps from day to day is nothing to warn of. */
function unhurried(config: Config): Config {
  const limits = Object.keys(config).filter((name) => name.startsWith('limit') && name !== 'limitSignIn')
  return { ...config, logLevel: 'error', ...Object.fromEntries(limits.map((name) => [name, []])) }
}

async function open(show: Show, { json, terminal }: Output): Promise<void> {
  const { url } = show.server
  const names = await variables(show)
  if (json) return write(process.stdout, `${JSON.stringify({ msg: 'listening', url, variables: names })}\n`)
  const exports = Object.entries(names).map(([name, value]) => `${name}=${value}`)
  const ready = terminal ? `charabanc is listening at ${url}` : JSON.stringify({ msg: 'listening', url })
  const lines = [
    ready,
    '',
    `${dales.name} is ${show.history.operatorRef}. People and money are made up, nothing leaves this machine, and Ctrl-C removes it all.`,
    'Try these in another terminal:',
    '',
    ...tour(show, names.PAYOUT),
    '',
    'For the examples in docs/ paste this first:',
    `  export ${exports.join(' ')}`,
    '',
    'What the customers do, and every webhook that arrives, is told here:',
  ]
  await write(process.stdout, `${lines.join('\n')}\n`)
}

/** The address asked for; where nobody asked for it and it is taken, another port of the same machine. */
async function freeAddress({ host, port }: Listen, mayMove: boolean): Promise<Listen> {
  try {
    const probe = Bun.serve({ hostname: host, port, fetch: () => new Response() })
    const found = { host, port: probe.port ?? port }
    await probe.stop(true)
    return found
  } catch (fault) {
    if (mayMove) return freeAddress({ host, port: 0 }, false)
    const why = fault instanceof Error ? fault.message : String(fault)
    throw new CliFailure(exit.occupied, `Cannot listen at ${host}:${port}: ${why}`)
  }
}
