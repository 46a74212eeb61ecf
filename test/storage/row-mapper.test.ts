import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, desc, eq, sql } from 'drizzle-orm'
import { prepareStatement, type Reader } from '../../src/storage/storage.ts'
import { type InProcessServer, startInProcess } from '../support/in-process-server.ts'

let desk: InProcessServer

beforeAll(async () => {
  desk = await startInProcess({ isFile: true })
  const operator = (await desk.mint()).token
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token
  const place = (label: string) => ({ label, kind: 'venue' })
  for (const isQuoted of [true, false]) {
    const body = {
      ...{ pickup: place('Leeds'), dropoff: place('Łódź'), passenger_count: 45, offer_to: 'all' },
      departs_at: new Date(Date.UTC(2026, 7, 20)).toISOString(),
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
    }
    const { ref } = (await desk.call('POST', '/platform/v1/trips', { token: platform, body })).json.data
    const vehicles = [{ type: 'coach_49', count: 1, seats: 49 }]
    const terms = { price_amount: 64_000, currency_code: 'GBP', availability: 'confirmed', vehicles }
    if (isQuoted) await desk.call('POST', `/api/v1/jobs/${ref}/quote`, { token: operator, body: terms })
  }
})

afterAll(() => desk[Symbol.asyncDispose]())

/** Selects of every kind: one table, joins with and without a match, expressions, booleans, JSON and NULL. */
const selects = {
  'a table': ({ db, t }: Reader) => db.select().from(t.quotes),
  'a table with booleans': ({ db, t }: Reader) => db.select().from(t.operators),
  'some columns': ({ db, t }: Reader) => db.select({ id: t.offers.id, at: t.offers.declinedAt }).from(t.offers),
  'an expression': ({ db, t }: Reader) =>
    db.select({ many: sql<number>`count(*)`.mapWith(String), last: sql`max(id)`.as('last') }).from(t.trips),
  'a join that may find nothing': ({ db, t }: Reader) =>
    db
      .select({ offer: t.offers, quote: t.quotes, request: t.bookingRequests, one: sql<number>`1` })
      .from(t.offers)
      .leftJoin(t.quotes, eq(t.quotes.id, t.offers.latestQuoteId))
      .leftJoin(t.bookingRequests, eq(t.bookingRequests.id, t.quotes.requestId))
      .orderBy(desc(t.offers.id)),
  'columns of a join': ({ db, t }: Reader) =>
    db
      .select({ trip: { ref: t.trips.ref, closedAt: t.trips.closedAt }, quote: { note: t.quotes.note }, at: t.quotes.updatedAt })
      .from(t.trips)
      .innerJoin(t.offers, eq(t.offers.tripId, t.trips.id))
      .leftJoin(t.quotes, and(eq(t.quotes.id, t.offers.latestQuoteId), eq(t.quotes.tripId, t.trips.id))),
  'columns of two tables under one name': ({ db, t }: Reader) =>
    db
      .select({ both: { offered: t.offers.offeredAt, quoted: t.quotes.submittedAt }, none: { outcome: t.offers.outcome } })
      .from(t.offers)
      .leftJoin(t.quotes, eq(t.quotes.id, t.offers.latestQuoteId)),
}

test.each(Object.keys(selects) as (keyof typeof selects)[])('reads %s as Drizzle does', async (name) => {
  const select = selects[name] as (handle: Reader) => ReturnType<(typeof selects)['a table']>
  const held = prepareStatement(`row_mapper_${name}`, select)

  await desk.app.storage.read(async (handle) => {
    const rows = await held(handle).execute()
    expect(rows).toEqual(await select(handle))
    expect(rows).not.toBeEmpty()
  })
})
