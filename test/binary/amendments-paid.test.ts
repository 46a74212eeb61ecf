import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type AmendmentClient, amendmentBody, amendmentClientOf, customerAmendmentClient } from '../support/amendment-clients.ts'
import { balanceSummaryOf, bookkeepingClientOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  goodCard,
  type Market,
  type OperatorClient,
  ok,
  securedCard,
  statusAndCode,
} from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'

const openCards = shareMarket({ isMute: true })
const openTransfers = shareMarket({ payments: 'manual', isMute: true })

describe('an amendment with a card charge', () => {
  let market: Market
  let dales: OperatorClient
  let office: AmendmentClient
  let isOut = false

  beforeAll(async () => {
    market = await openCards()
    dales = await market.operator()
    office = await amendmentClientOf(market, dales)
  })

  afterEach(() => {
    if (isOut) recover()
  })

  function breakDown(): void {
    sandboxProviderOf(market).breakDown()
    isOut = true
  }

  function recover(): void {
    sandboxProviderOf(market).recover()
    isOut = false
  }

  /** A paid trip, with a proposal that costs £60 more. */
  async function proposeDearer(): Promise<{ trip: CustomerClient; id: number; ann: ReturnType<typeof customerAmendmentClient> }> {
    const trip = await market.bookedTrip(dales)
    ok(await trip.pay())
    const { id } = ok(
      await office.propose(trip, amendmentBody({ passenger_count: 48 }, { consent: 'ask', price_amount: 70_000 })),
    )
    return { trip, id, ann: customerAmendmentClient(trip) }
  }

  const statusOf = async (trip: CustomerClient) => ok(await office.list(trip))[0].status

  test('waits while the charge is in doubt, and is applied once the bank confirms it', async () => {
    const { trip, id, ann } = await proposeDearer()
    breakDown()
    expect(statusAndCode(await ann.accept(id))).toBe('503 unavailable')
    expect(await statusOf(trip)).toBe('accepted')
    expect(statusAndCode(await office.move(trip, id, 'withdraw'))).toBe('409 invalid_transition')
    expect(statusAndCode(await office.propose(trip, amendmentBody({ notes: 'Ring.' })))).toBe('409 amendment_pending')
    const asked = ok(await office.list(trip))[0]
    await market.advanceTo(asked.respond_by, 1)
    expect(await statusOf(trip)).toBe('accepted')
    recover()
    await market.advance(days(1))
    await eventually(async () => (await statusOf(trip)) === 'applied')
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toEqual({ paid: 70_000, due: 0, balance: 'paid', status: 'paid' })
  })

  test('expires and refunds a charge in doubt when the trip is cancelled', async () => {
    const { trip, id, ann } = await proposeDearer()
    breakDown()
    expect(statusAndCode(await ann.accept(id))).toBe('503 unavailable')
    ok(await trip.cancel())
    recover()
    await market.advance(days(1))
    expect(await statusOf(trip)).toBe('expired')
    await eventually(async () => ok(await dales.booking(trip)).payment_status === 'refunded')
    expect(ok(await dales.booking(trip))).toMatchObject({ price_amount: 64_000, passenger_count: 45 })
  })

  test('stays proposed when a card requires authentication, and is applied with another card', async () => {
    const { trip, id, ann } = await proposeDearer()
    const secured = await ann.accept(id, { payment_method: securedCard })
    expect([statusAndCode(secured), secured.json.error.payment_status]).toEqual(['409 deposit_charge_failed', 'requires_action'])
    expect(await statusOf(trip)).toBe('proposed')
    expect(ok(await ann.accept(id)).status).toBe('applied')
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 70_000, due: 0 })
  })

  test('charges once when the server dies during the charge', async () => {
    const { trip, id, ann } = await proposeDearer()
    breakDown()
    expect(statusAndCode(await ann.accept(id))).toBe('503 unavailable')
    await market.server.kill()
    recover()
    await market.server.start()
    await market.advance(days(1))
    await eventually(async () => (await statusOf(trip)) === 'applied')
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual([
      'deposit card 12800 cleared',
      'balance card 51200 cleared',
      'balance card 6000 cleared',
    ])
  })

  test('charges once when several calls accept it simultaneously', async () => {
    const { trip, id, ann } = await proposeDearer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ann.accept(id)))
    expect(answers.map(statusAndCode).sort()).toEqual(['200', ...Array.from({ length: 7 }, () => '409 invalid_transition')])
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 70_000, due: 0 })
  })
})

test('adds a difference by transfer to the amount due, and plans a manual refund above a lower price', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const office = await amendmentClientOf(market, dales)
  const books = await bookkeepingClientOf(market, dales)
  const trip = await market.trip([dales])
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
  ok(await market.call('POST', `/portal/v1/bookings/${trip.ref}/deposit-received`, { token: books.token }))
  ok(await books.record(trip))
  const asked = ok(await office.propose(trip, amendmentBody({ passenger_count: 48 }, { consent: 'ask', price_amount: 70_000 })))
  expect(ok(await customerAmendmentClient(trip).accept(asked.id)).status).toBe('applied')
  expect(balanceSummaryOf(ok(await dales.booking(trip)))).toEqual({
    paid: 64_000,
    due: 6_000,
    balance: 'not_due',
    status: 'deposit_paid',
  })
  ok(await books.record(trip, { amount: 7_000, allow_over: true }))
  ok(await office.propose(trip, amendmentBody({ passenger_count: 40 }, { price_amount: 65_000 })))
  const booking = ok(await dales.booking(trip))
  expect(paymentLinesOf(booking).slice(-1)).toEqual(['refund bank_transfer 5000 pending'])
  ok(await books.sent(trip, booking.payments.at(-1).id))
  expect(balanceSummaryOf(ok(await dales.booking(trip)))).toEqual({ paid: 66_000, due: 0, balance: 'paid', status: 'paid' })
})

describe('an unpaid deposit above the amended price', () => {
  const cheaper = amendmentBody({}, { price_amount: 5_000, currency_code: 'GBP' })

  test('charges a card no more than the amount due', async () => {
    const market = await openCards()
    const dales = await market.operator()
    const trip = await (await portalClientOf(market, dales)).booked()
    ok(await (await amendmentClientOf(market, dales)).propose(trip, cheaper))
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 0, due: 5_000 })
    ok(await trip.pay(goodCard))
    const booking = ok(await dales.booking(trip))
    expect(booking.payments.map(({ amount }: { amount: number }) => amount)).toEqual([5_000])
    expect(balanceSummaryOf(booking)).toMatchObject({ paid: 5_000, due: 0, status: 'paid' })
    expect(statusAndCode(await trip.pay())).toBe('409 no_payment_due')
  })

  test('requests and records a transfer of no more than the amount due', async () => {
    const market = await openTransfers()
    const dales = await market.operator()
    const office = await portalClientOf(market, dales)
    const trip = await office.booked()
    ok(await (await amendmentClientOf(market, dales)).propose(trip, cheaper))
    expect(ok(await trip.readTrip()).pay_to).toMatchObject({ amount: 5_000 })
    const received = ok(await office.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    expect(paymentLinesOf(received)).toEqual(['deposit bank_transfer 5000 cleared'])
    expect(balanceSummaryOf(received)).toMatchObject({ paid: 5_000, due: 0, status: 'paid' })
    expect(ok(await trip.readTrip()).pay_to).toBeNull()
  })
})
