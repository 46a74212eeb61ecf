import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { mintKey } from '../support/admin-commands.ts'
import { eventually } from '../support/eventually.ts'
import { Market, ok } from '../support/market.ts'
import { startServer } from '../support/server.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const calls = 100
/** The worker may wake this often during the calls. One wake per call would be four times as many. */
const few = 25
/** An idle worker wakes at most this often per second: for its checks once a second, and for timers of the engine. */
const perSecond = 4

test('wakes the worker for due work and not for quotes', async () => {
  using receiver = startWebhookReceiver()
  // Test mode starts a round every 50 ms. Without it, the worker's loops sleep for 10 s unless something wakes them.
  const limits = { CHARABANC_LIMIT_PLATFORM: 'off', CHARABANC_LIMIT_QUOTE_WRITE: 'off' }
  const env = { CHARABANC_LAB: '0', CHARABANC_CLOCK_FILE: '', ...receiver.env, ...limits }
  await using server = await startServer({ env })
  const market = new Market(server, await mintKey(server, null))
  const desk = await market.operator()
  const trip = await market.trip([desk])

  const quoting = async () => {
    const before = wakingsOf(server.pid)
    const began = performance.now()
    for (let n = 0; n < calls; n++) expect((await desk.quote(trip)).status).toBe(200)
    return wakingsOf(server.pid) - before - (perSecond * (performance.now() - began)) / 1_000
  }
  expect(Math.min(await quoting(), await quoting(), await quoting())).toBeLessThan(few)

  const hook = { label: 'Desk', endpoint_url: receiver.url('/in'), events: ['job.offered'] }
  ok(await desk.post('/webhooks', hook))
  const awake = wakingsOf(server.pid)
  for (let n = 0; n < calls; n++) await market.trip([desk])
  expect(wakingsOf(server.pid) - awake).toBeGreaterThan(few)
  await eventually(() => receiver.received.length === calls)
})

/** The number of voluntary context switches of the worker's thread. */
function wakingsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8'))
  const worker = threads.filter((status) => /^Name:\s+Worker$/m.test(status))
  expect(worker).toHaveLength(1)
  return worker.reduce((sum, status) => sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]), 0)
}
