import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startReceiver } from '../support/hook-receiver.ts'
import { ok, openMarket } from '../support/market.ts'
import { rowsOf } from '../support/rows.ts'

const bookings = 48
const atOnce = 6

test('a booking with three quotes and its webhooks takes at most 10 kB, and its trip less than half a page', async () => {
  using receiver = startReceiver()
  await using market = await openMarket({ env: receiver.env })
  const desks = [await market.operator(), await market.operator(), await market.operator()]
  for (const desk of desks) await receiver.follow(desk, '/hook', ['job.offered', 'booking.confirmed'])
  const [winner, ...others] = desks

  const book = async () => {
    const customer = await market.trip(desks, { coach_stays_with_group: true })
    for (const desk of others) await desk.quoteId(customer)
    ok(await customer.book((await winner?.quoteId(customer, { availability: 'confirmed' })) ?? 0))
  }
  const taken = () => {
    const path = join(market.server.dataDir, 'charabanc.sqlite')
    const rows = rowsOf<{ name: string; bytes: number }>(path, 'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name')
    return { trips: rows.find(({ name }) => name === 'trips')?.bytes ?? 0, all: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
  }
  const bookSome = async () => {
    for (let n = 0; n < bookings; n += atOnce) await Promise.all(Array.from({ length: atOnce }, book))
    return taken()
  }

  const before = await bookSome()
  const after = await bookSome()

  expect((after.all - before.all) / bookings).toBeLessThan(10_000)
  expect((after.trips - before.trips) / bookings).toBeLessThan(2_048)
})
