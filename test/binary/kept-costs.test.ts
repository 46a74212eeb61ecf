import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, makeFolder } from '../support/folder.ts'
import { days, goodCard, type Market, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { startServer } from '../support/server.ts'

// Limits on the bytes of a booking in the file and the memory of an idle server. A figure can fall freely. A figure that rises
// needs its reason here, and another figure that falls by as much.

/**
 * Bytes in tables and indexes for each booking with three quotes, once its messages are deleted after seven days. 380 of them are
 * the coordinates of the towns of a trip, and the distances and times of its legs, in the whole itinerary and the masked one.
 */
const mostBytes = 6_550

/** Memory (MiB) outside files, of a server in an empty folder: the lowest of three starts. */
const mostMemory = 33
const allowance = 1.05

const bookings = 10

test('stores no more bytes per booking than the limit', async () => {
  await using market = await openMarket({ isFile: true })
  const operators = [await market.operator(), await market.operator('Moor Travel'), await market.operator('Fell Coaches')]
  await book(market, operators)
  const before = await bytesAfterAWeek(market)
  for (let n = 0; n < bookings; n++) await book(market, operators)
  const each = ((await bytesAfterAWeek(market)) - before) / bookings
  expect(each).toBeLessThanOrEqual(mostBytes)
})

test('uses no more memory than the limit while the server is idle', async () => {
  const memory: number[] = []
  using folder = makeFolder()
  for (let start = 0; start < 3; start++) memory.push(await memoryOfStart(folder))
  expect(Math.min(...memory), memory.join()).toBeLessThanOrEqual(mostMemory * allowance)
})

/** A trip that three operators quote for; the customer takes the first quote. */
async function book(market: Market, operators: readonly OperatorClient[]): Promise<void> {
  const trip = await market.trip(operators, { departsIn: days(90) })
  const quotes: number[] = []
  for (const operator of operators) quotes.push(await operator.makeQuote(trip, { availability: 'confirmed' }))
  ok(await trip.book(quotes[0] ?? 0, goodCard))
}

/** Bytes of all rows and index entries, once the messages have been sent and deleted. */
async function bytesAfterAWeek(market: Market): Promise<number> {
  await market.server.dueTasksDone()
  await market.advance(days(8))
  await market.server.dueTasksDone()
  using database = new Database(join(market.server.dataDir, 'charabanc.sqlite'), { readonly: true })
  return database.query<{ bytes: number }, []>('SELECT sum(payload) AS bytes FROM dbstat').get()?.bytes ?? 0
}

async function memoryOfStart(folder: Folder): Promise<number> {
  await using server = await startServer({ dataDir: folder.at('data'), isFile: true })
  // The worker loads its own modules after the ready line.
  await Bun.sleep(2_000)
  return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024
}
