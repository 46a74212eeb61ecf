import { beforeAll, describe, expect, test } from 'bun:test'
import { type BookkeepingClient, balanceSummaryOf, bookkeepingClientOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  goodCard,
  type Market,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'
import { transitionTable } from '../support/states-page.ts'

const openCards = shareMarket({ isMute: true })

const openShared = shareMarket({ isMute: true, payments: 'manual' })
let market: Market
let dales: OperatorClient
let books: BookkeepingClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  books = await bookkeepingClientOf(market, dales)
})

async function held(fields = {}): Promise<CustomerClient> {
  const trip = await market.trip([dales], fields)
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
  return trip
}

async function booked(fields = {}): Promise<CustomerClient> {
  const trip = await held(fields)
  ok(await books.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
  return trip
}

const payTo = async (trip: CustomerClient) => ok(await trip.readTrip()).pay_to

describe('payment details', () => {
  test('shows payment details while a transfer is awaited', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    expect(await payTo(trip)).toBeNull()
    ok(await trip.book(quoteId, 'bank_transfer'))
    const { held_until: until } = ok(await trip.readTrip()).booking
    const asked = {
      account_name: 'Dales Coaches',
      account: null,
      reference: trip.ref,
      amount: 12_800,
      currency_code: 'GBP',
      until,
    }
    expect(await payTo(trip)).toEqual(asked)
    await books.settings({ bank_details: 'Skipton Bank\n60-00-01 31926819' })
    expect(await payTo(trip)).toEqual({ ...asked, account: 'Skipton Bank\n60-00-01 31926819' })
    expect(ok(await trip.pay()).pay_to).toEqual(await payTo(trip))
    ok(await books.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    expect(await payTo(trip)).toBeNull()
    expect(ok(await dales.booking(trip)).payments).toMatchObject([
      { kind: 'deposit', method: 'bank_transfer', status: 'cleared', recorded_by: 'Jo Bloggs', received_at: expect.any(String) },
    ])
    expect((await books.settings({ bank_details: null })).bank_details).toBeNull()
    for (const bank_details of ['x'.repeat(301), '', 5])
      expect(statusAndCode(await books.call('PATCH', '/operator', { settings: { bank_details } }))).toBe('422 validation_failed')
  })

  test('shows payment details again while a balance is due', async () => {
    const trip = await booked({ departsIn: days(30) })
    expect(await payTo(trip)).toBeNull()
    const { balance_due_at: dueAt } = ok(await dales.booking(trip))
    await market.advanceTo(dueAt, 1)
    const until = new Date(Date.parse(dueAt) + days(3) * 1_000).toISOString().replace('.000', '')
    expect(await payTo(trip)).toMatchObject({ reference: trip.ref, amount: 51_200, until })
    expect(ok(await trip.readTrip()).booking).toMatchObject({ balance_status: 'due', due_amount: 51_200 })
    const answer = await trip.pay('bank_transfer')
    expect(ok(answer).pay_to).toEqual(await payTo(trip))
    expect(statusAndCode(await trip.pay(goodCard))).toBe('422 validation_failed')
    ok(await books.record(trip))
    expect(await payTo(trip)).toBeNull()
    expect(statusAndCode(await trip.pay())).toBe('409 no_payment_due')
  })

  test('shows no payment details when cards are accepted', async () => {
    const cards = await openCards()
    const trip = await cards.bookedTrip(await cards.operator(), { departsIn: days(5) })
    expect(ok(await trip.readTrip())).toMatchObject({ pay_to: null, booking: { balance_status: 'due' } })
  })
})

describe('manual refund', () => {
  test('is pending until it is sent, which marks the booking as refunded', async () => {
    const trip = await booked({ departsIn: days(40) })
    await market.advance(1)
    ok(await books.record(trip, { method: 'cheque' }))
    const cancelled = ok(await books.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach has burnt down.' }))
    expect(cancelled).toMatchObject({
      payment_status: 'paid',
      paid_amount: 64_000,
      due_amount: 0,
      cancellation: { refund_amount: 64_000 },
    })
    const lines = ['deposit bank_transfer 12800 cleared', 'balance cheque 51200 cleared']
    expect(paymentLinesOf(cancelled)).toEqual([...lines, 'refund cheque 51200 pending', 'refund bank_transfer 12800 pending'])
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('due')

    const [, , cheque, transfer] = cancelled.payments
    await market.advance(5)
    const since = market.at(-2)
    const part = ok(await books.sent(trip, cheque.id, { reference: 'No. 204' }, 'sent-1'))
    expect(balanceSummaryOf(part)).toEqual({ paid: 12_800, due: 0, balance: 'none', status: 'part_refunded' })
    expect(part.payments[2]).toMatchObject({ status: 'cleared', reference: 'No. 204', recorded_by: 'Jo Bloggs' })
    expect((await books.sent(trip, cheque.id, { reference: 'No. 204' }, 'sent-1')).headers.get('idempotency-replayed')).toBe(
      'true',
    )
    const changed = ok(await dales.bookings(`?status=all&updated_since=${since}`))
    expect(changed.map(({ ref }: { ref: string }) => ref)).toEqual([trip.ref])
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('due')

    const whole = ok(await books.sent(trip, transfer.id))
    expect(balanceSummaryOf(whole)).toEqual({ paid: 0, due: 0, balance: 'none', status: 'refunded' })
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('refunded')
    expect(ok(await books.sent(trip, transfer.id))).toEqual(whole)
    expect(statusAndCode(await books.sent(trip, transfer.id, { reference: 'x'.repeat(81) }))).toBe('422 validation_failed')
  })

  test('is zero for a reversed deposit', async () => {
    const trip = await booked({ departsIn: days(40) })
    const [deposit] = ok(await dales.booking(trip)).payments
    const reversed = ok(await books.reverse(trip, deposit.id, 'It was somebody else’s.'))
    expect(balanceSummaryOf(reversed)).toEqual({ paid: 0, due: 64_000, balance: 'not_due', status: 'unpaid' })
    expect(ok(await trip.readTrip()).cancellation_preview).toMatchObject({ refund_amount: 0 })
    expect(ok(await trip.cancel()).cancellation).toMatchObject({ refund_amount: 0, refund_status: null })
    expect(ok(await dales.booking(trip))).toMatchObject({ payment_status: 'unpaid', payout: { status: 'cancelled' } })
  })
})

test('leaves nothing paid when a kept deposit is reversed', async () => {
  const trip = await booked({ departsIn: days(5) })
  const [deposit] = ok(await dales.booking(trip)).payments
  expect(ok(await trip.cancel()).cancellation).toMatchObject({ refund_amount: 0 })
  expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 12_800, status: 'deposit_paid' })
  expect(balanceSummaryOf(ok(await books.reverse(trip, deposit.id)))).toEqual({
    paid: 0,
    due: 0,
    balance: 'none',
    status: 'unpaid',
  })
})

describe('manual moves of a payment', () => {
  const table = transitionTable('The payment', 'the line is')
  let cards: { market: Market; desk: OperatorClient; books: BookkeepingClient }

  beforeAll(async () => {
    const takingCards = await openCards()
    const desk = await takingCards.operator()
    cards = { market: takingCards, desk, books: await bookkeepingClientOf(takingCards, desk) }
  })

  /** Makes a payment of each kind, with its bookkeeper, trip and id. */
  const lines: Record<string, () => Promise<{ books: BookkeepingClient; trip: CustomerClient; id: number }>> = {
    'recorded by people': () => byHand({ nth: 1 }),
    'recorded by people, and refunded in part': () => byHand({ nth: 0, isCancelled: true }),
    'paid by card': () => byCard('deposit'),
    'paid by card, confirmed by hand': async () => {
      const paid = await byCard('deposit')
      await cards.market.server.change(`update payments set recorded_by = 'Jo Bloggs' where id = ${paid.id}`)
      return paid
    },
    'a card that failed': () => byCard('balance'),
    reversed: () => byHand({ nth: 1, isReversed: true }),
    'a refund to be sent by hand': () => byHand({ nth: 2, isCancelled: true }),
    'a refund sent by hand': () => byHand({ nth: 2, isCancelled: true, isSent: true }),
    'a refund sent by the provider': () => byCard('refund'),
    'a refund the provider could not send': async () => {
      const sent = await byCard('refund')
      await cards.market.server.change(`update payments set status = 'refund_failed', received_at = null where id = ${sent.id}`)
      return sent
    },
    'a refund of a charge the provider does not know': async () => {
      const sent = await byCard('refund')
      const change = `status = 'refund_due', fault = 'no_charge', received_at = null`
      await cards.market.server.change(`update payments set ${change} where id = ${sent.id}`)
      return sent
    },
  }

  async function byHand({
    nth,
    isCancelled = false,
    isReversed = false,
    isSent = false,
  }: {
    nth: number
    isCancelled?: boolean
    isReversed?: boolean
    isSent?: boolean
  }) {
    const trip = await booked({ departsIn: days(20) })
    const { payments } = ok(await books.record(trip, { amount: 100 }))
    if (isReversed) ok(await books.reverse(trip, payments[1].id))
    if (isCancelled) {
      ok(await books.reverse(trip, payments[1].id))
      ok(await trip.cancel())
    }
    const { id } = ok(await dales.booking(trip)).payments[nth]
    if (isSent) ok(await books.sent(trip, id))
    return { books, trip, id }
  }

  async function byCard(kind: 'deposit' | 'balance' | 'refund') {
    const { desk } = cards
    const trip = await cards.market.bookedTrip(desk)
    if (kind === 'balance') await trip.pay('pm_card_chargeDeclined')
    if (kind === 'refund') ok(await trip.cancel())
    const found = await eventually(async () =>
      ok(await desk.booking(trip)).payments.find(
        (one: { kind: string; status: string }) => one.kind === kind && one.status !== 'pending',
      ),
    )
    return { books: cards.books, trip, id: found.id }
  }

  test('covers each row of the table', () => {
    expect(Object.keys(table)).toEqual(Object.keys(lines))
  })

  for (const [name, outcomes] of Object.entries(table)) {
    test(`answers reverse with ${outcomes.reverse} and sent with ${outcomes.sent} for "${name}"`, async () => {
      const isRefused = (move: 'reverse' | 'sent') => outcomes[move] === 'invalid_transition'
      const make = lines[name]
      if (make === undefined) throw new Error(`no line is ${name}`)
      let made = await make()
      // A rejected move leaves the payment unchanged.
      for (const move of (['reverse', 'sent'] as const).filter(isRefused))
        expect(statusAndCode(await made.books[move](made.trip, made.id))).toBe('409 invalid_transition')
      const [first, second] = (['reverse', 'sent'] as const).filter((move) => !isRefused(move))
      for (const move of [first, second]) {
        if (move === undefined) continue
        if (move === second) made = await make()
        const { trip, id } = made
        const answer = ok(await made.books[move](trip, id))
        expect(answer.payments.find((one: { id: number }) => one.id === id).status).toBe(outcomes[move])
      }
    })
  }
})

describe('payout that waits for the balance', () => {
  test('is scheduled when nothing is due, and pending when an amount is due again', async () => {
    await using waiting = await openMarket({
      isMute: true,
      payments: 'manual',
      env: { CHARABANC_PAYOUT_WAITS_FOR_BALANCE: 'true' },
    })
    const desk = await waiting.operator()
    const keeper = await bookkeepingClientOf(waiting, desk)
    const trip = await waiting.trip([desk], { departsIn: days(20) })
    ok(await trip.book(await desk.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
    ok(await keeper.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    const payout = async () => ok(await desk.payouts())[0]
    await waiting.advance(days(22))
    await eventually(async () => ok(await desk.booking(trip)).trip_status === 'completed')
    expect(await payout()).toMatchObject({ status: 'pending', scheduled_for: null })
    ok(await keeper.record(trip, { amount: 51_199 }))
    expect((await payout()).status).toBe('pending')
    const { payments } = ok(await keeper.record(trip, { amount: 1 }))
    const scheduled = await payout()
    expect(scheduled).toMatchObject({ status: 'scheduled', amount: 57_600 })
    expect(Date.parse(scheduled.scheduled_for)).toBeGreaterThan(waiting.now() + days(7) * 1_000)
    ok(await keeper.reverse(trip, payments.at(-1).id))
    expect(await payout()).toMatchObject({ status: 'pending', scheduled_for: null })
    ok(await keeper.record(trip, { amount: 1 }))
    expect((await payout()).status).toBe('scheduled')
  })

  test('is scheduled without waiting when the setting is off', async () => {
    const trip = await booked({ departsIn: days(20) })
    const { payout } = ok(await dales.booking(trip))
    await market.advance(days(22))
    await eventually(async () => ok(await dales.booking(trip)).trip_status === 'completed')
    expect(ok(await dales.payouts('?per_page=100')).find(({ id }: { id: number }) => id === payout.id).status).toBe('scheduled')
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toEqual({
      paid: 12_800,
      due: 51_200,
      balance: 'overdue',
      status: 'deposit_paid',
    })
  })
})
