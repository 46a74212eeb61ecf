import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { toSpokenTime } from '../../src/domain/instant.ts'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, hours, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

/** The return address that a server sets if its customers cannot reach it. */
const backTo = 'https://www.dales.example/thanks'

let shop: StripeMarket
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  shop = await openStripeMarket({ CHARABANC_STRIPE_RETURN_URL: backTo }, { isMute: false })
  dales = await shop.market.operator()
  office = await portalClientOf(shop.market, dales)
})

afterAll(() => shop[Symbol.asyncDispose]())

const mail = (trip: CustomerClient) => office.call('POST', `/trips/${trip.ref}/payment-page`, {})

/** The addresses of pages in the emails about a trip, oldest first. */
function mailedUrls(trip: CustomerClient): string[] {
  const own = shop.market.server.mails().filter(({ subject, text }) => /^Pay £/.test(subject) && text.includes(trip.ref))
  return own.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? text)
}

/** Emails the page for the amount due to the customer. */
async function mailed(trip: CustomerClient) {
  const before = mailedUrls(trip).length
  const page = ok(await mail(trip))
  const url = await eventually(() => mailedUrls(trip)[before])
  return { ...page, payment: { url } }
}

/** The end of a page as its email states it. */
function mailedEnd({ payment }: { readonly payment: { readonly url: string } }): string {
  const message = shop.market.server.mails().find(({ text }) => text.includes(payment.url))
  return /by card before (.*?)[.;]/.exec(message?.text ?? '')?.[1] ?? ''
}

/** The session at Stripe of a page. */
function sessionOf({ payment }: { readonly payment: { readonly url: string } }) {
  const session = shop.stripe.sessions().find(({ id }) => payment.url.includes(id))
  if (session === undefined) throw new Error(`${payment.url} is no page of Stripe.`)
  return session
}

/** The seconds from the opening of a session to its end. */
const openFor = ({ created, expires_at }: { readonly created: number; readonly expires_at: number }) => expires_at - created

const isBooked = async (trip: CustomerClient) => ok(await trip.readTrip()).status === 'booked'

describe('a page that the office mails', () => {
  test('is at Stripe, returns to the configured address, and books without the customer’s return', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = await mailed(trip)
    expect(page).toMatchObject({ purpose: 'deposit', amount: 12_800, currency_code: 'GBP', sent: true })
    expect(page.payment.url).toStartWith(shop.stripe.url)
    const { success_url, cancel_url, expires_at } = sessionOf(page)
    expect([success_url, cancel_url]).toEqual([`${backTo}?back=${trip.ref}`, `${backTo}?back=${trip.ref}`])
    expect(Date.parse(page.expires_at)).toBe(expires_at * 1_000)
    const message = shop.market.server.mails().find(({ text }) => text.includes(page.payment.url))
    expect(message?.to).toContain('ann@example.org')
    expect(message?.text).not.toContain(trip.token)
    expect(message?.text).not.toMatch(/cbt_/)

    shop.fillInCardPage(page, 'visa')
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(() => isBooked(trip))
    expect(shop.held(trip)).toBe(12_800)
  })

  test('stays open for 23 hours and holds the quote as long', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = await mailed(trip)
    expect(openFor(sessionOf(page))).toBeWithin(hours(23) - minutes(5), hours(23) + 1)
    expect(mailedEnd(page)).toMatch(/^\w{3} \d+ \w{3}, \d\d:\d\d$/)
    await shop.market.advance(hours(22) + minutes(55))
    expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
    expect(shop.fillInCardPage(page, 'visa')).toBe('complete')
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(() => isBooked(trip))

    const other = await shop.quotedTrip(dales, 'confirmed')
    const unpaid = await mailed(other)
    await shop.market.advance(hours(23) + minutes(1))
    await shop.eventuallyAsTimePasses(async () => ok(await other.readTrip()).quotes[0].instantly_bookable)
    expect(shop.fillInCardPage(unpaid, 'visa')).toBe('expired')
    expect(await shop.paymentStatuses(other)).toEqual(['deposit released'])
    expect(statusAndCode(await dales.withdraw(other))).toBe('200')
  })

  test('holds a quote until its valid_until at most', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed', { valid_until: shop.market.at(hours(5)) })
    const page = await mailed(trip)
    expect(openFor(sessionOf(page))).toBeWithin(hours(5) - minutes(5), hours(5) + 1)
    await shop.market.advance(hours(4) + minutes(50))
    expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
    await shop.market.advance(minutes(15))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('deposit released'))
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    await eventually(async () => ok(await dales.job(trip)).my_quote.status === 'expired')
  })

  test('stays open for Stripe’s minimum, while its email states the end of the quote', async () => {
    const until = shop.market.at(minutes(10))
    const page = await mailed(await shop.quotedTrip(dales, 'confirmed', { valid_until: until }))
    expect(openFor(sessionOf(page))).toBeWithin(minutes(30), minutes(31) + 1)
    expect(mailedEnd(page)).toBe(toSpokenTime(Date.parse(until), 'Europe/London', shop.market.now()))
  })

  test('stays open until the saved card is charged', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    const { balance_due_at } = (await shop.returnFromCardPage(trip)).booking
    await shop.market.advanceTo(balance_due_at, -hours(3))
    expect(openFor(sessionOf(await mailed(trip)))).toBeWithin(hours(3) - minutes(5), hours(3) + 1)
    await shop.market.advance(hours(3) + minutes(5))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).booking.payment_status === 'paid')
    expect(shop.held(trip)).toBe(64_000)
  })

  test('replaces the previous page, which then accepts no payment', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const own = ok(await trip.book(trip.quoteId, 'card'))
    expect(openFor(sessionOf(own))).toBeLessThan(hours(1))
    const first = await mailed(trip)
    const second = await mailed(trip)
    expect([own, first].map((page) => shop.fillInCardPage(page, 'visa'))).toEqual(['expired', 'expired'])
    shop.fillInCardPage(second, 'visa')
    expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is not mailed again after its payment', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed', { deposit_amount: 64_000 })
    shop.fillInCardPage(await mailed(trip), 'visa')
    expect(statusAndCode(await mail(trip))).toBe('409 no_payment_due')
    expect(await isBooked(trip)).toBe(true)
    expect(shop.held(trip)).toBe(64_000)
    expect(mailedUrls(trip)).toHaveLength(1)
  })

  test('is not mailed for the balance by the request that finds the deposit paid', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    expect(statusAndCode(await mail(trip))).toBe('409 no_payment_due')
    expect(await isBooked(trip)).toBe(true)
    expect(mailedUrls(trip)).toEqual([])
    expect(await mailed(trip)).toMatchObject({ purpose: 'balance', amount: 51_200 })
  })

  test('collects the deposit of a request with a declined card', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'declines_later')
    await shop.returnFromCardPage(trip)
    expect(statusAndCode(await mail(trip))).toBe('409 no_payment_due')
    expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
    shop.fillInCardPage(await mailed(trip), 'visa')
    expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  })

  test('collects the balance of a trip that the office entered', async () => {
    const trip = await office.booked({ terms: 'cash' })
    const page = await mailed(trip)
    expect(page).toMatchObject({ purpose: 'balance', amount: 64_000 })
    shop.fillInCardPage(page, 'sca_once')
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).booking.payment_status === 'paid')
    expect(shop.held(trip)).toBe(64_000)
  })

  test('is not mailed while Stripe is unavailable, and holds no quote', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.stripe.fail('checkout.sessions.create', 'drop_before', 1)
    const silent = await mail(trip)
    expect(statusAndCode(silent)).toBe('503 unavailable')
    expect(Number(silent.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(statusAndCode(await dales.withdraw(trip))).toBe('200')
    expect(mailedUrls(trip)).toEqual([])
  })
})

describe('a card payment with a late result', () => {
  const refundMails = ({ ref }: CustomerClient) =>
    shop.market.server.mails().filter(({ subject, text }) => /^(Refund of|Late payment of) /.test(subject) && text.includes(ref))

  /** Makes Stripe complete the charge of `work` and answer nothing from then on. */
  async function losingAnswers<T>(trip: CustomerClient, work: () => Promise<T>): Promise<T> {
    const { stripe } = shop
    stripe.fail('paymentIntents.confirm', 'drop_after', 1)
    const release = stripe.hold('paymentIntents.confirm')
    const working = work()
    const own = await eventually(() =>
      stripe.intents().find((one) => one.metadata.charabanc_trip === trip.ref && one.status === 'requires_confirmation'),
    )
    await eventually(() => stripe.calls.some(({ name, id }) => name === 'paymentIntents.confirm' && id === own.id))
    stripe.fail('any', 'drop_before', 100_000)
    release()
    return working
  }

  /** Checks that the payment was refunded in full once and that the customer received one email. */
  async function expectFullRefund(trip: CustomerClient): Promise<void> {
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    await eventually(() => refundMails(trip).length > 0)
    await shop.market.advance(days(1))
    await shop.market.server.dueTasksDone()
    expect((await shop.paymentStatuses(trip)).filter((row) => row.startsWith('refund'))).toEqual(['refund refunded'])
    expect(refundMails(trip)).toHaveLength(1)
    expect(shop.held(trip)).toBe(0)
  }

  test('is refunded if the trip was cancelled while the charge was in doubt', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    expect(statusAndCode(await losingAnswers(trip, () => dales.confirm(trip)))).toBe('503 unavailable')
    ok(await trip.cancel())
    expect(shop.held(trip)).toBe(12_800)
    shop.stripe.recover()
    await shop.market.advance(minutes(1))
    await expectFullRefund(trip)
    expect(ok(await trip.readTrip())).toMatchObject({ status: 'cancelled', booking: null })
  })

  test('is refunded if Stripe answers about its page only after the departure', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    shop.stripe.fail('any', 'drop_before', 100_000)
    await shop.market.advance(days(61))
    expect(shop.held(trip)).toBe(12_800)
    shop.stripe.recover()
    await shop.market.advance(minutes(2))
    await expectFullRefund(trip)
    expect(ok(await trip.readTrip()).booking).toBeNull()
  })

  test('is refunded if the balance was paid in cash meanwhile', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    await losingAnswers(trip, () => shop.market.advance(days(47)))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('balance in_doubt'))
    expect(ok(await trip.readTrip()).payment).toMatchObject({
      purpose: 'balance',
      status: 'charging',
      url: null,
      expires_at: null,
    })
    ok(await office.record(trip, { method: 'cash' }))
    expect(shop.held(trip)).toBe(64_000)
    shop.stripe.recover()
    await shop.market.advance(hours(1))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    await shop.eventuallyAsTimePasses(() => refundMails(trip).length > 0)
    expect(shop.held(trip)).toBe(12_800)
    expect(ok(await trip.readTrip()).booking.payment_status).toBe('paid')
    expect(refundMails(trip)).toHaveLength(1)
  })

  test('is not refunded if only the answer is late', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    await losingAnswers(trip, () => shop.market.advance(days(47)))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('balance in_doubt'))
    await shop.market.advance(days(12) + hours(22))
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'balance in_doubt'])
    shop.stripe.recover()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('balance succeeded'))
    expect(ok(await trip.readTrip()).booking.payment_status).toBe('paid')
    expect([await shop.paymentStatuses(trip), shop.held(trip)]).toEqual([['deposit succeeded', 'balance succeeded'], 64_000])
  })
})
