import { beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  absentCard,
  type CustomerClient,
  days,
  goodCard,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let rival: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  rival = await market.operator('Rival Travel')
})

/** Enters a card on a payment page, as a browser would. */
async function enterCard(url: string, card: string): Promise<Response> {
  const { pathname } = new URL(url)
  return market.server.fetch(pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ card }),
  })
}

/** A trip with a quote that needs a booking request, or can be booked immediately. */
async function offered(availability: 'likely' | 'confirmed', differing: object = {}) {
  const trip = await market.trip([dales, rival])
  return Object.assign(trip, { quoteId: await dales.makeQuote(trip, { availability, ...differing }) })
}

const rows = (trip: CustomerClient) => sandboxProviderOf(market).payments(trip.ref)
const check = (trip: CustomerClient) => trip.post('check-payment')

describe('a card saved for a booking request', () => {
  test('creates the booking request only when it is entered on the page', async () => {
    const trip = await offered('likely')
    const { payment, booking_request: none } = ok(await trip.request(trip.quoteId, 'card'))
    expect(payment).toEqual({
      purpose: 'save_card',
      quote_id: trip.quoteId,
      quote_revision: 1,
      status: 'awaiting_customer',
      amount: 12_800,
      currency_code: 'GBP',
      url: expect.stringContaining('/sandbox-page/'),
      expires_at: expect.any(String),
    })
    expect(none).toBeNull()
    expect(ok(await dales.job(trip)).my_quote).toMatchObject({ status: 'likely', booking_request: null })

    await market.advance(minutes(5))
    expect((await enterCard(payment.url, goodCard)).status).toBe(303)
    // The server may have asked the provider just before, and waits before it asks again.
    const asked = await eventually(async () => {
      const seen = ok(await check(trip))
      return seen.payment === null && seen
    })
    expect(asked).toMatchObject({ booking_request: { status: 'pending' } })
    expect(Date.parse(asked.booking_request.requested_at)).toBeGreaterThanOrEqual(market.now() - 60_000)
    expect(ok(await dales.job(trip)).my_quote.booking_request).toMatchObject({ payment_status: 'card_saved' })

    ok(await dales.confirm(trip))
    expect(ok(await dales.booking(trip))).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
    expect(ok(await trip.readTrip()).booking).toMatchObject({ status: 'active' })
  })

  test('is entered on the same page for a repeated request, and on another for another quote', async () => {
    const trip = await offered('likely')
    const first = ok(await trip.request(trip.quoteId, 'card')).payment
    expect(ok(await trip.request(trip.quoteId, 'card')).payment).toEqual(first)
    const other = await rival.makeQuote(trip)
    const second = ok(await trip.request(other, 'card')).payment
    expect(second.url).not.toBe(first.url)
    await enterCard(first.url, goodCard)
    expect(ok(await check(trip))).toMatchObject({ booking_request: null, payment: { url: second.url } })
    await enterCard(second.url, goodCard)
    // The server asks the provider at most once in two seconds.
    expect(ok(await check(trip)).booking_request).toBeNull()
    await market.advance(10)
    await eventually(async () => ok(await trip.readTrip()).booking_request?.quote_id === other)
  })

  test('creates no request for a quote revised meanwhile, and is removed', async () => {
    const trip = await offered('likely')
    const { url } = ok(await trip.request(trip.quoteId, 'card')).payment
    ok(await dales.quote(trip, { price_amount: 70_000 }))
    await enterCard(url, goodCard)
    expect(ok(await check(trip))).toMatchObject({ booking_request: null, payment: null })
    await eventually(async () => (await rows(trip)).every(({ method }) => method === null))
  })

  test('creates no request for a quote confirmed meanwhile, which can be booked immediately', async () => {
    const trip = await offered('likely')
    const { url } = ok(await trip.request(trip.quoteId, 'card')).payment
    const { price_amount } = ok(await dales.job(trip)).my_quote
    ok(await dales.quote(trip, { availability: 'confirmed', price_amount }))
    await enterCard(url, goodCard)
    const seen = ok(await check(trip))
    expect(seen).toMatchObject({ booking_request: null, quotes: [{ instantly_bookable: true }] })
  })

  test('leaves the confirmation in force when it is declined, and the customer books by paying on a page', async () => {
    const trip = await offered('likely')
    const { url } = ok(await trip.request(trip.quoteId, 'card')).payment
    await enterCard(url, absentCard)
    expect(ok(await check(trip)).booking_request.status).toBe('pending')
    const refused = await dales.confirm(trip)
    expect(statusAndCode(refused)).toBe('409 deposit_charge_failed')
    const { respond_by: until } = ok(await dales.job(trip)).my_quote.booking_request
    expect(refused.json.error).toMatchObject({ payment_status: 'declined', current_status: 'requested', until })
    const locked = await dales.quote(trip)
    expect(locked.json.error).toMatchObject({ code: 'quote_locked', current_status: 'requested', until })
    expect(ok(await trip.readTrip()).booking_request.status).toBe('payment_declined')

    const { payment } = ok(await trip.post('pay', { payment_method: 'card' }))
    expect(payment).toMatchObject({ purpose: 'deposit', amount: 12_800 })
    await enterCard(payment.url, goodCard)
    expect(ok(await check(trip)).booking).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
    expect((await rows(trip)).filter(({ status, kind }) => status === 'succeeded' && kind === 'deposit')).toHaveLength(1)
  })
})

describe('a deposit paid on a page', () => {
  test('locks the quote while the page is open, and books it when it is paid', async () => {
    const trip = await offered('confirmed')
    const answer = ok(await trip.book(trip.quoteId, 'card'))
    expect(answer.payment).toMatchObject({ purpose: 'deposit', amount: 12_800, status: 'awaiting_customer' })
    expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
    const other = await rival.makeQuote(trip, { availability: 'confirmed' })
    expect(statusAndCode(await trip.book(other, 'card'))).toBe('409 request_pending')
    expect(ok(await trip.book(trip.quoteId, 'card')).payment.url).toBe(answer.payment.url)
    await enterCard(answer.payment.url, goodCard)
    await eventually(async () => ok(await check(trip)).status === 'booked')
    expect(ok(await dales.booking(trip))).toMatchObject({ payment_status: 'deposit_paid' })
  })

  test('books the quote even if the customer does not return to the site', async () => {
    const trip = await offered('confirmed')
    const { payment } = ok(await trip.book(trip.quoteId, 'card'))
    await enterCard(payment.url, goodCard)
    await market.advance(30)
    await eventually(async () => ok(await trip.readTrip()).status === 'booked')
  })

  test('expires with its page, which unlocks the quote and charges nothing more', async () => {
    const trip = await offered('confirmed')
    const { payment } = ok(await trip.book(trip.quoteId, 'card'))
    await market.advance(minutes(31))
    await eventually(async () => ok(await trip.readTrip()).quotes[0].instantly_bookable)
    await enterCard(payment.url, goodCard)
    expect(ok(await check(trip))).toMatchObject({ status: 'open', payment: null, booking: null })
    expect(statusAndCode(await dales.withdraw(trip))).toBe('200')
    expect((await rows(trip)).map(({ status }) => status)).toEqual(['released'])
  })

  test('is cancelled when the customer withdraws it, and can be paid by another card', async () => {
    const trip = await offered('confirmed')
    const { payment } = ok(await trip.book(trip.quoteId, 'card'))
    expect(ok(await trip.cancelRequest())).toMatchObject({ payment: null, quotes: [{ instantly_bookable: true }] })
    await enterCard(payment.url, goodCard)
    expect(ok(await check(trip)).status).toBe('open')
    ok(await trip.book(trip.quoteId, goodCard))
  })

  test('counts when it is paid just before a withdrawal, and is refunded when the trip is cancelled', async () => {
    const trip = await offered('confirmed')
    const { payment } = ok(await trip.book(trip.quoteId, 'card'))
    await enterCard(payment.url, goodCard)
    expect(statusAndCode(await trip.cancelRequest())).toBe('409 no_booking_request')
    expect(ok(await trip.readTrip()).status).toBe('booked')
    ok(await trip.cancel())
    await eventually(async () => (await rows(trip)).at(-1)?.status === 'refunded')
    expect(ok(await trip.readTrip()).cancellation).toMatchObject({ refund_amount: 12_800, refund_status: 'refunded' })
  })

  test('is not listed among the payments of the booking when it was withdrawn unpaid', async () => {
    const trip = await offered('confirmed')
    ok(await trip.book(trip.quoteId, 'card'))
    ok(await trip.cancelRequest())
    ok(await trip.book(trip.quoteId, goodCard))
    expect(ok(await dales.booking(trip)).payments.map(({ status }: { status: string }) => status)).toEqual(['cleared'])
  })
})

describe('the balance of a booking', () => {
  test('can be paid on a page, and the card of the deposit is saved until then', async () => {
    const trip = await offered('confirmed')
    const { payment } = ok(await trip.book(trip.quoteId, 'card'))
    await enterCard(payment.url, goodCard)
    const booked = ok(await check(trip))
    expect(booked.booking).toMatchObject({ due_amount: 51_200, card: { brand: 'visa', last4: '4242' } })
    const { payment: page } = ok(await trip.post('pay', { payment_method: 'card' }))
    expect(page).toMatchObject({ purpose: 'balance', amount: 51_200 })
    await enterCard(page.url, goodCard)
    await eventually(async () => ok(await check(trip)).booking.payment_status === 'paid')
    await eventually(async () => (await rows(trip)).every(({ method }) => method === null))
    expect(ok(await trip.readTrip()).booking.card).toBeNull()
  })

  test('is charged to the card of the deposit on its due date, which closes an open page', async () => {
    const trip = await offered('confirmed')
    await enterCard(ok(await trip.book(trip.quoteId, 'card')).payment.url, goodCard)
    ok(await check(trip))
    const { payment } = ok(await trip.post('pay', { payment_method: 'card' }))
    await market.advance(days(47))
    await eventually(async () => ok(await trip.readTrip()).booking.payment_status === 'paid')
    await enterCard(payment.url, goodCard)
    await market.advance(hours(1))
    const paid = (await rows(trip)).filter(({ status }) => status === 'succeeded').map(({ amount }) => amount)
    expect(paid).toEqual([12_800, 51_200])
  })

  test('is refunded once when it is paid twice simultaneously', async () => {
    const trip = await offered('confirmed')
    await enterCard(ok(await trip.book(trip.quoteId, 'card')).payment.url, goodCard)
    ok(await check(trip))
    const { payment } = ok(await trip.post('pay', { payment_method: 'card' }))
    const answers = await Promise.all([enterCard(payment.url, goodCard), trip.post('pay', {}), trip.post('pay', {})])
    expect(answers.length).toBe(3)
    await eventually(async () => ok(await check(trip)).booking.payment_status === 'paid')
    const lines = await rows(trip)
    const sum = (of: string) => lines.filter(({ status }) => status === of).reduce((total, { amount }) => total + amount, 0)
    await eventually(async () => (await rows(trip)).every(({ status }) => status !== 'refund_due'))
    expect(sum('succeeded') - sum('refunded')).toBe(64_000)
  })
})
