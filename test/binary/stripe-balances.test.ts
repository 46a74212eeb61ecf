import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, hours, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

// Tests of balance payments with an unknown result.

let shop: StripeMarket
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  shop = await openStripeMarket()
  dales = await shop.market.operator()
})

beforeEach(async () => {
  shop.stripe.recover()
  // The tests advance the clock past the end of a sign-in.
  office = await portalClientOf(shop.market, dales)
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Books a trip in 40 days by paying its deposit on the page. */
async function booked() {
  const trip = await shop.market.trip([dales], { departsIn: days(40) })
  shop.fillInCardPage(ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'card')), 'visa')
  const { booking, departs_at: departsAt } = await shop.returnFromCardPage(trip)
  return Object.assign(trip, { departsAt: `${departsAt}`, dueAt: `${booking.balance_due_at}` })
}

/** Books a trip and makes Stripe reject the key at its balance charge, so that Stripe has no charge. */
async function withFailedCharge() {
  const trip = await booked()
  shop.stripe.fail('paymentIntents.create', '401', 100_000)
  await shop.market.advanceTo(trip.dueAt, 1)
  await becomes(trip, 'balance in_doubt')
  return trip
}

const becomes = (trip: CustomerClient, row: string) => eventually(async () => (await shop.paymentStatuses(trip)).includes(row))

const paymentStatusOf = async (trip: CustomerClient) => ok(await trip.readTrip()).booking.payment_status

/** The payments of a trip that the office must settle. */
async function toSettle({ ref }: CustomerClient) {
  const { payments } = ok(await office.call('GET', '/payments/to-settle'))
  return payments.filter((one: { ref: string }) => one.ref === ref)
}

/** The payment intents that Stripe has for a trip. */
const intentsOf = ({ ref }: CustomerClient) => shop.stripe.intents().filter(({ metadata }) => metadata.charabanc_trip === ref)

/** Restores the Stripe key and checks that the balance is still not charged. */
async function isNeverMade(trip: CustomerClient): Promise<void> {
  shop.stripe.recover()
  await shop.market.advance(hours(3))
  await shop.market.server.dueTasksDone()
  expect([intentsOf(trip).length, shop.held(trip)]).toEqual([1, 12_800])
}

describe('a balance that could not be charged when due', () => {
  test('is charged once the key works', async () => {
    const trip = await withFailedCharge()
    await shop.market.advance(days(2))
    shop.stripe.recover()
    await shop.market.advance(minutes(2))
    await becomes(trip, 'balance succeeded')
    expect([await paymentStatusOf(trip), shop.held(trip)]).toEqual(['paid', 64_000])
  })

  test('is not charged on the last day before departure', async () => {
    const trip = await withFailedCharge()
    await shop.market.advanceTo(trip.departsAt, -hours(20))
    await becomes(trip, 'balance released')
    await isNeverMade(trip)
    expect(await toSettle(trip)).toEqual([])
    // The customer can still pay the balance on a page.
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    await shop.returnFromCardPage(trip)
    expect(await paymentStatusOf(trip)).toBe('paid')
  })

  test('is not charged after the trip', async () => {
    const trip = await withFailedCharge()
    await shop.market.advanceTo(trip.departsAt, days(6))
    await becomes(trip, 'balance released')
    await isNeverMade(trip)
  })

  test('is not charged after the operator turns charge_balance off', async () => {
    const trip = await withFailedCharge()
    await office.settings({ charge_balance: false })
    await shop.market.advance(hours(2))
    await becomes(trip, 'balance released')
    await isNeverMade(trip)
    await office.settings({ charge_balance: true })
  })

  test('is not charged after a cash payment', async () => {
    const trip = await withFailedCharge()
    ok(await office.record(trip, { method: 'cash' }))
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'balance released', 'balance succeeded'])
    await isNeverMade(trip)
    expect([await paymentStatusOf(trip), await toSettle(trip)]).toEqual(['paid', []])
  })
})

test('releases a page in doubt when the full amount is recorded, and refunds its payment', async () => {
  const trip = await office.booked({ terms: 'deposit' }, { quote: { deposit_amount: 64_000 } })
  const page = ok(await trip.post('pay'))
  shop.fillInCardPage(page, 'visa')
  const clear = shop.stripe.makeUndecided(page.payment.url)
  ok(await trip.post('check-payment'))
  await shop.market.advance(minutes(1) + 1)
  await becomes(trip, 'balance in_doubt')
  ok(await office.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
  expect(await shop.paymentStatuses(trip)).toEqual(['balance released', 'deposit succeeded'])
  clear()
  await shop.market.advance(minutes(2))
  await becomes(trip, 'refund refunded')
  expect([await paymentStatusOf(trip), shop.held(trip)]).toEqual(['paid', 0])
})

describe('a balance that Stripe cannot find', () => {
  test('is released after a day, and a payment found later is refunded', async () => {
    const trip = await booked()
    const page = ok(await trip.post('pay'))
    shop.fillInCardPage(page, 'visa')
    const restoreObject = shop.stripe.removeObject(/cs_\w+/.exec(page.payment.url)?.[0] ?? '')
    ok(await trip.post('check-payment'))
    await shop.market.advance(minutes(1) + 1)
    await becomes(trip, 'balance in_doubt')
    await shop.market.advance(hours(23))
    await shop.market.server.dueTasksDone()
    expect(statusAndCode(await trip.post('pay'))).toBe('503 unavailable')
    expect(await toSettle(trip)).toMatchObject([{ state: 'in_doubt' }])

    await shop.market.advance(hours(2))
    await becomes(trip, 'balance released')
    expect(await toSettle(trip)).toEqual([])
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    await shop.returnFromCardPage(trip)
    expect([await paymentStatusOf(trip), shop.held(trip)]).toEqual(['paid', 115_200])
    restoreObject()
    await shop.market.advance(hours(2))
    await becomes(trip, 'refund refunded')
    expect([await paymentStatusOf(trip), shop.held(trip)]).toEqual(['paid', 64_000])
  })

  test('is not released while Stripe does not answer', async () => {
    const trip = await booked()
    const page = ok(await trip.post('pay'))
    shop.fillInCardPage(page, 'visa')
    const clear = shop.stripe.makeUndecided(page.payment.url)
    ok(await trip.post('check-payment'))
    await shop.market.advance(minutes(1) + 1)
    await becomes(trip, 'balance in_doubt')
    shop.stripe.fail('any', 'drop_before', 100_000)
    await shop.market.advance(days(3))
    await shop.market.server.dueTasksDone()
    clear()
    shop.stripe.recover()
    await shop.market.advance(hours(2))
    await becomes(trip, 'balance succeeded')
    expect([await paymentStatusOf(trip), shop.held(trip)]).toEqual(['paid', 64_000])
  })

  test('is not charged again automatically', async () => {
    const trip = await booked()
    shop.stripe.fail('paymentIntents.retrieve', '500_before', 1_000)
    await shop.market.advanceTo(trip.dueAt, 1)
    await becomes(trip, 'balance in_doubt')
    const named = await eventually(() => intentsOf(trip).find(({ status }) => status === 'requires_confirmation')?.id)
    const restoreObject = shop.stripe.removeObject(named)
    shop.stripe.recover()
    await shop.market.advance(hours(1))
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'balance in_doubt'])
    await shop.market.advance(days(4))
    await becomes(trip, 'balance released')
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'balance released'])
    expect(ok(await trip.readTrip()).booking.balance_status).toBe('overdue')
    restoreObject()
    await shop.market.advance(hours(2))
    await shop.eventuallyAsTimePasses(() => intentsOf(trip).some(({ id, status }) => id === named && status === 'canceled'))
    expect(shop.held(trip)).toBe(12_800)
  })
})
