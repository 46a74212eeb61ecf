import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type CustomerClient,
  days,
  hours,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import type { CardName } from '../support/stripe/cards.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

let shop: StripeMarket
let dales: OperatorClient

beforeAll(async () => {
  shop = await openStripeMarket()
  // Stripe's clock stays where it is, and ours runs ahead of it more and more.
  await shop.market.advance(days(30))
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Time goes on by our clock alone, and whatever falls due is done. */
async function passes(seconds: number): Promise<void> {
  await shop.market.advance(seconds)
  await shop.market.server.dueTasksDone()
}

/** The same until so many seconds after an instant. */
async function passesTo(instant: string, thenSeconds: number): Promise<void> {
  await shop.market.advanceTo(instant, thenSeconds)
  await shop.market.server.dueTasksDone()
}

const look = async (trip: CustomerClient) => ok(await trip.readTrip())

/** How far an instant of ours is away (h). */
const awayHours = (instant: string) => Math.round((Date.parse(instant) - shop.market.now()) / 3_600_000)

type Offered = Awaited<ReturnType<StripeMarket['quotedTrip']>>

async function offered(availability: 'likely' | 'confirmed', departsIn = days(60)): Promise<Offered> {
  const trip = await shop.market.trip([dales], { departsIn })
  return Object.assign(trip, { quoteId: await dales.makeQuote(trip, { availability }) })
}

/** A trip that was booked on a page, with this card. */
async function booked(card: CardName, departsIn?: number): Promise<Offered> {
  const trip = await offered('confirmed', departsIn)
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

/** The operator has said yes to a request, and the customer's bank wants to hear from them. */
async function agreed(departsIn: number, after: number): Promise<Offered> {
  const trip = await offered('likely', departsIn)
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'sca_always')
  await shop.returnFromCardPage(trip)
  await passes(after)
  expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
  return trip
}

describe('a deposit holds its quote for 30 minutes', () => {
  const isHeld = async (trip: CustomerClient) => !(await look(trip)).quotes[0].instantly_bookable

  test('by our clock, and the page ends with that, whatever Stripe’s says', async () => {
    const trip = await offered('confirmed')
    const askedAt = Date.now()
    const page: MarketAnswer['data'] = ok(await trip.book(trip.quoteId, 'card'))
    // Stripe is told, and tells the customer, of half an hour and a minute of its own.
    const session = shop.stripe.sessions().find(({ url }) => url === page.payment.url)
    expect(Date.parse(page.payment.expires_at)).toBe((session?.expires_at ?? 0) * 1_000)
    expect(Math.round((Date.parse(page.payment.expires_at) - askedAt) / 60_000)).toBe(31)
    await passes(minutes(29))
    expect([await isHeld(trip), session?.status]).toEqual([true, 'open'])
    await passes(minutes(1))
    expect([await isHeld(trip), session?.status]).toEqual([false, 'expired'])
    expect((await look(trip)).payment).toBeNull()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit released'])
  })

  test('and is booked where it was paid in the last of them and nobody looked', async () => {
    const trip = await offered('confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    await passes(minutes(29) + 50)
    shop.fillInCardPage(page, 'visa')
    await passes(hours(2))
    expect((await look(trip)).status).toBe('booked')
    expect(shop.held(trip)).toBe(12_800)
  })

  test('and no longer where its page has lapsed at Stripe before', async () => {
    const trip = await offered('confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.stripe.lapse(page.payment.url)
    await passes(minutes(1))
    expect([await isHeld(trip), (await look(trip)).payment]).toEqual([false, null])
  })
})

describe('the yes of an operator whose customer still has to pay', () => {
  test('stands for a day from then, and is over with the page', async () => {
    const trip = await agreed(days(60), hours(20))
    const { respond_by: until, status } = (await look(trip)).booking_request
    expect([status, awayHours(until)]).toEqual(['payment_action_required', 24])
    await passesTo(until, -60)
    const page = ok(await trip.post('pay'))
    expect(page.payment).toMatchObject({ purpose: 'deposit', status: 'awaiting_customer' })
    await passesTo(until, 1)
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    const over = await look(trip)
    expect(over).toMatchObject({ status: 'open', payment: null, booking_request: { status: 'expired' } })
    expect(over.quotes[0].instantly_bookable).toBe(false)
    expect(shop.held(trip)).toBe(0)
  })

  test('is a booking where it was paid for in the last minute and nobody looked', async () => {
    const trip = await agreed(days(60), hours(23))
    const { respond_by: until } = (await look(trip)).booking_request
    await passesTo(until, -60)
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    await passesTo(until, hours(1))
    expect((await look(trip)).booking).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
    expect(shop.held(trip)).toBe(12_800)
  })

  test('never stands past the departure', async () => {
    const trip = await agreed(hours(30), hours(14))
    const { booking_request: request, departs_at: departure } = await look(trip)
    expect(Date.parse(request.respond_by)).toBe(Date.parse(departure))
    await passesTo(departure, -60)
    const page = ok(await trip.post('pay'))
    await passesTo(departure, 1)
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    expect(await look(trip)).toMatchObject({ status: 'expired', booking: null, payment: null })
  })
})

describe('the balance', () => {
  /** When a kept card was charged for it (h after it fell due), and what came of that. */
  async function tries(trip: CustomerClient): Promise<string[]> {
    const { balance_due_at: due } = (await look(trip)).booking
    const query = `select p.status, p.created_at as at from payments p join trips on trips.id = p.trip_id
      where ref = ? and p.kind = 'balance' and origin = 'clock' order by p.id`
    const found = await shop.market.server.ask<{ status: string; at: number }>(query, trip.ref)
    return found.map(({ status, at }) => `${Math.floor((at - Date.parse(due)) / 3_600_000)} h ${status}`)
  }

  test('is tried when it falls due, a day and three days later, and never again', async () => {
    const trip = await booked('insufficient_later')
    const { balance_due_at: due } = (await look(trip)).booking
    const known: [number, string[]][] = [
      [-60, []],
      [1, ['0 h declined']],
      [days(1) - 60, ['0 h declined']],
      [days(1) + 1, ['0 h declined', '24 h declined']],
      [days(3) - 60, ['0 h declined', '24 h declined']],
      [days(3) + 1, ['0 h declined', '24 h declined', '72 h declined']],
      [days(13), ['0 h declined', '24 h declined', '72 h declined']],
    ]
    for (const [after, those] of known) {
      await passesTo(due, after)
      expect([after, await tries(trip)]).toEqual([after, those])
    }
    expect((await look(trip)).booking.balance_status).toBe('overdue')
    // By Stripe's clock all of it happened within a moment: no try was answered with what it remembers of another.
    const own = shop.stripe.intents().filter(({ metadata }) => metadata.charabanc_trip === trip.ref)
    const ids = new Set(own.map(({ id }) => id))
    const confirmed = shop.stripe.calls.filter(({ name, id }) => name === 'paymentIntents.confirm' && ids.has(id))
    expect(confirmed.map(({ isReplayed, status }) => [isReplayed, status])).toEqual(Array(3).fill([false, 402]))
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is not tried again once the customer has paid it', async () => {
    const trip = await booked('insufficient_later')
    await passesTo((await look(trip)).booking.balance_due_at, 1)
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    await passes(days(4))
    expect(await tries(trip)).toEqual(['0 h declined'])
    expect((await look(trip)).booking).toMatchObject({ payment_status: 'paid', balance_status: 'paid' })
    expect(shop.held(trip)).toBe(64_000)
  })

  test('closes the page on which it could be paid before it is tried', async () => {
    const trip = await booked('insufficient_later')
    const { balance_due_at: due } = (await look(trip)).booking
    await passesTo(due, 1)
    const page = ok(await trip.post('pay'))
    await passesTo(due, days(1) + 1)
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    expect(await tries(trip)).toEqual(['0 h declined', '24 h declined'])
    expect(shop.held(trip)).toBe(12_800)
  })

  test('that is due at once is tried a day later, and never within a day of the departure', async () => {
    const trip = await booked('insufficient_later', hours(60))
    await passes(hours(24) - 60)
    expect(await tries(trip)).toEqual([])
    await passes(120)
    expect(await tries(trip)).toEqual(['24 h declined'])
    await passes(days(1))
    expect(await tries(trip)).toEqual(['24 h declined'])

    const late = await booked('visa', hours(40))
    await passes(hours(39))
    expect(await tries(late)).toEqual([])
    expect((await look(late)).booking.balance_status).toBe('due')
  })
})
