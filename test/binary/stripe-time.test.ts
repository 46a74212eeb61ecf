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
  // Stripe's clock does not move, and the server's clock runs further and further ahead.
  await shop.market.advance(days(30))
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Advances only the server's clock and runs all work that falls due. */
async function passes(seconds: number): Promise<void> {
  await shop.market.advance(seconds)
  await shop.market.server.dueTasksDone()
}

/** Advances the server's clock to some seconds after an instant and runs all work that falls due. */
async function passesTo(instant: string, thenSeconds: number): Promise<void> {
  await shop.market.advanceTo(instant, thenSeconds)
  await shop.market.server.dueTasksDone()
}

const look = async (trip: CustomerClient) => ok(await trip.readTrip())

/** The hours from the server's time to an instant. */
const awayHours = (instant: string) => Math.round((Date.parse(instant) - shop.market.now()) / 3_600_000)

type Offered = Awaited<ReturnType<StripeMarket['quotedTrip']>>

async function offered(availability: 'likely' | 'confirmed', departsIn = days(60)): Promise<Offered> {
  const trip = await shop.market.trip([dales], { departsIn })
  return Object.assign(trip, { quoteId: await dales.makeQuote(trip, { availability }) })
}

/** Books a trip on a page with this card. */
async function booked(card: CardName, departsIn?: number): Promise<Offered> {
  const trip = await offered('confirmed', departsIn)
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

/** Confirms a request with a card that needs authentication by the customer. */
async function agreed(departsIn: number, after: number): Promise<Offered> {
  const trip = await offered('likely', departsIn)
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'sca_always')
  await shop.returnFromCardPage(trip)
  await passes(after)
  expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
  return trip
}

describe('the 30-minute hold of a quote', () => {
  const isHeld = async (trip: CustomerClient) => !(await look(trip)).quotes[0].instantly_bookable

  test('ends together with the page by the server’s clock, whatever Stripe’s clock says', async () => {
    const trip = await offered('confirmed')
    const askedAt = Date.now()
    const page: MarketAnswer['data'] = ok(await trip.book(trip.quoteId, 'card'))
    // Stripe receives, and shows the customer, an end 31 minutes ahead by its own clock.
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

  test('becomes a booking if paid in the last minute without the customer’s return', async () => {
    const trip = await offered('confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    await passes(minutes(29) + 50)
    shop.fillInCardPage(page, 'visa')
    await passes(hours(2))
    expect((await look(trip)).status).toBe('booked')
    expect(shop.held(trip)).toBe(12_800)
  })

  test('ends early if the page has lapsed at Stripe', async () => {
    const trip = await offered('confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.stripe.lapse(page.payment.url)
    await passes(minutes(1))
    expect([await isHeld(trip), (await look(trip)).payment]).toEqual([false, null])
  })
})

describe('a confirmation that waits for a payment', () => {
  test('is valid for a day and ends together with the page', async () => {
    const trip = await agreed(days(60), hours(20))
    const { respond_by: until, status } = (await look(trip)).booking_request
    expect([status, awayHours(until)]).toEqual(['payment_action_required', 24])
    await passesTo(until, -60)
    const page = ok(await trip.post('pay'))
    expect(page.payment).toMatchObject({ purpose: 'deposit', status: 'awaiting_customer' })
    await passesTo(until, 1)
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    const ended = await look(trip)
    expect(ended).toMatchObject({ status: 'open', payment: null, booking_request: { status: 'expired' } })
    expect(ended.quotes[0].instantly_bookable).toBe(false)
    expect(shop.held(trip)).toBe(0)
  })

  test('becomes a booking if paid in the last minute and checked later', async () => {
    const trip = await agreed(days(60), hours(23))
    const { respond_by: until } = (await look(trip)).booking_request
    await passesTo(until, -60)
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    await passesTo(until, hours(1))
    expect((await look(trip)).booking).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
    expect(shop.held(trip)).toBe(12_800)
  })

  test('ends at the departure at the latest', async () => {
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
  /** The automatic charges of a saved card: the hours after the due date, and the result. */
  async function tries(trip: CustomerClient): Promise<string[]> {
    const { balance_due_at: due } = (await look(trip)).booking
    const query = `select p.status, p.created_at as at from payments p join trips on trips.id = p.trip_id
      where ref = ? and p.kind = 'balance' and origin = 'clock' order by p.id`
    const found = await shop.market.server.ask<{ status: string; at: number }>(query, trip.ref)
    return found.map(({ status, at }) => `${Math.floor((at - Date.parse(due)) / 3_600_000)} h ${status}`)
  }

  test('is charged when due, one day and three days later, and never again', async () => {
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
    // By Stripe's clock all attempts are simultaneous, so a repeated idempotency key would replay an earlier answer.
    const own = shop.stripe.intents().filter(({ metadata }) => metadata.charabanc_trip === trip.ref)
    const ids = new Set(own.map(({ id }) => id))
    const confirmed = shop.stripe.calls.filter(({ name, id }) => name === 'paymentIntents.confirm' && ids.has(id))
    expect(confirmed.map(({ isReplayed, status }) => [isReplayed, status])).toEqual(Array(3).fill([false, 402]))
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is not charged again after the customer has paid it', async () => {
    const trip = await booked('insufficient_later')
    await passesTo((await look(trip)).booking.balance_due_at, 1)
    shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
    await passes(days(4))
    expect(await tries(trip)).toEqual(['0 h declined'])
    expect((await look(trip)).booking).toMatchObject({ payment_status: 'paid', balance_status: 'paid' })
    expect(shop.held(trip)).toBe(64_000)
  })

  test('closes its open page before the card is charged', async () => {
    const trip = await booked('insufficient_later')
    const { balance_due_at: due } = (await look(trip)).booking
    await passesTo(due, 1)
    const page = ok(await trip.post('pay'))
    await passesTo(due, days(1) + 1)
    expect(shop.fillInCardPage(page, 'visa')).toBe('expired')
    expect(await tries(trip)).toEqual(['0 h declined', '24 h declined'])
    expect(shop.held(trip)).toBe(12_800)
  })

  test('is charged a day later if due immediately, and never within a day of the departure', async () => {
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
