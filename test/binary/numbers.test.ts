import { describe, expect, test } from 'bun:test'
import { days, hours, minutes, ok, statusAndCode } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

const year = '?from=2027-01-01&to=2027-12-31'

async function openOffice() {
  const market = await openShared()
  const dales = await market.operator()
  const token = await market.personToken(dales)
  const readNumbers = async (query = year) => ok(await market.call('GET', `/portal/v1/numbers${query}`, { token }))
  return { market, dales, token, readNumbers }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
type Data = any

/** Quotes sent and booked, and the win rate, for each key of a list. */
const wonBy = (list: Data, key: string) => list.map((one: Data) => [one[key], one.sent, one.booked, one.win_rate_bps])

describe('numbers report', () => {
  test('counts quotes sent and won by month, purpose, response time and price', async () => {
    const { market, dales, readNumbers } = await openOffice()
    const rival = await market.operator('Moors Coaches')
    const cases = [
      { purpose: 'school', wait: minutes(59), price: 40_000, isWon: true },
      { purpose: 'school', wait: minutes(60), price: 40_000, isWon: false },
      { purpose: 'wedding', wait: hours(4), price: 90_000, isWon: false },
      { purpose: 'wedding', wait: hours(24), price: 95_000, isWon: true },
    ]
    for (const { purpose, wait, price, isWon } of cases) {
      const trip = await market.trip([dales, rival], { purpose, quote_by: market.at(days(10)) })
      // Answers have whole seconds. One more second ensures the full wait.
      await market.advanceTo(ok(await dales.job(trip)).offered_at, wait + 1)
      const own = await dales.makeQuote(trip, { price_amount: price, availability: 'confirmed' })
      ok(await trip.book(isWon ? own : await rival.makeQuote(trip, { availability: 'confirmed' })))
    }

    const { quotes } = await readNumbers()

    expect(quotes).toMatchObject({ sent: 4, booked: 2, lost: 2, win_rate_bps: 5_000 })
    expect(wonBy(quotes.by_month, 'month')).toEqual([['2027-03-01', 4, 2, 5_000]])
    expect(wonBy(quotes.by_purpose, 'purpose')).toEqual([
      ['school', 2, 1, 5_000],
      ['wedding', 2, 1, 5_000],
    ])
    expect(wonBy(quotes.by_response, 'within_minutes')).toEqual([
      [60, 1, 1, 10_000],
      [240, 1, 0, 0],
      [1_440, 1, 0, 0],
      [null, 1, 1, 10_000],
    ])
    expect(quotes.by_price.map((band: Data) => [band.from_amount, band.to_amount, band.sent, band.booked])).toEqual([
      [40_000, 40_000, 2, 1],
      [90_000, 90_000, 1, 0],
      [95_000, 95_000, 1, 1],
    ])
    const recount = (list: Data) => list.reduce((sum: number, { sent }: Data) => sum + sent, 0)
    for (const list of [quotes.by_month, quotes.by_purpose, quotes.by_response, quotes.by_price]) expect(recount(list)).toBe(4)
  })

  test('counts declined jobs and rejected requests by reason code', async () => {
    const { market, dales, readNumbers } = await openOffice()
    for (const why of [{ reason_code: 'too_far' }, { reason_code: 'dates' }, { reason_code: 'too_far' }, {}]) {
      ok(await dales.decline(await market.trip([dales]), why))
    }
    const trip = await market.trip([dales])
    ok(await trip.request(await dales.makeQuote(trip)))
    ok(await dales.reject(trip, { reason: 'No coach is left.', reason_code: 'vehicle_unavailable' }))

    const { declines, rejections } = (await readNumbers()).quotes

    expect(declines).toEqual([
      { reason_code: 'too_far', count: 2 },
      { reason_code: 'dates', count: 1 },
      { reason_code: null, count: 1 },
    ])
    expect(rejections).toEqual([{ reason_code: 'vehicle_unavailable', count: 1 }])
  })

  test('shows cancelled bookings by party, with the amounts refunded', async () => {
    const { market, dales, token, readNumbers } = await openOffice()
    const [one, other] = [await market.bookedTrip(dales), await market.bookedTrip(dales)]
    ok(await one.cancel())
    ok(await market.call('POST', `/portal/v1/bookings/${other.ref}/cancel`, { token, body: { reason: 'No driver is left.' } }))
    const refunded = async (ref: string) => ok(await dales.booking({ ref })).cancellation.refund_amount
    const off = (by: string, refund_amount: number) => ({ by, bookings: 1, amount: 64_000, refund_amount, currency_code: 'GBP' })

    const { cancellations, revenue } = (await readNumbers()).bookings

    expect(cancellations).toEqual([off('customer', await refunded(one.ref)), off('operator', await refunded(other.ref))])
    expect(revenue).toEqual([
      { period: '2027-04-26', booked_amount: 0, paid_amount: 0, cancelled_amount: 128_000, currency_code: 'GBP' },
    ])
  })

  test('shows the empty distance, and the weekdays on which vehicles were out', async () => {
    const { market, dales, token, readNumbers } = await openOffice()
    const body = { registration: 'YX20 ABC', type: 'coach_49', seats: 49 }
    const { id } = ok(await market.call('POST', '/portal/v1/vehicles', { token, body }))
    const leeds = { label: 'Leeds', kind: 'venue', latitude: 53.8, longitude: -1.55 }
    const york = { label: 'York', kind: 'venue', latitude: 53.96, longitude: -1.08 }
    const nowhere = { label: 'Somewhere', kind: 'venue' }
    const pat = await dales.driver()
    // A Saturday, a Sunday and a Monday.
    const ways: readonly [string, object, object][] = [
      ['2027-04-10', leeds, york],
      ['2027-04-11', leeds, york],
      ['2027-04-12', nowhere, leeds],
    ]
    for (const [day, pickup, dropoff] of ways) {
      const departs_at = `${day}T09:00:00+01:00`
      const trip = await market.bookedTrip(dales, { pickup, dropoff, departs_at, returns_at: null, quote_by: market.at(days(5)) })
      ok(await dales.assign(trip, pat, 'YX20 ABC', { vehicle_id: id }))
    }

    const { bookings, utilisation } = await readNumbers('?from=2027-04-05&to=2027-04-18')

    expect(bookings.empty_distance).toMatchObject({ drives: 1, unknown: 1 })
    // Leeds and York are 35.6 km apart.
    expect(Math.round(bookings.empty_distance.distance_m / 1_000)).toBe(36)
    expect(utilisation).toMatchObject([{ vehicle_id: id, registration: 'YX20 ABC', days_out: 3, days_available: 14 }])
    expect(utilisation[0].by_weekday.map((one: Data) => [one.weekday, one.days_out, one.days_available])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, [1, 6, 7].includes(weekday) ? 1 : 0, 2]),
    )
  })

  test('matches the summary, and shows each role only its sections of its own account', async () => {
    const { market, dales, token, readNumbers } = await openOffice()
    await market.bookedTrip(dales)
    const summary = ok(await market.call('GET', `/portal/v1/summary${year}&group=week`, { token }))
    const { quotes, bookings } = await readNumbers()
    expect(quotes).toMatchObject(summary.quotes)
    expect([bookings.revenue, bookings.on_time]).toEqual([summary.revenue, summary.on_time])

    const keys = async (reader: string) =>
      Object.keys(ok(await market.call('GET', `/portal/v1/numbers${year}`, { token: reader })))
    expect(await keys(token)).toEqual(['quotes', 'bookings', 'utilisation'])
    expect(await keys(await market.personToken(dales, 'dispatcher'))).toEqual(['quotes', 'bookings', 'utilisation'])
    expect(await keys(await market.personToken(dales, 'accounts'))).toEqual(['bookings'])
    const other = await market.personToken(await market.operator('Moors Coaches'))
    const theirs = ok(await market.call('GET', `/portal/v1/numbers${year}`, { token: other }))
    expect(theirs).toMatchObject({ quotes: { sent: 0, by_month: [], by_price: [], declines: [] }, bookings: { revenue: [] } })
    const tooLong = await market.call('GET', '/portal/v1/numbers?from=2027-01-01&to=2028-02-05', { token })
    expect([statusAndCode(tooLong), Object.keys(tooLong.json.error.fields)]).toEqual(['422 validation_failed', ['to']])
  })
})
