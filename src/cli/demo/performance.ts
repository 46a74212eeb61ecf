import type { Config } from '../../config.ts'
import { makeLogger } from '../../log.ts'
import { type Output, writeWhole } from '../output.ts'
import { startServer } from '../server.ts'
import { dales } from './cast.ts'
import { customers } from './customers.ts'
import { makeHistory, makeOfficeUrl } from './history.ts'
import { letters } from './letters.ts'
import type { Narrator, Show } from './narrator.ts'
import { openReceiver } from './receiver.ts'
import { tour, variables } from './tour.ts'

/** Everything that lives beside the server while somebody watches. */
const narrators: readonly Narrator[] = [customers, letters]

/** Makes up a history under the clock in `clockFile`, then serves it and tells what happens until `untilStopped`; customers act every `paceMs`. */
export async function performHistory(
  config: Config,
  clockFile: string,
  paceMs: number,
  out: Output,
  untilStopped: Promise<void>,
) {
  const logs = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
  if (out.terminal) await writeWhole(process.stdout, 'Two months in the life of a coach operator are being made up …\n')
  const history = await makeHistory(unhurried(config), clockFile, logs, Date.now())
  const tell: Show['tell'] = (...lines) => void writeWhole(process.stdout, `${lines.join('\n')}\n`)
  using receiver = openReceiver(tell)
  const server = await startServer(receiver.letIn(config), logs)
  const webhookId = await receiver.follow(server.ask, history.operatorToken)
  const show: Show = { server, history, webhookId, paceMs, tell, mailDir: config.mailDir ?? '' }

  await open(show, out)
  const over = new AbortController()
  const telling = Promise.all(narrators.map((narrator) => narrator(show, over.signal)))
  await Promise.race([untilStopped, telling.then(() => untilStopped)])

  over.abort()
  await telling
  await server.stop()
  logs.flush()
}

/** No one waits in the past, and a clock that jumps from day to day is nothing to warn of. */
function unhurried(config: Config): Config {
  const limits = Object.keys(config).filter((name) => name.startsWith('limit') && name !== 'limitSignIn')
  return { ...config, logLevel: 'error', ...Object.fromEntries(limits.map((name) => [name, []])) }
}

async function open(show: Show, { json, terminal }: Output): Promise<void> {
  const { url } = show.server
  const names = await variables(show)
  const officeUrl = await makeOfficeUrl(show.server)
  if (json)
    return writeWhole(process.stdout, `${JSON.stringify({ msg: 'listening', url, office_url: officeUrl, variables: names })}\n`)
  const exports = Object.entries(names).map(([name, value]) => `${name}=${value}`)
  const ready = terminal ? `charabanc is listening at ${url}` : JSON.stringify({ msg: 'listening', url })
  const lines = [
    ready,
    '',
    `${dales.name} is ${show.history.operatorRef}. People and money are made up, nothing leaves this machine, and Ctrl-C removes it all.`,
    'Open the office in a browser; the link signs you in as Jo Dale, once:',
    `  ${officeUrl}`,
    `After that, ask for another at ${url}/portal/sign-in as ${dales.admin_email}: the mail is told here.`,
    '',
    'Or try these in another terminal:',
    '',
    ...tour(show, names.PAYOUT),
    '',
    'For the examples in docs/ paste this first:',
    `  export ${exports.join(' ')}`,
    '',
    'What the customers do, every webhook that arrives and every mail and SMS that leaves is told here:',
  ]
  await writeWhole(process.stdout, `${lines.join('\n')}\n`)
}
