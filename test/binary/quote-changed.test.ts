import { beforeAll, describe, expect, test } from 'bun:test'
import { type CustomerClient, goodCard, type Market, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

/** Calls of a customer, each with the availability of the quote that it needs. */
const calls = [
  ['book', 'confirmed'],
  ['request-booking', 'likely'],
] as const

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
})

const decide = (trip: CustomerClient, task: string, id: number, revision: unknown, options = {}) =>
  trip.post(task, { quote_id: id, payment_method: goodCard, revision }, options)

async function shown(availability: string) {
  const trip = await market.trip([dales])
  ok(await dales.quote(trip, { availability }))
  const [quote] = ok(await trip.readTrip()).quotes
  expect(quote).toMatchObject({ revision: 1, price_amount: 64_000 })
  return { trip, id: quote.id as number, availability }
}

describe.each(calls)('a call to %s', (task, availability) => {
  test('is refused without a charge if the terms changed, and returns the new price', async () => {
    const { trip, id } = await shown(availability)
    ok(await dales.quote(trip, { availability, price_amount: 66_000 }))
    const charged = market.ledger().length
    const key = crypto.randomUUID()

    const refused = await decide(trip, task, id, 1, { key })

    expect(refused.status).toBe(409)
    expect(refused.json).toEqual({
      error: { code: 'quote_changed', message: expect.any(String), revision: 2, price_amount: 66_000, currency_code: 'GBP' },
    })
    expect(market.ledger()).toHaveLength(charged)
    expect(ok(await trip.readTrip())).toMatchObject({
      status: 'open',
      booking: null,
      booking_request: null,
      quotes: [{ revision: 2 }],
    })
    const replay = await decide(trip, task, id, 1, { key })
    expect(replay.text).toBe(refused.text)
    expect(replay.headers.get('idempotency-replayed')).toBe('true')
    expect(statusAndCode(await decide(trip, task, id, 2, { key }))).toBe('409 idempotency_key_reused')
    const seen = ok(await decide(trip, task, id, 2))
    if (task === 'book') expect(seen.booking).toMatchObject({ price_amount: 66_000, deposit_amount: 13_200 })
    else expect(seen.booking_request.status).toBe('pending')
  })

  test('is refused with quote_changed first if the availability changed', async () => {
    const { trip, id } = await shown(availability)
    ok(await dales.quote(trip, { availability: availability === 'likely' ? 'confirmed' : 'likely' }))
    expect(statusAndCode(await decide(trip, task, id, 1))).toBe('409 quote_changed')
    expect(statusAndCode(await decide(trip, task, id, 2))).toBe(
      task === 'book' ? '409 quote_not_confirmed' : '409 invalid_transition',
    )
  })

  test('is refused with no_live_quote if the quote was withdrawn', async () => {
    const { trip, id } = await shown(availability)
    ok(await dales.withdraw(trip))
    expect(statusAndCode(await decide(trip, task, id, 7))).toBe('409 no_live_quote')
  })

  test('accepts the current terms if it has no revision', async () => {
    for (const none of [undefined, null]) {
      const { trip, id } = await shown(availability)
      ok(await dales.quote(trip, { availability, price_amount: 66_000 }))
      ok(await decide(trip, task, id, none))
    }
  })

  test.each([[0], [-1], [1.5], ['1'], [{}], [[]]])('rejects the revision %p', async (revision) => {
    const { trip, id } = await shown(availability)
    const refused = await decide(trip, task, id, revision)
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(Object.keys(refused.json.error.fields)).toEqual(['revision'])
  })
})

test('confirms a request at its price, because the quote is locked', async () => {
  const { trip, id } = await shown('likely')
  ok(await decide(trip, 'request-booking', id, 1))
  expect(statusAndCode(await dales.quote(trip, { price_amount: 99_000 }))).toBe('409 quote_locked')
  ok(await dales.confirm(trip))
  expect(ok(await trip.readTrip()).booking.price_amount).toBe(64_000)
})

test('keeps the revision of a confirmed quote that becomes likely', async () => {
  const { trip, id } = await shown('confirmed')
  ok(await dales.unconfirm(trip))
  ok(await decide(trip, 'request-booking', id, 1))
})

test('charges the price that was shown, or nothing, if the operator revises during booking', async () => {
  for (let round = 0; round < 24; round++) {
    const { trip, id } = await shown('confirmed')
    const before = market.ledger().length
    const raise = () => dales.quote(trip, { availability: 'confirmed', price_amount: 90_000 })
    const book = () => decide(trip, 'book', id, 1)
    const [booked, raised] =
      round % 2 === 0 ? await Promise.all([book(), raise()]) : (await Promise.all([raise(), book()])).reverse()
    const end = `${booked && statusAndCode(booked)}, ${raised && statusAndCode(raised)}`
    const entries = market.ledger().slice(before)
    if (end.startsWith('200')) {
      expect(end).toMatch(/^200, 409 (quote_locked|job_closed)$/)
      expect(ok(await trip.readTrip()).booking).toMatchObject({ price_amount: 64_000, deposit_amount: 12_800 })
      expect(market.ledger()).toHaveLength(before + 1)
    } else {
      expect(end).toBe('409 quote_changed, 200')
      expect(entries).toEqual([])
    }
  }
})
