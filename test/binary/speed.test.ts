import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { type Market, openMarket } from '../support/market.ts'

// `bun run bench` measures the speed; these tests check its causes.

/** The server writes the last use of a key this often. */
const lastUsedEveryMs = 5_000

test('commits simultaneous writes together and answers them all', async () => {
  await using market = await openMarket({ isFile: true })
  const desk = await market.operator()
  const trips = await Promise.all(Array.from({ length: 64 }, () => market.trip([desk])))
  // On a busy machine the writes may not coincide at the first try.
  const together = await eventually(async () => {
    const commits = await commitsOf(market, async () => {
      const answers = await Promise.all(trips.map((trip) => desk.quote(trip)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    })
    return commits < 40 && commits
  })
  expect(together).toBeGreaterThanOrEqual(1)

  const oneByOne = async () => {
    for (const trip of trips.slice(0, 16)) expect((await desk.quote(trip)).status).toBe(200)
  }
  expect(await commitsOf(market, oneByOne)).toBeGreaterThanOrEqual(16)
})

test('writes nothing on reads except the periodic last use of the key', async () => {
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

/** Counts the transactions that `work` writes, and repeats the work if SQLite restarted the log meanwhile. */
async function commitsOf(market: Market, work: () => Promise<void>): Promise<number> {
  for (;;) {
    await waitForQuiet(market)
    const [round, before] = [roundOf(market), commitsIn(market)]
    await work()
    const written = commitsIn(market) - before
    if (roundOf(market) === round) return written
  }
}

/** The salt of the write-ahead log, which changes at each restart. Its sequence number differs between connections. */
function roundOf(market: Market): string {
  const log = readFileSync(join(market.server.dataDir, 'charabanc.sqlite-wal'))
  return log.toString('hex', 16, 24)
}

/** Waits for the end of periodic writes (at most one a second). Only time shows that no write follows. */
async function waitForQuiet(market: Market): Promise<void> {
  for (let last = -1, now = commitsIn(market); now !== last; last = now, now = commitsIn(market)) await Bun.sleep(1_200)
}

/** Counts the transactions in the write-ahead log. In SQLite's format each ends with a frame that holds the file size. */
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
