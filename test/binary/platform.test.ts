import { beforeAll, describe, expect, test } from 'bun:test'
import { days, type Market, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
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

function trip(fields: object = {}) {
  return {
    customer: { name: 'Ann Smith', email: 'ann@example.org' },
    pickup: { label: 'Leeds Town Hall', kind: 'venue' },
    dropoff: { label: 'York Minster', kind: 'venue' },
    departs_at: market.at(days(30)),
    passenger_count: 45,
    offer_to: [dales.ref],
    ...fields,
  }
}

const offersOf = (whole: { offers: { operator_ref: string }[] }) => whole.offers.map(({ operator_ref }) => operator_ref)

describe('an operator', () => {
  test('is created with its terms and listed, newest first', async () => {
    const body = {
      name: 'Lakes & Łódź Coaches',
      currency_code: 'EUR',
      timezone: 'Europe/Dublin',
      operator_licence: 'PB1234567',
      phone: '01539 000000',
      email: 'office@lakes.example',
      commission_bps: 1250,
      deposit_bps: 1000,
    }
    const answer = await market.platform('POST', '/operators', body)
    expect(answer.status).toBe(201)
    expect(answer.data).toMatchObject({ operator_ref: expect.stringMatching(/^OP-[0-9A-HJKMNP-TV-Z]{5}$/), ...body })
    const [newest] = ok(await market.platform('GET', '/operators?per_page=1'))
    expect(newest).toEqual(answer.data)
  })

  test('pays no commission and takes a 20 % deposit by default', async () => {
    const { data } = await market.platform('POST', '/operators', {
      name: 'Plain',
      currency_code: 'GBP',
      timezone: 'Europe/London',
    })
    expect(data).toMatchObject({ commission_bps: 0, deposit_bps: 2000, operator_licence: null, phone: null, email: null })
  })

  for (const [words, fields, field] of [
    ['no name', { name: undefined }, 'name'],
    ['an unknown currency', { currency_code: 'ABC' }, 'currency_code'],
    ['an unknown timezone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['more commission than the price', { commission_bps: 10_001 }, 'commission_bps'],
    ['a negative deposit', { deposit_bps: -1 }, 'deposit_bps'],
  ] as const) {
    test(`is rejected with ${words}`, async () => {
      const body = { name: 'Odd Coaches', currency_code: 'GBP', timezone: 'Europe/London', ...fields }
      const answer = await market.platform('POST', '/operators', body)
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields)).toEqual([field])
    })
  }

  test('is listed for the platform only', async () => {
    expect(statusAndCode(await market.call('GET', '/platform/v1/operators', { token: dales.token }))).toBe('403 wrong_credential')
    expect(statusAndCode(await market.call('GET', '/platform/v1/operators'))).toBe('401 unauthenticated')
  })
})

describe('a trip', () => {
  test('is entered and offered to the named operators', async () => {
    const answer = await market.platform('POST', '/trips', trip())
    expect(answer.status).toBe(201)
    expect(answer.data).toEqual({
      ref: expect.stringMatching(/^TR-[0-9A-HJKMNP-TV-Z]{6}$/),
      customer_token: expect.stringMatching(/^cbt_/),
      customer_url: expect.stringContaining('/trip#cbt_'),
      status: 'open',
      offers: [{ operator_ref: dales.ref, offered_at: expect.any(String) }],
    })
    expect(statusAndCode(await dales.job(answer.data))).toBe('200')
    expect(statusAndCode(await rival.job(answer.data))).toBe('404 not_found')
  })

  test('is offered to every operator with offer_to all, and to more operators later', async () => {
    const everybody = ok(await market.platform('POST', '/trips', trip({ offer_to: 'all' })))
    expect(offersOf(everybody)).toContain(rival.ref)

    const { ref } = ok(await market.platform('POST', '/trips', trip()))
    const before = ok(await market.platform('GET', `/trips/${ref}`)).offers
    await market.advance(5)
    const { offers } = ok(await market.platform('POST', `/trips/${ref}/offers`, { offer_to: [dales.ref, rival.ref] }))
    expect(offers[0]).toEqual(before[0])
    expect(offersOf({ offers })).toEqual([dales.ref, rival.ref])
    expect(ok(await rival.job({ ref })).status).toBe('fresh')
  })

  test('is not offered to an unknown operator, or to another operator after it is closed', async () => {
    for (const path of ['/trips', `/trips/${(await market.trip([dales])).ref}/offers`]) {
      const answer = await market.platform('POST', path, trip({ offer_to: [dales.ref, 'OP-ZZZZZ'] }))
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields)).toEqual(['offer_to.1'])
    }
    const offerMore = (ref: string) => market.platform('POST', `/trips/${ref}/offers`, { offer_to: [dales.ref, rival.ref] })
    const isClosed = async ({ ref }: { ref: string }, current_status: string) => {
      const { status, json } = await offerMore(ref)
      expect({ status, ...json.error }).toMatchObject({ status: 409, code: 'job_closed', current_status })
    }
    await isClosed(await market.bookedTrip(dales), 'booked')
    const cancelled = await market.trip([dales])
    ok(await cancelled.cancel())
    await isClosed(cancelled, 'cancelled')
    const late = await market.trip([dales], { quote_by: market.at(minutes(1)) })
    await market.advance(minutes(1) + 1)
    await isClosed(late, 'open')
    expect(statusAndCode(await market.platform('POST', `/trips/${late.ref}/offers`, { offer_to: [dales.ref] }))).toBe('200')
  })

  test('shows its customer, offers, quotes and booking', async () => {
    const customer = await market.trip([dales, rival])
    ok(await rival.decline(customer, { reason_code: 'too_far' }))
    ok(await customer.book(await dales.makeQuote(customer, { availability: 'confirmed' })))

    const whole = ok(await market.platform('GET', `/trips/${customer.ref}`))

    expect(whole).toMatchObject({
      ref: customer.ref,
      status: 'booked',
      source: 'platform',
      customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123', organisation: null },
      offers: [
        { operator_ref: dales.ref, outcome: 'won', declined_at: null },
        { operator_ref: rival.ref, outcome: 'lost', declined_at: expect.any(String) },
      ],
      quotes: [{ operator_ref: dales.ref, status: 'booked', price_amount: 64_000 }],
      booking: { operator_ref: dales.ref, ref: customer.ref, status: 'active' },
      cancellation: null,
    })
  })

  test('is cancelled once, with a reason, for the operator and the customer', async () => {
    const customer = await market.requestedTrip(dales)
    const cancel = (body: object) => market.platform('POST', `/trips/${customer.ref}/cancel`, body)
    expect(statusAndCode(await cancel({}))).toBe('422 validation_failed')
    const whole = ok(await cancel({ reason: 'Double entry.' }))
    expect(whole).toMatchObject({
      status: 'cancelled',
      cancellation: { by: 'platform', reason: 'Double entry.', refund_amount: 0 },
    })
    expect(whole.quotes).toMatchObject([{ status: 'lost', booking_request: null }])
    expect(ok(await dales.job(customer)).status).toBe('cancelled')
    expect(ok(await customer.readTrip()).booking_request.status).toBe('withdrawn')
    expect(statusAndCode(await cancel({ reason: 'Again.' }))).toBe('409 trip_cancelled')
    expect(statusAndCode(await dales.confirm(customer))).toBe('409 no_booking_request')
  })

  test('is created once for each Idempotency-Key', async () => {
    const key = crypto.randomUUID()
    const body = trip()
    const first = await market.platform('POST', '/trips', body, { key })
    const again = await market.platform('POST', '/trips', body, { key })
    expect(again.text).toBe(first.text)
    expect(statusAndCode(await market.platform('POST', '/trips', trip({ passenger_count: 44 }), { key }))).toBe(
      '409 idempotency_key_reused',
    )
  })

  test('is not found by an unknown ref', async () => {
    expect(statusAndCode(await market.platform('GET', '/trips/TR-ZZZZZZ'))).toBe('404 not_found')
    expect(statusAndCode(await market.platform('POST', '/trips/TR-ZZZZZZ/offers', { offer_to: 'all' }))).toBe('404 not_found')
    expect(statusAndCode(await market.platform('POST', '/trips/TR-ZZZZZZ/cancel', { reason: 'No.' }))).toBe('404 not_found')
    expect(statusAndCode(await market.platform('POST', '/trips/TR-ZZZZZZ/deposit-received', {}))).toBe('404 not_found')
  })
})
