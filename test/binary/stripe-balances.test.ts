import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, hours, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

// What becomes of money owed beside the deposit while nobody can say whether it was taken.

let shop: StripeMarket
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  shop = await openStripeMarket()
  dales = await shop.market.operator()
})

beforeEach(async () => {
  shop.stripe.recover()
  // A device lives for three months.
  office = await portalClientOf(shop.market, dales)
})

afterAll(() => shop[Symbol.asyncDispose]())

/** A trip in 40 days whose deposit was paid on the page. */
async function booked() {
  const trip = await shop.market.trip([dales], { departsIn: days(40) })
  shop.fillInCardPage(ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'card')), 'visa')
  const { booking, departs_at: departsAt } = await shop.returnFromCardPage(trip)
  return Object.assign(trip, { departsAt: `${departsAt}`, dueAt: `${booking.balance_due_at}` })
}

/** One whose balance the clock was to charge, with a key that Stripe takes no more: nothing was made there. */
async function unmade() {
  const trip = await booked()
  shop.stripe.fail('paymentIntents.create', '401', 100_000)
  await shop.market.advanceTo(trip.dueAt, 1)
  await becomes(trip, 'balance in_doubt')
  return trip
}

const becomes = (trip: CustomerClient, row: string) => eventually(async () => (await shop.paymentStatuses(trip)).includes(row))

const stands = async (trip: CustomerClient) => ok(await trip.readTrip()).booking.payment_status

/** What somebody of the office has to see to of a trip. */
async function toSettle({ ref }: CustomerClient) {
  const { payments } = ok(await office.call('GET', '/payments/to-settle'))
  return payments.filter((one: { ref: string }) => one.ref === ref)
}

/** Whatever Stripe made for a trip that is no page. */
const intentsOf = ({ ref }: CustomerClient) => shop.stripe.intents().filter(({ metadata }) => metadata.charabanc_trip === ref)

/** With the key in order again nothing was made, and nothing is. */
async function isNeverMade(trip: CustomerClient): Promise<void> {
  shop.stripe.recover()
  await shop.market.advance(hours(3))
  await shop.market.server.dueTasksDone()
  expect([intentsOf(trip).length, shop.held(trip)]).toEqual([1, 12_800])
}

describe('a balance that could not be charged when it fell due', () => {
  test('is charged once the key is in order', async () => {
    const trip = await unmade()
    await shop.market.advance(days(2))
    shop.stripe.recover()
    await shop.market.advance(minutes(2))
    await becomes(trip, 'balance succeeded')
    expect([await stands(trip), shop.held(trip)]).toEqual(['paid', 64_000])
  })

  test('is not on the last day before departure', async () => {
    const trip = await unmade()
    await shop.market.advanceTo(trip.departsAt, -hours(20))
    await becomes(trip, 'balance released')
    await isNeverMade(trip)
    expect(await toSettle(trip)).toEqual([])
    // What its customer owes they pay themselves.
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    await shop.returnFromCardPage(trip)
    expect(await stands(trip)).toBe('paid')
  })

  test('is not after the trip', async () => {
    const trip = await unmade()
    await shop.market.advanceTo(trip.departsAt, days(6))
    await becomes(trip, 'balance released')
    await isNeverMade(trip)
  })

  test('is not where the operator has balances charged no more', async () => {
    const trip = await unmade()
    await office.settings({ charge_balance: false })
    await shop.market.advance(hours(2))
    await becomes(trip, 'balance released')
    await isNeverMade(trip)
    await office.settings({ charge_balance: true })
  })

  test('is not after cash was recorded for it', async () => {
    const trip = await unmade()
    ok(await office.record(trip, { method: 'cash' }))
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'balance released', 'balance succeeded'])
    await isNeverMade(trip)
    expect([await stands(trip), await toSettle(trip)]).toEqual(['paid', []])
  })
})

test('a page in doubt is given up when all that is owed is recorded, and what it took goes back', async () => {
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
  expect([await stands(trip), shop.held(trip)]).toEqual(['paid', 0])
})

describe('a balance of which Stripe does not know', () => {
  test('is given up after a day, and what the page took all the same goes back', async () => {
    const trip = await booked()
    const page = ok(await trip.post('pay'))
    shop.fillInCardPage(page, 'visa')
    const putBack = shop.stripe.removeObject(/cs_\w+/.exec(page.payment.url)?.[0] ?? '')
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
    expect([await stands(trip), shop.held(trip)]).toEqual(['paid', 115_200])
    putBack()
    await shop.market.advance(hours(2))
    await becomes(trip, 'refund refunded')
    expect([await stands(trip), shop.held(trip)]).toEqual(['paid', 64_000])
  })

  test('is not while Stripe says nothing', async () => {
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
    expect([await stands(trip), shop.held(trip)]).toEqual(['paid', 64_000])
  })

  test('is not charged anew by itself', async () => {
    const trip = await booked()
    shop.stripe.fail('paymentIntents.retrieve', '500_before', 1_000)
    await shop.market.advanceTo(trip.dueAt, 1)
    await becomes(trip, 'balance in_doubt')
    const named = await eventually(() => intentsOf(trip).find(({ status }) => status === 'requires_confirmation')?.id)
    const putBack = shop.stripe.removeObject(named)
    shop.stripe.recover()
    await shop.market.advance(hours(1))
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'balance in_doubt'])
    await shop.market.advance(days(4))
    await becomes(trip, 'balance released')
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'balance released'])
    expect(ok(await trip.readTrip()).booking.balance_status).toBe('overdue')
    putBack()
    await shop.market.advance(hours(2))
    await shop.eventuallyAsTimePasses(() => intentsOf(trip).some(({ id, status }) => id === named && status === 'canceled'))
    expect(shop.held(trip)).toBe(12_800)
  })
})
