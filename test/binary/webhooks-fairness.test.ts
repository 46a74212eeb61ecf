import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/hook-receiver.ts'
import { type OperatorDesk, ok, openMarket } from '../support/market.ts'

const timeoutMs = 3_000
/** A healthy receiver answers at once; this is for a machine that is busy with other tests. */
const promptlyMs = 1_000

test('fifty receivers that hang, with 500 events queued, keep nobody waiting who answers', async () => {
  using receiver = startReceiver()
  await using market = await openMarket({ env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: `${timeoutMs / 1_000}` } })
  const healthy = await market.operator('Dales Coaches')
  const hook = await receiver.follow(healthy, '/healthy')
  const others: OperatorDesk[] = []
  for (const name of ['Wolds Travel', 'Moor Coaches', 'Humber Buses']) others.push(await market.operator(name))
  for (let n = 0; n < 50; n++) {
    const desk = others[n % others.length]
    if (desk !== undefined) await receiver.follow(desk, `/hang/${n}`)
    receiver.answer(`/hang/${n}`, 'hang')
  }
  for (let n = 0; n < 10; n++) await market.trip(others)
  await eventually(() => receiver.hits.length >= 64)

  const entered = new Map<string, number>()
  const until = performance.now() + 3 * timeoutMs
  while (performance.now() < until) {
    const { ref } = await market.trip([healthy])
    entered.set(ref, performance.now())
    await Bun.sleep(40)
  }
  const hits = await receiver.exactly(entered.size, '/healthy')
  const delays = hits.map(({ at, json }) => at - (entered.get(json.data.ref) ?? Number.NaN))
  expect(Math.max(...delays)).toBeLessThan(promptlyMs)
  const failed = await healthy.get(`/webhooks/${hook.id}/deliveries?status=failed`)
  expect(failed.json.meta.total).toBe(0)
  const [subscription] = ok(await healthy.get('/webhooks'))
  expect(subscription).toMatchObject({ status: 'active', consecutive_failures: 0 })
  for (let page = 1; page <= Math.ceil(entered.size / 100); page++) {
    for (const { attempts } of ok(await healthy.get(`/webhooks/${hook.id}/deliveries?per_page=100&page=${page}`))) {
      expect(attempts).toMatchObject([{ number: 1, error: null }])
    }
  }
  for (let n = 0; n < 50; n++) {
    const came = receiver.at(`/hang/${n}`).length
    expect([n, came >= 3 && came <= 4 + 5]).toEqual([n, true])
  }
}, 60_000)
