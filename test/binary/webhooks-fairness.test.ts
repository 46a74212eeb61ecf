import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type OperatorClient, ok, openMarket } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const timeoutMs = 3_000
/** Receivers that hang may delay a healthy receiver by at most this factor. */
const mostTimesAsLong = 10

const middleOf = (delays: readonly number[]) => delays.toSorted((one, other) => one - other)[delays.length >> 1]

test('delivers to a healthy receiver while fifty others hang with 500 queued events', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({
    isMute: true,
    env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: `${timeoutMs / 1_000}` },
  })
  const healthy = await market.operator('Dales Coaches')
  const hook = await receiver.subscribe(healthy, '/healthy')
  const entered = new Map<string, number>()
  const enter = async () => {
    const { ref } = await market.trip([healthy])
    entered.set(ref, performance.now())
    // The pace of new events.
    await Bun.sleep(40)
  }
  const delays = async () => {
    const hits = await receiver.exactly(entered.size, '/healthy')
    return hits.map(({ at, json }) => at - (entered.get(json.data.ref) ?? Number.NaN))
  }
  for (let n = 0; n < 20; n++) await enter()
  const alone = await delays()
  const others: OperatorClient[] = []
  for (const name of ['Wolds Travel', 'Moor Coaches', 'Humber Buses']) others.push(await market.operator(name))
  for (let n = 0; n < 50; n++) {
    const desk = others[n % others.length]
    if (desk !== undefined) await receiver.subscribe(desk, `/hang/${n}`)
    receiver.answer(`/hang/${n}`, 'hang')
  }
  const hungFrom = performance.now()
  for (let n = 0; n < 10; n++) await market.trip(others)
  await eventually(() => receiver.received.length >= alone.length + 64)

  const until = performance.now() + 3 * timeoutMs
  while (performance.now() < until) await enter()
  const beside = (await delays()).slice(alone.length)
  expect(middleOf(beside)).toBeLessThan(mostTimesAsLong * Math.max(...alone))
  expect(Math.max(...beside)).toBeLessThan(patience(1_000))
  const failed = await healthy.get(`/webhooks/${hook.id}/deliveries?status=failed`)
  expect(failed.json.meta.total).toBe(0)
  const [subscription] = ok(await healthy.get('/webhooks'))
  expect(subscription).toMatchObject({ status: 'active', consecutive_failures: 0 })
  for (let page = 1; page <= Math.ceil(entered.size / 100); page++) {
    // The server may not have stored the last answers yet.
    await eventually(async () => {
      for (const { attempts } of ok(await healthy.get(`/webhooks/${hook.id}/deliveries?per_page=100&page=${page}`))) {
        expect(attempts).toMatchObject([{ number: 1, error: null }])
      }
      return true
    })
  }
  for (let n = 0; n < 50; n++) {
    const came = (await receiver.atLeast(3, `/hang/${n}`)).length
    // Four requests run in parallel at first, then one after another.
    expect([n, came]).toEqual([n, Math.min(came, 4 + 2 + Math.floor((performance.now() - hungFrom) / timeoutMs))])
  }
})
