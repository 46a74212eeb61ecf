import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { type Market, openMarket } from '../support/market.ts'

// How fast things are is measured by `bun run bench`; here stands what makes them so.

/** When a key was last used is written this often. */
const lastUsedEveryMs = 5_000

test('writers who come together share a commit, and are all answered', async () => {
  await using market = await openMarket({ isFile: true })
  const desk = await market.operator()
  const trips = await Promise.all(Array.from({ length: 64 }, () => market.trip([desk])))
  // On a busy machine they may not get to come together at the first try.
  const together = await eventually(async () => {
    const commits = await commitsOf(market, async () => {
      const told = await Promise.all(trips.map((trip) => desk.quote(trip)))
      expect(told.map(({ status }) => status)).toEqual(told.map(() => 200))
    })
    return commits < 40 && commits
  })
  expect(together).toBeGreaterThanOrEqual(1)

  const oneByOne = async () => {
    for (const trip of trips.slice(0, 16)) expect((await desk.quote(trip)).status).toBe(200)
  }
  expect(await commitsOf(market, oneByOne)).toBeGreaterThanOrEqual(16)
})

test('reading writes nothing but, once, how often and when it was', async () => {
  await using market = await openMarket({ isFile: true })
  const desk = await market.operator()
  const trip = await market.trip([desk])
  await desk.get('/me')
  let writings = 0
  const commits = await commitsOf(market, async () => {
    const startedAt = performance.now()
    for (let time = 0; time < 40; time++) {
      await desk.get('/me')
      await desk.jobs()
      await desk.job(trip)
      await trip.readTrip()
    }
    writings = Math.ceil((performance.now() - startedAt) / lastUsedEveryMs)
  })
  expect(commits).toBeLessThanOrEqual(1 + writings)
})

/** How many transactions `work` writes; it is done again where the log was begun anew meanwhile. */
async function commitsOf(market: Market, work: () => Promise<void>): Promise<number> {
  for (;;) {
    await quiet(market)
    const [round, before] = [roundOf(market), commitsIn(market)]
    await work()
    const written = commitsIn(market) - before
    if (roundOf(market) === round) return written
  }
}

/** The salt of the write-ahead log, which is another each time it is begun anew. (Its sequence number each connection counts by itself.) */
function roundOf(market: Market): string {
  const log = readFileSync(join(market.server.dataDir, 'charabanc.sqlite-wal'))
  return log.toString('hex', 16, 24)
}

/** Until what is written once in a while (at most every second) has been written: that nothing more comes has no signal but time. */
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
