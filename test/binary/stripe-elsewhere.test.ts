import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, hours, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

// What the key of another account does not know, and what test data that was deleted leaves: Stripe says 404 of what it had named.

let shop: StripeMarket
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  shop = await openStripeMarket({}, { isMute: false })
  dales = await shop.market.operator()
  office = await portalClientOf(shop.market, dales)
})

afterEach(() => shop.stripe.recover())

afterAll(() => shop[Symbol.asyncDispose]())

const becomes = (trip: CustomerClient, row: string) => eventually(async () => (await shop.paymentStatuses(trip)).includes(row))

/** A trip whose deposit was paid on the page, and the name Stripe has for the charge. */
async function paid() {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return Object.assign(trip, { intent: shop.charges(trip)[0]?.intent ?? '' })
}

/** A trip with a page on which its deposit has been paid, of which Stripe knows no more. */
async function paidElsewhere() {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  const page = ok(await trip.book(trip.quoteId, 'card'))
  shop.fillInCardPage(page, 'visa')
  const putBack = shop.stripe.removeObject(/cs_\w+/.exec(page.payment.url)?.[0] ?? '')
  ok(await trip.post('check-payment'))
  await shop.market.advance(minutes(1) + 1)
  await becomes(trip, 'deposit in_doubt')
  return { trip, putBack }
}

type Row = { readonly id: number; readonly fault: string | null }

async function refundOf({ ref }: CustomerClient): Promise<Row | undefined> {
  const query = `select payments.id, fault from payments join trips on trips.id = trip_id where ref = ? and kind = 'refund'`
  return (await shop.market.server.ask<Row>(query, ref))[0]
}

/** How many lines of a level say something of a payment. */
function lines(level: string, said: string, paymentId: number): number {
  const all = shop.market.server.stderr.split('\n').filter((line) => line.includes(said))
  return all.map((line) => JSON.parse(line)).filter((line) => line.level === level && line.payment === paymentId).length
}

const unknownCharge = 'the provider does not know the charge that a refund is of'

describe('a refund', () => {
  test('that has gone stays so, is told once as an error, and is asked about again', async () => {
    const trip = await paid()
    ok(await trip.cancel())
    await becomes(trip, 'refund refunded')
    const { id = 0 } = (await refundOf(trip)) ?? {}
    const putBack = shop.stripe.removeObject(trip.intent)
    for (const _ of [1, 2]) {
      const before = shop.stripe.calls.length
      await shop.market.advance(days(1) + minutes(1))
      await shop.eventuallyAsTimePasses(() =>
        shop.stripe.calls.slice(before).some(({ params }) => params.payment_intent === trip.intent),
      )
      await shop.eventuallyAsTimePasses(() => lines('error', unknownCharge, id) === 1)
    }
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'refund refunded'])
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('refunded')

    putBack()
    await shop.market.server.cliJson(['payments', 'check', String(id)])
    expect(await refundOf(trip)).toEqual({ id, fault: null })
    expect(lines('error', unknownCharge, id)).toBe(1)
  })

  test('that is owed stays owed, and is sent once the charge is known again', async () => {
    const trip = await paid()
    const putBack = shop.stripe.removeObject(trip.intent)
    ok(await trip.cancel())
    await eventually(async () => (await refundOf(trip))?.fault === 'no_charge')
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'refund refund_due'])
    putBack()
    await shop.market.advance(minutes(61))
    await becomes(trip, 'refund refunded')
    expect(shop.held(trip)).toBe(0)
  })

  /** What somebody of the office has to see to of a trip. */
  async function toSettle({ ref }: CustomerClient) {
    const { payments } = ok(await office.call('GET', '/payments/to-settle'))
    return payments.filter((one: { ref: string }) => one.ref === ref)
  }

  const told = ({ ref }: CustomerClient) =>
    shop.market.server.mails().filter(({ subject }) => /may not have gone/.test(subject) && subject.includes(ref))

  test('that is owed for good is told to the office once, which marks it as sent', async () => {
    const trip = await paid()
    const putBack = shop.stripe.removeObject(trip.intent)
    ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach has burnt down.' }))
    await eventually(() => told(trip).length > 0)
    await shop.market.advance(days(2))
    await shop.market.server.dueTasksDone()
    expect(new Set(told(trip).map(({ to }) => `${to}`)).size).toBe(told(trip).length)

    const [refund] = await toSettle(trip)
    expect(refund).toMatchObject({ kind: 'refund', state: 'refund_due', why: 'no_charge', closed_by: 'sent' })
    ok(await office.sent(trip, refund.id))
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('refunded')
    expect(await toSettle(trip)).toEqual([])
    putBack()
    await shop.market.advance(days(2))
    await shop.market.server.dueTasksDone()
    expect(shop.held(trip)).toBe(12_800)
  })

  test('that is of no booking is settled by hand', async () => {
    const { trip, putBack } = await paidElsewhere()
    ok(await trip.cancelRequest())
    shop.stripe.fail('refunds.create', 'drop_before', 1_000)
    putBack()
    await shop.market.advance(minutes(2))
    await becomes(trip, 'refund refund_due')
    shop.stripe.removeObject(shop.charges(trip)[0]?.intent ?? '')
    shop.stripe.recover()
    await shop.market.advance(hours(2))
    const refund = await shop.eventuallyAsTimePasses(async () =>
      (await toSettle(trip)).find(({ why }: { why: string }) => why === 'no_charge'),
    )
    expect(refund).toMatchObject({ kind: 'refund', state: 'refund_due', closed_by: 'settled_by_hand' })
    ok(await office.call('POST', `/payments/${refund.id}/settled-by-hand`, {}))
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'refund refunded'])
  })

  test('that is owed for good is settled by who knows that it has gone', async () => {
    const trip = await paid()
    shop.stripe.removeObject(trip.intent)
    ok(await trip.cancel())
    await eventually(async () => (await refundOf(trip))?.fault === 'no_charge')
    const { id = 0 } = (await refundOf(trip)) ?? {}
    const settled = await shop.market.server.cliJson(['payments', 'settle-by-hand', String(id)])
    expect(settled).toMatchObject({ status: 'refunded', status_before: 'refund_due' })
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('refunded')
  })
})

describe('a page', () => {
  test('that was paid is in doubt, never given up for unpaid, and books its trip when it is known again', async () => {
    const { trip, putBack } = await paidElsewhere()
    expect(statusAndCode(await trip.book(trip.quoteId, 'card'))).toBe('503 unavailable')
    putBack()
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).status === 'booked')
    expect([await shop.paymentStatuses(trip), shop.held(trip)]).toEqual([['deposit succeeded'], 12_800])
  })

  test('that was paid is still asked about when its customer has taken it back, and the money goes back', async () => {
    const { trip, putBack } = await paidElsewhere()
    ok(await trip.cancelRequest())
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit released'])
    await shop.market.advance(minutes(2))
    putBack()
    await shop.market.advance(minutes(2))
    await becomes(trip, 'refund refunded')
    expect(shop.held(trip)).toBe(0)
  })

  test('on which a card was to be left is over', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    const page = ok(await trip.request(trip.quoteId, 'card'))
    shop.stripe.removeObject(/cs_\w+/.exec(page.payment.url)?.[0] ?? '')
    ok(await trip.post('check-payment'))
    await shop.market.advance(minutes(1) + 1)
    await becomes(trip, 'save_card released')
    ok(await trip.request(trip.quoteId, 'card'))
  })
})

describe('a charge of a kept card', () => {
  /** One that Stripe had named and not taken, and of which it knows no more. */
  async function named() {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
    expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
    shop.stripe.fail('paymentIntents.retrieve', '500_before', 1_000)
    expect((await dales.confirm(trip)).status).toBe(503)
    const intent = shop.stripe.intents().find(({ metadata }) => metadata.charabanc_trip === trip.ref)?.id ?? ''
    const putBack = shop.stripe.removeObject(intent)
    shop.stripe.recover()
    return { trip, intent, putBack }
  }

  const isUnknown = (intent: string, name: string) =>
    shop.stripe.calls.some((call) => call.name === name && call.id === intent && call.status === 404)

  test('that was given up is asked about until Stripe says that it can take nothing', async () => {
    const { trip, intent, putBack } = await named()
    ok(await trip.cancelRequest())
    expect(await shop.paymentStatuses(trip)).toEqual(['save_card card_saved', 'deposit released'])
    await shop.market.advance(hours(2))
    await shop.eventuallyAsTimePasses(() => isUnknown(intent, 'paymentIntents.cancel'))
    putBack()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(() => shop.stripe.intents().find(({ id }) => id === intent)?.status === 'canceled')
    expect(shop.held(trip)).toBe(0)
  })

  test('that Stripe had named is in doubt and not declined, and is taken once when it is known again', async () => {
    const { trip, intent, putBack } = await named()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(() => isUnknown(intent, 'paymentIntents.retrieve'))
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['save_card card_saved', 'deposit in_doubt'])

    putBack()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).status === 'booked')
    expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 12_800])
  })
})
