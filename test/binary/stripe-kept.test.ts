import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { respondByAtMost } from '../../src/domain/respond-by.ts'
import { type BookkeepingClient, bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, minutes, type OperatorClient, ok } from '../support/market.ts'
import type { CardName } from '../support/stripe/cards.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

let shop: StripeMarket
let dales: OperatorClient
let books: BookkeepingClient

beforeAll(async () => {
  shop = await openStripeMarket()
  dales = await shop.market.operator()
  books = await bookkeepingClientOf(shop.market, dales)
})

afterAll(() => shop[Symbol.asyncDispose]())

const chargesBalance = (charge_balance: boolean) => books.settings({ charge_balance })

const look = async (trip: CustomerClient) => ok(await trip.readTrip())

/** Whether Stripe keeps a card of a trip's customer. */
function isKept({ ref }: CustomerClient): boolean {
  const own = shop.stripe.customers().find(({ metadata }) => metadata.charabanc_trip === ref)
  return shop.stripe.methods().some(({ customer }) => customer === own?.id)
}

/** Whether the cards of a trip are still looked at. */
async function isLookedAt({ ref }: CustomerClient): Promise<boolean> {
  const query = `select 1 from scheduler join trips on trips.id = subject_id where kind = 'cards' and ref = ?`
  return (await shop.market.server.ask(query, ref)).length > 0
}

/** A trip whose customer left a card with their request. */
async function requested() {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  return trip
}

/** A trip whose deposit was paid on the page. */
async function booked(card: CardName) {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

describe('a card that was left for the deposit alone', () => {
  test('is let go after that, and never charged the balance, whatever the operator has set since', async () => {
    await chargesBalance(false)
    const trip = await requested()
    await chargesBalance(true)
    shop.stripe.fail('paymentMethods.detach', 'drop_before', 1_000)
    ok(await dales.confirm(trip))
    const [deposit] = ok(await dales.booking(trip)).payments
    expect(deposit.consent.text).not.toContain('balance')
    await shop.market.advanceTo((await look(trip)).booking.balance_due_at, 1)
    await eventually(async () => (await look(trip)).booking.balance_status === 'due')
    await shop.market.advance(days(4))
    await shop.eventuallyAsTimePasses(async () => (await look(trip)).booking.balance_status === 'overdue')
    expect(await shop.paymentStatuses(trip)).toEqual(['save_card card_saved', 'deposit succeeded'])
    expect(shop.held(trip)).toBe(12_800)
    shop.stripe.recover()
    await shop.market.advance(days(1) + 1)
    await shop.eventuallyAsTimePasses(() => !isKept(trip))
  })

  test('is let go at once where that is possible', async () => {
    await chargesBalance(false)
    const trip = await requested()
    ok(await dales.confirm(trip))
    await eventually(() => !isKept(trip))
    await eventually(async () => (await look(trip)).booking.card === null)
    await chargesBalance(true)
  })
})

describe('a card that was kept for the balance', () => {
  test('is let go where the operator has it charged no more', async () => {
    const trip = await booked('visa')
    await chargesBalance(false)
    expect(isKept(trip)).toBe(true)
    await shop.market.advance(days(1) + 60)
    await shop.eventuallyAsTimePasses(() => !isKept(trip))
    await shop.eventuallyAsTimePasses(async () => !(await isLookedAt(trip)))
    await chargesBalance(true)
  })

  test('is let go once the trip is over, paid or not', async () => {
    const trip = await booked('lost_later')
    await shop.market.advanceTo((await look(trip)).booking.balance_due_at, 1)
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('balance declined'))
    expect(isKept(trip)).toBe(true)
    await shop.market.advance(days(20))
    await shop.eventuallyAsTimePasses(async () => ok(await dales.booking(trip)).trip_status === 'completed')
    await shop.market.advance(days(1) + 60)
    await shop.eventuallyAsTimePasses(() => !isKept(trip))
    await shop.eventuallyAsTimePasses(async () => !(await isLookedAt(trip)))
    expect((await look(trip)).booking).toMatchObject({ due_amount: 51_200, card: null })
  })
})

test('a request may be accepted no longer than its customer agreed to, however late the card was typed', async () => {
  const trip = await shop.quotedTrip(dales, 'likely')
  const asked = ok(await trip.request(trip.quoteId, 'card'))
  const opened = shop.market.now()
  await shop.market.advance(minutes(45))
  shop.fillInCardPage(asked, 'visa')
  const { booking_request: request } = await shop.returnFromCardPage(trip)
  const told = respondByAtMost(opened, shop.market.now() + days(60) * 1_000)
  expect(Date.parse(request.respond_by)).toBeLessThanOrEqual(told)
  expect(Date.parse(request.respond_by)).toBeGreaterThan(told - 2 * 60_000)
})
