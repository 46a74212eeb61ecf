import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { findFaultMessage } from '../domain/fault-text.ts'
import { formatVariable } from '../setting.ts'
import { type Listen, secondsAsMs } from '../setting-values.ts'
import { settings } from '../settings.ts'
import { defineConfiguredCommand } from './command.ts'
import { CliFailure, createUsageFailure, exit } from './exit.ts'
import { defineOptionalFlag } from './flag.ts'
import { waitForStopSignal } from './stopping.ts'

const usualPaceMs = 3_000

/** Serves a made-up coach operator, and deletes everything when it stops. */
export const demoCommand = defineConfiguredCommand({
  words: 'demo',
  about:
    'Serves a made-up coach operator with jobs in every state and customers who respond. It deletes everything when it stops.',
  examples: ['demo', 'demo --listen 127.0.0.1:9000', 'demo --pace 1'],
  flags: {
    pace: defineOptionalFlag('3', 'Seconds a scripted customer takes to act; 3 unless given.', secondsAsMs),
  },
  async run({ flags, config, out }) {
    const untilStopped = waitForStopSignal()
    for (const ignored of ['lab', 'clockFile'] as const)
      if (config[ignored]) await out.remark(`${formatVariable(settings[ignored])} is ignored: the demo moves its own clock.`)
    const dataDir = config.origins.dataDir.source === 'flag' ? config.dataDir : null
    const isMade = dataDir !== null && requireEmptyFolder(dataDir)
    const { serveDemo } = await import('./demo/performance.ts')
    const folder = mkdtempSync(join(tmpdir(), 'charabanc-demo-'))
    const tidy = () => {
      rmSync(folder, { recursive: true, force: true })
      if (dataDir !== null) removeDemoFiles(dataDir, isMade)
    }
    process.on('exit', tidy)
    mkdirSync(join(folder, 'mail'))
    try {
      const listen = await findFreeAddress(config.listen, config.origins.listen.source === 'default')
      await serveDemo(
        { ...buildDemoConfig(config, folder, listen), dataDir: dataDir ?? join(folder, 'data') },
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
 * The configuration of a demo: sandbox payments, no mail server. The machine's own configuration sets only the address, the log level
 * and the allowed webhook targets.
 */
function buildDemoConfig({ logLevel, origins, webhookAllow }: Config, folder: string, listen: Listen): Config {
  const play = readConfig({ environment: {}, defaults: { payments: 'sandbox', limitCustomer: 'off' } })
  return {
    ...play,
    mailDir: join(folder, 'mail'),
    baseUrl: `http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${listen.port}`,
    listen,
    webhookAllow,
    // The demo narrates requests, so they are not logged.
    logLevel: origins.logLevel.source === 'default' ? 'warn' : logLevel,
  }
}

/** Whether the demo must create its folder. Fails with 2 if the folder has any content, because the demo deletes it. */
function requireEmptyFolder(folder: string): boolean {
  if (!existsSync(folder)) return true
  if (statSync(folder).isDirectory() && readdirSync(folder).length === 0) return false
  throw createUsageFailure(
    `${folder} is not an empty folder. The demo removes its data when it stops, so it needs a folder of its own.`,
  )
}

/** Deletes the demo's files in a folder, and the folder if the demo created it. */
function removeDemoFiles(folder: string, isMade: boolean): void {
  const made = isMade ? [folder] : existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  for (const path of made) rmSync(path, { recursive: true, force: true })
}

/** The configured address; if it is the default and in use, another port of the same machine. */
async function findFreeAddress({ host, port }: Listen, mayMove: boolean): Promise<Listen> {
  try {
    const probe = Bun.serve({ hostname: host, port, fetch: () => new Response() })
    const found = { host, port: probe.port ?? port }
    await probe.stop(true)
    return found
  } catch (fault) {
    if (mayMove) return findFreeAddress({ host, port: 0 }, false)
    throw new CliFailure(exit.occupied, `Cannot listen at ${host}:${port}: ${findFaultMessage(fault)}`)
  }
}
