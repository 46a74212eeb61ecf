import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { toSpokenTime } from '../../src/domain/instant.ts'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, hours, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

/** A server that its customers cannot reach. */
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

/** The addresses of pages that the customer of a trip was mailed, oldest first. */
function mailedUrls(trip: CustomerClient): string[] {
  const own = shop.market.server.mails().filter(({ subject, text }) => /^Pay £/.test(subject) && text.includes(trip.ref))
  return own.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? text)
}

/** The office mails the page for what is due. */
async function mailed(trip: CustomerClient) {
  const before = mailedUrls(trip).length
  const page = ok(await mail(trip))
  const url = await eventually(() => mailedUrls(trip)[before])
  return { ...page, payment: { url } }
}

/** What the customer reads of the end of the page that they were mailed. */
function endTold({ payment }: { readonly payment: { readonly url: string } }): string {
  const letter = shop.market.server.mails().find(({ text }) => text.includes(payment.url))
  return /stays open until (.*?)\./.exec(letter?.text ?? '')?.[1] ?? ''
}

/** The page at Stripe, as it was opened. */
function sessionOf({ payment }: { readonly payment: { readonly url: string } }) {
  const session = shop.stripe.sessions().find(({ id }) => payment.url.includes(id))
  if (session === undefined) throw new Error(`${payment.url} is no page of Stripe.`)
  return session
}

/** How long it was to stay open when it was opened (s). */
const openFor = ({ created, expires_at }: { readonly created: number; readonly expires_at: number }) => expires_at - created

const isBooked = async (trip: CustomerClient) => ok(await trip.readTrip()).status === 'booked'

describe('a page that the office mails', () => {
  test('is Stripe’s, leads back to where customers can go, and books with nobody coming back', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = await mailed(trip)
    expect(page).toMatchObject({ purpose: 'deposit', amount: 12_800, currency_code: 'GBP', sent: true })
    expect(page.payment.url).toStartWith(shop.stripe.url)
    const { success_url, cancel_url, expires_at } = sessionOf(page)
    expect([success_url, cancel_url]).toEqual([`${backTo}?back=${trip.ref}`, `${backTo}?back=${trip.ref}`])
    expect(Date.parse(page.expires_at)).toBe(expires_at * 1_000)
    // The one address in it.
    const letter = shop.market.server.mails().find(({ text }) => text.includes(page.payment.url))
    expect(letter?.to).toContain('ann@example.org')
    expect(letter?.text).not.toContain(trip.token)
    expect(letter?.text).not.toMatch(/cbt_/)

    shop.fillInCardPage(page, 'visa')
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(() => isBooked(trip))
    expect(shop.held(trip)).toBe(12_800)
  })

  test('stays open for most of a day, and the quote is held as long', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = await mailed(trip)
    expect(openFor(sessionOf(page))).toBeWithin(hours(23) - minutes(5), hours(23) + 1)
    expect(endTold(page)).toMatch(/^\w{3} \d+ \w{3}, \d\d:\d\d$/)
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

  test('holds a quote at most for as long as it is good', async () => {
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

  test('is open for no less than Stripe wants, and told to be closed when the quote runs out', async () => {
    const until = shop.market.at(minutes(10))
    const page = await mailed(await shop.quotedTrip(dales, 'confirmed', { valid_until: until }))
    expect(openFor(sessionOf(page))).toBeWithin(minutes(30), minutes(31) + 1)
    expect(endTold(page)).toBe(toSpokenTime(Date.parse(until), 'Europe/London', shop.market.now()))
  })

  test('is closed for a saved card that is charged, and open until then', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    const { balance_due_at } = (await shop.returnFromCardPage(trip)).booking
    await shop.market.advanceTo(balance_due_at, -hours(3))
    expect(openFor(sessionOf(await mailed(trip)))).toBeWithin(hours(3) - minutes(5), hours(3) + 1)
    await shop.market.advance(hours(3) + minutes(5))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).booking.payment_status === 'paid')
    expect(shop.held(trip)).toBe(64_000)
  })

  test('comes in the place of the one before, which takes nothing more', async () => {
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

  test('that was paid already is found so, and there is nothing more to mail', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed', { deposit_amount: 64_000 })
    shop.fillInCardPage(await mailed(trip), 'visa')
    expect(statusAndCode(await mail(trip))).toBe('409 no_payment_due')
    expect(await isBooked(trip)).toBe(true)
    expect(shop.held(trip)).toBe(64_000)
    expect(mailedUrls(trip)).toHaveLength(1)
  })

  test('for a deposit that was paid a moment ago is none for the balance, unless it is asked for again', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    expect(statusAndCode(await mail(trip))).toBe('409 no_payment_due')
    expect(await isBooked(trip)).toBe(true)
    expect(mailedUrls(trip)).toEqual([])
    expect(await mailed(trip)).toMatchObject({ purpose: 'balance', amount: 51_200 })
  })

  test('is for a request whose card was declined, too', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'declines_later')
    await shop.returnFromCardPage(trip)
    expect(statusAndCode(await mail(trip))).toBe('409 no_payment_due')
    expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
    shop.fillInCardPage(await mailed(trip), 'visa')
    expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  })

  test('takes the balance of a trip that came by telephone', async () => {
    const trip = await office.booked({ terms: 'cash' })
    const page = await mailed(trip)
    expect(page).toMatchObject({ purpose: 'balance', amount: 64_000 })
    shop.fillInCardPage(page, 'sca_once')
    await shop.market.advance(minutes(1))
    await shop.eventuallyAsTimePasses(async () => ok(await trip.readTrip()).booking.payment_status === 'paid')
    expect(shop.held(trip)).toBe(64_000)
  })

  test('is not mailed while Stripe cannot be asked, and nothing is held', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.stripe.fail('checkout.sessions.create', 'drop_before', 1)
    const silent = await mail(trip)
    expect(statusAndCode(silent)).toBe('503 unavailable')
    expect(Number(silent.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(statusAndCode(await dales.withdraw(trip))).toBe('200')
    expect(mailedUrls(trip)).toEqual([])
  })
})

describe('money that comes too late', () => {
  const refundsTold = ({ ref }: CustomerClient) =>
    shop.market.server.mails().filter(({ subject }) => subject.includes('back to you') && subject.includes(ref))

  /** Stripe takes the money of what `work` has it charge, and is not heard of from then on. */
  async function losing<T>(trip: CustomerClient, work: () => Promise<T>): Promise<T> {
    const { stripe } = shop
    stripe.fail('paymentIntents.confirm', 'drop_after', 1)
    const letGo = stripe.hold('paymentIntents.confirm')
    const working = work()
    const own = await eventually(() =>
      stripe.intents().find((one) => one.metadata.charabanc_trip === trip.ref && one.status === 'requires_confirmation'),
    )
    await eventually(() => stripe.calls.some(({ name, id }) => name === 'paymentIntents.confirm' && id === own.id))
    stripe.fail('any', 'drop_before', 100_000)
    letGo()
    return working
  }

  /** All of it went back, once, and the customer heard of that once. */
  async function isAllBack(trip: CustomerClient): Promise<void> {
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    await eventually(() => refundsTold(trip).length > 0)
    await shop.market.advance(days(1))
    await shop.market.server.dueTasksDone()
    expect((await shop.paymentStatuses(trip)).filter((row) => row.startsWith('refund'))).toEqual(['refund refunded'])
    expect(refundsTold(trip)).toHaveLength(1)
    expect(shop.held(trip)).toBe(0)
  }

  test('for a trip that was called off while it was not known whether the card was charged', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    expect(statusAndCode(await losing(trip, () => dales.confirm(trip)))).toBe('503 unavailable')
    ok(await trip.cancel())
    expect(shop.held(trip)).toBe(12_800)
    shop.stripe.recover()
    await shop.market.advance(minutes(1))
    await isAllBack(trip)
    expect(ok(await trip.readTrip())).toMatchObject({ status: 'cancelled', booking: null })
  })

  test('for a page that was paid when nobody could ask, and whose coach has left since', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    shop.stripe.fail('any', 'drop_before', 100_000)
    await shop.market.advance(days(61))
    expect(shop.held(trip)).toBe(12_800)
    shop.stripe.recover()
    await shop.market.advance(minutes(2))
    await isAllBack(trip)
    expect(ok(await trip.readTrip()).booking).toBeNull()
  })

  test('for a balance that was paid in cash meanwhile', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    await losing(trip, () => shop.market.advance(days(47)))
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
    await shop.eventuallyAsTimePasses(() => refundsTold(trip).length > 0)
    expect(shop.held(trip)).toBe(12_800)
    expect(ok(await trip.readTrip()).booking.payment_status).toBe('paid')
    expect(refundsTold(trip)).toHaveLength(1)
  })

  test('is none that was taken in time, however late that is heard', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    await shop.returnFromCardPage(trip)
    await losing(trip, () => shop.market.advance(days(47)))
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
