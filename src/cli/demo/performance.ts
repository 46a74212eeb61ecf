import type { Config } from '../../config.ts'
import { makeLogger } from '../../log.ts'
import { type Output, writeWhole } from '../output.ts'
import { startServer } from '../server.ts'
import { dales } from './cast.ts'
import { runDemoCustomers } from './customers.ts'
import { makeHistory, makeOfficeUrl } from './history.ts'
import { reportLetters } from './letters.ts'
import type { Narrator, Show } from './narrator.ts'
import { openReceiver } from './receiver.ts'
import { listShellVariables, writeTour } from './tour.ts'

/** Everything that runs beside the server while a viewer watches. */
const narrators: readonly Narrator[] = [runDemoCustomers, reportLetters]

/**
 * Makes up a history under the clock in `clockFile`, then serves it and narrates it until `untilStopped`. Customers act every
 * `paceMs`.
 */
export async function serveDemo(config: Config, clockFile: string, paceMs: number, out: Output, untilStopped: Promise<void>) {
  const logs = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
  if (out.terminal) await writeWhole(process.stdout, 'The demo prepares two months of sample data …\n')
  const history = await makeHistory(withoutLimits(config), clockFile, logs, Date.now())
  const tell: Show['printEvent'] = (...lines) => void writeWhole(process.stdout, `${lines.join('\n')}\n`)
  using receiver = openReceiver(tell)
  const server = await startServer(receiver.letIn(config), logs)
  const webhookId = await receiver.follow(server.ask, history.operatorToken)
  const show: Show = { server, history, webhookId, paceMs, printEvent: tell, mailDir: config.mailDir ?? '' }

  await openShow(show, out)
  const over = new AbortController()
  const telling = Promise.all(narrators.map((narrator) => narrator(show, over.signal)))
  await Promise.race([untilStopped, telling.then(() => untilStopped)])

  over.abort()
  await telling
  await server.stop()
  logs.flush()
}

/** The configuration of the past: without rate limits, and without warnings about clock jumps. */
function withoutLimits(config: Config): Config {
  const limits = Object.keys(config).filter((name) => name.startsWith('limit') && name !== 'limitSignIn')
  return { ...config, logLevel: 'error', ...Object.fromEntries(limits.map((name) => [name, []])) }
}

async function openShow(show: Show, { json, terminal }: Output): Promise<void> {
  const { url } = show.server
  const names = await listShellVariables(show)
  const officeUrl = await makeOfficeUrl(show.server)
  if (json)
    return writeWhole(process.stdout, `${JSON.stringify({ msg: 'listening', url, office_url: officeUrl, variables: names })}\n`)
  const exports = Object.entries(names).map(([name, value]) => `${name}=${value}`)
  const ready = terminal ? `charabanc is listening at ${url}` : JSON.stringify({ msg: 'listening', url })
  const lines = [
    ready,
    '',
    `${dales.name} is ${show.history.operatorRef}. People and amounts are made up. Nothing leaves this machine. Ctrl-C deletes everything.`,
    'Open the portal in a browser. This link signs you in as Jo Dale and works once:',
    `  ${officeUrl}`,
    `For another link, enter ${dales.admin_email} at ${url}/portal/sign-in. The email appears here.`,
    '',
    'Or run these commands in another terminal:',
    '',
    ...writeTour(show, names.PAYOUT),
    '',
    'For the examples in docs/, paste this first:',
    `  export ${exports.join(' ')}`,
    '',
    'Customer actions, webhooks, emails and SMS appear here:',
  ]
  await writeWhole(process.stdout, `${lines.join('\n')}\n`)
}
