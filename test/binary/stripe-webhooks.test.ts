import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, minutes, type OperatorClient, ok } from '../support/market.ts'
import type { StripeEvent } from '../support/stripe/state.ts'
import type { EventSending } from '../support/stripe/webhooks.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

/** The old webhook secret and the new one that replaces it. */
const [old, next] = ['whsec_doubleofstripe', 'whsec_thenextofthedouble'] as const

let shop: StripeMarket
let dales: OperatorClient

beforeAll(async () => {
  shop = await openStripeMarket({ CHARABANC_STRIPE_WEBHOOK_SECRET: `${old},${next}`, CHARABANC_LIMIT_PROVIDER_EVENTS: 'off' })
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** The events at Stripe for a trip. */
function eventsOf(trip: CustomerClient): readonly StripeEvent[] {
  return shop.stripe.events.filter(({ data }) => data.object.metadata?.charabanc_trip === trip.ref)
}

/** Sends the events of a trip and returns the statuses of the answers. */
async function send(trip: CustomerClient, sending: Partial<EventSending> = {}): Promise<number[]> {
  const whole = { to: `${shop.market.server.url}/stripe/events`, secret: old, ...sending }
  return (await shop.stripe.send(whole, eventsOf(trip))).map(({ status }) => status)
}

const several = (times: number, status: number) => Array.from({ length: times }, () => status)

/** The times of the next checks of a trip's payments. */
async function dueOf(trip: CustomerClient): Promise<number[]> {
  const query = `select due_at from scheduler join payments on payments.id = subject_id join trips on trips.id = payments.trip_id
    where scheduler.kind in ('charge', 'refund') and ref = ? order by payments.id`
  return (await shop.market.server.ask<{ due_at: number | string }>(query, trip.ref)).map(({ due_at }) => Number(due_at))
}

/** Pays a deposit on the page before the server's next check, which follows within a minute. */
async function paidUnseen(card: 'visa' | 'refund_pending' | 'disputed' = 'visa') {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  const asked = ok(await trip.book(trip.quoteId, 'card'))
  // Two minutes later the server checks the page once a minute.
  await shop.market.advance(minutes(2))
  await eventually(async () => (await dueOf(trip)).every((due) => due > shop.market.now()))
  shop.fillInCardPage(asked, card)
  return trip
}

async function isBooked(trip: CustomerClient): Promise<boolean> {
  return ok(await trip.readTrip()).status === 'booked'
}

describe('a genuine webhook call of Stripe', () => {
  test.each([
    ['the old secret', old],
    ['the new secret', next],
    ['both', [old, next]],
  ] as const)('causes an early check of the page if signed with %s', async (_, secret) => {
    const trip = await paidUnseen()
    const [due = 0] = await dueOf(trip)
    expect(await send(trip, { secret })).toEqual([200, 200])
    await eventually(() => isBooked(trip))
    const query = 'select received_at from payments join trips on trips.id = trip_id where ref = ?'
    const [paid] = await shop.market.server.ask<{ received_at: number | string }>(query, trip.ref)
    expect(Number(paid?.received_at)).toBeLessThan(due)
    expect(shop.held(trip)).toBe(12_800)
  })

  test('books once if repeated in reverse order', async () => {
    const trip = await paidUnseen()
    expect(await send(trip, { times: 3, isReversed: true })).toEqual(several(6, 200))
    await eventually(() => isBooked(trip))
    expect(await send(trip, { times: 2 })).toEqual(several(4, 200))
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded'])
    expect(shop.held(trip)).toBe(12_800)
  })

  test('changes nothing if its payment is already settled', async () => {
    const trip = await paidUnseen()
    await send(trip)
    await eventually(() => isBooked(trip))
    const paid = eventsOf(trip)
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    const before = ok(await trip.readTrip())
    await shop.stripe.send({ to: `${shop.market.server.url}/stripe/events`, secret: old, times: 2 }, paid)
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'refund refunded'])
    expect(ok(await trip.readTrip())).toEqual(before)
    expect(shop.held(trip)).toBe(0)
  })

  test('causes a check of a refund that would have waited for an hour', async () => {
    const trip = await paidUnseen('refund_pending')
    await send(trip)
    await eventually(() => isBooked(trip))
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_pending'))
    const refund = shop.stripe.refunds().find(({ metadata }) => metadata?.charabanc_trip === trip.ref)
    shop.stripe.moveRefund(refund?.id ?? '', 'succeeded')
    await send(trip)
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
  })

  test('causes a check of disputes that would have waited for an hour', async () => {
    const trip = await paidUnseen()
    await send(trip)
    await eventually(() => isBooked(trip))
    const intent = shop.stripe.taken().find(({ metadata }) => metadata.charabanc_trip === trip.ref)?.intent ?? ''
    const { id } = shop.stripe.dispute(intent)
    const disputeEvents = shop.stripe.events.filter(({ data }) => data.object.id === id)
    await shop.stripe.send({ to: `${shop.market.server.url}/stripe/events`, secret: next }, disputeEvents)
    await eventually(async () => ok(await dales.booking(trip)).dispute?.status === 'needs_response')
  })

  test('causes no check of disputes if it concerns none', async () => {
    const asked = () => shop.stripe.calls.filter(({ name }) => name === 'disputes.list').length
    const trip = await paidUnseen()
    await shop.market.server.dueTasksDone()
    const before = asked()
    await send(trip)
    await eventually(() => isBooked(trip))
    await shop.market.server.dueTasksDone()
    expect(asked()).toBe(before)
  })

  test('is not stored', async () => {
    const trip = await paidUnseen()
    await send(trip)
    await eventually(() => isBooked(trip))
    const kept = await shop.market.server.readWholeDatabase()
    const sent = eventsOf(trip).flatMap(({ id, data }) => [id, 'client_secret' in data.object ? data.object.client_secret : null])
    expect(sent.filter((text) => text !== null && kept.includes(text))).toEqual([])
  })
})

describe('a webhook call that is not for this server', () => {
  type Thing = StripeEvent['data']['object']
  const of = (event: StripeEvent, more: Partial<Thing>) => ({
    ...event,
    data: { object: { ...event.data.object, ...more } as Thing },
  })

  test.each<[string, number, Partial<EventSending>]>([
    ['forged', 400, { isForged: true }],
    ['stale', 400, { ageSeconds: 400 }],
    [
      'about an unknown payment',
      200,
      { change: (event) => of(event, { id: 'pi_of_theirs', payment_intent: 'pi_of_theirs' } as Partial<Thing>) },
    ],
    ['of another server on the account', 200, { change: (event) => of(event, { metadata: { charabanc_server: 'theirs' } }) }],
    ['in the other mode', 200, { change: (event) => ({ ...event, livemode: true }) }],
    ['too long', 413, { change: (event) => of(event, { metadata: { padding: 'x'.repeat(300_000) } }) }],
  ])('causes no check if %s, and returns %d', async (_, status, sending) => {
    const trip = await paidUnseen()
    const due = await dueOf(trip)
    expect(await send(trip, { times: 2, ...sending })).toEqual(several(4, status))
    expect(await dueOf(trip)).toEqual(due)
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(() => isBooked(trip))
    expect(shop.held(trip)).toBe(12_800)
  })

  test('returns the usual error object without a reason', async () => {
    for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }]) {
      const refused = await shop.market.call('POST', '/stripe/events', { body: { id: 'evt_1' }, headers })
      expect([refused.status, Object.keys(refused.json.error)]).toEqual([400, ['code', 'message']])
    }
  })
})

test('limits all webhook calls of Stripe per minute, genuine or not', async () => {
  await using narrow = await openStripeMarket({
    CHARABANC_STRIPE_WEBHOOK_SECRET: old,
    CHARABANC_LIMIT_PROVIDER_EVENTS: '3/m',
  })
  const call = () => narrow.market.call('POST', '/stripe/events', { body: {} })
  const statuses: number[] = []
  for (let turn = 0; turn < 4; turn++) statuses.push((await call()).status)
  expect(statuses).toEqual([400, 400, 400, 429])
  expect(Number((await call()).headers.get('retry-after'))).toBeGreaterThan(0)
  await narrow.market.advance(minutes(1) + 1)
  expect((await call()).status).toBe(400)
})

test('returns 404 for webhook calls of Stripe without a configured secret', async () => {
  await using quiet = await openStripeMarket()
  expect((await quiet.market.call('POST', '/stripe/events', { body: {} })).status).toBe(404)
})
