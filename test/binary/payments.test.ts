import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  declinedCard,
  goodCard,
  hours,
  type Market,
  type OperatorClient,
  ok,
  openMarket,
  securedCard,
  statusAndCode,
} from '../support/market.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { sandboxEntryText, sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'

const failures = [
  [declinedCard, 'declined', 'payment_declined'],
  [securedCard, 'requires_action', 'payment_action_required'],
] as const

const openCards = shareMarket({ isMute: true })

describe('cards', () => {
  let market: Market
  let dales: OperatorClient

  beforeAll(async () => {
    market = await openCards()
    dales = await market.operator()
  })

  /** Runs `work` and returns the entries that it adds to the provider's ledger. */
  async function enteredBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = market.ledger()
    await work()
    const fresh = market.ledger().filter(({ key }) => !before.some((entry) => entry.key === key))
    return fresh.map(({ kind, outcome, amount }) => `${kind} ${outcome} ${amount}`)
  }

  test('charges the deposit to a saved card when the operator confirms', async () => {
    const trip = await market.requestedTrip(dales)
    expect(await enteredBy(async () => ok(await dales.confirm(trip)))).toEqual(['charge succeeded 12800'])
    expect(ok(await dales.booking(trip))).toMatchObject({
      status: 'active',
      payment_status: 'deposit_paid',
      deposit_amount: 12_800,
      balance_amount: 51_200,
      balance_due_at: expect.any(String),
    })
    expect(ok(await trip.readTrip()).booking).toMatchObject({
      status: 'active',
      payment_status: 'deposit_paid',
      balance_amount: 51_200,
    })
  })

  test('books and charges a confirmed quote immediately, without the operator', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    expect(await enteredBy(async () => ok(await trip.book(quoteId)))).toEqual(['charge succeeded 12800'])
    expect(ok(await dales.job(trip))).toMatchObject({ status: 'won', my_quote: { status: 'booked', booking_request: null } })
  })

  test('leaves no balance if the deposit is the whole price', async () => {
    const trip = await market.trip([dales])
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed', deposit_amount: 64_000 })))
    expect(ok(await dales.booking(trip))).toMatchObject({ payment_status: 'paid', balance_amount: 0, balance_due_at: null })
  })

  for (const [card, outcome, requestStatus] of failures) {
    test(`books nothing if the card is ${outcome} on confirmation, and keeps the request for another card`, async () => {
      const trip = await market.requestedTrip(dales, {}, card)
      const quoteId = ok(await dales.job(trip)).my_quote.id
      const key = crypto.randomUUID()

      const refused = await dales.confirm(trip, { key })

      expect(statusAndCode(refused)).toBe('409 deposit_charge_failed')
      expect(refused.json.error).toMatchObject({ payment_status: outcome, current_status: 'requested' })
      const job = ok(await dales.job(trip))
      expect(job).toMatchObject({ status: 'booking_requested', booking_ref: null })
      expect(job.my_quote.booking_request.payment_status).toBe(outcome)
      expect(ok(await trip.readTrip())).toMatchObject({ booking: null, booking_request: { status: requestStatus } })
      expect(statusAndCode(await dales.booking(trip))).toBe('404 not_found')

      const replay = await dales.confirm(trip, { key })
      expect(replay.text).toBe(refused.text)
      expect(replay.headers.get('idempotency-replayed')).toBe('true')

      ok(await trip.request(quoteId, goodCard))
      expect(ok(await dales.job(trip)).my_quote.booking_request.payment_status).toBe('card_saved')
      const entered = await enteredBy(async () => ok(await dales.confirm(trip, { key: crypto.randomUUID() })))
      expect(entered).toEqual(['charge succeeded 12800'])
      expect(
        ok(await dales.payouts()).filter(({ booking_ref }: { booking_ref: string }) => booking_ref === trip.ref),
      ).toHaveLength(1)
    })
  }

  test('books nothing and locks no quote if the card is declined', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    const refused = await trip.book(quoteId, declinedCard)
    expect(statusAndCode(refused)).toBe('409 deposit_charge_failed')
    const { valid_until } = ok(await dales.job(trip)).my_quote
    expect(refused.json.error).toMatchObject({ payment_status: 'declined', current_status: 'confirmed', until: valid_until })
    expect(ok(await trip.readTrip())).toMatchObject({ booking: null, quotes: [{ instantly_bookable: true }] })
    expect(statusAndCode(await dales.unconfirm(trip))).toBe('200')
  })

  test('locks the quote while a card needs authentication, and accepts another card of that customer', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    const key = crypto.randomUUID()
    const held = await trip.book(quoteId, securedCard, { key })
    const { locked_until: until } = ok(await dales.job(trip)).my_quote
    expect(held.json.error).toMatchObject({ code: 'deposit_charge_failed', payment_status: 'requires_action', until })
    expect(ok(await dales.job(trip)).my_quote).toMatchObject({ status: 'confirmed', instantly_bookable: false })
    for (const locked of [await dales.withdraw(trip), await dales.quote(trip), await dales.unconfirm(trip)]) {
      expect(locked.json.error).toMatchObject({ code: 'quote_locked', current_status: 'confirmed', until })
    }

    expect((await trip.book(quoteId, declinedCard)).json.error.payment_status).toBe('declined')
    expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
    expect((await trip.book(quoteId, securedCard, { key })).text).toBe(held.text)

    const entered = await enteredBy(async () => ok(await trip.book(quoteId, goodCard, { key: crypto.randomUUID() })))
    expect(entered).toEqual(['charge succeeded 12800'])
    expect(ok(await dales.job(trip)).status).toBe('won')
  })

  test('unlocks the quote when the customer stops paying', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    await trip.book(quoteId, securedCard)
    expect(ok(await trip.cancelRequest())).toMatchObject({ booking: null, quotes: [{ instantly_bookable: true }] })
    expect(statusAndCode(await dales.withdraw(trip))).toBe('200')
  })

  test('locks nothing for a failed card once its request is withdrawn', async () => {
    const trip = await market.requestedTrip(dales, {}, securedCard)
    await dales.confirm(trip)
    ok(await trip.cancelRequest())
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    expect((await trip.book(quoteId, declinedCard)).json.error.payment_status).toBe('declined')
    expect(ok(await dales.job(trip)).my_quote.instantly_bookable).toBeTrue()
  })

  test('rejects bank transfers if payments are by card', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    for (const answer of [await trip.book(quoteId, 'bank_transfer'), await trip.request(quoteId, 'bank_transfer')]) {
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields)).toEqual(['payment_method'])
    }
    const nothing = await market.platform('POST', `/trips/${trip.ref}/deposit-received`, {})
    expect(statusAndCode(nothing)).toBe('409 no_payment_due')
    expect(nothing.json.error.current_status).toBe('open')
  })
})

describe('transfers', () => {
  let market: Market
  let dales: OperatorClient

  beforeAll(async () => {
    market = await openMarket({ isMute: true, payments: 'manual' })
    dales = await market.operator()
  })

  afterAll(() => market[Symbol.asyncDispose]())

  const received = (trip: CustomerClient) => market.platform('POST', `/trips/${trip.ref}/deposit-received`, {})

  const waiting = (move: 'book' | 'confirm') => market.transferTrip(dales, move)

  for (const move of ['book', 'confirm'] as const) {
    test(`holds the booking (${move}) until the transfer is marked received`, async () => {
      const pat = await dales.driver()
      const trip = await waiting(move)

      const { my_quote: quote, status, booking_ref } = ok(await dales.job(trip))
      expect({ status, booking_ref }).toEqual({ status: 'quoted', booking_ref: null })
      expect(quote).toMatchObject({ status: 'confirmed', instantly_bookable: false })
      if (move === 'confirm') {
        expect(quote.booking_request).toMatchObject({ payment_status: 'awaiting_transfer', payment_method: 'bank_transfer' })
      }
      expect(ok(await trip.readTrip()).booking).toEqual({
        status: 'awaiting_payment',
        revision: 1,
        operator: { name: 'Dales Coaches', phone: null, email: null, operator_licence: null },
        balance_due_at: null,
        held_until: quote.valid_until,
        cancellation: null,
        terms: null,
        card: null,
        decline_reason: null,
        paid_by: null,
        invoice: null,
        invoice_requested_at: null,
        price_amount: 64_000,
        deposit_amount: 12_800,
        balance_amount: 51_200,
        paid_amount: 0,
        due_amount: 64_000,
        balance_status: 'not_due',
        extras: [],
        currency_code: 'GBP',
        payment_status: 'awaiting_transfer',
        driver_first_name: null,
        vehicle_reg: null,
        vehicles: [{ type: 'coach_49', count: 1, seats: 49, description: null, vehicle_id: null }],
        luggage: null,
        vehicles_requested: [],
        accessibility: null,
        flight: null,
        notes: null,
      })
      const refs = async () => ok(await dales.bookings('?status=all')).map(({ ref }: { ref: string }) => ref)
      expect(await refs()).not.toContain(trip.ref)
      expect(statusAndCode(await dales.booking(trip))).toBe('404 not_found')
      const early = await dales.assign(trip, pat)
      expect(statusAndCode(early)).toBe('409 booking_not_confirmed')
      expect(early.json.error.current_status).toBe('confirmed')

      expect(ok(await received(trip))).toMatchObject({
        status: 'booked',
        booking: { status: 'active', payment_status: 'deposit_paid' },
      })

      expect(ok(await dales.job(trip))).toMatchObject({ status: 'won', my_quote: { status: 'booked', booking_request: null } })
      expect(await refs()).toContain(trip.ref)
      expect(statusAndCode(await dales.assign(trip, pat))).toBe('200')
      expect(statusAndCode(await received(trip))).toBe('409 no_payment_due')
    })
  }

  test('keeps a request pending until the operator answers it', async () => {
    const trip = await market.trip([dales])
    ok(await trip.request(await dales.makeQuote(trip), 'bank_transfer'))
    expect(ok(await dales.job(trip)).status).toBe('booking_requested')
    expect(statusAndCode(await received(trip))).toBe('409 no_payment_due')
    expect(statusAndCode(await dales.reject(trip))).toBe('200')
  })

  test('changes nothing if the customer books again while the transfer is awaited', async () => {
    const trip = await waiting('book')
    const { my_quote: quote } = ok(await dales.job(trip))
    ok(await trip.book(quote.id, 'bank_transfer'))
    expect(ok(await dales.job(trip)).my_quote).toEqual(quote)
    ok(await received(trip))
    expect(statusAndCode(await received(trip))).toBe('409 no_payment_due')
  })

  for (const move of ['book', 'confirm'] as const) {
    test(`unlocks the quote when the customer withdraws (${move}), and no longer awaits the transfer`, async () => {
      const trip = await waiting(move)
      const seen = ok(await trip.cancelRequest())
      expect(seen).toMatchObject({ booking: null, quotes: [{ instantly_bookable: true }] })
      if (move === 'confirm') expect(seen.booking_request.status).toBe('withdrawn')
      expect(statusAndCode(await received(trip))).toBe('409 no_payment_due')
      expect(statusAndCode(await dales.withdraw(trip))).toBe('200')
    })
  }

  test('awaits no transfer after the customer cancels the trip', async () => {
    const trip = await waiting('confirm')
    const seen = ok(await trip.cancel())
    expect(seen).toMatchObject({ status: 'cancelled', booking: null, booking_request: { status: 'withdrawn' } })
    expect(seen.cancellation).toMatchObject({ by: 'customer', refund_amount: 0 })
    const late = await received(trip)
    expect(statusAndCode(late)).toBe('409 no_payment_due')
    expect(late.json.error.current_status).toBe('cancelled')
  })

  test('refuses to book another quote while a transfer is awaited', async () => {
    const rival = await market.operator('Rival Travel')
    const trip = await market.trip([dales, rival])
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
    const theirs = await rival.makeQuote(trip, { availability: 'confirmed' })
    expect(statusAndCode(await trip.book(theirs, 'bank_transfer'))).toBe('409 request_pending')
    ok(await received(trip))
    expect(ok(await rival.job(trip)).status).toBe('lost')
  })

  test('rejects a card if payments are by transfer', async () => {
    const trip = await market.trip([dales])
    const answer = await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), goodCard)
    expect(statusAndCode(answer)).toBe('422 validation_failed')
  })
})

describe('a cancelled booking', () => {
  let market: Market
  let dales: OperatorClient

  beforeAll(async () => {
    market = await openCards()
    dales = await market.operator()
  })

  const refunds = () => market.ledger().filter(({ kind }) => kind === 'refund')

  const byCustomer = (trip: CustomerClient) => trip.cancel('Flu.')
  const byPlatform = (trip: CustomerClient) => market.platform('POST', `/trips/${trip.ref}/cancel`, { reason: 'Flu.' })

  /** Days ahead, canceller, refund of 12,800, payment status, payout after 10 % commission, and payout status. */
  const scale: [number, 'customer' | 'platform', number, string, number, string][] = [
    [29, 'customer', 12_800, 'refunded', 0, 'cancelled'],
    [27, 'customer', 6_400, 'part_refunded', 5_760, 'scheduled'],
    [15, 'customer', 6_400, 'part_refunded', 5_760, 'scheduled'],
    [13, 'customer', 0, 'deposit_paid', 11_520, 'scheduled'],
    [1, 'platform', 12_800, 'refunded', 0, 'cancelled'],
  ]

  for (const [ahead, by, refund, paymentStatus, paidOut, payoutStatus] of scale) {
    test(`refunds ${refund} and pays out ${paidOut} if the ${by} cancels ${ahead} days ahead`, async () => {
      const trip = await market.bookedTrip(dales, { departsIn: days(ahead) + hours(1) })
      const before = refunds().length

      ok(await (by === 'customer' ? byCustomer(trip) : byPlatform(trip)))

      const booking = ok(await dales.booking(trip))
      const cancellation = { by, reason: 'Flu.', refund_amount: refund, at: booking.cancelled_at }
      expect(booking).toMatchObject({ status: 'cancelled', payment_status: paymentStatus, cancellation, needs_driver: false })
      expect(booking.payout.status).toBe(payoutStatus)
      expect(ok(await trip.readTrip())).toMatchObject({ status: 'cancelled', cancellation, booking: { status: 'cancelled' } })
      expect(ok(await dales.job(trip))).toMatchObject({ status: 'cancelled', booking_ref: trip.ref })

      const payout = ok(await dales.payouts()).find(({ id }: { id: number }) => id === booking.payout.id)
      expect(payout).toMatchObject({ amount: paidOut, price_amount: 64_000, commission_amount: 6_400 })
      expect(payout.scheduled_for === null).toBe(payoutStatus === 'cancelled')
      expect(payout.adjustments).toEqual([
        { kind: 'cancellation', amount: paidOut - 57_600, currency_code: 'GBP', note: expect.any(String) },
      ])

      if (refund > 0) await eventually(() => refunds().length > before)
      expect(refunds().slice(before)).toHaveLength(refund > 0 ? 1 : 0)
      if (refund > 0) expect(refunds().map(({ amount }) => amount)).toContain(refund)

      const again = await byCustomer(trip)
      expect(statusAndCode(again)).toBe('409 trip_cancelled')
      expect(again.json.error.current_status).toBe('cancelled')
      expect(statusAndCode(await byPlatform(trip))).toBe('409 trip_cancelled')
      const driver = await dales.driver()
      expect(statusAndCode(await dales.assign(trip, driver))).toBe('409 trip_cancelled')
    })
  }

  test('is refunded once, even if the server is killed and restarted repeatedly', async () => {
    const trip = await market.bookedTrip(dales)
    const before = refunds().length
    ok(await byCustomer(trip))
    for (let start = 0; start < 3; start++) {
      await market.server.kill()
      await market.server.start()
    }
    await eventually(() => refunds().length === before + 1)
    await market.server.dueTasksDone()
    expect(refunds()).toHaveLength(before + 1)
  })
})

describe('a server killed while it charges cards', () => {
  let market: Market
  let dales: OperatorClient

  const lost = (request: Promise<unknown>) => request.then(() => false).catch(() => true)

  const chargesOf = async (trip: CustomerClient) =>
    (await sandboxProviderOf(market).payments(trip.ref)).filter(({ kind }) => kind === 'deposit').map(({ key }) => key)

  /** Counts the successful charges of a trip's deposit. */
  async function paid(trip: CustomerClient): Promise<number> {
    const keys = await chargesOf(trip)
    return market.ledger().filter(({ key, outcome }) => keys.includes(key) && outcome === 'succeeded').length
  }

  async function bookable() {
    const trip = await market.trip([dales])
    return { trip, quoteId: await dales.makeQuote(trip, { availability: 'confirmed' }), key: crypto.randomUUID() }
  }

  let confirmed: { trip: CustomerClient; key: string }
  let taken: Awaited<ReturnType<typeof bookable>>
  let declined: Awaited<ReturnType<typeof bookable>>
  let regretted: Awaited<ReturnType<typeof bookable>>

  // The server is killed during four charges, of which the bank has taken one by then.
  beforeAll(async () => {
    market = await openMarket({
      isMute: true,
      isAlone: true,
      env: { CHARABANC_SANDBOX_DELAY: (stretchedForLoad(1_500) / 1_000).toFixed(1) },
    })
    dales = await market.operator()
    confirmed = { trip: await market.requestedTrip(dales), key: crypto.randomUUID() }
    taken = await bookable()
    declined = await bookable()
    regretted = await bookable()
    const interrupted = [
      dales.confirm(confirmed.trip, { key: confirmed.key }),
      taken.trip.book(taken.quoteId, goodCard, { key: taken.key }),
      declined.trip.book(declined.quoteId, declinedCard, { key: declined.key }),
      regretted.trip.book(regretted.quoteId),
    ].map(lost)
    const trips = [confirmed, taken, declined, regretted].map(({ trip }) => trip)
    const inFlight = async (trip: CustomerClient) =>
      (await sandboxProviderOf(market).payments(trip.ref))[0]?.status === 'charging'
    await eventually(async () => (await Promise.all(trips.map(inFlight))).every(Boolean))
    expect(ok(await dales.job(confirmed.trip)).my_quote.booking_request.payment_status).toBe('charging')
    await market.server.kill()
    expect(await Promise.all(interrupted)).toEqual(trips.map(() => true))
    expect(await Promise.all(trips.map(paid))).toEqual(trips.map(() => 0))
    const [charge = ''] = await chargesOf(taken.trip)
    sandboxProviderOf(market).says(
      charge,
      JSON.stringify({ ...JSON.parse(sandboxEntryText(charge, 'succeeded')), ref: 'ch_bank' }),
    )
    await market.server.start()
  })

  afterAll(() => market[Symbol.asyncDispose]())

  test('refunds the charge if the customer cancels right after the restart', async () => {
    const { trip } = regretted
    expect(ok(await trip.cancel())).toMatchObject({ status: 'cancelled', cancellation: { refund_amount: 12_800 } })
    await eventually(async () => (await sandboxProviderOf(market).payments(trip.ref)).at(-1)?.status === 'refunded')
    expect(await paid(trip)).toBe(1)
    const [charge] = await chargesOf(trip)
    expect(market.ledger().filter(({ key }) => key === `refund-${charge}`)).toHaveLength(1)
  })

  test('charges a confirmation once, books it, and returns the lost answer to its key', async () => {
    const { trip, key } = confirmed
    const retried = await dales.confirm(trip, { key })

    expect(ok(retried)).toMatchObject({ status: 'won', booking_ref: trip.ref })
    expect(await paid(trip)).toBe(1)
    expect(ok(await dales.booking(trip)).status).toBe('active')
    const again = await dales.confirm(trip, { key })
    expect(again.text).toBe(retried.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const keyless = await dales.confirm(trip)
    expect(statusAndCode(keyless)).toBe('409 no_booking_request')
    expect(keyless.json.error.current_status).toBe('booked')
    expect(await paid(trip)).toBe(1)
  })

  test('books a charge that the bank already took, without charging again', async () => {
    const { trip, quoteId, key } = taken
    await eventually(async () => ok(await trip.readTrip()).booking?.status === 'active')
    expect(await paid(trip)).toBe(1)
    expect(ok(await trip.book(quoteId, goodCard, { key })).booking.status).toBe('active')
    const keyless = await trip.book(quoteId)
    expect(statusAndCode(keyless)).toBe('409 job_closed')
    expect(keyless.json.error.current_status).toBe('booked')
    expect(await paid(trip)).toBe(1)
  })

  test('returns the decline to the same key, and books with another card', async () => {
    const { trip, quoteId, key } = declined
    const retried = await trip.book(quoteId, declinedCard, { key })

    expect(statusAndCode(retried)).toBe('409 deposit_charge_failed')
    expect(retried.json.error).toMatchObject({ payment_status: 'declined', current_status: 'confirmed' })
    expect(ok(await trip.readTrip())).toMatchObject({ booking: null, quotes: [{ instantly_bookable: true }] })
    expect(await paid(trip)).toBe(0)
    ok(await trip.book(quoteId, goodCard))
    expect(await paid(trip)).toBe(1)
  })
})
