import { buildSetupUrl, openFirstRun } from '../actions/office/first-run.ts'
import type { Config } from '../config.ts'
import { openLastResort } from '../gateways/last-resort.ts'
import { type Logger, makeLogger } from '../log.ts'
import { countOperators } from '../storage/queries/operators.ts'
import { defineConfiguredCommand } from './command.ts'
import { findDatabaseAddress } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { formatFirstRun, formatSetupAddress, reportFirstRun } from './first-run.ts'
import { defineToggle } from './flag.ts'
import { toDamageFailure } from './lost-database.ts'
import { writeWhole } from './output.ts'
import { renderQrCode } from './qr-code.ts'
import { waitUntilOutdated } from './schema-watch.ts'
import { listServingFaults } from './servable.ts'
import type { RunningServer } from './server.ts'
import { waitForStopSignal } from './stopping.ts'
import { makeSupervision } from './supervision.ts'

/** Serves the data folder until it is stopped. */
export const serveCommand = defineConfiguredCommand({
  words: 'serve',
  about: 'Starts the server on the data folder, and creates the folder if it does not exist.',
  examples: ['serve', 'serve --data-dir /var/lib/charabanc --listen 0.0.0.0:8787', 'serve --payments sandbox'],
  flags: {
    fresh: defineToggle(
      'Creates a new database even if a key, a backup or a node name shows that there was one. Without the flag, that is refused.',
    ),
    noMigrate: defineToggle('Refuses to start on an older schema. Use it if you run `charabanc migrate` separately.'),
  },
  examine: listServingFaults,
  async run({ flags, config, out }) {
    const logs = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
    const { log, flush } = logs
    process.on('uncaughtException', (fault) => {
      log.fatal({ err: fault }, 'uncaught error')
      flush()
      process.exit(1)
    })
    const supervision = makeSupervision(log)
    // Only this command loads the whole API, so that other commands start quickly.
    const { reloadCertificatesOnHangup: rotateOnHangup, startServer } = await import('./server.ts')
    const bringing = { mayMigrate: !flags.noMigrate, isFresh: flags.fresh }
    const server = await startServer(config, logs, bringing).catch((fault) => {
      throw toDamageFailure(fault, config, findDatabaseAddress(config))
    })
    rotateOnHangup(server, log)
    // A supervisor can stop the server the moment it reads that the server is ready.
    const untilStopped = waitForStopSignal(openLastResort())
    await reportReady(server, config, out.terminal, log)
    supervision.ready(server)
    const outdated = await Promise.race([untilStopped, waitUntilOutdated(config), server.untilLost()])
    supervision.stopping()
    log.info('stopping')
    await server.stop()
    flush()
    if (outdated !== undefined) throw new CliFailure(exit.schemaNewer, `${outdated.message} Use a newer charabanc.`)
  },
})

/** One line with the address and, after a start in an empty folder, the report of the first start. */
async function reportReady(server: RunningServer, config: Config, isTerminal: boolean, log: Logger): Promise<void> {
  const { url, app, folder } = server
  const lab = app.isTestMode
  const first = folder.isNew ? reportFirstRun(config, folder, url) : null
  const setup = await findSetupAddress(server)
  if (isTerminal) {
    await writeWhole(process.stdout, `charabanc is listening at ${url}${lab ? ' (test mode: the clock can be changed)' : ''}\n`)
    if (first !== null) await writeWhole(process.stdout, `\n${formatFirstRun(first)}\n`)
    if (setup !== null) await writeWhole(process.stdout, `\n${formatSetupAddress(setup, await renderQrCode(setup))}\n\n`)
    return
  }
  // The setup address is not logged, because more people read and keep logs.
  const ready = { msg: 'listening', url, ...(lab && { lab }), ...(setup !== null && { setup_url: setup }) }
  await writeWhole(process.stdout, `${JSON.stringify(ready)}\n`)
  for (const sentence of first?.done ?? []) log.info(sentence)
  for (const sentence of first?.open ?? []) log.info({ open: sentence }, 'not configured yet')
  for (const command of first?.next ?? []) log.info({ command }, 'next')
}

/** The URL of the setup in a browser; null once there is an operator. */
async function findSetupAddress({ app, folder, clock }: RunningServer): Promise<string | null> {
  const { storage, secretBox } = folder
  if ((await storage.read(countOperators)) !== 'none') return null
  const token = await storage.transact((tx) => openFirstRun(tx, secretBox, { isAnew: false, now: clock() }))
  return token === null ? null : buildSetupUrl(app.baseUrl, token)
}
