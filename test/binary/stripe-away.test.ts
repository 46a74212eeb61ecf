import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { signInDriver } from '../support/driver-client.ts'
import {
  type CustomerClient,
  days,
  hours,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

let shop: StripeMarket
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  shop = await openStripeMarket({ CHARABANC_STRIPE_TIMEOUT: `${Math.ceil(stretchedForLoad(2))}` })
  dales = await shop.market.operator()
  office = await portalClientOf(shop.market, dales)
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Ways to make Stripe unavailable; each returns a function that restores Stripe. */
const ways = {
  'cannot be reached': () => shop.stripe.stopListening(),
  'does not answer': async () => {
    shop.stripe.fail('any', 'hang_before', 100_000)
    return () => shop.stripe.recover()
  },
} as const

/** The status of an answer, and whether it has a Retry-After header. */
const isAway = (answer: MarketAnswer) => [statusAndCode(answer), Number(answer.headers.get('retry-after')) > 0]
const away = ['503 unavailable', true]

/** Books a trip by paying its deposit on the page. */
async function booked(differing: object = {}) {
  const trip = await shop.quotedTrip(dales, 'confirmed', differing)
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

/** Requests a likely quote and saves a card on the page. */
async function requested() {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  return trip
}

const statusOf = async (trip: CustomerClient) => ok(await trip.readTrip()).status

describe.each(Object.entries(ways))('while Stripe %s', (_, interrupt) => {
  test('handles everything that needs no card', async () => {
    const driven = await booked()
    const pat = await signInDriver(dales, { phone: null })
    // This page stays open throughout.
    const open = await shop.quotedTrip(dales, 'confirmed')
    const { payment } = ok(await open.book(open.quoteId, 'card'))
    const lapsing = await shop.quotedTrip(dales, 'confirmed', { valid_until: shop.market.at(hours(2)) })
    const restoreStripe = await interrupt()

    const trip = await shop.market.trip([dales])
    ok(await dales.quote(trip))
    ok(await dales.quote(trip, { price_amount: 70_000 }))
    expect(ok(await trip.readTrip()).quotes[0].price_amount).toBe(70_000)
    ok(await dales.withdraw(trip))
    ok(await dales.decline(trip))

    ok(await dales.assign(driven, pat.id))
    ok(await pat.acknowledge(driven))

    const own = await office.booked()
    ok(await office.call('POST', `/bookings/${own.ref}/deposit-received`, {}))
    ok(await office.record(own))
    expect(ok(await own.readTrip()).booking.payment_status).toBe('paid')

    expect(ok(await open.readTrip()).payment.url).toBe(payment.url)
    expect((await shop.market.server.fetch('/readyz')).status).toBe(200)

    // The worker meets deadlines while it asks about pages.
    await shop.market.advance(hours(2) + minutes(1))
    const query = 'select status from quotes where id = ?'
    await shop.eventuallyAsTimePasses(
      async () => (await shop.market.server.ask<{ status: string }>(query, lapsing.quoteId))[0]?.status === 'expired',
    )

    restoreStripe()
    await shop.market.advance(minutes(10))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(open)).includes('deposit released'))
  })

  test('answers card requests with 503, and completes every payment after recovery', async () => {
    const [asking, likely, confirmed, withBalance, cancelled] = await Promise.all([
      requested(),
      shop.quotedTrip(dales, 'likely'),
      shop.quotedTrip(dales, 'confirmed'),
      booked(),
      booked(),
    ])
    const paying = await shop.quotedTrip(dales, 'confirmed')
    const page = ok(await paying.book(paying.quoteId, 'card'))
    const onPage = await booked()
    ok(await onPage.post('pay'))
    const restoreStripe = await interrupt()

    expect(shop.fillInCardPage(page, 'visa')).toBe('complete')
    const refused = await Promise.all([
      dales.confirm(asking),
      likely.request(likely.quoteId, 'card'),
      confirmed.book(confirmed.quoteId, 'card'),
      withBalance.post('pay'),
      office.call('POST', `/trips/${withBalance.ref}/payment-page`, {}),
      paying.cancelRequest(),
      paying.cancel(),
      office.record(onPage),
    ])
    expect(refused.map(isAway)).toEqual(refused.map(() => away))
    const stayed = 'We could not close the payment page, so nothing was changed. Try again in a minute.'
    for (const answer of refused.slice(-3)) expect(answer.json.error.message).toBe(stayed)
    expect((await shop.returnFromCardPage(paying)).payment.url).toBe(page.payment.url)
    ok(await cancelled.cancel())
    expect(ok(await cancelled.readTrip()).cancellation.refund_status).toBe('due')
    expect(ok(await confirmed.readTrip())).toMatchObject({ payment: null, quotes: [{ instantly_bookable: true }] })
    expect(shop.held(asking)).toBe(0)

    restoreStripe()
    await shop.market.advance(minutes(10))
    await shop.eventuallyAsTimePasses(async () => (await statusOf(paying)) === 'booked')
    await shop.eventuallyAsTimePasses(async () => (await statusOf(asking)) === 'booked')
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(cancelled)).includes('refund refunded'))
    expect([paying, asking, cancelled].map((trip) => shop.held(trip))).toEqual([12_800, 12_800, 0])
    for (const trip of [likely, confirmed])
      expect((await shop.paymentStatuses(trip)).filter((row) => !row.endsWith('released'))).toEqual([])
    ok(await likely.request(likely.quoteId, 'card'))
    shop.fillInCardPage(ok(await confirmed.book(confirmed.quoteId, 'card')), 'visa')
    expect((await shop.returnFromCardPage(confirmed)).status).toBe('booked')
    shop.fillInCardPage(ok(await withBalance.post('pay')), 'visa')
    expect((await shop.returnFromCardPage(withBalance)).booking.payment_status).toBe('paid')
    expect(shop.held(withBalance)).toBe(64_000)
  })

  test('charges a balance that falls due once, after recovery', async () => {
    const trip = await booked()
    const restoreStripe = await interrupt()
    await shop.market.advance(days(46) + hours(1))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('balance in_doubt'))
    expect(statusAndCode(await trip.post('pay'))).toBe('503 unavailable')
    restoreStripe()
    await shop.market.advance(hours(7))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).booking.payment_status === 'paid')
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'balance succeeded'])
    expect(shop.held(trip)).toBe(64_000)
  })
})
