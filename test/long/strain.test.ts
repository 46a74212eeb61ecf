import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type Market, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { keepAliveRequest, SlowSockets, unfinishedPost } from '../support/slow-sockets.ts'

/** Makes reads and writes one after another for five seconds at most; returns the time of one (ms). */
async function turnOf(market: Market, operator: OperatorClient): Promise<number> {
  const startedAt = performance.now()
  let tripLocks = 0
  for (; tripLocks < 20 && performance.now() - startedAt < 5_000; tripLocks++) {
    const trip = await market.trip([operator])
    ok(await operator.quote(trip))
    expect((await operator.jobs()).status).toBe(200)
    expect((await market.server.fetch('/livez', { keepalive: false })).status).toBe(200)
  }
  return (performance.now() - startedAt) / tripLocks
}

/** The crowd takes some of the machine. A caller who had to wait for it would need far longer. */
const mostTimesAsLong = 10

test('serves other callers beside 200 callers with slow heads and 200 with slow bodies', async () => {
  await using market = await openMarket()
  const operator = await market.operator()
  const alone = await turnOf(market, operator)
  using slow = new SlowSockets(market.server.url)
  await slow.connectAndSend(200, 'GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  await slow.connectAndSend(200, unfinishedPost('/api/v1/drivers', operator.token))
  slow.trickle(200)

  const beside = await turnOf(market, operator)

  expect(slow.connectedCount).toBe(400)
  expect(beside).toBeLessThan(mostTimesAsLong * alone)
  expect((await operator.get('/drivers')).json.meta.total).toBe(0)
})

test('serves other callers beside 2,000 silent connections', async () => {
  await using market = await openMarket()
  const operator = await market.operator()
  const alone = await turnOf(market, operator)
  using idle = new SlowSockets(market.server.url)
  for (let hundred = 0; hundred < 10; hundred++) {
    await idle.connectAndSend(100, keepAliveRequest)
    await idle.connectAndSend(100, '')
  }

  const beside = await turnOf(market, operator)

  expect(idle.connectedCount).toBe(2_000)
  expect(beside).toBeLessThan(mostTimesAsLong * alone)
})

test('closes a connection that is silent for half a minute and drops its request', async () => {
  await using market = await openMarket()
  const operator = await market.operator()
  using silent = new SlowSockets(market.server.url)
  await silent.connectAndSend(10, keepAliveRequest)
  await silent.connectAndSend(10, 'GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  await silent.connectAndSend(10, unfinishedPost('/api/v1/drivers', operator.token))

  await eventually(() => silent.connectedCount === 0)

  expect((await operator.get('/drivers')).json.meta.total).toBe(0)
})
