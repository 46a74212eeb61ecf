import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { messageOf } from '../domain/fault-text.ts'
import { type Listen, secondsAsMs } from '../setting-values.ts'
import { settings, variableOf } from '../settings.ts'
import { configuredCommand } from './command.ts'
import { CliFailure, exit, usage } from './exit.ts'
import { optional } from './flag.ts'
import { untilToldToStop } from './stopping.ts'

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
    const untilStopped = untilToldToStop()
    for (const ignored of ['lab', 'clockFile'] as const)
      if (config[ignored]) await out.remark(`${variableOf(settings[ignored])} is ignored: the demo moves its own clock.`)
    const dataDir = config.origins.dataDir.source === 'flag' ? config.dataDir : null
    const isMade = dataDir !== null && mustBeEmpty(dataDir)
    const { performHistory } = await import('./demo/performance.ts')
    const folder = mkdtempSync(join(tmpdir(), 'charabanc-demo-'))
    const tidy = () => {
      rmSync(folder, { recursive: true, force: true })
      if (dataDir !== null) empty(dataDir, isMade)
    }
    process.on('exit', tidy)
    mkdirSync(join(folder, 'mail'))
    try {
      const listen = await freeAddress(config.listen, config.origins.listen.source === 'default')
      await performHistory(
        { ...playConfig(config, folder, listen), dataDir: dataDir ?? join(folder, 'data') },
        join(folder, 'clock'),
        flags.pace ?? usualPaceMs,
        out,
        untilStopped,
      )
    } finally {
      tidy()
    }
  },
})

/**
 * The configuration of a demo: play money, no mail server. This machine's own gives only the address, the log and where
 * webhooks may go.
 */
function playConfig({ logLevel, origins, webhookAllow }: Config, folder: string, listen: Listen): Config {
  const play = readConfig({ environment: {}, defaults: { payments: 'sandbox', limitCustomer: 'off' } })
  return {
    ...play,
    mailDir: join(folder, 'mail'),
    baseUrl: `http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${listen.port}`,
    listen,
    webhookAllow,
    // Requests are told as a story here, not as a log.
    logLevel: origins.logLevel.source === 'default' ? 'warn' : logLevel,
  }
}

/** Whether the demo has to make its folder. Fails with 2 if the folder holds anything, because the demo removes what is in it. */
function mustBeEmpty(folder: string): boolean {
  if (!existsSync(folder)) return true
  if (statSync(folder).isDirectory() && readdirSync(folder).length === 0) return false
  throw usage(`${folder} is not an empty folder. The demo removes its data when it stops, so it needs a folder of its own.`)
}

/** Removes what the demo made in a folder, and the folder if the demo made it. */
function empty(folder: string, isMade: boolean): void {
  const made = isMade ? [folder] : existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  for (const path of made) rmSync(path, { recursive: true, force: true })
}

/** The address asked for; where no one asked for it and it is taken, another port of the same machine. */
async function freeAddress({ host, port }: Listen, mayMove: boolean): Promise<Listen> {
  try {
    const probe = Bun.serve({ hostname: host, port, fetch: () => new Response() })
    const found = { host, port: probe.port ?? port }
    await probe.stop(true)
    return found
  } catch (fault) {
    if (mayMove) return freeAddress({ host, port: 0 }, false)
    throw new CliFailure(exit.occupied, `Cannot listen at ${host}:${port}: ${messageOf(fault)}`)
  }
}
