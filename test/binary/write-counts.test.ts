import { beforeAll, expect, test } from 'bun:test'
import { type CountedStep, countSteps, repeats } from '../support/counted-steps.ts'
import { openMarket } from '../support/market.ts'
import { sqliteWriteMeter, type WrittenPages } from '../support/sqlite-write-meter.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/**
 * The pages and commits of each step: the least of five repeats, because writes share a commit only sometimes.
 * A figure can fall freely. A figure that rises for the same step needs its reason here, and another that falls by as much.
 */
const most: Readonly<Record<CountedStep, readonly [pages: number, commits: number]>> = {
  'a trip entered and offered to one': [46, 2],
  'a first quote': [30, 2],
  'a revised quote': [18, 2],
  'a booking with a card': [81, 5],
  'a driver assigned': [24, 2],
  'a walkaround check': [9, 1],
  'a step of a driver': [21, 2],
  'a cancellation by the customer': [75, 5],
  'a link to sign in, asked for and mailed': [14, 2],
  'a trip offered to one with a webhook': [59, 4],
  // With the places of the trips that were quoted and booked: five pages less for the quote, and one less for the booking. The day's
  // tasks share pages only sometimes, and the first day is the smallest of the five, so the figure has room for that.
  'a day with a trip that nobody quoted and one that was driven': [68, 12],
}

/** The time limit for five days of a small market, including all work that follows each step (ms). */
const patienceMs = 300_000

let counted: ReadonlyMap<string, readonly WrittenPages[]> = new Map()

beforeAll(async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ isFile: true, env: receiver.env })
  counted = await countSteps(market, receiver, sqliteWriteMeter(market.server.dataDir))
  expect(receiver.at('/in')).toHaveLength(repeats)
}, patienceMs)

test.each(Object.entries(most))('limits the pages and commits of %s', (step, [pages, commits]) => {
  const found = counted.get(step) ?? []
  expect(found).toHaveLength(repeats)
  expect(Math.min(...found.map((one) => one.pages)), JSON.stringify(found)).toBeLessThanOrEqual(pages)
  expect(Math.min(...found.map((one) => one.commits)), JSON.stringify(found)).toBeLessThanOrEqual(commits)
})
