import { beforeAll, expect, test } from 'bun:test'
import { type CountedStep, countSteps, repeats } from '../support/counted-steps.ts'
import { openMarket } from '../support/market.ts'
import { postgresUrl } from '../support/postgres.ts'
import { PostgresServer } from '../support/postgres-server.ts'
import { countingSettings, openPostgresWriteMeter, type SentAndLogged } from '../support/postgres-write-meter.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/**
 * The statements and number of writing transactions, and the bytes in the server's log, of each step: the least of five repeats.
 * A figure can fall freely. A figure that rises for the same step needs its reason here, and another that falls by as much.
 */
const most: Readonly<Record<CountedStep, readonly [statements: number, commits: number, walBytes: number]>> = {
  'a trip entered and offered to one': [39, 3, 12_680],
  'a first quote': [24, 2, 5376],
  'a revised quote': [26, 2, 4232],
  'a booking with a card': [58, 5, 17_400],
  'a driver assigned': [42, 2, 4152],
  'a walkaround check': [7, 1, 1104],
  'a step of a driver': [30, 2, 4440],
  'a cancellation by the customer': [93, 7, 19_000],
  'a link to sign in, asked for and mailed': [12, 2, 2600],
  'a trip offered to one with a webhook': [36, 2, 13_632],
  // With the places of the trips that were quoted and booked: four statements less for the quote, and two less for the booking.
  'a day with a trip that nobody quoted and one that was driven': [70, 10, 11_900],
}

/** The time limit for five days of a small market, including all work that follows each step (ms). */
const patienceMs = 300_000

/** Allows for reports of nodes that they are alive, and for tasks that share a transaction only sometimes. */
const allowance = 1.1

if (postgresUrl !== null) {
  let counted: ReadonlyMap<string, readonly SentAndLogged[]> = new Map()

  beforeAll(async () => {
    using receiver = startWebhookReceiver()
    await using server = await PostgresServer.open(countingSettings)
    const env = { ...receiver.env, CHARABANC_DATABASE_URL: server.url }
    await using market = await openMarket({ isFile: true, isAlone: true, env })
    await using meter = await openPostgresWriteMeter(server)
    counted = await countSteps(market, receiver, meter)
    expect(receiver.at('/in')).toHaveLength(repeats)
  }, patienceMs)

  test.each(Object.entries(most))('limits the statements, commits and log bytes of %s', (step, bounds) => {
    const found = counted.get(step) ?? []
    expect(found).toHaveLength(repeats)
    const least = (of: (one: SentAndLogged) => number) => Math.min(...found.map(of))
    const figures = [least((one) => one.statements), least((one) => one.commits), least((one) => one.walBytes)]
    const exceeded = figures.filter((figure, nth) => figure > (bounds[nth] ?? 0) * allowance)
    expect(exceeded, JSON.stringify(found)).toEqual([])
  })
}
