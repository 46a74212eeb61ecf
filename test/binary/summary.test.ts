import { describe, expect, test } from 'bun:test'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { days, hours, type Market, type MarketAnswer, minutes, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

/** All of 2027; the clock of the market begins on 2 March. */
const year = '?from=2027-01-01&to=2027-12-31'

function summary(market: Market, token: string, query: string): Promise<MarketAnswer> {
  return market.call('GET', `/portal/v1/summary${query}`, { token })
}

async function openOffice(fields = {}) {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', fields)
  const { token } = await addSignedInPerson(market, dales.ref)
  const readSummary = async (query = `${year}&group=month`) => ok(await summary(market, token, query))
  const coach = async (registration = 'YX20 ABC') =>
    ok(await market.call('POST', '/portal/v1/vehicles', { token, body: { registration, type: 'coach_49', seats: 49 } }))
  return { market, dales, token, readSummary, coach }
}

const nothing = {
  sent: 0,
  booked: 0,
  lost: 0,
  expired: 0,
  rejected: 0,
  win_rate_bps: null,
  response_minutes: { p50: null, p90: null },
}

describe('the summary', () => {
  test('returns zeros for a new account', async () => {
    const { readSummary, coach } = await openOffice()
    const { id } = await coach()
    expect(await readSummary('?from=2027-03-01&to=2027-03-31&group=day')).toEqual({
      quotes: nothing,
      revenue: [],
      utilisation: [{ vehicle_id: id, days_out: 0, days_available: 31 }],
      on_time: { arrived: 0, late: 0 },
    })
  })

  test('counts quotes by outcome, and reports the response times', async () => {
    const { market, dales, readSummary } = await openOffice()
    const rival = await market.operator('Moors Coaches')
    const booked = await market.trip([dales])
    const lost = await market.trip([dales, rival])
    const refused = await market.trip([dales])
    const withdrawn = await market.trip([dales])
    const open = await market.trip([dales])
    await market.advance(minutes(10))
    ok(await booked.book(await dales.makeQuote(booked, { availability: 'confirmed' })))
    await market.advance(minutes(20))
    await dales.makeQuote(lost)
    ok(await lost.book(await rival.makeQuote(lost, { availability: 'confirmed' })))
    ok(await refused.request(await dales.makeQuote(refused)))
    ok(await dales.reject(refused))
    await market.advance(minutes(60))
    await dales.makeQuote(withdrawn)
    ok(await dales.withdraw(withdrawn))
    // A second quote for a job does not change its response time.
    await market.advance(hours(5))
    await dales.makeQuote(withdrawn)
    // A revision is not counted as another quote.
    await dales.makeQuote(open)
    await market.advance(hours(1))
    await dales.makeQuote(open)

    expect((await readSummary()).quotes).toEqual({
      sent: 6,
      booked: 1,
      lost: 1,
      expired: 0,
      rejected: 1,
      win_rate_bps: 3_333,
      response_minutes: { p50: 30, p90: 390 },
    })
    expect((await readSummary('?from=2027-03-03&to=2027-03-09&group=day')).quotes).toEqual(nothing)
  })

  test('groups booked, paid and cancelled amounts by departure', async () => {
    const { market, dales, token, readSummary } = await openOffice()
    const soon = await market.bookedTrip(dales, { departsIn: days(40) })
    await market.bookedTrip(dales, { departsIn: days(41) })
    const off = await market.bookedTrip(dales, { departsIn: days(80) })
    const extra = { kind: 'waiting', amount: 3_000 }
    ok(await market.call('POST', `/portal/v1/bookings/${soon.ref}/extras`, { token, body: extra }))
    ok(await soon.pay())
    ok(await off.cancel())
    const { price_amount: price, paid_amount: paid } = ok(await dales.booking(soon))
    const deposit = ok(await dales.bookings()).find(({ ref }: { ref: string }) => ref !== soon.ref).paid_amount

    const { revenue } = await readSummary()

    const gbp = { currency_code: 'GBP' }
    expect(paid).toBe(price + 3_000)
    expect(revenue).toEqual([
      { period: '2027-04-01', booked_amount: 2 * price + 3_000, paid_amount: paid + deposit, cancelled_amount: 0, ...gbp },
      { period: '2027-05-01', booked_amount: 0, paid_amount: 0, cancelled_amount: price, ...gbp },
    ])
    const periods = async (group: string) =>
      (await readSummary(`${year}&group=${group}`)).revenue.map(({ period }: { period: string }) => period)
    expect(await periods('day')).toEqual(['2027-04-11', '2027-04-12', '2027-05-21'])
    // 11 April is a Sunday.
    expect(await periods('week')).toEqual(['2027-04-05', '2027-04-12', '2027-05-17'])
  })

  test("uses the operator's time zone across a change of clocks", async () => {
    const { market, dales, readSummary } = await openOffice({ timezone: 'Europe/London' })
    const at = (departs_at: string, returns_at: string) =>
      market.bookedTrip(dales, { departs_at, returns_at, quote_by: market.at(days(2)) })
    await at('2027-03-28T23:30:00+01:00', '2027-03-29T02:00:00+01:00')
    await at('2027-03-29T00:00:00+01:00', '2027-03-29T02:00:00+01:00')
    const booked = async (query: string) =>
      (await readSummary(query)).revenue.map(({ booked_amount }: { booked_amount: number }) => booked_amount)
    expect(await booked('?from=2027-03-28&to=2027-03-28&group=day')).toEqual([64_000])
    expect(await booked('?from=2027-03-29&to=2027-03-29&group=day')).toEqual([64_000])
    expect(await booked('?from=2027-03-28&to=2027-03-29&group=month')).toEqual([128_000])
  })

  test('counts the days each coach was out and the days it was not blocked', async () => {
    const { market, dales, token, readSummary, coach } = await openOffice()
    const [used, idle] = [await coach('AA11 AAA'), await coach('BB22 BBB')]
    const trip = await market.bookedTrip(dales, {
      departs_at: '2027-04-10T22:00:00+01:00',
      returns_at: '2027-04-11T03:00:00+01:00',
    })
    ok(await dales.assign(trip, await dales.driver(), 'AA11 AAA', { vehicle_id: used.id }))
    const block = { kind: 'service', vehicle_id: used.id, starts_at: '2027-04-11T08:00:00Z', ends_at: '2027-04-13T12:00:00Z' }
    ok(await market.call('POST', '/portal/v1/blocks', { token, body: block }))

    expect((await readSummary('?from=2027-04-01&to=2027-04-30&group=day')).utilisation).toEqual([
      { vehicle_id: used.id, days_out: 2, days_available: 28 },
      { vehicle_id: idle.id, days_out: 0, days_available: 30 },
    ])
    expect((await readSummary('?from=2027-04-11&to=2027-04-12&group=day')).utilisation[0]).toMatchObject({
      days_out: 1,
      days_available: 1,
    })
  })

  test('counts arrivals in time and late arrivals by the progress log', async () => {
    const { market, dales, token, readSummary } = await openOffice()
    const pat = await signInDriver(dales)
    const trips = [await assignedTrip(pat, { departsIn: days(3) }), await assignedTrip(pat, { departsIn: days(3) + hours(30) })]
    await market.advance(days(3) - minutes(20))
    ok(await pat.submitVehicleCheck())
    await pat.reportSteps(trips[0] as { ref: string }, 'en_route', 'arrived')
    expect((await readSummary()).on_time).toEqual({ arrived: 1, late: 0 })

    await market.advance(hours(30) + minutes(30))
    ok(await pat.submitVehicleCheck())
    await pat.reportSteps(trips[1] as { ref: string }, 'en_route', 'arrived')
    expect((await readSummary()).on_time).toEqual({ arrived: 1, late: 1 })

    ok(await pat.report(trips[1] as { ref: string }, 'arrived', { undo: true }))
    expect((await readSummary()).on_time).toEqual({ arrived: 1, late: 0 })
    expect(statusAndCode(await summary(market, token, '?from=2027-03-04&to=2027-03-04&group=day'))).toBe('200')
  })

  test('shows each role its sections, and nothing of another account', async () => {
    const { market, dales } = await openOffice()
    await market.bookedTrip(dales)
    const keys = async (role: 'admin' | 'dispatcher' | 'accounts') =>
      Object.keys(ok(await summary(market, await market.personToken(dales, role), `${year}&group=week`)))
    expect(await keys('admin')).toEqual(['quotes', 'revenue', 'utilisation', 'on_time'])
    expect(await keys('dispatcher')).toEqual(['quotes', 'revenue', 'utilisation', 'on_time'])
    expect(await keys('accounts')).toEqual(['revenue', 'on_time'])

    const other = await market.personToken(await market.operator('Moors Coaches'))
    expect(ok(await summary(market, other, `${year}&group=week`))).toMatchObject({
      quotes: nothing,
      revenue: [],
      utilisation: [],
    })
  })

  test('requires ordered days, 400 at most, and a valid group', async () => {
    const { market, token } = await openOffice()
    const refused = async (query: string) => {
      const answer = await summary(market, token, query)
      return [statusAndCode(answer), ...Object.keys(answer.json.error?.fields ?? {})]
    }
    const broken: readonly [string, string][] = [
      ['?to=2027-01-01&group=day', 'from'],
      ['?from=2027-01-01&group=day', 'to'],
      ['?from=2027-01-01&to=2027-01-01', 'group'],
      ['?from=2027-01-01&to=2027-01-01&group=year', 'group'],
      ['?from=2027-02-30&to=2027-03-01&group=day', 'from'],
      ['?from=2027-01-01T00:00:00Z&to=2027-03-01&group=day', 'from'],
      ['?from=2027-01-02&to=2027-01-01&group=day', 'to'],
      ['?from=2027-01-01&to=2028-02-05&group=day', 'to'],
      ['?from=1000-01-01&to=9999-12-31&group=day', 'to'],
    ]
    for (const [query, field] of broken)
      expect([query, ...(await refused(query))]).toEqual([query, '422 validation_failed', field])
    expect(await refused('?from=2027-01-01&to=2028-02-04&group=day')).toEqual(['200'])
    expect(await refused('?from=9999-12-31&to=9999-12-31&group=week')).toEqual(['200'])
    expect(await refused('?from=1000-01-01&to=1000-01-01&group=week')).toEqual(['200'])
  })
})
