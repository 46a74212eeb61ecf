import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type BookkeepingClient, bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, goodCard, hours, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
type Data = any

let shop: StripeMarket
let dales: OperatorClient
let books: BookkeepingClient

beforeAll(async () => {
  shop = await openStripeMarket()
  dales = await shop.market.operator()
  books = await bookkeepingClientOf(shop.market, dales)
})

afterAll(() => shop[Symbol.asyncDispose]())

const moneyOf = async (trip: Pick<CustomerClient, 'ref'>, by = books): Promise<Data> =>
  ok(await by.call('GET', `/trips/${trip.ref}/payments`))
const toSettle = async ({ ref }: Pick<CustomerClient, 'ref'>, by = books): Promise<Data[]> =>
  ok(await by.call('GET', '/payments/to-settle')).payments.filter((line: Data) => line.ref === ref)
const settle = (id: unknown, body: object = {}, by = books) => by.call('POST', `/payments/${id}/settled-by-hand`, body)
const lines = async ({ ref }: Pick<CustomerClient, 'ref'>, by = books): Promise<Data[]> =>
  ok(await by.call('GET', '/board')).needs_you.filter((line: Data) => line.ref === ref && line.subject?.kind === 'payment')

/** Books a trip by paying its deposit on the page with this card. */
async function paid(card: Parameters<StripeMarket['fillInCardPage']>[1]) {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

describe('the money of a trip', () => {
  test('shows the purpose of the next page, the open page and the payments, booked or not', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    expect(await moneyOf(trip)).toEqual({
      ref: trip.ref,
      booking_ref: null,
      page_due: { purpose: 'deposit', amount: 12_800, currency_code: 'GBP' },
      payments: [],
      disputes: [],
    })
    const mailed = ok(await books.call('POST', `/trips/${trip.ref}/payment-page`))
    expect(mailed).toMatchObject({ purpose: 'deposit', sent: false })
    const [open] = (await moneyOf(trip)).payments
    expect(open).toMatchObject({
      ...{ kind: 'deposit', method: 'card', amount: 12_800, currency_code: 'GBP', state: 'awaiting_customer' },
      ...{ why: null, closed_by: null, expires_at: mailed.expires_at, late_at: null },
    })
    shop.fillInCardPage(ok(await trip.readTrip()), 'visa')
    await shop.returnFromCardPage(trip)
    expect(await moneyOf(trip)).toMatchObject({
      booking_ref: trip.ref,
      page_due: { purpose: 'balance', amount: 51_200 },
      payments: [{ id: open.id, state: 'succeeded', expires_at: null }],
    })
  })

  test('is visible to each role that may read bookings, at an operator with the offer only', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    const other = await bookkeepingClientOf(shop.market, await shop.market.operator())
    expect(statusAndCode(await other.call('GET', `/trips/${trip.ref}/payments`))).toBe('404 not_found')
    const clerk = await bookkeepingClientOf(shop.market, dales, 'accounts')
    // A likely quote needs a booking request first, so nothing is due.
    expect(await moneyOf(trip, clerk)).toMatchObject({ page_due: null, payments: [] })
  })

  test('shows a dispute with its payment and its page at the provider', async () => {
    const trip = await paid('visa')
    const intent = shop.charges(trip)[0]?.intent ?? ''
    const { id } = shop.stripe.dispute(intent)
    await shop.market.advance(hours(1) + 60)
    await eventually(async () => ok(await dales.booking(trip)).dispute !== null)
    const { disputes, payments } = await moneyOf(trip)
    expect(disputes).toMatchObject([
      {
        ...{ payment_id: payments[0].id, status: 'needs_response', amount: 12_800, closed_at: null },
        page: `https://dashboard.stripe.com/test/disputes/${id}`,
      },
    ])
  })
})

describe('the list of payments to settle', () => {
  test('contains a refund that waits for funds, which cannot be settled by hand', async () => {
    const trip = await paid('refund_pending')
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_pending'))
    const [refund] = await toSettle(trip)
    expect(refund).toMatchObject({ booking_ref: trip.ref, state: 'refund_pending', why: 'insufficient_funds', closed_by: null })
    expect(await lines(trip)).toMatchObject([
      { kind: 'payment_to_settle', summary: expect.stringContaining('insufficient funds') },
    ])
    expect(statusAndCode(await settle(refund.id))).toBe('409 invalid_transition')
    shop.stripe.moveRefund(
      shop.stripe.refunds().find(({ metadata }) => metadata?.charabanc_trip === trip.ref)?.id ?? '',
      'succeeded',
    )
    await shop.market.advance(hours(1) + 60)
    await eventually(async () => (await toSettle(trip)).length === 0)
  })

  test('contains a failed refund of a booking, which can only be marked as sent there', async () => {
    const trip = await paid('refund_fails')
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_failed'))
    const [refund] = await toSettle(trip)
    expect(refund).toMatchObject({ booking_ref: trip.ref, state: 'refund_failed', why: 'failed', closed_by: 'sent' })
    expect(await lines(trip)).toMatchObject([{ kind: 'refund_due', subject: { id: refund.id } }])
    const refused = await settle(refund.id)
    expect(statusAndCode(refused)).toBe('409 invalid_transition')
    expect(refused.json.error.message).toContain('mark it as sent there')
    ok(await books.sent(trip, refund.id))
    expect(await toSettle(trip)).toEqual([])
    expect((await moneyOf(trip)).payments.at(-1)).toMatchObject({ state: 'refunded', closed_by: null })
  })

  test('contains a payment in doubt, which only its operator can settle', async () => {
    const market = await openShared()
    const desk = await market.operator()
    const own = await bookkeepingClientOf(market, desk)
    const bank = sandboxProviderOf(market)
    const trip = await market.trip([desk])
    const quoteId = await desk.makeQuote(trip, { availability: 'confirmed' })
    bank.breakDown()
    await trip.book(quoteId, goodCard)
    const [deposit] = await toSettle(trip, own)
    expect(deposit).toMatchObject({ booking_ref: null, kind: 'deposit', state: 'in_doubt', closed_by: 'settled_by_hand' })
    expect(await lines(trip, own)).toMatchObject([{ kind: 'payment_to_settle', severity: 'soon' }])
    // No other page can be opened meanwhile.
    expect(await moneyOf(trip, own)).toMatchObject({ page_due: null, payments: [{ id: deposit.id }] })
    const other = await bookkeepingClientOf(market, await market.operator())
    expect(statusAndCode(await settle(deposit.id, {}, other))).toBe('404 not_found')

    const settled = ok(await settle(deposit.id, { reference: 'PI 0042' }, own))
    expect(settled).toMatchObject({ id: deposit.id, booking_ref: trip.ref, state: 'succeeded', closed_by: null })
    const booking = ok(await desk.booking(trip))
    expect(booking.payments).toMatchObject([{ status: 'cleared', recorded_by: 'Jo Bloggs', reference: 'PI 0042' }])
    expect(statusAndCode(await settle(deposit.id, {}, own))).toBe('409 invalid_transition')
    expect(await toSettle(trip, own)).toEqual([])

    // The same applies to a balance, which has a booking.
    await trip.post('pay', { payment_method: goodCard })
    const [balance] = await toSettle(trip, own)
    expect(balance).toMatchObject({ booking_ref: trip.ref, kind: 'balance', state: 'in_doubt', closed_by: 'settled_by_hand' })
    ok(await settle(balance.id, {}, own))
    expect(ok(await desk.booking(trip))).toMatchObject({ due_amount: 0, payment_status: 'paid' })
    bank.recover()
    expect(await bank.questions(trip.ref)).toBe(0)
  })

  test('contains a failed refund without a booking, which is settled by hand once', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'refund_fails')
    shop.stripe.fail('any', 'drop_before', 100_000)
    await shop.market.advance(days(61))
    await eventually(async () => statusAndCode(await dales.withdraw(trip)) !== '200')
    shop.stripe.recover()
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_failed'))
    const [refund] = await toSettle(trip)
    expect(refund).toMatchObject({ booking_ref: null, kind: 'refund', state: 'refund_failed', closed_by: 'settled_by_hand' })
    expect(await lines(trip)).toMatchObject([
      { kind: 'payment_to_settle', summary: expect.stringContaining('Refund £128.00 to the customer') },
    ])
    const clerk = await bookkeepingClientOf(shop.market, dales, 'accounts')
    const body = { reference: 'FPO 000123' }
    const by = (key: string) => clerk.call('POST', `/payments/${refund.id}/settled-by-hand`, body, key)
    expect(ok(await by('once'))).toMatchObject({ id: refund.id, booking_ref: null, state: 'refunded', closed_by: null })
    expect((await by('once')).headers.get('Idempotency-Replayed')).toBe('true')
    expect(statusAndCode(await by('twice'))).toBe('409 invalid_transition')
    expect(await toSettle(trip)).toEqual([])
  })
})

const openShared = shareMarket({ isMute: true })
