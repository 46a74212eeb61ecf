import { beforeAll, describe, expect, test } from 'bun:test'
import { type BookkeepingClient, balanceSummaryOf, bookkeepingClientOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  days,
  declinedCard,
  goodCard,
  hours,
  type Market,
  type OperatorClient,
  ok,
  securedCard,
  statusAndCode,
} from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let books: BookkeepingClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  books = await bookkeepingClientOf(market, dales)
})

const faultsOf = (answer: { json: { error: { fields: object } } }) => Object.keys(answer.json.error.fields)
const charges = () => market.ledger().filter(({ kind, outcome }) => kind === 'charge' && outcome === 'succeeded').length

describe('recorded payments', () => {
  test('pays the balance in parts, and updates the booking and the lists', async () => {
    const trip = await market.bookedTrip(dales)
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toEqual({
      paid: 12_800,
      due: 51_200,
      balance: 'not_due',
      status: 'deposit_paid',
    })

    const part = await books.record(trip, { amount: 20_000, method: 'cash' })
    expect(part.status).toBe(201)
    expect(paymentLinesOf(part.data)).toEqual(['deposit card 12800 cleared', 'balance cash 20000 cleared'])
    expect(part.data.payments[1]).toEqual({
      id: expect.any(Number),
      kind: 'balance',
      method: 'cash',
      amount: 20_000,
      currency_code: 'GBP',
      status: 'cleared',
      received_at: expect.any(String),
      reference: null,
      recorded_by: 'Jo Bloggs',
      reversed_at: null,
      consent: null,
    })
    expect(balanceSummaryOf(part.data)).toEqual({ paid: 32_800, due: 31_200, balance: 'not_due', status: 'deposit_paid' })

    const received = market.at(-days(1))
    const whole = ok(await books.record(trip, { amount: 31_200, received_at: received, reference: 'FT-881' }))
    expect(whole.payments.at(-1)).toMatchObject({ received_at: received, reference: 'FT-881' })
    expect(balanceSummaryOf(whole)).toEqual({ paid: 64_000, due: 0, balance: 'paid', status: 'paid' })
    const listed = ok(await dales.bookings()).find(({ ref }: { ref: string }) => ref === trip.ref)
    expect(balanceSummaryOf(listed)).toEqual(balanceSummaryOf(whole))
    expect(ok(await trip.readTrip()).booking).toMatchObject({
      paid_amount: 64_000,
      due_amount: 0,
      balance_status: 'paid',
      payment_status: 'paid',
    })
    expect(ok(await market.platform('GET', `/trips/${trip.ref}`)).booking).toMatchObject({ paid_amount: 64_000, due_amount: 0 })
  })

  test('assigns a payment without a kind to the deposit, then the balance, then extras', async () => {
    const office = await portalClientOf(market, dales)
    const trip = await office.booked()
    const record = (amount: number, more: object = {}) => office.record(trip, { kind: undefined, amount, ...more })
    expect(ok(await record(5_000)).payment_status).toBe('unpaid')
    expect(ok(await record(7_800, { kind: null })).payment_status).toBe('deposit_paid')
    ok(await record(51_200))
    ok(await office.addExtra(trip, { amount: 3_000 }))
    const paid = ok(await record(3_000))
    expect(paymentLinesOf(paid)).toEqual([
      'deposit bank_transfer 5000 cleared',
      'deposit bank_transfer 7800 cleared',
      'balance bank_transfer 51200 cleared',
      'extra bank_transfer 3000 cleared',
    ])
    const csv = await market.server.fetch('/portal/v1/exports/payments.csv?from=2020-01-01&to=2040-01-01', {
      headers: { Authorization: `Bearer ${office.token}` },
    })
    const kinds = (await csv.text())
      .split('\r\n')
      .flatMap((line) => (line.includes(trip.ref) ? [line.match(/deposit|balance|extra/)?.[0]] : []))
    expect(kinds.toSorted()).toEqual(['balance', 'deposit', 'deposit', 'extra'])
  })

  test('records one payment of the whole price as one deposit', async () => {
    const office = await portalClientOf(market, dales)
    const whole = ok(await office.record(await office.booked(), { kind: undefined, amount: 64_000 }))
    expect([paymentLinesOf(whole), whole.payment_status]).toEqual([['deposit bank_transfer 64000 cleared'], 'paid'])
  })

  test('accepts the kind deposit, and a platform payment without a kind', async () => {
    const named = ok(await books.record(await market.bookedTrip(dales), { kind: 'deposit', amount: 100 }))
    expect(paymentLinesOf(named)).toContain('deposit bank_transfer 100 cleared')
    const trip = await market.bookedTrip(dales)
    const body = { method: 'bank_transfer', amount: 51_200, currency_code: 'GBP' }
    ok(await market.platform('POST', `/trips/${trip.ref}/payments`, body))
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual([
      'deposit card 12800 cleared',
      'balance bank_transfer 51200 cleared',
    ])
  })

  test('updates the booking for clients that use updated_since', async () => {
    const trip = await market.bookedTrip(dales)
    await market.advance(5)
    const since = market.at(-2)
    ok(await books.record(trip, { amount: 1 }))
    expect(ok(await dales.bookings(`?updated_since=${since}`)).map(({ ref }: { ref: string }) => ref)).toEqual([trip.ref])
  })

  test('records one payment for each key', async () => {
    const trip = await market.bookedTrip(dales)
    const key = crypto.randomUUID()
    const first = await books.record(trip, { amount: 100 }, key)
    const again = await books.record(trip, { amount: 100 }, key)
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true'])
    expect(ok(await dales.booking(trip)).payments).toHaveLength(2)
  })

  test('accepts more than is due only with allow_over, and reverses it', async () => {
    const trip = await market.bookedTrip(dales)
    const over = await books.record(trip, { amount: 51_201 })
    expect([statusAndCode(over), faultsOf(over)]).toEqual(['422 validation_failed', ['amount']])
    const meant = ok(await books.record(trip, { amount: 60_000, allow_over: true }))
    expect(balanceSummaryOf(meant)).toEqual({ paid: 72_800, due: 0, balance: 'paid', status: 'paid' })
    const back = ok(await books.reverse(trip, meant.payments[1].id))
    expect(balanceSummaryOf(back)).toEqual({ paid: 12_800, due: 51_200, balance: 'not_due', status: 'deposit_paid' })
  })

  test.each([
    [{ method: 'card' }, 'method'],
    [{ method: 'gold' }, 'method'],
    [{ kind: 'refund' }, 'kind'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ currency_code: 'EUR' }, 'currency_code'],
    [{ received_at: '2027-12-24T10:00:00Z' }, 'received_at'],
    [{ received_at: 'yesterday' }, 'received_at'],
    [{ reference: 'x'.repeat(81) }, 'reference'],
  ])('rejects an invalid payment: %j', async (differing, field) => {
    const trip = await market.bookedTrip(dales)
    const answer = await books.record(trip, differing)
    expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', [field]])
  })

  test('accepts every method except a card', async () => {
    const trip = await market.bookedTrip(dales)
    const means = ['bank_transfer', 'cash', 'card_terminal', 'cheque', 'account']
    for (const method of means) expect(statusAndCode(await books.record(trip, { amount: 100, method }))).toBe('201')
    expect(
      ok(await dales.booking(trip))
        .payments.slice(1)
        .map(({ method }: { method: string }) => method),
    ).toEqual(means)
  })

  test('accepts a payment from the platform', async () => {
    const trip = await market.bookedTrip(dales)
    const body = { kind: 'balance', method: 'bank_transfer', amount: 51_200, currency_code: 'GBP' }
    const path = `/trips/${trip.ref}/payments`
    const recorded = await market.platform('POST', path, body)
    expect([recorded.status, recorded.data.booking.payment_status]).toEqual([201, 'paid'])
    expect(ok(await dales.booking(trip)).payments[1]).toMatchObject({ kind: 'balance', recorded_by: 'platform' })
    const more = await market.platform('POST', path, body)
    expect([statusAndCode(more), faultsOf(more)]).toEqual(['422 validation_failed', ['amount']])
    expect(statusAndCode(await market.platform('POST', '/trips/TR-000000/payments', body))).toBe('404 not_found')
    const open = await market.trip([dales])
    expect(statusAndCode(await market.platform('POST', `/trips/${open.ref}/payments`, body))).toBe('409 booking_not_confirmed')
  })

  test('allows the accounts role to record payments of its own bookings only', async () => {
    const trip = await market.bookedTrip(dales)
    const accounts = await bookkeepingClientOf(market, dales, 'accounts')
    expect(statusAndCode(await accounts.record(trip, { amount: 5 }))).toBe('201')
    const moors = await market.operator('Moors Coaches')
    const others = await bookkeepingClientOf(market, moors)
    const { id } = ok(await dales.booking(trip)).payments[1]
    for (const answer of [
      await others.record(trip, { amount: 5 }),
      await others.reverse(trip, id),
      await others.sent(trip, id),
      await others.addExtra(trip),
      await others.removeExtra(trip, 1),
      await books.reverse(trip, 999_999),
      await books.reverse(trip, 'x'),
      await books.sent(trip, 999_999),
      await books.removeExtra(trip, 999_999),
    ])
      expect(statusAndCode(answer)).toBe('404 not_found')
    const asKey = await market.call('POST', `/portal/v1/bookings/${trip.ref}/payments`, { token: dales.token, body: {} })
    expect(statusAndCode(asKey)).toBe('403 wrong_credential')
    const unbooked = await market.trip([dales])
    await dales.makeQuote(unbooked)
    expect(statusAndCode(await books.record(unbooked))).toBe('409 booking_not_confirmed')
  })

  test('reverses a payment once, and never a card payment', async () => {
    const trip = await market.bookedTrip(dales)
    const [deposit, cheque] = ok(await books.record(trip, { method: 'cheque', amount: 51_200 })).payments
    const reversed = ok(await books.reverse(trip, cheque.id))
    expect(paymentLinesOf(reversed)).toEqual(['deposit card 12800 cleared', 'balance cheque 51200 reversed'])
    expect(reversed.payments[1].reversed_at).toEqual(expect.any(String))
    await market.advance(5)
    const again = ok(await books.reverse(trip, cheque.id, 'Once more.'))
    expect(again).toEqual(reversed)
    const byCard = await books.reverse(trip, deposit.id)
    expect(statusAndCode(byCard)).toBe('409 invalid_transition')
    expect(byCard.json.error).toMatchObject({ current_status: 'cleared', allowed: [] })
    expect(statusAndCode(await books.reverse(trip, cheque.id, 'x'))).toBe('422 validation_failed')
    expect(statusAndCode(await books.sent(trip, cheque.id))).toBe('409 invalid_transition')
  })

  test('rejects payments and extras for a cancelled trip', async () => {
    const trip = await market.bookedTrip(dales)
    ok(await trip.cancel())
    expect(statusAndCode(await books.record(trip, { amount: 1, allow_over: true }))).toBe('409 trip_cancelled')
    expect(statusAndCode(await books.addExtra(trip))).toBe('409 trip_cancelled')
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ due: 0, balance: 'none' })
    expect(statusAndCode(await trip.pay())).toBe('409 no_payment_due')
  })
})

describe('extras', () => {
  test('increases the amount due, but not the price', async () => {
    const trip = await market.bookedTrip(dales)
    const added = await books.addExtra(trip, { note: 'Three quarters of an hour at York.' })
    expect(added.status).toBe(201)
    expect(added.data).toMatchObject({ price_amount: 64_000, balance_amount: 51_200 })
    expect(added.data.extras).toEqual([
      {
        id: expect.any(Number),
        kind: 'waiting',
        quantity: 45,
        amount: 3_000,
        currency_code: 'GBP',
        note: 'Three quarters of an hour at York.',
        added_at: expect.any(String),
      },
    ])
    expect(balanceSummaryOf(added.data)).toMatchObject({ paid: 12_800, due: 54_200 })
    expect(ok(await trip.readTrip()).booking).toMatchObject({ due_amount: 54_200, extras: [{ kind: 'waiting', amount: 3_000 }] })
    const removed = await books.removeExtra(trip, added.data.extras[0].id)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(ok(await dales.booking(trip))).toMatchObject({ extras: [], due_amount: 51_200 })
    expect(statusAndCode(await books.removeExtra(trip, added.data.extras[0].id))).toBe('404 not_found')
  })

  test('rejects the removal of a partly paid extra', async () => {
    const trip = await market.bookedTrip(dales)
    const [extra] = ok(await books.addExtra(trip)).extras
    ok(await books.record(trip, { amount: 51_201 }))
    const refused = await books.removeExtra(trip, extra.id)
    expect(statusAndCode(refused)).toBe('409 invalid_transition')
    expect(ok(await dales.booking(trip))).toMatchObject({ due_amount: 2_999, payment_status: 'deposit_paid' })
    expect(balanceSummaryOf(ok(await books.record(trip, { kind: 'extra', amount: 2_999 })))).toMatchObject({
      due: 0,
      status: 'paid',
    })
  })

  test.each([
    [{ kind: 'tip' }, 'kind'],
    [{ amount: 0 }, 'amount'],
    [{ amount: '3000' }, 'amount'],
    [{ quantity: -1 }, 'quantity'],
    [{ note: 'x'.repeat(501) }, 'note'],
  ])('rejects an invalid extra: %j', async (differing, field) => {
    const trip = await market.bookedTrip(dales)
    const answer = await books.addExtra(trip, differing)
    expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', [field]])
  })

  test('accepts extras until 14 days after the trip, and counts them as due', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(3) })
    ok(await trip.pay())
    await market.advance(days(5))
    await eventually(async () => ok(await dales.booking(trip)).trip_status === 'completed')
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toEqual({ paid: 64_000, due: 0, balance: 'paid', status: 'paid' })
    const [parking] = ok(await books.addExtra(trip, { kind: 'parking', quantity: null, amount: 1_500 })).extras
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toEqual({
      paid: 64_000,
      due: 1_500,
      balance: 'due',
      status: 'deposit_paid',
    })
    await market.advance(days(3) + 1)
    expect(ok(await dales.booking(trip)).balance_status).toBe('overdue')
    await market.advance(days(11))
    expect(statusAndCode(await books.addExtra(trip))).toBe('409 trip_finished')
    expect(statusAndCode(await books.removeExtra(trip, parking.id))).toBe('409 trip_finished')
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit card 12800 cleared', 'balance card 51200 cleared'])
  })
})

describe('customer payment', () => {
  test('charges the amount due to the saved card, once for each key', async () => {
    const trip = await market.bookedTrip(dales)
    const before = charges()
    const key = crypto.randomUUID()
    const paid = await trip.pay(null, { key })
    expect(ok(paid).booking).toMatchObject({ paid_amount: 64_000, due_amount: 0, payment_status: 'paid', balance_status: 'paid' })
    expect((await trip.pay(null, { key })).text).toBe(paid.text)
    const again = await trip.pay()
    expect(statusAndCode(again)).toBe('409 no_payment_due')
    expect(again.json.error.current_status).toBe('booked')
    expect(charges()).toBe(before + 1)
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit card 12800 cleared', 'balance card 51200 cleared'])
  })

  test('charges extras alone', async () => {
    const trip = await market.bookedTrip(dales)
    ok(await trip.pay())
    ok(await books.addExtra(trip))
    expect(ok(await trip.pay()).booking).toMatchObject({ paid_amount: 67_000, due_amount: 0 })
    expect(paymentLinesOf(ok(await dales.booking(trip))).at(-1)).toBe('extra card 3000 cleared')
  })

  for (const [card, status, lines] of [
    [declinedCard, 'declined', ['deposit card 12800 cleared', 'balance card 51200 failed', 'balance card 51200 cleared']],
    // A charge that was cancelled for another card is not listed.
    [securedCard, 'requires_action', ['deposit card 12800 cleared', 'balance card 51200 cleared']],
  ] as const) {
    test(`fails with a card that is ${status}, and succeeds with another card`, async () => {
      const trip = await market.bookedTrip(dales)
      const refused = await trip.pay(card)
      expect(statusAndCode(refused)).toBe('409 deposit_charge_failed')
      expect(refused.json.error).toMatchObject({ payment_status: status, current_status: 'booked' })
      expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit card 12800 cleared', 'balance card 51200 failed'])
      expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 12_800, due: 51_200 })
      expect(ok(await trip.pay(goodCard)).booking.due_amount).toBe(0)
      expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual([...lines])
    })
  }

  test('charges the deposit of an accepted request to a second card, and books the trip', async () => {
    for (const card of [declinedCard, securedCard]) {
      const trip = await market.requestedTrip(dales, {}, card)
      expect(statusAndCode(await trip.pay(goodCard))).toBe('409 no_payment_due')
      expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
      const again = await trip.pay(declinedCard)
      expect(statusAndCode(again)).toBe('409 deposit_charge_failed')
      expect(again.json.error).toMatchObject({ payment_status: 'declined', current_status: 'open' })
      const paid = ok(await trip.pay(goodCard))
      expect(paid).toMatchObject({ status: 'booked', booking: { payment_status: 'deposit_paid', due_amount: 51_200 } })
      expect(ok(await dales.job(trip))).toMatchObject({ status: 'won', my_quote: { status: 'booked' } })
      expect(ok(await trip.pay()).booking).toMatchObject({ due_amount: 0 })
    }
  })

  test('charges the deposit of a locked quote to another card', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    expect(statusAndCode(await trip.pay(goodCard))).toBe('409 no_payment_due')
    expect(statusAndCode(await trip.book(quoteId, securedCard))).toBe('409 deposit_charge_failed')
    expect(ok(await trip.pay(goodCard))).toMatchObject({ status: 'booked' })
  })

  test('rejects an invalid card, and a trip without an amount due', async () => {
    const trip = await market.bookedTrip(dales)
    for (const body of [{ payment_method: 'bank_transfer' }, { payment_method: '' }, { payment_method: 5 }]) {
      const answer = await trip.post('pay', body)
      expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', ['payment_method']])
    }
    const open = await market.trip([dales])
    expect(statusAndCode(await open.pay())).toBe('409 no_payment_due')
  })
})

describe('cancellation', () => {
  test('refunds all but the kept share, the newest payment first, each by its own method', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(20) })
    await market.advance(1)
    ok(await books.record(trip, { method: 'cash', amount: 10_000 }))
    await market.advance(1)
    ok(await trip.pay())
    expect(ok(await trip.readTrip()).cancellation_preview).toMatchObject({ refund_amount: 64_000 - 6_400 })
    const { cancellation } = ok(await trip.cancel())
    expect(cancellation).toMatchObject({ refund_amount: 57_600, refund_status: 'due' })
    const sent = await eventually(async () => {
      const booking = ok(await dales.booking(trip))
      return booking.payments.filter(({ status }: { status: string }) => status === 'pending').length === 1 && booking
    })
    expect(paymentLinesOf(sent)).toEqual([
      'deposit card 12800 cleared',
      'balance cash 10000 cleared',
      'balance card 41200 cleared',
      'refund card 41200 cleared',
      'refund cash 10000 pending',
      'refund card 6400 cleared',
    ])
    expect(balanceSummaryOf(sent)).toEqual({ paid: 16_400, due: 0, balance: 'none', status: 'part_refunded' })
    const byHand = sent.payments[4].id
    const done = ok(await books.sent(trip, byHand, { reference: 'Petty cash' }))
    expect(done.payments[4]).toMatchObject({ status: 'cleared', reference: 'Petty cash', received_at: expect.any(String) })
    expect(balanceSummaryOf(done)).toEqual({ paid: 6_400, due: 0, balance: 'none', status: 'part_refunded' })
    expect(ok(await books.sent(trip, byHand))).toEqual(done)
    expect(statusAndCode(await books.sent(trip, sent.payments[3].id))).toBe('409 invalid_transition')
    expect(statusAndCode(await books.reverse(trip, sent.payments[1].id))).toBe('409 invalid_transition')
    expect(ok(await trip.readTrip()).cancellation.refund_status).toBe('refunded')
    expect(done.payout.status).toBe('scheduled')
    const { adjustments, amount } = ok(await dales.payouts()).find(({ id }: { id: number }) => id === done.payout.id)
    expect({ amount, kinds: adjustments.map(({ kind }: { kind: string }) => kind) }).toEqual({
      amount: 5_760,
      kinds: ['cancellation'],
    })
  })

  test('refunds everything, including extras, when the operator cancels', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(5) })
    ok(await books.addExtra(trip))
    ok(await trip.pay())
    const cancelled = ok(await books.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach has burnt down.' }))
    expect(cancelled).toMatchObject({
      payment_status: 'refunded',
      cancellation: { refund_amount: 67_000 },
      payout: { status: 'cancelled' },
    })
    await eventually(async () =>
      ok(await dales.booking(trip)).payments.every(({ status }: { status: string }) => status === 'cleared'),
    )
    expect(paymentLinesOf(ok(await dales.booking(trip))).slice(2)).toEqual([
      'refund card 54200 cleared',
      'refund card 12800 cleared',
    ])
    expect(ok(await dales.booking(trip)).paid_amount).toBe(0)
  })

  test('keeps only the deposit when the customer cancels late', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(10) })
    ok(await trip.pay())
    ok(await trip.cancel())
    expect(ok(await dales.booking(trip))).toMatchObject({
      payment_status: 'part_refunded',
      cancellation: { refund_amount: 51_200 },
    })
  })
})

test('leaves no balance when the deposit is the whole price', async () => {
  const trip = await market.trip([dales], { departsIn: days(40) + hours(1) })
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed', deposit_amount: 64_000 })))
  expect(balanceSummaryOf(ok(await dales.booking(trip)))).toEqual({ paid: 64_000, due: 0, balance: 'none', status: 'paid' })
  expect(statusAndCode(await trip.pay())).toBe('409 no_payment_due')
  expect(balanceSummaryOf(ok(await books.addExtra(trip)))).toEqual({
    paid: 64_000,
    due: 3_000,
    balance: 'due',
    status: 'deposit_paid',
  })
})
