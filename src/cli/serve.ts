import { makeLogger } from '../log.ts'
import { configuredCommand } from './command.ts'
import { write } from './output.ts'
import { type RunningServer, rotateOnHangup, startServer, untilToldToStop } from './server.ts'

/** Serves the data folder until told to stop. */
export const serveCommand = configuredCommand({
  words: 'serve',
  about: 'Serves the API from the data folder, which is made when it is not there.',
  examples: ['serve', 'serve --data-dir /var/lib/charabanc --listen 0.0.0.0:8787', 'serve --payments sandbox'],
  async run({ config, out }) {
    const { log, flush } = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
    process.on('uncaughtException', (fault) => {
      log.fatal({ err: fault }, 'nobody caught this')
      flush()
      process.exit(1)
    })
    const server = startServer(config, log)
    rotateOnHangup(server, log)
    await sayReady(server, out.terminal)
    await untilToldToStop()
    log.info('stopping')
    await server.stop()
    flush()
  },
})

/** One line that says where; and, to a person who starts with an empty folder, what to do next. */
async function sayReady({ url, house, folder }: RunningServer, isTerminal: boolean): Promise<void> {
  const lab = house.isLaboratory
  if (!isTerminal) {
    await write(process.stdout, `${JSON.stringify({ msg: 'listening', url, ...(lab && { lab }) })}\n`)
    return
  }
  await write(process.stdout, `charabanc is listening at ${url}${lab ? ' (lab: the clock may be moved)' : ''}\n`)
  if (folder.isNew) await write(process.stdout, `${firstSteps(folder.databasePath)}\n`)
}

function firstSteps(databasePath: string): string {
  return [
    '',
    `A new database lies at ${databasePath}. Customers pay by bank transfer until you set CHARABANC_PAYMENTS.`,
    'Next, in another terminal:',
    '  charabanc operator create --name "Dales Coaches" --currency GBP --timezone Europe/London',
    '  charabanc key mint --platform --name website',
  ].join('\n')
}
