import { describe, expect, test } from 'bun:test'
import { days, hours, type Market, type MarketAnswer, ok, securedCard, statusAndCode } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

function revisions(market: Market, token: string, { ref }: { readonly ref: string }): Promise<MarketAnswer> {
  return market.call('GET', `/portal/v1/jobs/${ref}/revisions`, { token })
}

async function openOffice() {
  const market = await openShared()
  const dales = await market.operator()
  const { token } = await addSignedInPerson(market, dales.ref)
  return { market, dales, token, trip: await market.trip([dales]) }
}

describe('the revisions of a job', () => {
  test('are listed oldest first, each as my_quote was then', async () => {
    const { market, dales, token, trip } = await openOffice()
    expect(ok(await revisions(market, token, trip))).toEqual([])
    const sent: unknown[] = []
    const send = async (differing: object) => {
      sent.push(ok(await dales.quote(trip, differing)).my_quote)
      await market.advance(hours(1))
    }
    await send({ price_amount: 70_000, note: 'With <b>two</b> stops.', inclusions: ['fuel'], extra_hour_amount: 4_500 })
    await send({ price_amount: 66_000, availability: 'confirmed', deposit_amount: 10_000 })
    ok(await market.call('PATCH', '/portal/v1/operator', { token, body: { settings: { deposit_bps: 5_000 } } }))
    await send({ price_amount: 65_000 })
    ok(await dales.withdraw(trip))
    await send({ price_amount: 60_000, valid_until: market.at(days(5)) })
    ok(await trip.request(ok(await dales.job(trip)).my_quote.id))
    ok(await dales.reject(trip))

    expect(ok(await revisions(market, token, trip))).toEqual(sent)
  })

  test('need the ability jobs:read, and a job of the account', async () => {
    const { market, dales, token, trip } = await openOffice()
    await dales.makeQuote(trip)
    expect(statusAndCode(await revisions(market, await market.personToken(dales, 'dispatcher'), trip))).toBe('200')
    const money = await revisions(market, await market.personToken(dales, 'accounts'), trip)
    expect([statusAndCode(money), money.json.error.missing_ability]).toEqual(['403 missing_ability', 'jobs:read'])
    const other = await market.personToken(await market.operator('Moors Coaches'))
    expect(statusAndCode(await revisions(market, other, trip))).toBe('404 not_found')
    expect(statusAndCode(await revisions(market, token, { ref: 'TR-000000' }))).toBe('404 not_found')
  })
})

test('shows until when a quote is locked while its customer authenticates a card', async () => {
  const { market, dales, trip } = await openOffice()
  const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
  expect(ok(await dales.job(trip)).my_quote.locked_until).toBeNull()
  const soonest = market.at(1_800)
  await trip.book(quoteId, securedCard)
  const { locked_until, instantly_bookable } = ok(await dales.job(trip)).my_quote
  expect([locked_until >= soonest, locked_until <= market.at(1_800), instantly_bookable]).toEqual([true, true, false])
  await market.advance(1_801)
  await market.server.dueTasksDone()
  expect(ok(await dales.job(trip)).my_quote).toMatchObject({ locked_until: null, instantly_bookable: true })
})

test('previews the refund and payout of a cancellation, which then match', async () => {
  const { market, dales, token, trip } = await openOffice()
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
  ok(await trip.pay())
  const { cancellation_preview: preview, paid_amount } = ok(await dales.booking(trip))
  expect(preview).toEqual({ refund_amount: paid_amount, payout_amount: 0, currency_code: 'GBP', until: null })

  const body = { reason: 'The coach is in the workshop.' }
  const cancelled = ok(await market.call('POST', `/portal/v1/bookings/${trip.ref}/cancel`, { token, body }))

  expect(cancelled.cancellation_preview).toBeNull()
  expect(cancelled.cancellation.refund_amount).toBe(preview.refund_amount)
  expect(ok(await dales.payouts())).toMatchObject([{ status: 'cancelled', amount: preview.payout_amount }])
})
