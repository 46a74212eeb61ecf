import { expect, test } from 'bun:test'
import { Crowd, keptAlive, unfinishedPost } from '../support/crowd.ts'
import { eventually } from '../support/eventually.ts'
import { type Market, type OperatorDesk, ok, openMarket } from '../support/market.ts'

/** Reads and writes of somebody who means business, one after another; the longest of them in milliseconds. */
async function longestOf(times: number, market: Market, operator: OperatorDesk): Promise<number> {
  let longest = 0
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now()
    const trip = await market.trip([operator])
    ok(await operator.quote(trip))
    expect((await operator.jobs()).status).toBe(200)
    expect((await market.server.fetch('/livez', { keepalive: false })).status).toBe(200)
    longest = Math.max(longest, performance.now() - startedAt)
  }
  return longest
}

test('200 callers who drip their heads and 200 who drip their bodies keep nobody else waiting', async () => {
  await using market = await openMarket()
  const operator = await market.operator()
  using slow = new Crowd(market.server.url)
  await slow.invite(200, 'GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  await slow.invite(200, unfinishedPost('/api/v1/drivers', operator.token))
  slow.drip(200)

  const longest = await longestOf(20, market, operator)

  expect(slow.present).toBe(400)
  expect(longest).toBeLessThan(2_000)
  expect((await operator.get('/drivers')).json.meta.total).toBe(0)
}, 30_000)

test('2,000 connections that say nothing more, or nothing at all, keep nobody out', async () => {
  await using market = await openMarket()
  const operator = await market.operator()
  using idle = new Crowd(market.server.url)
  for (let hundred = 0; hundred < 10; hundred++) {
    await idle.invite(100, keptAlive)
    await idle.invite(100, '')
  }

  const longest = await longestOf(20, market, operator)

  expect(idle.present).toBe(2_000)
  expect(longest).toBeLessThan(2_000)
}, 30_000)

test('whoever says nothing for half a minute is shown out, and what they began is forgotten', async () => {
  await using market = await openMarket()
  const operator = await market.operator()
  using silent = new Crowd(market.server.url)
  await silent.invite(10, keptAlive)
  await silent.invite(10, 'GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  await silent.invite(10, unfinishedPost('/api/v1/drivers', operator.token))

  await eventually(() => silent.present === 0, 45_000)

  expect((await operator.get('/drivers')).json.meta.total).toBe(0)
}, 60_000)
