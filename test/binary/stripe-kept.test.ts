import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { computeLatestRespondBy } from '../../src/domain/respond-by.ts'
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

/** Whether Stripe has a saved card of a trip's customer. */
function isKept({ ref }: CustomerClient): boolean {
  const own = shop.stripe.customers().find(({ metadata }) => metadata.charabanc_trip === ref)
  return shop.stripe.methods().some(({ customer }) => customer === own?.id)
}

/** Whether the scheduler still has a check of a trip's cards. */
async function isChecked({ ref }: CustomerClient): Promise<boolean> {
  const query = `select 1 from scheduler join trips on trips.id = subject_id where kind = 'cards' and ref = ?`
  return (await shop.market.server.ask(query, ref)).length > 0
}

/** Requests a likely quote and saves a card on the page. */
async function requested() {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  return trip
}

/** Books a trip by paying its deposit on the page. */
async function booked(card: CardName) {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

describe('a card saved for the deposit only', () => {
  test('is never charged the balance and is removed, even if charge_balance is turned on later', async () => {
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

  test('is removed immediately after the deposit', async () => {
    await chargesBalance(false)
    const trip = await requested()
    ok(await dales.confirm(trip))
    await eventually(() => !isKept(trip))
    await eventually(async () => (await look(trip)).booking.card === null)
    await chargesBalance(true)
  })
})

describe('a card saved for the balance', () => {
  test('is removed after the operator turns charge_balance off', async () => {
    const trip = await booked('visa')
    await chargesBalance(false)
    expect(isKept(trip)).toBe(true)
    await shop.market.advance(days(1) + 60)
    await shop.eventuallyAsTimePasses(() => !isKept(trip))
    await shop.eventuallyAsTimePasses(async () => !(await isChecked(trip)))
    await chargesBalance(true)
  })

  test('is removed after the trip, even with an unpaid balance', async () => {
    const trip = await booked('lost_later')
    await shop.market.advanceTo((await look(trip)).booking.balance_due_at, 1)
    await eventually(async () => (await shop.paymentStatuses(trip)).includes('balance declined'))
    expect(isKept(trip)).toBe(true)
    await shop.market.advance(days(20))
    await shop.eventuallyAsTimePasses(async () => ok(await dales.booking(trip)).trip_status === 'completed')
    await shop.market.advance(days(1) + 60)
    await shop.eventuallyAsTimePasses(() => !isKept(trip))
    await shop.eventuallyAsTimePasses(async () => !(await isChecked(trip)))
    expect((await look(trip)).booking).toMatchObject({ due_amount: 51_200, card: null })
  })
})

test('counts respond_by from the request, however late the customer enters the card', async () => {
  const trip = await shop.quotedTrip(dales, 'likely')
  const asked = ok(await trip.request(trip.quoteId, 'card'))
  const opened = shop.market.now()
  await shop.market.advance(minutes(45))
  shop.fillInCardPage(asked, 'visa')
  const { booking_request: request } = await shop.returnFromCardPage(trip)
  const latest = computeLatestRespondBy(opened, shop.market.now() + days(60) * 1_000)
  expect(Date.parse(request.respond_by)).toBeLessThanOrEqual(latest)
  expect(Date.parse(request.respond_by)).toBeGreaterThan(latest - 2 * 60_000)
})
