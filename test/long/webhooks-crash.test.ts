import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { days, openMarket } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { repetitions } from '../support/test-depth.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const lifeMs = 300
const fewestDeaths = repetitions(60) + 1
const fewestTrips = repetitions(200) + 1

/** The wait for an answer, before the request is repeated under its key, so that every trip is entered once. */
const patienceMs = patience(2_000)

test(
  'loses nothing committed in repeated kills under load, 300 ms after each start',
  async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isAlone: true, env: { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '0.05' } })
    const dales = await market.operator()
    await receiver.subscribe(dales, '/steady')
    await receiver.subscribe(dales, '/slow')
    receiver.answer('/slow', ...Array.from({ length: 5_000 }, (_, n) => ({ afterMs: 5, status: n % 8 === 0 ? 500 : 204 })))
    const body = {
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
      pickup: { label: 'Leeds Town Hall', kind: 'venue' },
      dropoff: { label: 'York Minster', kind: 'venue' },
      departs_at: market.at(days(60)),
      passenger_count: 45,
      offer_to: [dales.ref],
    }

    const entered = new Set<string>()
    let deaths = 0
    const isOver = () => deaths >= fewestDeaths && entered.size >= fewestTrips
    const killer = async () => {
      while (!isOver()) {
        // A slow machine gets the time that it needs to enter one trip.
        const before = entered.size
        // The server's lifetime before the kill that this test measures.
        await Bun.sleep(lifeMs)
        await eventually(() => entered.size > before)
        await market.server.kill()
        deaths++
        await market.server.start()
      }
    }
    const enter = async (who: number) => {
      for (let n = 0; !isOver(); n++) {
        const key = `${who}-${n}`
        for (;;) {
          const wish = market.platform('POST', '/trips', body, { key }).catch(() => null)
          // No event reports that an answer will never arrive.
          const answer = await Promise.race([wish, Bun.sleep(patienceMs)])
          if (answer?.status === 201) {
            entered.add(answer.data.ref)
            break
          }
          // The pause before a stopped server is asked again.
          await Bun.sleep(10)
        }
        // The pace of the load.
        await Bun.sleep(20)
      }
    }
    await Promise.all([killer(), enter(1), enter(2), enter(3)])

    const open = "SELECT 1 FROM webhook_deliveries WHERE status = 'pending'"
    await eventually(async () => (await market.server.ask(open)).length === 0)
    await market.server.stop()

    type Row = { id: string; subscription: number; trip: string; status: string; attempts: number; numbers: string }
    const rows = await market.server.ask<Row>(
      `SELECT d.id, d.subscription_id AS subscription, t.ref AS trip, d.status, d.attempts,
         coalesce((SELECT string_agg(number, ',') FROM (SELECT CAST(number AS text) AS number FROM webhook_attempts a WHERE a.delivery_id = d.id ORDER BY a.number) AS numbered), '') AS numbers
       FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id JOIN trips t ON t.id = e.trip_id`,
    )
    for (const path of ['/steady', '/slow']) {
      const subscription = path === '/steady' ? 1 : 2
      const kept = rows.filter((row) => row.subscription === subscription)
      expect(new Set(kept.map(({ trip }) => trip))).toEqual(entered)
      expect(kept).toHaveLength(entered.size)
      const heard = Map.groupBy(receiver.at(path), ({ json }) => json.data.ref as string)
      for (const { id, trip, attempts, numbers } of kept) {
        const hits = heard.get(trip) ?? []
        expect([trip, hits.length >= attempts && attempts > 0]).toEqual([trip, true])
        expect(new Set(hits.map(({ delivery }) => delivery))).toEqual(new Set([id]))
        expect(new Set(hits.map(({ text }) => text)).size).toBe(1)
        expect(numbers).toBe(Array.from({ length: attempts }, (_, n) => n + 1).join())
      }
      expect(heard.size).toBe(entered.size)
    }
    expect(new Set(rows.filter(({ subscription }) => subscription === 1).map(({ status }) => status))).toEqual(
      new Set(['delivered']),
    )
  },
  patience(600_000),
)
