import { makeLogger } from '../../src/log.ts'

// Logs a few lines and ends in the given way.
const [ending = '', terminal = ''] = process.argv.slice(2)
const { log, logAnswered } = makeLogger({ level: ending === 'quiet' ? 'warn' : 'info', terminal: terminal === 'terminal' })

const failed = new Error('Failed query: select * from customers where email = ?\nparams: jane@example.com,cbk_0123')
const cause = new Error('database is locked')
log.debug('not heard')
log.info({ subscription: 7, token: 'cbk_0123', request: { authorization: 'Bearer cbk_0123' } }, 'subscription parked')
log.info({ subscription: 7, heard: '\u001b[2J\u009b31m\u202eevil\nINFO: forged' }, 'a receiver \u001b]0;said\u0007')
log.error({ err: Object.assign(failed, { cause }) }, 'a query failed')

if (ending === 'answered' || ending === 'quiet') {
  for (const request of ['r1', '"},{\\"level":"fatal"']) {
    const call = { request, tokenId: undefined, route: '/api/v1/jobs/:ref', method: 'GET', status: 200, ms: 0.4 }
    log.info(call, 'answered')
    logAnswered(call)
  }
}
if (ending === 'exit') process.exit(0)
if (ending === 'throw') throw new Error('out of the blue')
if (ending === 'flood') for (let line = 0; line < 50_000; line++) log.info({ line, padding: 'x'.repeat(100) }, 'one of many')
if (ending === 'wait' || ending === 'flood') {
  // The log must be written within a second; the process then runs until it is killed.
  await Bun.sleep(1_000)
  process.stdout.write('a second later')
  await Bun.sleep(3_600_000)
}
