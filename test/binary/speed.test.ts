import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { type Market, openMarket } from '../support/market.ts'

// How fast things are is measured by bench/speed.ts; here stands what makes them so.

/** When a key was last used is written this often. */
const lastUsedEveryMs = 5_000

test('writers who come together share a commit, and are all answered', async () => {
  await using market = await openMarket()
  const desk = await market.operator()
  const trips = await Promise.all(Array.from({ length: 64 }, () => market.trip([desk])))
  // On a busy machine they may not get to come together at the first try.
  const together = await eventually(async () => {
    await quiet(market)
    const before = commitsIn(market)
    const told = await Promise.all(trips.map((trip) => desk.quote(trip)))
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 200))
    const commits = commitsIn(market) - before
    return commits < 40 && commits
  })
  expect(together).toBeGreaterThanOrEqual(1)

  await quiet(market)
  const then = commitsIn(market)
  for (const trip of trips.slice(0, 16)) expect((await desk.quote(trip)).status).toBe(200)
  expect(commitsIn(market) - then).toBeGreaterThanOrEqual(16)
})

test('reading writes nothing but, once, how often and when it was', async () => {
  await using market = await openMarket()
  const desk = await market.operator()
  const trip = await market.trip([desk])
  await desk.get('/me')
  await quiet(market)
  const before = commitsIn(market)
  const startedAt = performance.now()
  for (let time = 0; time < 40; time++) {
    await desk.get('/me')
    await desk.jobs()
    await desk.job(trip)
    await trip.look()
  }
  const writings = Math.ceil((performance.now() - startedAt) / lastUsedEveryMs)
  expect(commitsIn(market) - before).toBeLessThanOrEqual(1 + writings)
})

/** Until what is written once in a while has been written. */
async function quiet(market: Market): Promise<void> {
  for (let last = -1, now = commitsIn(market); now !== last; last = now, now = commitsIn(market)) await Bun.sleep(1_200)
}

/** How many transactions the write-ahead log holds: in SQLite's format each ends with a frame that says how large the file then is. */
function commitsIn(market: Market): number {
  const log = readFileSync(join(market.server.dataDir, 'charabanc.sqlite-wal'))
  if (log.length < 32) return 0
  const frame = 24 + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let commits = 0
  for (let at = 32; at + frame <= log.length && log.subarray(at + 8, at + 16).equals(salt); at += frame)
    if (log.readUInt32BE(at + 4) > 0) commits++
  return commits
}
