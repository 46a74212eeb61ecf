import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { keptAndFoundCounts, recountQuery } from '../support/list-recount.ts'
import { days, goodCard, type Market, type OperatorClient, openMarket, quoteTerms } from '../support/market.ts'
import { postgresUrl } from '../support/postgres.ts'

async function countsIn({ server }: Market) {
  return keptAndFoundCounts(await server.ask(recountQuery))
}

async function expectTrueCounts(market: Market): Promise<void> {
  const { kept, found } = await countsIn(market)
  expect(kept).toEqual(found)
}

/** Quotes, books, withdraws and cancels a number of jobs. Some of these requests fail. */
async function trade(market: Market, [dales, moors]: readonly [OperatorClient, OperatorClient], jobs: number): Promise<void> {
  const work = Array.from({ length: jobs }, async (_, nth) => {
    const trip = await market.trip([dales, moors])
    const quoted = await dales.quote(trip, quoteTerms({ availability: 'confirmed' }))
    if (nth % 2 === 0) await moors.post(`/jobs/${trip.ref}/decline`)
    if (nth % 3 === 0) await trip.post('book', { quote_id: quoted.data.my_quote.id, payment_method: goodCard })
    if (nth % 6 === 0) await trip.cancel()
    if (nth % 5 === 1) await dales.post(`/jobs/${trip.ref}/withdraw`)
    if (nth % 5 === 2) await trip.cancel()
  })
  await Promise.allSettled(work)
}

/** Total of each list in the answers to an operator. */
async function totalsOf(operator: OperatorClient): Promise<Record<string, number>> {
  const lists = ['/jobs?', '/jobs?filter=expired', '/bookings?status=active', '/bookings?status=cancelled', '/payouts?']
  const totals = lists.map(async (list) => [list, (await operator.get(list)).json.meta.total as number] as const)
  return Object.fromEntries(await Promise.all(totals))
}

test('keeps list totals correct after quotes, bookings, cancellations, deadlines and kill -9', async () => {
  await using market = await openMarket({ isMute: true })
  const operators = [await market.operator(), await market.operator()] as const
  await trade(market, operators, 30)

  const before = await totalsOf(operators[0])
  expect(before).toMatchObject({ '/jobs?filter=expired': 0, '/bookings?status=active': 4, '/bookings?status=cancelled': 6 })
  await expectTrueCounts(market)

  const amid = trade(market, operators, 60)
  await market.trip([operators[0]])
  await market.server.kill()
  await amid
  await market.server.start()
  await expectTrueCounts(market)

  await market.advance(days(90))
  await eventually(async () => (await countsIn(market)).kept.some(({ list }) => list === 'expired_jobs'))
  expect((await totalsOf(operators[0]))['/jobs?filter=expired']).toBeGreaterThan(5)
  await expectTrueCounts(market)
})

test('finds wrong counts and missing triggers with the doctor, and fixes them with `migrate`', async () => {
  await using market = await openMarket({ isMute: true })
  const { server } = market
  const operators = [await market.operator(), await market.operator()] as const
  await trade(market, operators, 12)
  await server.stop()
  const { found } = await countsIn(market)
  expect(await countsFound(market)).toEqual(['ok'])

  const [{ sql } = { sql: '' }] = isOnFile ? await server.ask<{ sql: string }>(triggerOnOffers) : []
  await server.change(
    "UPDATE list_counts SET total = total + 5 WHERE list = 'jobs'",
    `DROP TRIGGER offers_counted${isOnFile ? '' : ' ON offers'}`,
  )
  expect(await countsFound(market)).toEqual(['fail'])
  const fixed = await server.cli(['migrate'])
  expect(fixed.exitCode).toBe(0)
  expect(fixed.stderr).toContain('offers_counted')
  expect(fixed.stderr).toContain(correction)
  expect((await countsIn(market)).kept).toEqual(found)
  expect(await countsFound(market)).toEqual(['ok'])
  if (isOnFile) expect(await server.ask(triggerOnOffers)).toEqual([{ sql }])
  expect((await server.cli(['migrate'])).stderr).not.toContain(correction)

  await server.start()
  await trade(market, operators, 6)
  await expectTrueCounts(market)
})

const correction = 'The counts were corrected.'
const triggerOnOffers = "SELECT sql FROM sqlite_schema WHERE name = 'offers_counted'"
const isOnFile = postgresUrl === null

/** States of the list counts in the report of the doctor. */
async function countsFound({ server }: Market): Promise<string[]> {
  const { stdout } = await server.cli(['doctor', '--json'])
  const { checks } = JSON.parse(stdout) as { checks: { check: string; state: string }[] }
  return checks.filter(({ check }) => check === 'list counts').map(({ state }) => state)
}
