import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { waitsForPage } from '../../src/actions/money/sums.ts'
import { balanceSummaryOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, hours, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { fetchPdf } from '../support/pdf-reader.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import type { CardName } from '../support/stripe/cards.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

let shop: StripeMarket
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  shop = await openStripeMarket({}, { isMute: false })
  dales = await shop.market.operator()
  await signInAnew()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** A device lives for three months. */
async function signInAnew(): Promise<void> {
  office = await portalClientOf(shop.market, dales)
}

/** A trip whose customer left a card with their request. */
async function requested(card: CardName = 'visa') {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  return trip
}

/** A trip whose deposit was paid on the page. */
async function booked(card: CardName = 'visa', departsIn = days(60)) {
  const trip = await shop.market.trip([dales], { departsIn })
  shop.fillInCardPage(ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

const look = async (trip: CustomerClient) => ok(await trip.readTrip())

const becomes = (trip: CustomerClient, row: string) => eventually(async () => (await shop.paymentStatuses(trip)).includes(row))

const mailsAbout = ({ ref }: CustomerClient, subject: RegExp) =>
  shop.market.server.mails().filter((mail) => subject.test(mail.subject) && mail.subject.includes(ref))

/** What somebody of the office has to see to of a trip. */
async function toSettle({ ref }: CustomerClient) {
  const { payments } = ok(await office.call('GET', '/payments/to-settle'))
  return payments.filter((one: { ref: string }) => one.ref === ref)
}

type Opened = { readonly payment: { readonly url: string } }

/** Stripe says of a page nothing that decides, twice; what is given back ends that. */
async function unclear(trip: CustomerClient, page: Opened): Promise<() => void> {
  const clear = shop.stripe.makeUndecided(page.payment.url)
  ok(await trip.post('check-payment'))
  await shop.market.advance(minutes(1) + 1)
  return clear
}

describe('a page that says nothing that decides', () => {
  test('is in doubt at the second such answer: the office sees it, and says that the money is there, once and for all', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.fillInCardPage(page, 'visa')
    const clear = shop.stripe.makeUndecided(page.payment.url)
    ok(await trip.post('check-payment'))
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit awaiting_customer'])
    await shop.market.advance(minutes(1) + 1)
    await becomes(trip, 'deposit in_doubt')
    expect(statusAndCode(await trip.book(trip.quoteId, 'card'))).toBe('503 unavailable')

    const [doubted] = await toSettle(trip)
    expect(doubted).toMatchObject({ kind: 'deposit', state: 'in_doubt', closed_by: 'settled_by_hand' })
    ok(await office.call('POST', `/payments/${doubted.id}/settled-by-hand`, { reference: 'pi_1' }))
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 12_800, status: 'deposit_paid' })
    // Whoever says that a card paid, people cannot take it back: the next charge would be the second.
    expect(statusAndCode(await office.reverse(trip, doubted.id))).toBe('409 invalid_transition')
    clear()
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is what it was when it is asked again and says more', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.fillInCardPage(page, 'visa')
    const clear = await unclear(trip, page)
    await becomes(trip, 'deposit in_doubt')
    clear()
    await shop.market.advance(minutes(1))
    await becomes(trip, 'deposit succeeded')
    expect((await look(trip)).status).toBe('booked')
  })

  test('holds up nothing: the booking is called off, and what was paid goes back', async () => {
    const trip = await booked()
    const page = ok(await trip.post('pay'))
    shop.fillInCardPage(page, 'visa')
    const clear = await unclear(trip, page)
    await becomes(trip, 'balance in_doubt')
    ok(await trip.cancel())
    clear()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(() => shop.held(trip) === 0)
    expect(
      (await shop.paymentStatuses(trip)).filter((row) => row === 'refund refunded' || row === 'refund refund_due'),
    ).toHaveLength(2)
  })

  test('holds no trip: it departs without a booking', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.fillInCardPage(page, 'visa')
    const clear = await unclear(trip, page)
    await becomes(trip, 'deposit in_doubt')
    // So late it is asked once more, as it is closed, and no further: not before it has something to say.
    const close = shop.stripe.hold('checkout.sessions.expire')
    await shop.market.advance(days(61))
    await shop.eventuallyAsTimePasses(async () => (await look(trip)).status === 'expired')
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit released'])
    clear()
    close()
    await shop.market.advance(minutes(2))
    await becomes(trip, 'refund refunded')
    expect(shop.held(trip)).toBe(0)
  })

  test('and turns out to have taken nothing lets its customer pay again', async () => {
    const trip = await requested('declines_later')
    expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
    const page = ok(await trip.post('pay'))
    const clear = await unclear(trip, page)
    await eventually(async () => (await look(trip)).booking_request.status === 'payment_in_doubt')
    expect(statusAndCode(await trip.post('pay'))).toBe('503 unavailable')
    clear()
    shop.stripe.lapse(page.payment.url)
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(async () => (await look(trip)).booking_request.status === 'payment_declined')
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit card 12800 failed', 'deposit card 12800 cleared'])
  })

  test('of a card is given up, and the card left anew', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    await unclear(trip, ok(await trip.request(trip.quoteId, 'card')))
    await becomes(trip, 'save_card released')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
    expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  })
})

describe('a charge that Stripe rejects', () => {
  test.each(['paymentIntents.create', 'paymentIntents.confirm'] as const)(
    'in %s is a fault of ours: no card was declined, and no one is told so',
    async (call) => {
      const trip = await requested()
      shop.stripe.fail(call, '400')
      expect(statusAndCode(await dales.confirm(trip))).toBe('500 server_error')
      expect(await shop.paymentStatuses(trip)).toEqual(['save_card card_saved', 'deposit released'])
      expect((await look(trip)).booking_request).toMatchObject({ status: 'pending', decline_reason: null })
      const line = await eventually(() =>
        shop.market.server.stderr.split('\n').findLast((one) => one.includes('a charge was rejected')),
      )
      expect(line).toMatch(/request req_\w+, status 400, code parameter_unknown, param description/)

      ok(await dales.confirm(trip))
      expect(shop.held(trip)).toBe(12_800)
      await shop.market.server.dueTasksDone()
      expect(mailsAbout(trip, /declined|failed/i)).toEqual([])
      // What was given up stands in no books.
      expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit card 12800 cleared'])
      const own = ok(await office.call('GET', '/payments')).filter(({ ref }: { ref: string }) => ref === trip.ref)
      expect(own.map(({ status }: { status: string }) => status)).toEqual(['cleared'])
      const all = ok(await shop.market.platform('GET', '/payments')).filter(({ ref }: { ref: string }) => ref === trip.ref)
      expect(all.map(({ status }: { status: string }) => status)).toEqual(['cleared'])
    },
  )

  test('by the clock is made again a day later, and told to no one', async () => {
    // Its balance falls due before that of any other.
    const trip = await booked('visa', days(40))
    shop.stripe.fail('paymentIntents.create', '400')
    await shop.market.advanceTo((await look(trip)).booking.balance_due_at, 1)
    await becomes(trip, 'balance released')
    await shop.market.advance(days(1))
    await shop.eventuallyAsTimePasses(async () => (await look(trip)).booking.payment_status === 'paid')
    expect(mailsAbout(trip, /declined/i)).toEqual([])
    expect(shop.held(trip)).toBe(64_000)
  })
})

describe('a deposit that follows a booking', () => {
  beforeAll(signInAnew)

  test('is there once: who says that it came closes the page on which it could be paid', async () => {
    const trip = await office.booked({ terms: 'deposit' })
    const page = ok(await trip.post('pay'))
    expect(page.payment).toMatchObject({ amount: 12_800 })
    ok(await office.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit bank_transfer 12800 cleared'])
    expect(shop.held(trip)).toBe(0)
  })

  test('and was paid on its page before that has come already', async () => {
    const trip = await office.booked({ terms: 'deposit' })
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    expect(statusAndCode(await office.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))).toBe('409 no_payment_due')
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 12_800 })
  })
})

describe('a bank that keeps us waiting', () => {
  test('to close the page on which a balance could be paid keeps nothing else waiting', async () => {
    const trip = await booked()
    const page = ok(await trip.post('pay'))
    const letGo = shop.stripe.hold('checkout.sessions.expire')
    await shop.market.advanceTo((await look(trip)).booking.balance_due_at, 1)
    const query = `select last_error as why from scheduler join trips on trips.id = subject_id
      where kind = 'balance' and lease_token is null and ref = ?`
    await eventually(async () => (await shop.market.server.ask<{ why: string }>(query, trip.ref))[0]?.why === waitsForPage)
    await eventually(() => shop.stripe.calls.some(({ name, status }) => name === 'checkout.sessions.expire' && status === null))
    expect(shop.stripe.sessions().find(({ url }) => url === page.payment.url)?.status).toBe('open')
    letGo()
    await eventually(async () => (await look(trip)).booking.payment_status === 'paid')
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    expect(shop.held(trip)).toBe(64_000)
  })

  test('for a refund longer than 30 days leaves it to people, who are told once', async () => {
    const trip = await booked('refund_pending')
    ok(await trip.cancel())
    await becomes(trip, 'refund refund_pending')
    const receipt = await fetchPdf(shop.market, '/customer/v1/trip/receipt.pdf', trip.token)
    expect(receipt.text).toMatch(/Deposit +Card[\s\S]*£128\.00[\s\S]*On its way +Refund[\s\S]*-£128\.00[\s\S]*Paid +£0\.00/)
    await shop.market.advance(days(30) + hours(2))
    await becomes(trip, 'refund refund_failed')
    await signInAnew()
    const [refund] = await toSettle(trip)
    expect(refund).toMatchObject({ kind: 'refund', state: 'refund_failed', why: 'unanswered', closed_by: 'sent' })
    await eventually(() => mailsAbout(trip, /may not have gone/).length > 0)
    await shop.market.server.dueTasksDone()
    const told = mailsAbout(trip, /may not have gone/)
    const asked = shop.stripe.calls.filter(({ name }) => name === 'refunds.list').length
    await shop.market.advance(days(3))
    await shop.market.server.dueTasksDone()
    expect(mailsAbout(trip, /may not have gone/)).toHaveLength(told.length)
    expect(new Set(told.map(({ to }) => `${to}`)).size).toBe(told.length)
    expect(shop.stripe.calls.filter(({ name }) => name === 'refunds.list')).toHaveLength(asked)
    ok(await office.sent(trip, refund.id))
    expect((await look(trip)).cancellation.refund_status).toBe('refunded')
  })
})
