import { beforeAll, describe, expect, test } from 'bun:test'
import { days, goodCard, type Market, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  office = await portalClientOf(market, dales)
})

const usual = [
  { days_before: 28, keep_bps: 0, of: 'deposit' },
  { days_before: 14, keep_bps: 5_000, of: 'deposit' },
  { days_before: 0, keep_bps: 10_000, of: 'deposit' },
]
const strict = [
  { days_before: 30, keep_bps: 1_000, of: 'price' },
  { days_before: 7, keep_bps: 5_000, of: 'price' },
  { days_before: 2, keep_bps: 10_000, of: 'deposit' },
]
const set = (cancellation_terms: unknown) => office.call('PATCH', '/operator', { settings: { cancellation_terms } })

describe('the cancellation terms of an operator', () => {
  test('are the default scale until the operator sets others, and again after null', async () => {
    expect(ok(await office.call('GET', '/operator')).settings.cancellation_terms).toEqual(usual)
    expect(ok(await set(strict)).settings.cancellation_terms).toEqual(strict)
    expect(ok(await set([])).settings.cancellation_terms).toEqual([])
    expect(ok(await set(null)).settings.cancellation_terms).toEqual(usual)
  })

  test('have at most six rows, with falling days', async () => {
    const row = (days_before: number, differing = {}) => ({ days_before, keep_bps: 0, of: 'price', ...differing })
    for (const [terms, at] of [
      [[7, 6, 5, 4, 3, 2, 1].map((day) => row(day)), 'settings.cancellation_terms'],
      [[row(7), row(7)], 'settings.cancellation_terms.1.days_before'],
      [[row(9), row(7), row(8)], 'settings.cancellation_terms.2.days_before'],
      [[row(-1)], 'settings.cancellation_terms.0.days_before'],
      [[row(1, { keep_bps: 10_001 })], 'settings.cancellation_terms.0.keep_bps'],
      [[row(1, { of: 'balance' })], 'settings.cancellation_terms.0.of'],
    ] as const) {
      const refused = await set(terms)
      expect([statusAndCode(refused), Object.keys(refused.json.error.fields)]).toEqual(['422 validation_failed', [at]])
    }
  })

  test('are copied into a quote when it is sent, and shown unchanged to both parties', async () => {
    ok(await set(strict))
    const trip = await market.trip([dales])
    expect(ok(await dales.quote(trip, { availability: 'confirmed' })).my_quote.cancellation_terms).toEqual(strict)
    ok(await set(null))
    const [quote] = ok(await trip.readTrip()).quotes
    expect(quote.cancellation_terms).toEqual(strict)
    ok(await trip.book(quote.id))
    expect(ok(await dales.booking(trip)).quote.cancellation_terms).toEqual(strict)
    expect(ok(await dales.job(trip)).my_quote.cancellation_terms).toEqual(strict)
    const revised = await market.trip([dales])
    ok(await dales.quote(revised))
    ok(await set(strict))
    expect(ok(await dales.job(revised)).my_quote.cancellation_terms).toEqual(usual)
    expect(ok(await dales.quote(revised)).my_quote.cancellation_terms).toEqual(strict)
  })
})

test('refunds the whole deposit when the operator cancels', async () => {
  ok(await set(strict))
  const trip = await market.bookedTrip(dales, { departsIn: days(3) })
  ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach has burnt down.' }))
  expect(ok(await trip.readTrip()).cancellation.refund_amount).toBe(12_800)
})

describe('the previewed refund of a cancellation', () => {
  const departsIn = days(50)

  test.each([
    ['the deposit, 31 days ahead', 31, 12_800, 6_400],
    ['everything, 31 days ahead', 31, 64_000, 57_600],
    ['everything, 8 days ahead', 8, 64_000, 32_000],
    ['the deposit, 8 days ahead', 8, 12_800, 0],
    ['everything, 3 days ahead', 3, 64_000, 51_200],
    ['everything, a day ahead', 1, 64_000, 0],
  ])('is refunded to a customer who has paid %s', async (_, daysAhead, paid, refund) => {
    ok(await set(strict))
    await office.settings({ charge_balance: false })
    const trip = await market.bookedTrip(dales, { departsIn })
    if (paid > 12_800) ok(await trip.pay(goodCard))
    const { departs_at } = ok(await dales.booking(trip))
    await market.advanceTo(departs_at, -days(daysAhead))
    const { cancellation_preview: preview } = ok(await trip.readTrip())
    expect(preview).toMatchObject({ refund_amount: refund, currency_code: 'GBP' })
    const next = strict.find(({ days_before }) => days_before <= daysAhead)?.days_before
    const until = next === undefined || refund === 0 ? null : Date.parse(departs_at) - days(next) * 1_000
    expect(preview.until === null ? null : Date.parse(preview.until)).toBe(until)
    expect(ok(await trip.cancel()).cancellation.refund_amount).toBe(refund)
    const { cancellation, paid_amount } = ok(await dales.booking(trip))
    expect(cancellation.refund_amount).toBe(refund)
    expect(paid_amount).toBe(paid - refund)
    const [payout] = ok(await dales.payouts()).filter(({ booking_ref }: { booking_ref: string }) => booking_ref === trip.ref)
    expect(payout.amount).toBe(paid - refund - Math.round((paid - refund) / 10))
  })
})
