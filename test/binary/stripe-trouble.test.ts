import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

let shop: StripeMarket
let dales: OperatorClient

beforeAll(async () => {
  shop = await openStripeMarket()
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Books a trip by paying its deposit on the page, and adds Stripe's id of the charge. */
async function paid(card: 'visa' | 'refund_pending' = 'visa') {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  const intent = shop.stripe.taken().find(({ metadata }) => metadata.charabanc_trip === trip.ref)?.intent ?? ''
  return Object.assign(trip, { intent })
}

describe('a provider that answers 429', () => {
  test('is asked about a page at intervals that grow to sixteen minutes', async () => {
    const trip = await paid()
    const page = ok(await trip.post('pay'))
    const { id: session } = shop.stripe.sessions().find(({ url }) => url === page.payment.url) ?? { id: '' }
    const looks = () => shop.stripe.calls.filter(({ name, id }) => name === 'checkout.sessions.retrieve' && id === session).length
    shop.stripe.fail('checkout.sessions.retrieve', '429', 100_000)
    const gaps: number[] = []
    let waited = 0
    let before = looks()
    for (let minute = 0; minute < 70; minute++) {
      await shop.market.advance(minutes(1))
      await shop.market.server.dueTasksDone()
      waited += 1
      if (looks() === before) continue
      gaps.push(waited)
      ;[waited, before] = [0, looks()]
    }
    expect(gaps.slice(-2)).toEqual([16, 16])
    expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
    shop.fillInCardPage(page, 'visa')
    shop.stripe.recover()
    await shop.market.advance(minutes(16))
    await eventually(async () => ok(await trip.readTrip()).booking.due_amount === 0)
  })
})

describe('the page of a balance', () => {
  test('is closed when a cash payment is recorded', async () => {
    const trip = await paid()
    const page = ok(await trip.post('pay'))
    const books = await bookkeepingClientOf(shop.market, dales)
    ok(await books.record(trip))
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    expect(shop.held(trip)).toBe(12_800)
  })
})

describe('a refund', () => {
  test('is left to the office if a part was refunded in Stripe’s dashboard', async () => {
    const trip = await paid()
    const body = new URLSearchParams({ payment_intent: trip.intent, amount: '5000' })
    const headers = { Authorization: `Bearer ${shop.stripe.key}` }
    expect((await fetch(`${shop.stripe.url}/v1/refunds`, { method: 'POST', headers, body })).status).toBe(200)
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_failed'))
    const { payments } = ok(await dales.booking(trip))
    const books = await bookkeepingClientOf(shop.market, dales)
    ok(await books.sent(trip, payments.find(({ kind }: { kind: string }) => kind === 'refund').id))
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('refunded')
  })

  test('is still checked for failure if it was sent long after it first fell due', async () => {
    const trip = await paid()
    const dispute = shop.stripe.dispute(trip.intent)
    await shop.market.advance(hours(1) + 60)
    await shop.eventuallyAsTimePasses(async () => ok(await dales.booking(trip)).dispute !== null)
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_failed'))
    await shop.market.advance(days(40))
    shop.stripe.moveDispute(dispute.id, 'won')
    await shop.market.advance(hours(1) + 60)
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    const sent = shop.stripe.refunds().find(({ payment_intent }) => payment_intent === trip.intent)
    shop.stripe.moveRefund(sent?.id ?? '', 'failed')
    await shop.market.advance(days(1) + 60)
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refund_failed'))
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('failed')
  })

  test('is sent after a won dispute that blocked it', async () => {
    const trip = await paid()
    const dispute = shop.stripe.dispute(trip.intent)
    await shop.market.advance(hours(1) + 60)
    await shop.eventuallyAsTimePasses(async () => ok(await dales.booking(trip)).dispute !== null)
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_failed'))
    shop.stripe.moveDispute(dispute.id, 'won')
    await shop.market.advance(hours(1) + 60)
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    expect(shop.held(trip)).toBe(0)
  })
})

describe('a refund in progress', () => {
  const refundsOf = (intent: string) => shop.stripe.refunds().filter(({ payment_intent }) => payment_intent === intent)

  test('is sent again after a won dispute that ended it', async () => {
    const trip = await paid('refund_pending')
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_pending'))
    const dispute = shop.stripe.dispute(trip.intent)
    shop.stripe.moveRefund(refundsOf(trip.intent)[0]?.id ?? '', 'failed', 'charge_for_pending_refund_disputed')
    await shop.market.advance(hours(1) + 60)
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refund_failed'))
    await shop.eventuallyAsTimePasses(async () => ok(await dales.booking(trip)).dispute !== null)

    shop.stripe.moveDispute(dispute.id, 'won')
    await shop.market.advance(hours(1) + 60)
    const second = await shop.eventuallyAsTimePasses(() => refundsOf(trip.intent)[1])
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refund_pending'))
    shop.stripe.moveRefund(second.id, 'succeeded')
    await shop.market.advance(hours(3))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    expect(refundsOf(trip.intent).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect(shop.held(trip)).toBe(0)
  })
})

describe('the currency of an operator', () => {
  test('is rejected if Stripe counts it in other units', async () => {
    const account = { name: 'Reykjavik', currency_code: 'ISK', timezone: 'Atlantic/Reykjavik', commission_bps: 0 }
    const refused = await shop.market.platform('POST', '/operators', account)
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(Object.keys(refused.json.error.fields)).toEqual(['currency_code'])
  })
})
