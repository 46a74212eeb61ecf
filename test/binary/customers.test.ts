import { beforeAll, describe, expect, test } from 'bun:test'
import { toInstant } from '../../src/domain/instant.ts'
import { eventually } from '../support/eventually.ts'
import {
  days,
  goodCard,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
  securedCard,
  statusAndCode,
} from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let rival: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
})

function enquiry(fields: object = {}) {
  return {
    customer: { name: 'Ann Smith', email: 'ann@example.org' },
    pickup: { label: '14 Acacia Avenue', kind: 'residential', postcode: 'LS6 2AB', address_lines: ['14 Acacia Avenue'] },
    dropoff: { label: 'York Minster', kind: 'venue' },
    departs_at: market.at(days(30)),
    passenger_count: 45,
    ...fields,
  }
}

describe('the customer’s view of a trip', () => {
  test('shows the trip unmasked, with every field of the contract', async () => {
    const trip = await market.trip([dales], { pickup: enquiry().pickup, notes: 'Call me on 07700 900123' })
    const seen = ok(await trip.readTrip())
    expect(Object.keys(seen)).toEqual([
      'ref',
      'status',
      ...`trip_type purpose summary pickup dropoff departs_at returns_at ends_at timezone legs passenger_count passengers luggage
      vehicles_requested accessibility amenities_required coach_stays_with_group waiting_minutes driver_provisions dbs_required flight
      distance_m driving_seconds distance_source hours_advice notes`.split(/\s+/),
      'quote_by',
      'quotes',
      'booking_request',
      'booking',
      'cancellation',
      'cancellation_preview',
      'pay_to',
      'payment',
      'amendments',
      'gone_quotes',
    ])
    expect(seen).toMatchObject({
      ref: trip.ref,
      status: 'open',
      quotes: [],
      booking_request: null,
      booking: null,
      cancellation: null,
    })
    expect(seen.pickup).toMatchObject({ postcode: 'LS6 2AB', address_lines: ['14 Acacia Avenue'] })
    expect(seen.notes).toBe('Call me on 07700 900123')
  })

  const coach = { type: 'coach_49', count: 1, seats: 49 }

  test('shows the active quotes of every operator, without commissions and fleet ids', async () => {
    const trip = await market.trip([dales, rival])
    const first = await dales.makeQuote(trip, { inclusions: ['driver'], exclusions: ['parking'], note: 'With a toilet.' })
    const second = await rival.makeQuote(trip, { availability: 'confirmed', price_amount: 70_000 })
    const { quotes, departs_at: departs } = ok(await trip.readTrip())
    expect(quotes).toEqual([
      {
        id: first,
        status: 'likely',
        revision: 1,
        operator: { name: 'Dales Coaches', phone: null, operator_licence: null },
        price_amount: 64_000,
        deposit_amount: 12_800,
        currency_code: 'GBP',
        instantly_bookable: false,
        vehicles: [{ ...coach, description: null, vehicle_id: null, amenities: [], wheelchair_spaces: 0 }],
        inclusions: ['driver'],
        exclusions: ['parking'],
        note: 'With a toilet.',
        cancellation_terms: [
          { days_before: 28, keep_bps: 0, of: 'deposit' },
          { days_before: 14, keep_bps: 5_000, of: 'deposit' },
          { days_before: 0, keep_bps: 10_000, of: 'deposit' },
        ],
        valid_until: expect.any(String),
        balance_due_at: toInstant(Date.parse(departs) - 14 * 86_400_000),
      },
      expect.objectContaining({ id: second, status: 'confirmed', instantly_bookable: true, price_amount: 70_000 }),
    ])
    expect((await trip.readTrip()).text).not.toMatch(/commission|payout/)

    ok(await rival.withdraw(trip))
    expect(ok(await trip.readTrip()).quotes.map(({ id }: { id: number }) => id)).toEqual([first])
  })

  test('shows the booking request with its respond_by', async () => {
    const trip = await market.requestedTrip(dales)
    const { booking_request: asked } = ok(await trip.readTrip())
    const { my_quote: quote } = ok(await dales.job(trip))
    expect(asked).toEqual({
      quote_id: quote.id,
      status: 'pending',
      requested_at: quote.booking_request.requested_at,
      respond_by: quote.booking_request.respond_by,
      rejection: null,
      decline_reason: null,
    })
    expect(quote.booking_request.payment_method).toBe('card')
    ok(await dales.confirm(trip))
    expect(ok(await trip.readTrip())).toMatchObject({ status: 'booked', quotes: [], booking_request: { status: 'confirmed' } })
  })

  test('shows the driver’s first name and the plate only from 24 hours before departure', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(3) })
    const pat = await dales.driver({ name: 'Pat van der Moss' })
    ok(await dales.assign(trip, pat, 'YX20 ABC'))
    const { departs_at } = ok(await dales.booking(trip))
    const hidden = { driver_first_name: null, vehicle_reg: null }

    await market.advanceTo(departs_at, -hours(24) - 10)
    expect(ok(await trip.readTrip()).booking).toMatchObject(hidden)
    await market.advance(11)
    expect(ok(await trip.readTrip()).booking).toMatchObject({ driver_first_name: 'Pat', vehicle_reg: 'YX20 ABC' })
    expect((await trip.readTrip()).text).not.toContain('Moss')
    ok(await trip.cancel())
    expect(ok(await trip.readTrip()).booking).toMatchObject(hidden)
  })

  test('shows the amounts of the booking', async () => {
    const trip = await market.bookedTrip(dales)
    const seen = ok(await trip.readTrip())
    expect(seen.booking).toEqual({
      status: 'active',
      revision: 1,
      operator: { name: 'Dales Coaches', phone: null, email: null, operator_licence: null },
      price_amount: 64_000,
      deposit_amount: 12_800,
      balance_amount: 51_200,
      currency_code: 'GBP',
      payment_status: 'deposit_paid',
      paid_amount: 12_800,
      due_amount: 51_200,
      balance_status: 'not_due',
      extras: [],
      balance_due_at: ok(await dales.booking(trip)).balance_due_at,
      held_until: null,
      driver_first_name: null,
      vehicle_reg: null,
      vehicles: [{ type: 'coach_49', count: 1, seats: 49, description: null, vehicle_id: null }],
      luggage: null,
      vehicles_requested: [],
      accessibility: null,
      flight: null,
      notes: null,
      cancellation: null,
      terms: null,
      card: null,
      decline_reason: null,
      paid_by: 'card',
      invoice: null,
      invoice_requested_at: null,
    })
    const until = new Date(Date.parse(seen.departs_at) - days(28) * 1_000).toISOString().replace('.000', '')
    expect(seen.cancellation_preview).toEqual({ refund_amount: 12_800, currency_code: 'GBP', until })
  })

  test('shows the operator’s licence and the requested details, before and after the booking', async () => {
    const licensed = await market.operator('Fell Coaches', { operator_licence: 'PB1234567', email: 'office@fell.example' })
    const asked = {
      flight: { number: 'LS 271', direction: 'arrival', scheduled_at: market.at(days(60)) },
      luggage: { suitcases: 40, hand_luggage: 45, oversized: ['a double bass'], note: 'Two trolleys' },
      accessibility: {
        wheelchair_spaces: 1,
        wheelchair_remains_seated: true,
        lift_required: true,
        step_free: true,
        psvar_required: false,
        assistance_dogs: 1,
        note: 'The dog is called Rex',
      },
      vehicles_requested: [{ type: 'coach_53', count: 1, min_seats: 50 }],
      notes: 'Please ring 07700 900123 on arrival',
    }
    const trip = await market.trip([licensed], asked)
    const vehicle = { type: 'coach_53', count: 1, seats: 53, description: 'The blue one' }
    const id = await licensed.makeQuote(trip, { availability: 'confirmed', vehicles: [vehicle] })
    const { ref, quotes, ...open } = ok(await trip.readTrip())
    const fields = ['luggage', 'vehicles_requested', 'accessibility', 'flight', 'notes'] as const
    const requested = Object.fromEntries(fields.map((field) => [field, open[field]]))
    expect(requested).toMatchObject({ ...asked, flight: { number: 'LS 271', direction: 'arrival' } })
    expect(open.quote_by).toMatch(/Z$/)
    expect(quotes[0].operator).toEqual({ name: 'Fell Coaches', phone: null, operator_licence: 'PB1234567' })

    expect(statusAndCode(await trip.book(id, securedCard))).toBe('409 deposit_charge_failed')
    const promised = { ...requested, revision: 1, vehicles: [{ ...vehicle, vehicle_id: null }] }
    expect(ok(await trip.readTrip()).booking).toMatchObject({ ...promised, status: 'awaiting_payment' })
    const { booking } = ok(await trip.book(id, goodCard))
    expect(booking).toMatchObject({ ...promised, status: 'active' })
    expect(booking.operator).toEqual({
      name: 'Fell Coaches',
      phone: null,
      email: 'office@fell.example',
      operator_licence: 'PB1234567',
    })
  })

  test('names the trip’s source and the shared time zone of its quotes in headers', async () => {
    const paris = await market.operator('Seine Cars', { timezone: 'Europe/Paris' })
    const trip = await market.trip([dales, paris])
    const headersNow = async () => {
      const { headers } = await market.call('GET', '/customer/v1/trip', { token: trip.token })
      return [headers.get('Trip-Source'), headers.get('Operator-Timezone')]
    }
    expect(await headersNow()).toEqual(['platform', null])
    const quoteId = await paris.makeQuote(trip, { availability: 'confirmed' })
    expect(await headersNow()).toEqual(['platform', 'Europe/Paris'])
    await dales.makeQuote(trip)
    expect(await headersNow()).toEqual(['platform', null])
    ok(await trip.book(quoteId))
    expect(await headersNow()).toEqual(['platform', 'Europe/Paris'])
  })

  test('shows the refund before a cancellation, and when it was refunded', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(20) })
    expect(ok(await trip.readTrip()).cancellation_preview).toMatchObject({ refund_amount: 6_400, currency_code: 'GBP' })

    const { cancellation } = ok(await trip.cancel('Flu.'))

    expect(cancellation).toMatchObject({ refund_amount: 6_400, currency_code: 'GBP', refund_status: expect.any(String) })
    await eventually(async () => ok(await trip.readTrip()).cancellation.refund_status === 'refunded')
    const seen = ok(await trip.readTrip())
    expect(seen.booking.cancellation).toEqual(seen.cancellation)
    expect(seen.cancellation_preview).toBeNull()
    expect(ok(await dales.booking(trip)).cancellation).toMatchObject({ refund_amount: 6_400, currency_code: 'GBP' })
    const { data } = await market.platform('GET', `/trips/${trip.ref}`)
    expect(data.cancellation).toMatchObject({ refund_amount: 6_400, currency_code: 'GBP' })
  })

  test('shows a refund by transfer as due until it is sent', async () => {
    await using bank = await openMarket({ isMute: true, payments: 'manual' })
    const operator = await bank.operator('Dales Coaches', { phone: '0113 496 0000' })
    const trip = await bank.trip([operator])
    const held = ok(await trip.book(await operator.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
    const { valid_until } = held.quotes[0]
    expect(held.booking).toMatchObject({
      status: 'awaiting_payment',
      held_until: valid_until,
      operator: { phone: '0113 496 0000' },
      cancellation: null,
    })
    expect(held.cancellation_preview).toBeNull()
    ok(await bank.platform('POST', `/trips/${trip.ref}/deposit-received`))
    ok(await trip.cancel())
    await bank.advance(days(7))
    expect(ok(await trip.readTrip()).cancellation).toMatchObject({ refund_amount: 12_800, refund_status: 'due' })
  })
})

describe('a customer', () => {
  test('cancels an unbooked trip, which closes its jobs and refuses further requests', async () => {
    const trip = await market.trip([dales, rival])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    expect(statusAndCode(await trip.book(quoteId, securedCard))).toBe('409 deposit_charge_failed')

    const seen = ok(await trip.cancel('We walk.'))

    expect(seen).toMatchObject({ status: 'cancelled', quotes: [], booking: null })
    expect(seen.cancellation).toMatchObject({
      by: 'customer',
      reason: 'We walk.',
      refund_amount: 0,
      currency_code: 'GBP',
      refund_status: null,
    })
    expect(ok(await dales.job(trip))).toMatchObject({ status: 'cancelled', my_quote: { status: 'lost' } })
    expect(ok(await rival.job(trip))).toMatchObject({ status: 'cancelled', my_quote: null })
    for (const answer of [await trip.book(quoteId), await trip.request(quoteId), await trip.cancel()]) {
      expect(statusAndCode(answer)).toBe('409 trip_cancelled')
      expect(answer.json.error.current_status).toBe('cancelled')
    }
    expect(statusAndCode(await trip.cancelRequest())).toBe('409 no_booking_request')
  })

  test('must give a reason to cancel', async () => {
    const trip = await market.trip([dales])
    for (const body of [undefined, {}, { reason: '' }, { reason: '  ' }]) {
      const answer = await market.call('POST', '/customer/v1/trip/cancel', { token: trip.token, body })
      expect(statusAndCode(answer)).toBe('422 validation_failed')
    }
    expect(ok(await trip.readTrip()).status).toBe('open')
  })

  test('reads only their own trip, and other credentials are refused', async () => {
    const [mine, theirs] = [await market.trip([dales]), await market.trip([dales])]
    expect(ok(await mine.readTrip()).ref).toBe(mine.ref)
    expect(ok(await theirs.readTrip()).ref).toBe(theirs.ref)
    for (const token of [dales.token, market.platformToken]) {
      expect(statusAndCode(await market.call('GET', '/customer/v1/trip', { token }))).toBe('403 wrong_credential')
    }
    expect(statusAndCode(await market.call('GET', '/customer/v1/trip'))).toBe('401 unauthenticated')
    expect(statusAndCode(await market.call('GET', '/api/v1/jobs', { token: mine.token }))).toBe('403 missing_ability')
    expect(statusAndCode(await market.call('GET', '/platform/v1/operators', { token: mine.token }))).toBe('403 wrong_credential')
  })

  test('gets the first answer when a request is replayed by key', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip)
    const key = crypto.randomUUID()
    const first = await trip.request(quoteId, 'pm_card_visa', { key })
    ok(await trip.cancelRequest())
    const again = await trip.request(quoteId, 'pm_card_visa', { key })
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(ok(await dales.job(trip)).status).toBe('quoted')
  })
})

describe('an enquiry', () => {
  test('needs no credential, and returns the customer’s link', async () => {
    const answer = await market.call('POST', '/customer/v1/enquiries', { body: enquiry({ operator_ref: dales.ref }) })
    expect(answer.status).toBe(201)
    expect(answer.data).toEqual({
      ref: expect.stringMatching(/^TR-/),
      customer_token: expect.stringMatching(/^cbt_[0-9A-Za-z]{49}$/),
      customer_url: `${market.server.url}/trip#${answer.data.customer_token}`,
    })
    expect(ok(await dales.job(answer.data)).status).toBe('fresh')
    expect(statusAndCode(await rival.job(answer.data))).toBe('404 not_found')
    const seen = await market.call('GET', '/customer/v1/trip', { token: answer.data.customer_token })
    expect(ok(seen).ref).toBe(answer.data.ref)
  })

  test('must name an existing operator when the server has several', async () => {
    for (const fields of [{}, { operator_ref: 'OP-ZZZZZ' }, { operator_ref: null }]) {
      const answer = await market.call('POST', '/customer/v1/enquiries', { body: enquiry(fields) })
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields)).toEqual(['operator_ref'])
    }
  })

  test('goes automatically to the only operator of a server, and is refused without one', async () => {
    await using alone = await openMarket({ isMute: true })
    const body = enquiry({ departs_at: alone.at(days(9)) })
    expect(statusAndCode(await alone.call('POST', '/customer/v1/enquiries', { body }))).toBe('422 validation_failed')
    const only = await alone.operator('Only Coaches', { timezone: 'Europe/Dublin', currency_code: 'EUR' })
    const { ref } = ok(await alone.call('POST', '/customer/v1/enquiries', { body }))
    expect(ok(await only.job({ ref }))).toMatchObject({ timezone: 'Europe/Dublin', currency_code: 'EUR' })
  })

  test('gives operators 50 % of the time until departure to quote, at most 72 hours', async () => {
    const quoteByOf = async (departsIn: number) => {
      const body = enquiry({ operator_ref: dales.ref, departs_at: market.at(departsIn) })
      const { quote_by, offered_at } = ok(await dales.job(ok(await market.call('POST', '/customer/v1/enquiries', { body }))))
      return (Date.parse(quote_by) - Date.parse(offered_at)) / 1_000
    }
    expect(await quoteByOf(days(2))).toBeWithin(days(1) - patience(3), days(1) + 1)
    expect(await quoteByOf(days(60))).toBe(hours(72))
  })

  const wrong: [string, object, string][] = [
    ['a departure in the past', { departs_at: '2026-01-01T08:00:00Z' }, 'departs_at'],
    ['no passengers', { passenger_count: 0 }, 'passenger_count'],
    ['too many passengers', { passenger_count: 501 }, 'passenger_count'],
    ['no email address', { customer: { name: 'Ann' } }, 'customer.email'],
    ['an unknown timezone', { timezone: 'Europe/Leeds' }, 'timezone'],
    ['no destination', { dropoff: undefined }, 'dropoff'],
    ['a quote_by in the past', { quote_by: '2026-01-01T08:00:00Z' }, 'quote_by'],
  ]

  for (const [words, fields, field] of wrong) {
    test(`is refused with ${words} in ${field}`, async () => {
      const body = enquiry({ operator_ref: dales.ref, ...fields })
      const answer = await market.call('POST', '/customer/v1/enquiries', { body })
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields)).toEqual([field])
    })
  }

  test('is refused with a quote_by after the departure', async () => {
    const body = enquiry({ operator_ref: dales.ref, quote_by: market.at(days(30) + minutes(1)) })
    const answer = await market.call('POST', '/customer/v1/enquiries', { body })
    expect(Object.keys(answer.json.error.fields)).toEqual(['quote_by'])
  })
})
