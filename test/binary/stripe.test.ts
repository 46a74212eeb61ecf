import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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

describe('a card saved with a request', () => {
  test('is saved on the page, and charged once when the operator confirms', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    const asked = ok(await trip.request(trip.quoteId, 'card'))
    expect(asked).toMatchObject({ booking_request: null, payment: { purpose: 'save_card', status: 'awaiting_customer' } })
    expect(shop.fillInCardPage(asked, 'visa')).toBe('complete')
    expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
    ok(await dales.confirm(trip))
    expect(shop.held(trip)).toBe(12_800)
    expect(ok(await dales.booking(trip))).toMatchObject({ payment_status: 'deposit_paid' })
    expect(ok(await trip.readTrip()).booking.card).toEqual({ brand: 'visa', last4: '4242' })
  })

  test.each([
    ['declines_later', 'declined', 'payment_declined'],
    ['insufficient_later', 'declined', 'payment_declined'],
    ['lost_later', 'declined', 'payment_declined'],
    ['expired_later', 'declined', 'payment_declined'],
    ['sca_always', 'requires_action', 'payment_action_required'],
  ] as const)('keeps the confirmation valid if the charge fails with %s', async (card, status, requestStatus) => {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), card)
    await shop.returnFromCardPage(trip)
    const refused = await dales.confirm(trip)
    expect(statusAndCode(refused)).toBe('409 deposit_charge_failed')
    expect(refused.json.error).toMatchObject({ payment_status: status, current_status: 'requested' })
    expect(refused.text).not.toContain('lost')
    expect(ok(await trip.readTrip()).booking_request.status).toBe(requestStatus)
    expect(shop.held(trip)).toBe(0)
    const intents = shop.stripe.intents().filter(({ metadata }) => metadata.charabanc_trip === trip.ref)
    expect(intents.map((intent) => intent.status)).toEqual(['canceled'])

    const paying = ok(await trip.post('pay'))
    expect(paying.payment).toMatchObject({ purpose: 'deposit', amount: 12_800 })
    shop.fillInCardPage(paying, 'visa')
    expect((await shop.returnFromCardPage(trip)).booking).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is removed when the operator rejects the request', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    ok(await dales.reject(trip))
    const own = shop.stripe.customers().find(({ metadata }) => metadata.charabanc_trip === trip.ref)
    await eventually(() => !shop.stripe.methods().some(({ customer }) => customer === own?.id))
  })
})

describe('a deposit', () => {
  test('is paid on the page and books the trip without the customer’s return', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'sca_once')
    await shop.market.advance(30)
    await eventually(async () => ok(await trip.readTrip()).status === 'booked')
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is released when the lock ends, and its page accepts no payment', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const asked = ok(await trip.book(trip.quoteId, 'card'))
    await shop.market.advance(minutes(31))
    await eventually(async () => ok(await trip.readTrip()).quotes[0].instantly_bookable)
    expect(shop.fillInCardPage(asked, 'visa')).toBe('expired')
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit released'])
  })

  test('is refunded when the trip is cancelled, and a later failure of the refund is recorded', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    expect(shop.held(trip)).toBe(0)
    const refund = shop.stripe.refunds().find(({ metadata }) => metadata?.charabanc_trip === trip.ref)
    shop.stripe.moveRefund(refund?.id ?? '', 'failed')
    await shop.market.advance(days(1) + 60)
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refund_failed'))
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('failed')
  })

  test('rejects payment methods other than card', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    for (const method of ['pm_card_visa', 'bank_transfer', 'toString']) {
      expect(statusAndCode(await trip.book(trip.quoteId, method))).toBe('422 validation_failed')
    }
  })
})

describe('the balance', () => {
  test('is charged to the card of the deposit when it falls due, once', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    await shop.market.advance(days(47))
    await eventually(async () => ok(await trip.readTrip()).booking.payment_status === 'paid')
    expect(shop.held(trip)).toBe(64_000)
    await eventually(async () => ok(await trip.readTrip()).booking.card === null)
  })

  test('is tried three times, some days apart, if the card has too little money', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'insufficient_later')
    await shop.returnFromCardPage(trip)
    const tries = async () => (await shop.paymentStatuses(trip)).filter((row) => row === 'balance declined').length
    await shop.market.advance(days(46) + hours(1))
    await eventually(async () => (await tries()) === 1)
    await shop.market.advance(days(1) + hours(1))
    await eventually(async () => (await tries()) === 2)
    await shop.market.advance(days(2) + hours(1))
    await eventually(async () => (await tries()) === 3)
    await shop.market.advance(days(5))
    await eventually(async () => ok(await trip.readTrip()).booking.balance_status === 'overdue')
    expect(await tries()).toBe(3)
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is tried once if the bank has cancelled the card', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'lost_later')
    await shop.returnFromCardPage(trip)
    const tries = async () => (await shop.paymentStatuses(trip)).filter((row) => row === 'balance declined').length
    await shop.market.advance(days(46) + hours(1))
    await eventually(async () => (await tries()) === 1)
    await shop.market.advance(days(6))
    await eventually(async () => ok(await trip.readTrip()).booking.balance_status === 'overdue')
    expect(await tries()).toBe(1)
  })
})

describe('a missing answer from Stripe', () => {
  test('opens no page and holds no quote until the next attempt', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.stripe.fail('checkout.sessions.create', 'drop_before', 1)
    const key = crypto.randomUUID()
    const silent = await trip.book(trip.quoteId, 'card', { key })
    expect(statusAndCode(silent)).toBe('503 unavailable')
    expect(Number(silent.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(ok(await trip.readTrip())).toMatchObject({ payment: null, quotes: [{ instantly_bookable: true }] })
    const again = ok(await trip.book(trip.quoteId, 'card', { key }))
    shop.fillInCardPage(again, 'visa')
    expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  })

  test('keeps the page open and rejects cancellations', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const asked = ok(await trip.book(trip.quoteId, 'card'))
    shop.stripe.fail('any', 'drop_before', 1_000)
    expect(statusAndCode(await trip.cancelRequest())).toBe('503 unavailable')
    expect(statusAndCode(await trip.cancel())).toBe('503 unavailable')
    expect((await shop.returnFromCardPage(trip)).payment.url).toBe(asked.payment.url)
    shop.stripe.recover()
    shop.fillInCardPage(asked, 'visa')
    await shop.market.advance(60)
    await eventually(async () => ok(await trip.readTrip()).status === 'booked')
    expect(shop.held(trip)).toBe(12_800)
  })

  test.each(['drop_after', '500_after', 'drop_before', '429'] as const)(
    'charges the card once after %s on the charge request',
    async (how) => {
      const trip = await shop.quotedTrip(dales, 'likely')
      shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
      await shop.returnFromCardPage(trip)
      shop.stripe.fail('paymentIntents.confirm', how, 1)
      expect(statusAndCode(await dales.confirm(trip))).toBe('503 unavailable')
      await shop.market.advance(60)
      await eventually(async () => ok(await trip.readTrip()).status === 'booked')
      expect(shop.held(trip)).toBe(12_800)
    },
  )
})
