import { beforeAll, describe, expect, test } from 'bun:test'
import { days, hours, type Market, minutes, type OperatorClient, ok, quoteTerms, statusAndCode } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let rival: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches', { commission_bps: 1000 })
  rival = await market.operator('Rival Travel', { commission_bps: 0, deposit_bps: 5000 })
})

const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000

describe('the terms of a quote', () => {
  test('are returned as sent, with the commission, payout and deposit', async () => {
    const trip = await market.trip([dales])
    const sent = {
      price_amount: 64_000,
      currency_code: 'GBP',
      availability: 'confirmed',
      vehicles: [
        { type: 'coach_49', count: 1, seats: 49, description: 'Volvo, air conditioned', vehicle_id: null },
        { type: 'minibus_16', count: 2, seats: 16, description: null, vehicle_id: null },
      ],
      inclusions: ['driver', 'fuel'],
      exclusions: ['parking'],
      included_waiting_minutes: 30,
      extra_hour_amount: 4_500,
      extra_mile_amount: 0,
      note: 'Łódź Street is closed; we come from the north.',
      valid_until: market.at(days(3)),
    }

    const { my_quote: quote, ...job } = ok(await dales.post(`/jobs/${trip.ref}/quote`, sent))

    expect(job.status).toBe('quoted')
    const { availability, ...terms } = sent
    expect(quote).toEqual({
      ...terms,
      id: expect.any(Number),
      status: availability,
      instantly_bookable: true,
      revision: 1,
      commission_amount: 6_400,
      payout_amount: 57_600,
      deposit_amount: 12_800,
      booking_request: null,
      rejection: null,
      submitted_at: expect.any(String),
      updated_at: expect.any(String),
      closed_at: null,
      cancellation_terms: expect.any(Array),
      warnings: [],
      locked_until: null,
    })
  })

  test('have the field order of the contract', async () => {
    const trip = await market.trip([dales])
    const { my_quote: quote } = ok(await dales.quote(trip))
    expect(Object.keys(quote)).toEqual(
      `id status instantly_bookable revision price_amount commission_amount payout_amount deposit_amount currency_code vehicles
      inclusions exclusions included_waiting_minutes extra_hour_amount extra_mile_amount note valid_until booking_request rejection
      submitted_at updated_at closed_at cancellation_terms warnings locked_until`.split(/\s+/),
    )
    expect(quote).toMatchObject({
      instantly_bookable: false,
      inclusions: [],
      exclusions: [],
      note: null,
      extra_hour_amount: null,
    })
  })

  test('are replaced completely by a revision of the same quote', async () => {
    const trip = await market.trip([dales])
    const first = ok(await dales.quote(trip, { note: 'Hello', inclusions: ['driver'], deposit_amount: 7_000 })).my_quote

    const second = ok(await dales.quote(trip, { price_amount: 70_000, availability: 'confirmed' })).my_quote

    expect(second).toMatchObject({ id: first.id, revision: 2, status: 'confirmed', price_amount: 70_000, deposit_amount: 14_000 })
    expect(second).toMatchObject({ note: null, inclusions: [], submitted_at: first.submitted_at })
    expect(ok(await dales.quote(trip)).my_quote).toMatchObject({ id: first.id, revision: 3, status: 'likely' })
  })

  test('start a new quote after the last one is closed or the job is declined', async () => {
    const trip = await market.trip([dales])
    const first = await dales.makeQuote(trip)
    ok(await dales.withdraw(trip))
    const second = ok(await dales.quote(trip)).my_quote
    expect(second).toMatchObject({ revision: 1, status: 'likely', closed_at: null })
    expect(second.id).not.toBe(first)

    ok(await dales.withdraw(trip))
    ok(await dales.decline(trip))
    const third = ok(await dales.quote(trip, { availability: 'confirmed' }))
    expect(third).toMatchObject({ status: 'quoted', my_quote: { revision: 1, status: 'confirmed' } })
    expect([first, second.id]).not.toContain(third.my_quote.id)
  })

  test('are valid for 50 % of the time to departure, at most 14 days, without valid_until', async () => {
    const soon = await market.trip([dales], { departsIn: days(10) })
    const { my_quote: short } = ok(await dales.quote(soon))
    expect(secondsBetween(short.submitted_at, short.valid_until)).toBeWithin(days(5) - patience(3), days(5) + 1)

    const late = await market.trip([dales], { departsIn: days(90) })
    const { my_quote: long } = ok(await dales.quote(late))
    expect(secondsBetween(long.submitted_at, long.valid_until)).toBe(days(14))

    const until = market.at(hours(5))
    expect(ok(await dales.quote(late, { valid_until: until })).my_quote.valid_until).toBe(until)
  })

  test('include the deposit of the quote, or the operator’s share between 50.00 and the price', async () => {
    const trip = await market.trip([dales, rival])
    const depositOf = async (differing: object, operator = dales) =>
      ok(await operator.quote(trip, differing)).my_quote.deposit_amount
    expect(await depositOf({ price_amount: 64_000 })).toBe(12_800)
    expect(await depositOf({ price_amount: 20_000 })).toBe(5_000)
    expect(await depositOf({ price_amount: 4_000 })).toBe(4_000)
    expect(await depositOf({ price_amount: 64_000, deposit_amount: 1 })).toBe(1)
    expect(await depositOf({ price_amount: 64_000, deposit_amount: 64_000 })).toBe(64_000)
    expect(await depositOf({ price_amount: 64_001 }, rival)).toBe(32_001)
  })

  test('deduct the agreed commission, if any', async () => {
    const trip = await market.trip([dales, rival])
    expect(ok(await dales.quote(trip, { price_amount: 105 })).my_quote).toMatchObject({
      commission_amount: 11,
      payout_amount: 94,
    })
    expect(ok(await rival.quote(trip, { price_amount: 105 })).my_quote).toMatchObject({
      commission_amount: 0,
      payout_amount: 105,
    })
  })

  const wrong: [string, object, string][] = [
    ['too few seats', { vehicles: [{ type: 'minibus_16', count: 2, seats: 16 }] }, 'vehicles'],
    ['another currency', { currency_code: 'EUR' }, 'currency_code'],
    ['an item both included and excluded', { inclusions: ['fuel', 'vat'], exclusions: ['fuel'] }, 'exclusions'],
    ['a deposit above the price', { deposit_amount: 64_001 }, 'deposit_amount'],
    ['a past validity', { valid_until: '2026-01-01T00:00:00Z' }, 'valid_until'],
    ['an unknown vehicle', { vehicles: [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: 999 }] }, 'vehicles.0.vehicle_id'],
    ['a fractional price', { price_amount: 640.5 }, 'price_amount'],
    ['a price as text', { price_amount: '640' }, 'price_amount'],
    ['a price of zero', { price_amount: 0 }, 'price_amount'],
    ['a negative price', { price_amount: -1 }, 'price_amount'],
    ['a price above the limit', { price_amount: 100_000_001 }, 'price_amount'],
    ['a price beyond safe integers', { price_amount: 2 ** 53 }, 'price_amount'],
    ['no vehicles', { vehicles: [] }, 'vehicles'],
    ['no availability', { availability: undefined }, 'availability'],
    ['an unknown inclusion', { inclusions: ['champagne'] }, 'inclusions.0'],
    ['the same inclusion twice', { inclusions: ['fuel', 'fuel'] }, 'inclusions'],
  ]

  for (const [words, differing, field] of wrong) {
    test(`are rejected with ${words} at ${field}, and nothing is quoted`, async () => {
      const trip = await market.trip([dales])
      const answer = await dales.quote(trip, differing)
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields)).toEqual([field])
      expect(ok(await dales.job(trip)).my_quote).toBeNull()
    })
  }

  test('cannot be valid beyond the departure', async () => {
    const trip = await market.trip([dales], { departsIn: days(5) })
    const { departs_at: departure } = ok(await dales.job(trip))
    expect(statusAndCode(await dales.quote(trip, { valid_until: departure }))).toBe('200')
    const answer = await dales.quote(trip, { valid_until: market.at(days(5) + minutes(1)) })
    expect(Object.keys(answer.json.error.fields)).toEqual(['valid_until'])
  })

  test('are rejected for a contradiction before the job is looked up', async () => {
    const answer = await dales.post('/jobs/TR-ZZZZZZ/quote', { ...quoteTerms(), inclusions: ['fuel'], exclusions: ['fuel'] })
    expect(statusAndCode(answer)).toBe('422 validation_failed')
    expect(statusAndCode(await dales.post('/jobs/TR-ZZZZZZ/quote', quoteTerms({ currency_code: 'EUR' })))).toBe('404 not_found')
  })
})

describe('an operator', () => {
  test('unconfirms a quote, which the customer can then request but not book', async () => {
    const trip = await market.trip([dales])
    const { my_quote: before } = ok(await dales.quote(trip, { availability: 'confirmed' }))
    expect(ok(await trip.readTrip()).quotes[0].instantly_bookable).toBeTrue()

    const { my_quote: after, status } = ok(await dales.unconfirm(trip))

    expect(status).toBe('quoted')
    expect(after).toEqual({ ...before, status: 'likely', instantly_bookable: false, updated_at: after.updated_at })
    expect(ok(await trip.readTrip()).quotes[0].instantly_bookable).toBeFalse()
    expect(statusAndCode(await trip.book(before.id))).toBe('409 quote_not_confirmed')
    expect(statusAndCode(await trip.request(before.id))).toBe('200')
  })

  test('withdraws a quote, which is closed and hidden from the customer', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip)
    const { my_quote: quote, status } = ok(await dales.post(`/jobs/${trip.ref}/withdraw`, { note: 'The coach is ill.' }))
    expect(status).toBe('fresh')
    expect(quote).toMatchObject({ status: 'withdrawn', closed_at: expect.any(String) })
    expect(ok(await trip.readTrip()).quotes).toEqual([])
    expect(statusAndCode(await trip.request(quoteId))).toBe('409 no_live_quote')
  })

  test('declines a job repeatedly, and other parties cannot read the reason', async () => {
    const trip = await market.trip([dales])
    const why = { reason_code: 'too_small', note: 'Not worth a coach, this Smith party' }
    const first = ok(await dales.decline(trip, why))
    expect(first.status).toBe('declined')
    expect(ok(await dales.decline(trip))).toEqual(first)

    const seenByOthers = [await trip.readTrip(), await market.platform('GET', `/trips/${trip.ref}`), await dales.job(trip)]
    for (const { text } of seenByOthers) expect(text).not.toMatch(/too_small|Not worth/)
  })

  test('has a fresh job again after declining, quoting and withdrawing', async () => {
    const trip = await market.trip([dales])
    ok(await dales.decline(trip))
    expect(ok(await dales.quote(trip)).status).toBe('quoted')
    expect(ok(await dales.withdraw(trip)).status).toBe('fresh')
    expect(ok(await dales.jobs('?filter=fresh')).map((job: { ref: string }) => job.ref)).toContain(trip.ref)
  })

  test('rejects a request with a reason, and the customer can then request another quote', async () => {
    const trip = await market.trip([dales, rival])
    const quoteId = await dales.makeQuote(trip)
    const others = await rival.makeQuote(trip)
    ok(await trip.request(quoteId))

    const job = ok(await dales.reject(trip, { reason: 'Our driver is ill.', reason_code: 'driver_unavailable' }))

    const rejection = { reason_code: 'driver_unavailable', reason: 'Our driver is ill.', rejected_at: expect.any(String) }
    expect(job).toMatchObject({ status: 'fresh', my_quote: { status: 'rejected', rejection, booking_request: null } })
    const seen = ok(await trip.readTrip())
    expect(seen.booking_request).toMatchObject({
      quote_id: quoteId,
      status: 'rejected',
      rejection: { reason: 'Our driver is ill.' },
    })
    expect(seen.quotes.map((quote: { id: number }) => quote.id)).toEqual([others])
    expect(statusAndCode(await trip.request(others))).toBe('200')
    expect(ok(await dales.quote(trip)).my_quote).toMatchObject({ revision: 1, rejection: null })
  })

  test('must give a reason for a rejection', async () => {
    const trip = await market.requestedTrip(dales)
    for (const reason of [undefined, '', 'no', 'x'.repeat(501)]) {
      const answer = await dales.reject(trip, { reason })
      expect(Object.keys(answer.json.error.fields)).toEqual(['reason'])
    }
    expect(statusAndCode(await dales.reject(trip, { reason: '🚌🚌🚌' }))).toBe('200')
  })
})

describe('the customer', () => {
  test('sees which quotes ended and how, until the operator quotes again or the trip is booked', async () => {
    const [moors, third] = [await market.operator('Moors Coaches'), await market.operator('Third Coaches')]
    const trip = await market.trip([dales, moors, third])
    const endedQuotes = async () =>
      ok(await trip.readTrip()).gone_quotes.map(({ operator, status }: { operator: { name: string }; status: string }) => [
        operator.name,
        status,
      ])
    const withdrawn = await dales.makeQuote(trip)
    expect(await endedQuotes()).toEqual([])
    ok(await dales.withdraw(trip))
    await third.makeQuote(trip, { valid_until: market.at(hours(1)) })
    ok(await trip.request(await moors.makeQuote(trip)))
    ok(await moors.reject(trip))
    await market.advance(hours(1) + 1)
    await market.server.dueTasksDone()
    expect(await endedQuotes()).toEqual([
      ['Dales Coaches', 'withdrawn'],
      ['Third Coaches', 'expired'],
      ['Moors Coaches', 'rejected'],
    ])
    expect(ok(await trip.readTrip()).gone_quotes[0]).toEqual({
      id: withdrawn,
      status: 'withdrawn',
      operator: { name: 'Dales Coaches' },
      closed_at: expect.any(String),
    })
    const again = await dales.makeQuote(trip, { availability: 'confirmed' })
    expect((await endedQuotes()).map(([name]: [string]) => name)).toEqual(['Third Coaches', 'Moors Coaches'])
    ok(await trip.book(again))
    expect(await endedQuotes()).toEqual([])
  })

  test('sees the amenities of a quoted vehicle, but not its registration', async () => {
    const { token } = await addSignedInPerson(market, dales.ref)
    const coach = { registration: 'AB12 CDE', type: 'coach_49', seats: 49, amenities: ['toilet', 'wifi'], wheelchair_spaces: 2 }
    const { id } = ok(await market.call('POST', '/portal/v1/vehicles', { token, body: coach }))
    const trip = await market.trip([dales])
    const kind = { type: 'coach_49', count: 1, seats: 49 }
    await dales.makeQuote(trip, { vehicles: [{ ...kind, vehicle_id: id }, kind] })
    const plain = { ...kind, description: null, vehicle_id: null }
    expect(ok(await trip.readTrip()).quotes[0].vehicles).toEqual([
      { ...plain, amenities: ['toilet', 'wifi'], wheelchair_spaces: 2 },
      { ...plain, amenities: [], wheelchair_spaces: 0 },
    ])
  })
})

describe('a request', () => {
  test('waits for 50 % of the time to departure, at most 24 hours, with its card saved', async () => {
    const soon = await market.trip([dales], { departsIn: hours(20) })
    ok(await soon.request(await dales.makeQuote(soon)))
    const { my_quote: quote, status } = ok(await dales.job(soon))
    expect(status).toBe('booking_requested')
    expect(quote.booking_request).toEqual({
      requested_at: expect.any(String),
      respond_by: expect.any(String),
      payment_status: 'card_saved',
      payment_method: 'card',
    })
    const { requested_at, respond_by } = quote.booking_request
    expect(secondsBetween(requested_at, respond_by)).toBeWithin(hours(10) - patience(3), hours(10) + 1)

    const late = await market.requestedTrip(dales)
    const waits = ok(await dales.job(late)).my_quote.booking_request
    expect(secondsBetween(waits.requested_at, waits.respond_by)).toBe(hours(24))
  })

  test('blocks requests and bookings of other quotes until it is withdrawn', async () => {
    const trip = await market.trip([dales, rival])
    ok(await trip.request(await dales.makeQuote(trip)))
    const other = await rival.makeQuote(trip)

    const answer = await trip.request(other)
    expect(statusAndCode(answer)).toBe('409 request_pending')
    expect(answer.json.error.current_status).toBe('likely')
    ok(await rival.quote(trip, { availability: 'confirmed' }))
    expect(statusAndCode(await trip.book(other))).toBe('409 request_pending')

    ok(await trip.cancelRequest())
    expect(statusAndCode(await trip.book(other))).toBe('200')
  })

  test('stays the same request when repeated with another card', async () => {
    const trip = await market.requestedTrip(dales)
    const { my_quote: before } = ok(await dales.job(trip))
    ok(await trip.request(before.id, 'pm_card_visa'))
    expect(ok(await dales.job(trip)).my_quote.booking_request).toEqual(before.booking_request)
  })

  test('leaves a likely quote without a charge when withdrawn, and can be made again', async () => {
    const trip = await market.requestedTrip(dales)
    const charges = market.ledger().length
    const seen = ok(await trip.cancelRequest())
    expect(seen.booking_request).toMatchObject({ status: 'withdrawn' })
    const { my_quote: quote, status } = ok(await dales.job(trip))
    expect(status).toBe('quoted')
    expect(quote).toMatchObject({ status: 'likely', booking_request: null, closed_at: null })
    expect(market.ledger()).toHaveLength(charges)
    expect(statusAndCode(await dales.confirm(trip))).toBe('409 no_booking_request')
    const nothing = await trip.cancelRequest()
    expect(statusAndCode(nothing)).toBe('409 no_booking_request')
    expect(nothing.json.error.current_status).toBe('open')
    expect(statusAndCode(await trip.request(quote.id))).toBe('200')
  })

  test('is rejected for a confirmed quote', async () => {
    const trip = await market.trip([dales])
    const answer = await trip.request(await dales.makeQuote(trip, { availability: 'confirmed' }))
    expect(statusAndCode(answer)).toBe('409 invalid_transition')
    expect(answer.json.error).toMatchObject({ current_status: 'confirmed', allowed: ['book'] })
  })

  test('is rejected with an unknown card, or for a quote of another trip', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip)
    const unknownCard = await trip.request(quoteId, 'pm_card_monopoly')
    expect(statusAndCode(unknownCard)).toBe('422 validation_failed')
    expect(Object.keys(unknownCard.json.error.fields)).toEqual(['payment_method'])

    const elsewhere = await dales.makeQuote(await market.trip([dales]))
    const foreign = await trip.request(elsewhere)
    expect(statusAndCode(foreign)).toBe('404 not_found')
    expect(foreign.text).toBe((await trip.request(999_999)).text)
  })

  test('wins the job at the quoted amounts when confirmed, and the other quotes lose', async () => {
    const trip = await market.trip([dales, rival])
    ok(await rival.quote(trip, { availability: 'confirmed' }))
    const { my_quote: quoted } = ok(await dales.quote(trip, { price_amount: 64_321 }))
    ok(await trip.request(quoted.id))

    const job = ok(await dales.confirm(trip))

    expect(job).toMatchObject({ status: 'won', booking_ref: trip.ref, closed_at: expect.any(String) })
    expect(job.my_quote).toMatchObject({ status: 'booked', booking_request: null, instantly_bookable: false })
    expect(ok(await rival.job(trip))).toMatchObject({ status: 'lost', my_quote: { status: 'lost' }, booking_ref: null })

    const booking = ok(await dales.booking(trip))
    const [payout] = ok(await dales.payouts())
    const { price_amount, commission_amount, payout_amount, deposit_amount } = quoted
    for (const amounts of [job.my_quote, booking, booking.quote]) {
      expect(amounts).toMatchObject({ price_amount, commission_amount, payout_amount, deposit_amount })
    }
    expect(booking.balance_amount).toBe(price_amount - deposit_amount)
    expect(payout).toMatchObject({
      booking_ref: trip.ref,
      amount: payout_amount,
      price_amount,
      commission_amount,
      status: 'pending',
    })
  })
})

describe('a quote after quote_by', () => {
  test('cannot be revised, but can be booked, unconfirmed, requested, rejected and withdrawn', async () => {
    const quoteBy = market.at(minutes(2))
    const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => market.trip([dales], { quote_by: quoteBy })))
    if (!first || !second || !third || !fourth) throw new Error('four trips were entered')
    for (const trip of [first, second, third, fourth]) ok(await dales.quote(trip, { availability: 'confirmed' }))
    await market.advance(minutes(2) + 1)

    expect(statusAndCode(await dales.quote(first))).toBe('409 job_closed')
    expect(ok(await dales.job(first)).status).toBe('quoted')
    expect(ok(await dales.unconfirm(first)).my_quote.status).toBe('likely')
    expect(statusAndCode(await dales.decline(first))).toBe('409 live_quote_exists')
    ok(await first.request(ok(await dales.job(first)).my_quote.id))
    expect(ok(await dales.confirm(first)).status).toBe('won')

    expect(statusAndCode(await second.book(ok(await dales.job(second)).my_quote.id))).toBe('200')

    ok(await dales.unconfirm(third))
    ok(await third.request(ok(await dales.job(third)).my_quote.id))
    expect(ok(await dales.reject(third))).toMatchObject({ status: 'expired', my_quote: { status: 'rejected' } })

    const withdrawn = ok(await dales.withdraw(fourth))
    expect(withdrawn).toMatchObject({ status: 'expired', my_quote: { status: 'withdrawn' } })
    expect(withdrawn.closed_at).toBe(withdrawn.my_quote.closed_at)
    expect(statusAndCode(await dales.decline(fourth))).toBe('409 job_closed')
  })
})

describe('an Idempotency-Key', () => {
  const tasks: [
    string,
    (trip: { ref: string }, key: string) => ReturnType<OperatorClient['quote']>,
    () => Promise<{ ref: string }>,
  ][] = [
    ['quote', (trip, key) => dales.quote(trip, {}, { key }), () => market.trip([dales])],
    ['withdraw', (trip, key) => dales.withdraw(trip, { key }), () => quoted('likely')],
    ['decline', ({ ref }, key) => dales.post(`/jobs/${ref}/decline`, {}, { key }), () => market.trip([dales])],
    ['unconfirm', ({ ref }, key) => dales.post(`/jobs/${ref}/unconfirm`, undefined, { key }), () => quoted('confirmed')],
    ['confirm', (trip, key) => dales.confirm(trip, { key }), () => market.requestedTrip(dales)],
    [
      'reject',
      ({ ref }, key) => dales.post(`/jobs/${ref}/reject-booking-request`, { reason: 'Sorry.' }, { key }),
      () => market.requestedTrip(dales),
    ],
  ]

  async function quoted(availability: string) {
    const trip = await market.trip([dales])
    ok(await dales.quote(trip, { availability }))
    return trip
  }

  for (const [task, perform, make] of tasks) {
    test(`replays the first answer to ${task} byte for byte, without a second effect`, async () => {
      const trip = await make()
      const key = crypto.randomUUID()
      const first = await perform(trip, key)
      expect(statusAndCode(first)).toBe('200')
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      const before = ok(await dales.job(trip))

      const again = await perform(trip, key)

      expect(again.text).toBe(first.text)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(ok(await dales.job(trip))).toEqual(before)
    })
  }
})
