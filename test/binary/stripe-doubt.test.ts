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
  await signInAgain()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Signs in again, since the tests advance the clock past the end of a sign-in. */
async function signInAgain(): Promise<void> {
  office = await portalClientOf(shop.market, dales)
}

/** Requests a likely quote and saves a card on the page. */
async function requested(card: CardName = 'visa') {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  return trip
}

/** Books a trip by paying its deposit on the page. */
async function booked(card: CardName = 'visa', departsIn = days(60)) {
  const trip = await shop.market.trip([dales], { departsIn })
  shop.fillInCardPage(ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

const look = async (trip: CustomerClient) => ok(await trip.readTrip())

const becomes = (trip: CustomerClient, row: string) => eventually(async () => (await shop.paymentStatuses(trip)).includes(row))

const mailsAbout = ({ ref }: CustomerClient, subject: RegExp) =>
  shop.market.server.mails().filter((mail) => subject.test(mail.subject) && mail.text.includes(ref))

/** The payments of a trip that the office must settle. */
async function toSettle({ ref }: CustomerClient) {
  const { payments } = ok(await office.call('GET', '/payments/to-settle'))
  return payments.filter((one: { ref: string }) => one.ref === ref)
}

type Opened = { readonly payment: { readonly url: string } }

/** Makes Stripe answer twice without a result for a page. The returned function ends that. */
async function makeUndecided(trip: CustomerClient, page: Opened): Promise<() => void> {
  const clear = shop.stripe.makeUndecided(page.payment.url)
  ok(await trip.post('check-payment'))
  await shop.market.advance(minutes(1) + 1)
  return clear
}

describe('a page without a result', () => {
  test('is in doubt after two answers, and the office can settle it by hand for good', async () => {
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
    // A settled card payment cannot be reversed: the next charge would be a second one.
    expect(statusAndCode(await office.reverse(trip, doubted.id))).toBe('409 invalid_transition')
    clear()
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is settled by a later answer with a result', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.fillInCardPage(page, 'visa')
    const clear = await makeUndecided(trip, page)
    await becomes(trip, 'deposit in_doubt')
    clear()
    await shop.market.advance(minutes(1))
    await becomes(trip, 'deposit succeeded')
    expect((await look(trip)).status).toBe('booked')
  })

  test('does not block a cancellation, and its payment is refunded', async () => {
    const trip = await booked()
    const page = ok(await trip.post('pay'))
    shop.fillInCardPage(page, 'visa')
    const clear = await makeUndecided(trip, page)
    await becomes(trip, 'balance in_doubt')
    ok(await trip.cancel())
    clear()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(() => shop.held(trip) === 0)
    expect(
      (await shop.paymentStatuses(trip)).filter((row) => row === 'refund refunded' || row === 'refund refund_due'),
    ).toHaveLength(2)
  })

  test('does not keep its trip open after the departure', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.fillInCardPage(page, 'visa')
    const clear = await makeUndecided(trip, page)
    await becomes(trip, 'deposit in_doubt')
    // So late the server asks only once, as it closes the page. The hold delays that until there is a result.
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

  test('allows another payment once it turns out unpaid', async () => {
    const trip = await requested('declines_later')
    expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
    const page = ok(await trip.post('pay'))
    const clear = await makeUndecided(trip, page)
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

  test('is released if it only saves a card, and a card can be saved again', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    await makeUndecided(trip, ok(await trip.request(trip.quoteId, 'card')))
    await becomes(trip, 'save_card released')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
    expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  })
})

describe('a charge that Stripe rejects', () => {
  test.each(['paymentIntents.create', 'paymentIntents.confirm'] as const)(
    'is reported in %s as a server error and not as a declined card',
    async (call) => {
      const trip = await requested()
      shop.stripe.fail(call, '400')
      expect(statusAndCode(await dales.confirm(trip))).toBe('500 server_error')
      expect(await shop.paymentStatuses(trip)).toEqual(['save_card card_saved', 'deposit released'])
      expect((await look(trip)).booking_request).toMatchObject({ status: 'pending', decline_reason: null })
      const line = await eventually(() =>
        shop.market.server.stderr.split('\n').findLast((one) => one.includes('charge rejected')),
      )
      expect(line).toMatch(/request req_\w+, status 400, code parameter_unknown, param description/)

      ok(await dales.confirm(trip))
      expect(shop.held(trip)).toBe(12_800)
      await shop.market.server.dueTasksDone()
      expect(mailsAbout(trip, /declined|failed/i)).toEqual([])
      // A released charge does not appear in the books.
      expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit card 12800 cleared'])
      const own = ok(await office.call('GET', '/payments')).filter(({ ref }: { ref: string }) => ref === trip.ref)
      expect(own.map(({ status }: { status: string }) => status)).toEqual(['cleared'])
      const all = ok(await shop.market.platform('GET', '/payments')).filter(({ ref }: { ref: string }) => ref === trip.ref)
      expect(all.map(({ status }: { status: string }) => status)).toEqual(['cleared'])
    },
  )

  test('is repeated a day later without an email if it was automatic', async () => {
    // This balance is due before the balances of the other tests.
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
  beforeAll(signInAgain)

  test('closes its page when the operator marks it as received', async () => {
    const trip = await office.booked({ terms: 'deposit' })
    const page = ok(await trip.post('pay'))
    expect(page.payment).toMatchObject({ amount: 12_800 })
    ok(await office.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit bank_transfer 12800 cleared'])
    expect(shop.held(trip)).toBe(0)
  })

  test('cannot be marked as received after its page was paid', async () => {
    const trip = await office.booked({ terms: 'deposit' })
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    expect(statusAndCode(await office.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))).toBe('409 no_payment_due')
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 12_800 })
  })
})

describe('a slow provider', () => {
  test('does not block the worker while it closes the page of a balance', async () => {
    const trip = await booked()
    const page = ok(await trip.post('pay'))
    const release = shop.stripe.hold('checkout.sessions.expire')
    await shop.market.advanceTo((await look(trip)).booking.balance_due_at, 1)
    const query = `select last_error as why from scheduler join trips on trips.id = subject_id
      where kind = 'balance' and lease_token is null and ref = ?`
    await eventually(async () => (await shop.market.server.ask<{ why: string }>(query, trip.ref))[0]?.why === waitsForPage)
    await eventually(() => shop.stripe.calls.some(({ name, status }) => name === 'checkout.sessions.expire' && status === null))
    expect(shop.stripe.sessions().find(({ url }) => url === page.payment.url)?.status).toBe('open')
    release()
    await eventually(async () => (await look(trip)).booking.payment_status === 'paid')
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    expect(shop.held(trip)).toBe(64_000)
  })

  test('leaves a refund without a result after 30 days to the office, with one email', async () => {
    const trip = await booked('refund_pending')
    ok(await trip.cancel())
    await becomes(trip, 'refund refund_pending')
    const receipt = await fetchPdf(shop.market, '/customer/v1/trip/receipt.pdf', trip.token)
    expect(receipt.text).toMatch(/Deposit +Card[\s\S]*£128\.00[\s\S]*Pending +Refund[\s\S]*-£128\.00[\s\S]*Paid +£0\.00/)
    await shop.market.advance(days(30) + hours(2))
    await becomes(trip, 'refund refund_failed')
    await signInAgain()
    const [refund] = await toSettle(trip)
    expect(refund).toMatchObject({ kind: 'refund', state: 'refund_failed', why: 'unanswered', closed_by: 'sent' })
    await eventually(() => mailsAbout(trip, /^Check refund: /).length > 0)
    await shop.market.server.dueTasksDone()
    const notices = mailsAbout(trip, /^Check refund: /)
    const asked = shop.stripe.calls.filter(({ name }) => name === 'refunds.list').length
    await shop.market.advance(days(3))
    await shop.market.server.dueTasksDone()
    expect(mailsAbout(trip, /^Check refund: /)).toHaveLength(notices.length)
    expect(new Set(notices.map(({ to }) => `${to}`)).size).toBe(notices.length)
    expect(shop.stripe.calls.filter(({ name }) => name === 'refunds.list')).toHaveLength(asked)
    ok(await office.sent(trip, refund.id))
    expect((await look(trip)).cancellation.refund_status).toBe('refunded')
  })
})
