import { describe, expect, test } from 'bun:test'
import { toInstant } from '../../src/domain/instant.ts'
import { days, hours, type Market, type MarketAnswer, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

// biome-ignore lint/suspicious/noExplicitAny: the tests read untyped answers
type Shown = any

let plates = 100

async function deskOf(fields: object = {}) {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', fields)
  return { market, dales, office: await portalClientOf(market, dales) }
}

async function coach(office: PortalClient, seats = 49): Promise<{ id: number; registration: string }> {
  plates++
  return ok(await office.call('POST', '/vehicles', { registration: `YD${plates} ABC`, type: 'coach_49', seats }))
}

const asked = (office: PortalClient, query: string): Promise<MarketAnswer> => office.call('GET', `/diary?${query}`)
const diary = async (office: PortalClient, query: string): Promise<Shown> => ok(await asked(office, query))
const itemsOf = (shown: Shown, id: number): Shown[] => shown.rows.find((row: Shown) => row.id === id).items
const refs = (items: Shown[]): string[] => items.map(({ ref }) => ref)

/** Returns the date that is this many days ahead on the market's clock, which is on winter time. */
const day = (market: Market, later: number) => toInstant(market.now() + days(later) * 1_000).slice(0, 10)

function around(market: Market, later: number, until = later): string {
  return `from=${day(market, later)}&to=${day(market, until)}`
}

/** Books a trip that departs this many days ahead, with or without a named coach. */
async function booked(desk: OperatorClient, later: number, naming: object = {}, fields: object = {}) {
  const vehicles = [{ type: 'coach_49', count: 1, seats: 49, ...naming }]
  const trip = await desk.market.trip([desk], { departsIn: days(later), ...fields })
  ok(await trip.book(await desk.makeQuote(trip, { availability: 'confirmed', vehicles })))
  return trip
}

describe('the diary', () => {
  test('has a row for every vehicle, with its bookings, quotes and blocks', async () => {
    const { market, dales, office } = await deskOf()
    const [idle, busy] = [await coach(office), await coach(office)]
    const pat = await dales.driver()
    const driven = await booked(dales, 30)
    const report_at = market.at(days(30) - hours(1))
    ok(await dales.assign(driven, pat, busy.registration, { report_at }))
    const named = await booked(dales, 32, { vehicle_id: busy.id })
    const vehicles = [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: busy.id }]
    const confirmed = await market.trip([dales], { departsIn: days(34) })
    await dales.makeQuote(confirmed, { availability: 'confirmed', vehicles })
    const likely = await market.trip([dales], { departsIn: days(36) })
    await dales.makeQuote(likely, { availability: 'likely', vehicles })
    const lost = await market.trip([dales], { departsIn: days(37) })
    await dales.makeQuote(lost, { availability: 'confirmed', vehicles })
    ok(await dales.withdraw(lost))
    const cancelled = await booked(dales, 38)
    ok(await dales.assign(cancelled, pat, busy.registration))
    ok(await office.call('POST', `/bookings/${cancelled.ref}/cancel`, { reason: 'Broken down.' }))
    const block = { kind: 'mot', vehicle_id: busy.id, starts_at: market.at(days(39)), ends_at: market.at(days(40)) }
    const { id: blockId } = ok(await office.call('POST', '/blocks', block))

    const shown = await diary(office, `${around(market, 29, 41)}&by=vehicle`)
    expect(shown.rows.map(({ id, registration, seats, type }: Shown) => ({ id, registration, seats, type }))).toEqual(
      [idle, busy].map(({ id, registration }) => ({ id, registration, seats: 49, type: 'coach_49' })),
    )
    expect(itemsOf(shown, idle.id)).toEqual([])
    const items = itemsOf(shown, busy.id)
    expect(items.map(({ what, ref, customer_name }) => [what, ref, customer_name])).toEqual([
      ['booking', driven.ref, 'Ann Smith'],
      ['booking', named.ref, 'Ann Smith'],
      ['confirmed', confirmed.ref, null],
      ['likely', likely.ref, null],
      ['block', null, null],
    ])
    expect(items[0]).toMatchObject({
      kind: null,
      customer_phone: '07700 900123',
      summary: 'Leeds → York, 45 passengers, return',
      passenger_count: 45,
      vehicle_no: 1,
      role: 'driver',
      driver: { id: pat, name: 'Pat Moss' },
      vehicle_id: busy.id,
      vehicle_reg: busy.registration,
      is_acknowledged: false,
      report_at,
      driving_minutes: 92,
      trip_status: 'assigned',
      needs_driver: false,
      warnings: [],
    })
    expect(items[1]).toMatchObject({
      duty_id: null,
      driver: null,
      report_at: null,
      needs_driver: true,
      trip_status: 'unassigned',
    })
    expect(items[2]).toMatchObject({ customer_phone: null, trip_status: null, needs_driver: false })
    const { price_amount, currency_code, valid_until } = ok(await dales.job(confirmed)).my_quote
    expect(items.map(({ quote }) => quote !== null)).toEqual([false, false, true, true, false])
    expect(items[2].quote).toEqual({ price_amount, currency_code, valid_until })
    expect(items[4]).toMatchObject({ kind: 'mot', block_id: blockId, from: block.starts_at, to: block.ends_at })
    expect(refs(shown.unassigned)).toEqual([named.ref])
    expect(shown.elsewhere).toEqual([])
  })

  test('shows the driving minutes of each driver for their own legs', async () => {
    const { market, dales, office } = await deskOf()
    const [pat, sam] = [await dales.driver(), await dales.driver({ name: 'Sam Reed' })]
    const [leeds, york] = ['Leeds', 'York'].map((label) => ({ label, kind: 'station' }))
    const legs = [
      { pickup: leeds, dropoff: york, departs_at: market.at(days(30)), driving_seconds: 3_600 },
      { pickup: york, dropoff: leeds, departs_at: market.at(days(30) + hours(5)), driving_seconds: 5_400 },
    ]
    const trip = await market.bookedTrip(dales, { departs_at: legs[0]?.departs_at, legs })
    ok(await dales.assign(trip, pat, 'YX21 ABC', { legs: [1] }))
    ok(await dales.assign(trip, sam, 'YX21 ABC', { legs: [2] }))
    const shown = await diary(office, `${around(market, 29, 31)}&by=driver`)
    const wheel = (id: number) => itemsOf(shown, id).map(({ driving_minutes }) => driving_minutes)
    expect([wheel(pat), wheel(sam)]).toEqual([[60], [90]])
  })

  test('has a row for every driver, also without duties', async () => {
    const { market, dales, office } = await deskOf()
    const pat = await dales.driver()
    const sam = await dales.driver({ name: 'Sam Reed' })
    const trip = await booked(dales, 30)
    expect(refs((await diary(office, `${around(market, 30)}&by=driver`)).unassigned)).toEqual([trip.ref])
    ok(await dales.assign(trip, pat, 'YX20 ABC'))
    const off = { kind: 'holiday', driver_id: sam, starts_at: market.at(days(29)), ends_at: market.at(days(31)) }
    ok(await office.call('POST', '/blocks', off))

    const shown = await diary(office, `${around(market, 30)}&by=driver`)
    expect(shown.rows.map(({ id, name, items }: Shown) => [id, name, items.map((item: Shown) => item.what)])).toEqual([
      [pat, 'Pat Moss', ['booking']],
      [sam, 'Sam Reed', ['block']],
    ])
    expect(shown.unassigned).toEqual([])
    expect(shown.elsewhere).toEqual([])
  })

  test('lists trips with a hired coach or without a row under elsewhere', async () => {
    const { market, dales, office } = await deskOf()
    const trip = await booked(dales, 30)
    ok(await dales.assign(trip, await dales.driver(), 'HIRED 1'))
    const shown = await diary(office, around(market, 30))
    expect([shown.rows, shown.unassigned]).toEqual([[], []])
    expect(shown.elsewhere).toMatchObject([{ ref: trip.ref, vehicle_reg: 'HIRED 1', vehicle_id: null }])
  })

  test('shows each vehicle of a booking, and which of them needs a driver', async () => {
    const { market, dales, office } = await deskOf()
    const one = await coach(office)
    const pat = await dales.driver()
    const trip = await booked(dales, 30, { count: 2 }, { passenger_count: 90 })
    const pool = async () => (await diary(office, around(market, 30))).unassigned.map((item: Shown) => item.vehicle_no)
    expect(await pool()).toEqual([1, 2])
    ok(await dales.assign(trip, pat, one.registration, { vehicle_no: 2 }))
    expect(await pool()).toEqual([1])
    ok(await dales.assign(trip, await dales.driver({ name: 'Sam Reed' }), 'YX20 ABC', { legs: [1] }))
    expect(await pool()).toEqual([1])
    ok(await dales.assign(trip, await dales.driver({ name: 'Ed Hall' }), 'YX20 ABC', { legs: [2], role: 'relief' }))
    expect(await pool()).toEqual([])
  })

  test('warns of clashes', async () => {
    const { market, dales, office } = await deskOf()
    const [small, large] = [await coach(office, 16), await coach(office)]
    const pat = await dales.driver()
    const [first, second] = [await booked(dales, 30), await booked(dales, 30)]
    ok(await dales.assign(first, pat, large.registration))
    ok(await dales.assign(second, pat, small.registration))
    const confirmed = await market.trip([dales], { departsIn: days(30) })
    const vehicles = [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: large.id }]
    await dales.makeQuote(confirmed, { availability: 'confirmed', vehicles })
    const mot = { kind: 'mot', vehicle_id: large.id, starts_at: market.at(days(30)), ends_at: market.at(days(31)) }
    ok(await office.call('POST', '/blocks', mot))

    const shown = await diary(office, around(market, 30))
    const warnings = (id: number) =>
      Object.fromEntries(itemsOf(shown, id).map((item) => [item.ref ?? item.kind, item.warnings] as const))
    expect(warnings(large.id)).toEqual({
      [first.ref]: ['vehicle_promised', 'vehicle_blocked'],
      [confirmed.ref]: ['vehicle_overlap', 'vehicle_blocked'],
      mot: [],
    })
    expect(warnings(small.id)).toEqual({ [second.ref]: ['seats_below_passengers'] })
    const drivers = await diary(office, `${around(market, 30)}&by=driver`)
    expect(itemsOf(drivers, pat).map((item) => item.warnings)).toEqual([['driver_overlap'], ['driver_overlap']])
  })

  test('uses days in the operator’s time zone, with or without summer time', async () => {
    const { market, dales, office } = await deskOf({ timezone: 'Europe/London' })
    const at = async (departs_at: string) => {
      const returns_at = toInstant(Date.parse(departs_at) + hours(1) * 500)
      return (await booked(dales, 0, {}, { departs_at, returns_at, quote_by: market.at(hours(9)) })).ref
    }
    // Clocks go forward at 01:00Z on 28 March 2027: that day ends at 23:00Z.
    const late = await at('2027-03-28T22:15:00Z')
    const next = await at('2027-03-28T23:00:00Z')
    const inPool = async (query: string) => refs((await diary(office, query)).unassigned)
    expect(await inPool('from=2027-03-27&to=2027-03-27')).toEqual([])
    expect(await inPool('from=2027-03-28&to=2027-03-28')).toContain(late)
    expect(await inPool('from=2027-03-28&to=2027-03-28')).not.toContain(next)
    expect(await inPool('from=2027-03-29&to=2027-03-29')).toContain(next)
    const ny = await deskOf({ timezone: 'America/New_York' })
    const night = await booked(
      ny.dales,
      0,
      {},
      { departs_at: '2027-04-02T03:00:00Z', returns_at: '2027-04-02T03:30:00Z', quote_by: market.at(hours(9)) },
    )
    expect(refs((await diary(ny.office, 'from=2027-04-01&to=2027-04-01')).unassigned)).toEqual([night.ref])
    expect((await diary(ny.office, 'from=2027-04-03&to=2027-04-03')).unassigned).toEqual([])
  })

  test('shows a tour on each of its days', async () => {
    const { market, dales, office } = await deskOf()
    const tour = await booked(dales, 30, {}, { returns_at: market.at(days(40)) })
    for (const later of [30, 35, 40]) expect(refs((await diary(office, around(market, later))).unassigned)).toEqual([tour.ref])
    for (const later of [29, 42]) expect((await diary(office, around(market, later))).unassigned).toEqual([])
  })

  test('covers 1 to 62 days, by vehicle or driver only', async () => {
    const { office } = await deskOf()
    for (const query of ['from=2027-03-01&to=2027-05-01', 'from=2027-03-01&to=2027-03-01', 'from=2024-02-29&to=2024-03-01'])
      expect(statusAndCode(await asked(office, query))).toBe('200')
    for (const [query, field] of [
      ['from=2027-03-01&to=2027-05-02', 'to'],
      ['from=2027-03-02&to=2027-03-01', 'to'],
      ['from=2027-03-02', 'to'],
      ['to=2027-03-02', 'from'],
      ['from=2027-02-29&to=2027-03-02', 'from'],
      ['from=2027-03-02T00:00:00Z&to=2027-03-02', 'from'],
      ['from=&to=2027-03-02', 'from'],
      ['from=0100-01-01&to=9999-12-31', 'to'],
      ["from=2027-03-02&to=2027-03-02&by=driver'--", 'by'],
      ['from=2027-03-02&to=2027-03-02&by=', 'by'],
    ] as const) {
      const answer = await asked(office, query)
      expect([query, statusAndCode(answer)]).toEqual([query, '422 validation_failed'])
      expect(Object.keys(answer.json.error.fields)).toContain(field)
    }
    for (const query of ['from=9999-12-31&to=9999-12-31', 'from=0100-01-01&to=0100-01-01'])
      expect([query, statusAndCode(await asked(office, query))]).toEqual([query, '200'])
  })

  test('hides other operators’ items, and items that a role may not read', async () => {
    const { market, dales, office } = await deskOf()
    const [idle, busy] = [await coach(office), await coach(office)]
    const pat = await dales.driver()
    const trip = await booked(dales, 30)
    ok(await dales.assign(trip, pat, busy.registration))
    const vehicles = [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: busy.id }]
    await dales.makeQuote(await market.trip([dales], { departsIn: days(31) }), { vehicles })
    ok(
      await office.call('POST', '/blocks', {
        kind: 'sick',
        driver_id: pat,
        starts_at: market.at(0),
        ends_at: market.at(days(99)),
      }),
    )

    const stranger = await deskOf()
    expect(await diary(stranger.office, around(market, 25, 35))).toEqual({ rows: [], unassigned: [], elsewhere: [] })
    const token = await market.personToken(dales, 'accounts')
    const read = async (by: string) =>
      ok(await market.call('GET', `/portal/v1/diary?${around(market, 25, 35)}&by=${by}`, { token })).rows.map((row: Shown) => [
        row.id,
        row.items.map((item: Shown) => item.what),
      ])
    expect(await read('vehicle')).toEqual([[busy.id, ['booking']]])
    expect(await read('driver')).toEqual([[pat, ['booking']]])
    expect(idle.id).not.toBe(busy.id)
  })
})
