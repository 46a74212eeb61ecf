import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type CustomerClient,
  goodCard,
  type Market,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'

/** What a customer was shown, and what the operator makes of it meanwhile. */
const roads = [
  ['book', 'confirmed'],
  ['request-booking', 'likely'],
] as const

let market: Market
let dales: OperatorClient

beforeAll(async () => {
  market = await openMarket({ isMute: true })
  dales = await market.operator()
})

afterAll(() => market[Symbol.asyncDispose]())

const decide = (trip: CustomerClient, task: string, id: number, revision: unknown, wishes = {}) =>
  trip.post(task, { quote_id: id, payment_method: goodCard, revision }, wishes)

async function shown(availability: string) {
  const trip = await market.trip([dales])
  ok(await dales.quote(trip, { availability }))
  const [quote] = ok(await trip.readTrip()).quotes
  expect(quote).toMatchObject({ revision: 1, price_amount: 64_000 })
  return { trip, id: quote.id as number, availability }
}

describe.each(roads)('%s', (task, availability) => {
  test('of terms that were changed since they were shown: refused with what they are now, and nothing is charged', async () => {
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

  test('of a quote that is no longer of the same kind says first that it has changed', async () => {
    const { trip, id } = await shown(availability)
    ok(await dales.quote(trip, { availability: availability === 'likely' ? 'confirmed' : 'likely' }))
    expect(statusAndCode(await decide(trip, task, id, 1))).toBe('409 quote_changed')
    expect(statusAndCode(await decide(trip, task, id, 2))).toBe(
      task === 'book' ? '409 quote_not_confirmed' : '409 invalid_transition',
    )
  })

  test('of a quote that is gone says so, whatever was shown', async () => {
    const { trip, id } = await shown(availability)
    ok(await dales.withdraw(trip))
    expect(statusAndCode(await decide(trip, task, id, 7))).toBe('409 no_live_quote')
  })

  test('without a revision means the terms as they stand', async () => {
    for (const none of [undefined, null]) {
      const { trip, id } = await shown(availability)
      ok(await dales.quote(trip, { availability, price_amount: 66_000 }))
      ok(await decide(trip, task, id, none))
    }
  })

  test.each([[0], [-1], [1.5], ['1'], [{}], [[]]])('takes no revision like %p', async (revision) => {
    const { trip, id } = await shown(availability)
    const refused = await decide(trip, task, id, revision)
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(Object.keys(refused.json.error.fields)).toEqual(['revision'])
  })
})

test('a request that was made is confirmed at the price it was made for: no one can revise it', async () => {
  const { trip, id } = await shown('likely')
  ok(await decide(trip, 'request-booking', id, 1))
  expect(statusAndCode(await dales.quote(trip, { price_amount: 99_000 }))).toBe('409 quote_locked')
  ok(await dales.confirm(trip))
  expect(ok(await trip.readTrip()).booking.price_amount).toBe(64_000)
})

test('being less sure leaves the terms as they were shown', async () => {
  const { trip, id } = await shown('confirmed')
  ok(await dales.unconfirm(trip))
  ok(await decide(trip, 'request-booking', id, 1))
})

test('who books while the operator revises pays what they were shown, or nothing', async () => {
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
