import { openFirstRun, setupUrl } from '../actions/office/first-run.ts'
import type { Config } from '../config.ts'
import { openLastResort } from '../gateways/last-resort.ts'
import { type Logger, makeLogger } from '../log.ts'
import { howManyOperators } from '../storage/queries/operators.ts'
import { configuredCommand } from './command.ts'
import { databaseOf } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { firstRunAsText, setupAsText, tellFirstRun } from './first-run.ts'
import { toggle } from './flag.ts'
import { explainDamage } from './lost-database.ts'
import { writeWhole } from './output.ts'
import { qrCode } from './qr-code.ts'
import { untilOutdated } from './schema-watch.ts'
import { servingFaults } from './servable.ts'
import type { RunningServer } from './server.ts'
import { untilToldToStop } from './stopping.ts'
import { makeSupervision } from './supervision.ts'

/** Serves the data folder until told to stop. */
export const serveCommand = configuredCommand({
  words: 'serve',
  about: 'Serves the API from the data folder, which is made when it is not there.',
  examples: ['serve', 'serve --data-dir /var/lib/charabanc --listen 0.0.0.0:8787', 'serve --payments sandbox'],
  flags: {
    fresh: toggle(
      'Begins a new database where a key, a backup or the name of a node says that there was one, which is refused else.',
    ),
    noMigrate: toggle("Refuses to start on a schema that is not this release's, for who runs `charabanc migrate` by itself."),
  },
  examine: servingFaults,
  async run({ flags, config, out }) {
    const logs = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
    const { log, flush } = logs
    process.on('uncaughtException', (fault) => {
      log.fatal({ err: fault }, 'nobody caught this')
      flush()
      process.exit(1)
    })
    const supervision = makeSupervision(log)
    // Only this command loads the whole API, so that every other one starts at once.
    const { rotateOnHangup, startServer } = await import('./server.ts')
    const bringing = { mayMigrate: !flags.noMigrate, isFresh: flags.fresh }
    const server = await startServer(config, logs, bringing).catch((fault) => {
      throw explainDamage(fault, config, databaseOf(config))
    })
    rotateOnHangup(server, log)
    // A supervisor may stop it in the moment it reads that it is ready.
    const untilStopped = untilToldToStop(openLastResort())
    await sayReady(server, config, out.terminal, log)
    supervision.ready(server)
    const outdated = await Promise.race([untilStopped, untilOutdated(config), server.untilLost()])
    supervision.stopping()
    log.info('stopping')
    await server.stop()
    flush()
    if (outdated !== undefined) throw new CliFailure(exit.schemaNewer, `${outdated.message} Use a newer charabanc.`)
  },
})

/** One line that says where; and, after a start in an empty folder, what that did, what it left open and what comes next. */
async function sayReady(server: RunningServer, config: Config, isTerminal: boolean, log: Logger): Promise<void> {
  const { url, app, folder } = server
  const lab = app.isTestMode
  const first = folder.isNew ? tellFirstRun(config, folder, url) : null
  const setup = await setupAddress(server)
  if (isTerminal) {
    await writeWhole(process.stdout, `charabanc is listening at ${url}${lab ? ' (lab: the clock may be moved)' : ''}\n`)
    if (first !== null) await writeWhole(process.stdout, `\n${firstRunAsText(first)}\n`)
    if (setup !== null) await writeWhole(process.stdout, `\n${setupAsText(setup, await qrCode(setup))}\n\n`)
    return
  }
  // The address of the first run stands in no log, which more people read, and keep.
  const ready = { msg: 'listening', url, ...(lab && { lab }), ...(setup !== null && { setup_url: setup }) }
  await writeWhole(process.stdout, `${JSON.stringify(ready)}\n`)
  for (const sentence of first?.done ?? []) log.info(sentence)
  for (const sentence of first?.open ?? []) log.info({ open: sentence }, 'not configured yet')
  for (const command of first?.next ?? []) log.info({ command }, 'next')
}

/** The URL at which the server is set up in a browser; null once it has an operator. */
async function setupAddress({ app, folder, clock }: RunningServer): Promise<string | null> {
  const { storage, secretBox } = folder
  if ((await storage.read(howManyOperators)) !== 'none') return null
  const token = await storage.transact((tx) => openFirstRun(tx, secretBox, { isAnew: false, now: clock() }))
  return token === null ? null : setupUrl(app.baseUrl, token)
}
