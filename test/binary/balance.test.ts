import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type BookkeepingClient, balanceSummaryOf, bookkeepingClientOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  absentCard,
  type CustomerClient,
  days,
  goodCard,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { sandboxEntryText, sandboxProviderOf } from '../support/sandbox-provider.ts'
import { repetitions } from '../support/test-depth.ts'

const paid = { paid: 64_000, due: 0, balance: 'paid', status: 'paid' }
const unpaid = { paid: 12_800, due: 51_200, status: 'deposit_paid' }

/** Counts how often the provider charged the balance of a trip. */
async function chargesOf(market: Market, trip: CustomerClient): Promise<number> {
  const keys = (await sandboxProviderOf(market).payments(trip.ref)).filter(({ kind }) => kind === 'balance').map(({ key }) => key)
  return market.ledger().filter(({ key, outcome }) => keys.includes(key) && outcome === 'succeeded').length
}

/** Returns when the scheduler next checks the balance of a trip, in days from departure, or null. */
async function nextCheck(market: Market, trip: CustomerClient, departsAt: number): Promise<number | null> {
  const query =
    "select due_at as due from scheduler join trips on trips.id = subject_id where scheduler.kind = 'balance' and ref = ?"
  const [row] = await market.server.ask<{ due: number }>(query, trip.ref)
  return row === undefined ? null : (Number(row.due) - departsAt) / days(1) / 1_000
}

describe('a balance', () => {
  let market: Market
  let dales: OperatorClient
  let books: BookkeepingClient

  beforeAll(async () => {
    market = await openMarket({ isMute: true })
    dales = await market.operator()
    books = await bookkeepingClientOf(market, dales)
  })

  afterAll(() => market[Symbol.asyncDispose]())

  const sums = async (trip: CustomerClient) => balanceSummaryOf(ok(await dales.booking(trip)))
  const dueOf = async (trip: CustomerClient) => ok(await dales.booking(trip)).balance_due_at

  test('is charged to the saved card once, on its due date', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(30) })
    expect(await sums(trip)).toEqual({ ...unpaid, balance: 'not_due' })
    await market.advanceTo(await dueOf(trip), -60)
    await market.server.dueTasksDone()
    expect(await sums(trip)).toEqual({ ...unpaid, balance: 'not_due' })
    const since = market.at(0)
    await market.advance(61)
    await eventually(async () => (await sums(trip)).status === 'paid')
    const booking = ok(await dales.booking(trip))
    expect(balanceSummaryOf(booking)).toEqual(paid)
    expect(booking.payments[1]).toMatchObject({
      kind: 'balance',
      method: 'card',
      amount: 51_200,
      status: 'cleared',
      recorded_by: null,
    })
    expect(ok(await dales.bookings(`?updated_since=${since}`)).map(({ ref }: { ref: string }) => ref)).toContain(trip.ref)
    await market.advance(days(4))
    await market.server.dueTasksDone()
    expect(await chargesOf(market, trip)).toBe(1)
    expect(statusAndCode(await trip.pay())).toBe('409 no_payment_due')
  })

  test('is charged without extras, which are never charged automatically', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(30) })
    ok(await books.addExtra(trip))
    await market.advanceTo(await dueOf(trip), 1)
    await eventually(async () => (await sums(trip)).paid === 64_000)
    expect(await sums(trip)).toMatchObject({ due: 3_000, status: 'deposit_paid' })
    expect(paymentLinesOf(ok(await dales.booking(trip)))[1]).toBe('balance card 51200 cleared')
    await market.advance(days(5))
    await market.server.dueTasksDone()
    expect(await sums(trip)).toMatchObject({ due: 3_000, balance: 'overdue' })
    expect(await chargesOf(market, trip)).toBe(1)
  })

  test('is charged only for its unpaid part', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(30) })
    ok(await books.record(trip, { amount: 50_000 }))
    await market.advanceTo(await dueOf(trip), 1)
    await eventually(async () => (await sums(trip)).status === 'paid')
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual([
      'deposit card 12800 cleared',
      'balance bank_transfer 50000 cleared',
      'balance card 1200 cleared',
    ])
  })

  test('is charged in full when an extra was already paid as an extra', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(30) })
    ok(await books.addExtra(trip))
    ok(await books.record(trip, { kind: 'extra', method: 'cash', amount: 3_000 }))
    await market.advanceTo(await dueOf(trip), 1)
    await eventually(async () => (await sums(trip)).status === 'paid')
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual([
      'deposit card 12800 cleared',
      'extra cash 3000 cleared',
      'balance card 51200 cleared',
    ])
  })

  test('is charged again one and three days after the card is declined, and can still be paid by the customer', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(30) }, absentCard)
    await market.advanceTo(await dueOf(trip), 1)
    await eventually(async () => paymentLinesOf(ok(await dales.booking(trip)))[1] === 'balance card 51200 failed')
    expect(await sums(trip)).toEqual({ ...unpaid, balance: 'due' })
    const tries = async () => paymentLinesOf(ok(await dales.booking(trip))).slice(1)
    const declined = 'balance card 51200 failed'
    await market.advance(days(1))
    await eventually(async () => (await tries()).length === 2)
    await market.advance(days(2) - 60)
    expect((await sums(trip)).balance).toBe('due')
    await market.server.dueTasksDone()
    expect(await tries()).toEqual([declined, declined])
    await market.advance(60)
    await eventually(async () => (await sums(trip)).balance === 'overdue')
    await eventually(async () => (await tries()).length === 3)
    await market.advance(days(5))
    await market.server.dueTasksDone()
    expect(await tries()).toEqual([declined, declined, declined])
    expect(ok(await trip.pay()).booking).toMatchObject({ due_amount: 0, balance_status: 'paid' })
  })

  test('is not charged when the operator switches automatic charges off, even after the booking', async () => {
    const cautious = await market.operator('Moors Coaches')
    const moors = await bookkeepingClientOf(market, cautious)
    const trip = await market.bookedTrip(cautious, { departsIn: days(30) })
    expect(await moors.settings({ charge_balance: false })).toMatchObject({
      charge_balance: false,
      balance_days: 14,
      bank_details: null,
    })
    await market.advanceTo(ok(await cautious.booking(trip)).balance_due_at, 1)
    await market.server.dueTasksDone()
    expect(balanceSummaryOf(ok(await cautious.booking(trip)))).toEqual({ ...unpaid, balance: 'due' })
    await market.advance(days(3))
    await market.server.dueTasksDone()
    expect(balanceSummaryOf(ok(await cautious.booking(trip)))).toEqual({ ...unpaid, balance: 'overdue' })
    expect(ok(await cautious.booking(trip)).payments).toHaveLength(1)
  })

  test('falls due by the balance_days that applied when the quote was sent', async () => {
    const early = await market.operator('Wolds Coaches')
    const wolds = await bookkeepingClientOf(market, early)
    await wolds.settings({ balance_days: 30 })
    const trip = await market.trip([early])
    const quoteId = await early.makeQuote(trip, { availability: 'confirmed' })
    await wolds.settings({ balance_days: 3 })
    ok(await trip.book(quoteId))
    const { departs_at, balance_due_at } = ok(await early.booking(trip))
    expect(Date.parse(departs_at) - Date.parse(balance_due_at)).toBe(days(30) * 1_000)
    for (const balance_days of [-1, 366, 1.5, '14'])
      expect(statusAndCode(await wolds.call('PATCH', '/operator', { settings: { balance_days } }))).toBe('422 validation_failed')
  })

  test('is charged at departure when balance_days is 0', async () => {
    const last = await market.operator('Peak Coaches')
    await (await bookkeepingClientOf(market, last)).settings({ balance_days: 0 })
    const trip = await market.bookedTrip(last, { departsIn: days(5) })
    const { departs_at, balance_due_at } = ok(await last.booking(trip))
    expect(Date.parse(balance_due_at)).toBe(Date.parse(departs_at))
    await market.advanceTo(departs_at, 1)
    await eventually(async () => ok(await last.booking(trip)).payment_status === 'paid')
    expect(await chargesOf(market, trip)).toBe(1)
  })

  test('is due immediately and charged a day later when its due date precedes the booking', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(10) })
    expect(await sums(trip)).toEqual({ ...unpaid, balance: 'due' })
    await market.advance(hours(24) - 60)
    await market.server.dueTasksDone()
    expect(await chargesOf(market, trip)).toBe(0)
    await market.advance(61)
    await eventually(async () => (await sums(trip)).status === 'paid')
  })

  test('is never charged in the last 24 hours before departure of a late booking', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: hours(47) })
    expect(await sums(trip)).toEqual({ ...unpaid, balance: 'due' })
    await market.advance(hours(46))
    await market.server.dueTasksDone()
    expect(await sums(trip)).toEqual({ ...unpaid, balance: 'due' })
    expect(await chargesOf(market, trip)).toBe(0)
  })

  test('is charged once after the server was down, but not on the last day before departure', async () => {
    const late = await market.bookedTrip(dales, { departsIn: days(30) })
    const tooLate = await market.bookedTrip(dales, { departsIn: days(20) })
    await market.server.stop()
    await market.advance(days(19) + hours(3))
    await market.server.start()
    await eventually(async () => (await sums(late)).status === 'paid')
    await market.server.dueTasksDone()
    expect(await sums(tooLate)).toEqual({ ...unpaid, balance: 'overdue' })
    expect(await chargesOf(market, tooLate)).toBe(0)
  })

  test('is not charged when it is paid or cancelled, or when its payment is reversed after the due date', async () => {
    const byHand = await market.bookedTrip(dales, { departsIn: days(30) })
    const [, cash] = ok(await books.record(byHand, { method: 'cash' })).payments
    const off = await market.bookedTrip(dales, { departsIn: days(30) })
    ok(await off.cancel())
    const departsAt = Date.parse(ok(await dales.booking(byHand)).departs_at)
    for (const trip of [byHand, off]) expect(await nextCheck(market, trip, departsAt)).toBeNull()
    await market.advanceTo(ok(await dales.booking(byHand)).balance_due_at, 1)
    await market.server.dueTasksDone()
    ok(await books.reverse(byHand, cash.id))
    expect(await sums(byHand)).toEqual({ ...unpaid, balance: 'due' })
    await market.advance(days(4))
    await market.server.dueTasksDone()
    expect(await sums(byHand)).toEqual({ ...unpaid, balance: 'overdue' })
    for (const trip of [byHand, off]) expect(await chargesOf(market, trip)).toBe(0)
  })

  test('is checked a week before its due date, on it, and one and three days after while unpaid', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(40) }, absentCard)
    const booking = ok(await dales.booking(trip))
    const departsAt = Date.parse(booking.departs_at)
    for (const [daysBefore, then] of [
      [21, 14],
      [14, 13],
      [13, 11],
    ] as const) {
      expect(await nextCheck(market, trip, departsAt)).toBe(-daysBefore)
      await market.advanceTo(booking.departs_at, -days(daysBefore) + 1)
      await eventually(async () => (await nextCheck(market, trip, departsAt)) === -then)
      await market.server.dueTasksDone()
    }
    await market.advance(days(2))
    await eventually(async () => (await nextCheck(market, trip, departsAt)) === null)
  })

  test('is settled after a charge in doubt, refunded if cancelled, and not charged if paid in cash', async () => {
    const fells = await market.operator('Fells Coaches')
    const theirs = await bookkeepingClientOf(market, fells)
    const bank = sandboxProviderOf(market)
    const [trip, other, off] = [
      await market.bookedTrip(fells, { departsIn: days(30) }),
      await market.bookedTrip(fells, { departsIn: days(30) }),
      await market.bookedTrip(fells, { departsIn: days(30) }),
    ]
    bank.breakDown()
    await market.advanceTo(ok(await fells.booking(trip)).balance_due_at, 1)
    for (const one of [trip, other, off]) {
      await eventually(async () => (await bank.payments(one.ref)).at(-1)?.status === 'in_doubt')
      expect(paymentLinesOf(ok(await fells.booking(one)))[1]).toBe('balance card 51200 pending')
      expect(statusAndCode(await one.pay())).toBe('503 unavailable')
    }
    ok(await theirs.record(other, { method: 'cash' }))
    ok(await off.cancel())
    const keys = await Promise.all([trip, other, off].map(async (one) => (await bank.payments(one.ref))[1]?.key ?? ''))
    for (const one of [trip, other, off]) await eventually(() => bank.isQuiet(one.ref))
    const taken = (key: string) => ({
      key,
      kind: 'charge',
      amount: 51_200,
      currencyCode: 'GBP',
      outcome: 'succeeded',
      ref: `ch_${key}`,
    })
    bank.says(keys[2] ?? '', JSON.stringify(taken(keys[2] ?? '')))
    bank.recover()
    await market.advance(hours(7))
    await eventually(async () => ok(await fells.booking(trip)).payment_status === 'paid')
    const refunded = (one: CustomerClient) => async () =>
      (await bank.payments(one.ref)).some(
        ({ kind, status, amount }) => kind === 'refund' && status === 'refunded' && amount === 51_200,
      )
    await eventually(refunded(off))
    await market.server.dueTasksDone()
    // A balance recorded in cash meanwhile is not charged to a card.
    expect(await chargesOf(market, other)).toBe(0)
    expect(balanceSummaryOf(ok(await fells.booking(other)))).toEqual(paid)
    expect(ok(await fells.booking(off))).toMatchObject({ payment_status: 'deposit_paid', due_amount: 0 })
    expect(await chargesOf(market, trip)).toBe(1)
  })
})

describe('a balance charge in progress', () => {
  let market: Market
  let dales: OperatorClient

  beforeAll(async () => {
    market = await openMarket({
      isMute: true,
      isAlone: true,
      env: { CHARABANC_SANDBOX_DELAY: (stretchedForLoad(1_000) / 1_000).toFixed(1) },
    })
    dales = await market.operator()
  })

  afterAll(() => market[Symbol.asyncDispose]())

  const booked = () => market.bookedTrip(dales, { departsIn: days(30) })
  const isPaid = async (trip: CustomerClient) => ok(await dales.booking(trip)).payment_status === 'paid'
  const charging = (trip: CustomerClient) =>
    eventually(async () => (await sandboxProviderOf(market).payments(trip.ref)).find(({ status }) => status === 'charging'))

  test('is taken once when the server dies, whether or not the bank had taken it', async () => {
    const [trip, taken] = await Promise.all([booked(), booked()])
    await market.advanceTo(ok(await dales.booking(trip)).balance_due_at, minutes(1))
    const [, { key, amount }] = await Promise.all([charging(trip), charging(taken)])
    await market.server.kill()
    for (const one of [trip, taken]) expect(await chargesOf(market, one)).toBe(0)
    sandboxProviderOf(market).says(key, sandboxEntryText(key, 'succeeded', amount))
    await market.server.start()
    for (const one of [trip, taken]) {
      await eventually(() => isPaid(one))
      expect(await chargesOf(market, one)).toBe(1)
      expect(paymentLinesOf(ok(await dales.booking(one)))).toEqual(['deposit card 12800 cleared', 'balance card 51200 cleared'])
    }
    await market.advance(days(4))
    await market.server.dueTasksDone()
    for (const one of [trip, taken]) expect(ok(await dales.booking(one)).payments).toHaveLength(2)
  })

  test('is taken once when the server dies repeatedly at random moments', async () => {
    const trip = await booked()
    await market.advanceTo(ok(await dales.booking(trip)).balance_due_at, 1)
    for (let start = 0; start < repetitions(4); start++) {
      await market.server.kill()
      await market.server.start()
    }
    await eventually(() => isPaid(trip))
    expect(await chargesOf(market, trip)).toBe(1)
    expect(ok(await dales.booking(trip)).payments).toHaveLength(2)
  })

  test('is taken once when the customer pays meanwhile', async () => {
    const trip = await booked()
    await market.advanceTo(ok(await dales.booking(trip)).balance_due_at, 1)
    await charging(trip)
    const answer = await trip.pay(goodCard)
    expect(['409 no_payment_due', '503 unavailable']).toContain(statusAndCode(answer))
    await eventually(() => isPaid(trip))
    expect(await chargesOf(market, trip)).toBe(1)
  })
})
