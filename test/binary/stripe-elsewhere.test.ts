import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, hours, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

// Tests of a 404 from Stripe for its own ids: after a change of account, or after test data was deleted.

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

/** Books a trip by paying its deposit on the page, and adds Stripe's id of the charge. */
async function paid() {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return Object.assign(trip, { intent: shop.charges(trip)[0]?.intent ?? '' })
}

/** Pays a deposit on a page that Stripe no longer finds. */
async function paidElsewhere() {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  const page = ok(await trip.book(trip.quoteId, 'card'))
  shop.fillInCardPage(page, 'visa')
  const restoreObject = shop.stripe.removeObject(/cs_\w+/.exec(page.payment.url)?.[0] ?? '')
  ok(await trip.post('check-payment'))
  await shop.market.advance(minutes(1) + 1)
  await becomes(trip, 'deposit in_doubt')
  return { trip, restoreObject }
}

type Row = { readonly id: number; readonly fault: string | null }

async function refundOf({ ref }: CustomerClient): Promise<Row | undefined> {
  const query = `select payments.id, fault from payments join trips on trips.id = trip_id where ref = ? and kind = 'refund'`
  return (await shop.market.server.ask<Row>(query, ref))[0]
}

/** Counts the log lines of a level with this text about a payment. */
function lines(level: string, text: string, paymentId: number): number {
  const all = shop.market.server.stderr.split('\n').filter((line) => line.includes(text))
  return all.map((line) => JSON.parse(line)).filter((line) => line.level === level && line.payment === paymentId).length
}

const unknownCharge = 'the provider does not know the charge to refund'

describe('a refund', () => {
  test('stays refunded if Stripe loses its charge, is logged once as an error, and is checked again', async () => {
    const trip = await paid()
    ok(await trip.cancel())
    await becomes(trip, 'refund refunded')
    const { id = 0 } = (await refundOf(trip)) ?? {}
    const restoreObject = shop.stripe.removeObject(trip.intent)
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

    restoreObject()
    await shop.market.server.cliJson(['payments', 'check', String(id)])
    expect(await refundOf(trip)).toEqual({ id, fault: null })
    expect(lines('error', unknownCharge, id)).toBe(1)
  })

  test('stays due if Stripe loses its charge, and is sent once Stripe finds the charge', async () => {
    const trip = await paid()
    const restoreObject = shop.stripe.removeObject(trip.intent)
    ok(await trip.cancel())
    await eventually(async () => (await refundOf(trip))?.fault === 'no_charge')
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'refund refund_due'])
    restoreObject()
    await shop.market.advance(minutes(61))
    await becomes(trip, 'refund refunded')
    expect(shop.held(trip)).toBe(0)
  })

  /** The payments of a trip that the office must settle. */
  async function toSettle({ ref }: CustomerClient) {
    const { payments } = ok(await office.call('GET', '/payments/to-settle'))
    return payments.filter((one: { ref: string }) => one.ref === ref)
  }

  const refundNotices = ({ ref }: CustomerClient) =>
    shop.market.server.mails().filter(({ subject, text }) => subject.startsWith('Check refund: ') && text.includes(ref))

  test('is reported to the office once if it cannot be sent, and can be marked as sent', async () => {
    const trip = await paid()
    const restoreObject = shop.stripe.removeObject(trip.intent)
    ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach has burnt down.' }))
    await eventually(() => refundNotices(trip).length > 0)
    await shop.market.advance(days(2))
    await shop.market.server.dueTasksDone()
    expect(new Set(refundNotices(trip).map(({ to }) => `${to}`)).size).toBe(refundNotices(trip).length)

    const [refund] = await toSettle(trip)
    expect(refund).toMatchObject({ kind: 'refund', state: 'refund_due', why: 'no_charge', closed_by: 'sent' })
    ok(await office.sent(trip, refund.id))
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('refunded')
    expect(await toSettle(trip)).toEqual([])
    restoreObject()
    await shop.market.advance(days(2))
    await shop.market.server.dueTasksDone()
    expect(shop.held(trip)).toBe(12_800)
  })

  test('can be settled by hand if its trip has no booking', async () => {
    const { trip, restoreObject } = await paidElsewhere()
    ok(await trip.cancelRequest())
    shop.stripe.fail('refunds.create', 'drop_before', 1_000)
    restoreObject()
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

  test('can be settled on the command line if it cannot be sent', async () => {
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

describe('a page that Stripe cannot find', () => {
  test('stays in doubt if it was paid, and books its trip once Stripe finds it', async () => {
    const { trip, restoreObject } = await paidElsewhere()
    expect(statusAndCode(await trip.book(trip.quoteId, 'card'))).toBe('503 unavailable')
    restoreObject()
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).status === 'booked')
    expect([await shop.paymentStatuses(trip), shop.held(trip)]).toEqual([['deposit succeeded'], 12_800])
  })

  test('is still checked after its customer cancels, and its payment is refunded', async () => {
    const { trip, restoreObject } = await paidElsewhere()
    ok(await trip.cancelRequest())
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit released'])
    await shop.market.advance(minutes(2))
    restoreObject()
    await shop.market.advance(minutes(2))
    await becomes(trip, 'refund refunded')
    expect(shop.held(trip)).toBe(0)
  })

  test('is released if it only saves a card', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    const page = ok(await trip.request(trip.quoteId, 'card'))
    shop.stripe.removeObject(/cs_\w+/.exec(page.payment.url)?.[0] ?? '')
    ok(await trip.post('check-payment'))
    await shop.market.advance(minutes(1) + 1)
    await becomes(trip, 'save_card released')
    ok(await trip.request(trip.quoteId, 'card'))
  })
})

describe('a charge that Stripe cannot find', () => {
  /** Starts a charge of a saved card that Stripe named, did not complete, and no longer finds. */
  async function named() {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
    expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
    shop.stripe.fail('paymentIntents.retrieve', '500_before', 1_000)
    expect((await dales.confirm(trip)).status).toBe(503)
    const intent = shop.stripe.intents().find(({ metadata }) => metadata.charabanc_trip === trip.ref)?.id ?? ''
    const restoreObject = shop.stripe.removeObject(intent)
    shop.stripe.recover()
    return { trip, intent, restoreObject }
  }

  const isUnknown = (intent: string, name: string) =>
    shop.stripe.calls.some((call) => call.name === name && call.id === intent && call.status === 404)

  test('is checked after its release until Stripe cancels it', async () => {
    const { trip, intent, restoreObject } = await named()
    ok(await trip.cancelRequest())
    expect(await shop.paymentStatuses(trip)).toEqual(['save_card card_saved', 'deposit released'])
    await shop.market.advance(hours(2))
    await shop.eventuallyAsTimePasses(() => isUnknown(intent, 'paymentIntents.cancel'))
    restoreObject()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(() => shop.stripe.intents().find(({ id }) => id === intent)?.status === 'canceled')
    expect(shop.held(trip)).toBe(0)
  })

  test('is in doubt and not declined, and succeeds once when Stripe finds it', async () => {
    const { trip, intent, restoreObject } = await named()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(() => isUnknown(intent, 'paymentIntents.retrieve'))
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['save_card card_saved', 'deposit in_doubt'])

    restoreObject()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).status === 'booked')
    expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 12_800])
  })
})
