import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { querySqliteFile } from '../support/database-rows.ts'
import { ok, openMarket } from '../support/market.ts'
import { isDeepRun } from '../support/test-depth.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** With fewer bookings, the ends of database pages would decide the result. */
const bookings = isDeepRun ? 96 : 48
const atOnce = 6

/** Tables of messages, which are deleted after a week. */
const isOfMessages = (name: string) => name === 'messages' || name.startsWith('messages_')

test('stores a booking with three quotes and webhooks in 16 kB, its trip in 2 kB, its messages in 4 kB', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ isFile: true, isMute: !isDeepRun, env: receiver.env })
  const desks = [await market.operator(), await market.operator(), await market.operator()]
  for (const desk of desks) await receiver.subscribe(desk, '/hook', ['job.offered', 'booking.confirmed'])
  const [winner, ...others] = desks

  const book = async () => {
    const customer = await market.trip(desks, { coach_stays_with_group: true })
    for (const desk of others) await desk.makeQuote(customer)
    ok(await customer.book((await winner?.makeQuote(customer, { availability: 'confirmed' })) ?? 0))
  }
  const taken = () => {
    const path = join(market.server.dataDir, 'charabanc.sqlite')
    const rows = querySqliteFile<{ name: string; bytes: number }>(
      path,
      'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name',
    )
    const sumOf = (isCounted: (name: string) => boolean) =>
      rows.filter(({ name }) => isCounted(name)).reduce((sum, { bytes }) => sum + bytes, 0)
    const trips = sumOf((name) => name === 'trips')
    return { trips, messages: sumOf(isOfMessages), all: sumOf((name) => !isOfMessages(name)) }
  }
  const bookSome = async () => {
    for (let n = 0; n < bookings; n += atOnce) await Promise.all(Array.from({ length: atOnce }, book))
    // Messages and webhooks of the bookings count as well, so they must be finished.
    await market.server.dueTasksDone()
    return taken()
  }

  const before = await bookSome()
  const after = await bookSome()

  expect((after.all - before.all) / bookings).toBeLessThan(16_000)
  expect((after.trips - before.trips) / bookings).toBeLessThan(2_048)
  expect((after.messages - before.messages) / bookings).toBeLessThan(4_096)
})
