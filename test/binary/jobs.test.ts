import { beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market

beforeAll(async () => {
  market = await openShared()
})

async function refs(operator: OperatorClient, query: string): Promise<string[]> {
  return ok(await operator.jobs(query)).map((job: { ref: string }) => job.ref)
}

describe('job inbox', () => {
  let dales: OperatorClient
  let rival: OperatorClient
  const trips: Record<string, CustomerClient> = {}

  /** One job in each state, entered in this order. */
  beforeAll(async () => {
    dales = await market.operator('Dales Coaches')
    rival = await market.operator('Rival Travel')
    const enter = async (name: string, fields: object = {}) => {
      const trip = await market.trip([dales, rival], fields)
      trips[name] = trip
      return trip
    }
    await enter('expired', { quote_by: market.at(minutes(1)) })
    const departed = await enter('departed', { departsIn: minutes(2), quote_by: market.at(minutes(1)) })
    ok(await dales.quote(departed))
    const declinedAndDeparted = await enter('declined and departed', { departsIn: minutes(2), quote_by: market.at(minutes(1)) })
    ok(await dales.decline(declinedAndDeparted))
    const outlives = await enter('quoted past quote_by', { quote_by: market.at(minutes(1)) })
    ok(await dales.quote(outlives))
    await market.advance(minutes(2) + 1)
    await eventually(async () => ok(await dales.job(departed)).my_quote.status === 'expired')
    await market.server.dueTasksDone()

    await enter('fresh, late', { quote_by: market.at(days(10)) })
    await enter('fresh, sooner', { quote_by: market.at(days(2)) })
    await enter('fresh, closing', { quote_by: market.at(hours(23)) })
    const closing = await enter('quoted, closing', { quote_by: market.at(hours(3)) })
    ok(await dales.quote(closing))
    const declined = await enter('declined, closing', { quote_by: market.at(hours(2)) })
    ok(await dales.decline(declined))
    const requested = await enter('requested')
    ok(await requested.request(await dales.makeQuote(requested)))
    const won = await enter('won')
    ok(await won.book(await dales.makeQuote(won, { availability: 'confirmed' })))
    const lost = await enter('lost')
    ok(await dales.quote(lost))
    ok(await lost.book(await rival.makeQuote(lost, { availability: 'confirmed' })))
    const cancelled = await enter('cancelled')
    ok(await dales.quote(cancelled))
    ok(await cancelled.cancel())
    const bookedAndCancelled = await enter('booked and cancelled')
    ok(await bookedAndCancelled.book(await dales.makeQuote(bookedAndCancelled, { availability: 'confirmed' })))
    ok(await bookedAndCancelled.cancel())
    const withdrawn = await enter('withdrawn', { quote_by: market.at(days(1) + minutes(5)) })
    ok(await dales.quote(withdrawn))
    ok(await dales.withdraw(withdrawn))
  })

  const named = (...names: string[]) =>
    names.map((name) => {
      const trip = trips[name]
      if (trip === undefined) throw new Error(`no trip ${name}`)
      return trip.ref
    })

  const statuses: Record<string, string> = {
    expired: 'expired',
    departed: 'expired',
    'declined and departed': 'declined',
    'quoted past quote_by': 'quoted',
    'fresh, late': 'fresh',
    'fresh, sooner': 'fresh',
    'fresh, closing': 'fresh',
    'quoted, closing': 'quoted',
    'declined, closing': 'declined',
    requested: 'booking_requested',
    won: 'won',
    lost: 'lost',
    cancelled: 'cancelled',
    'booked and cancelled': 'cancelled',
    withdrawn: 'fresh',
  }

  for (const [name, status] of Object.entries(statuses)) {
    test(`shows a job ${name} as ${status}, with closed_at if no action is left`, async () => {
      const trip = trips[name]
      if (trip === undefined) throw new Error(`no trip ${name}`)
      const job = ok(await dales.job(trip))
      expect(job.status).toBe(status)
      const isClosed = !['fresh', 'quoted', 'booking_requested'].includes(status) && name !== 'declined, closing'
      expect(job.closed_at !== null).toBe(isClosed)
    })
  }

  test('lists every job except won ones under "all", newest offer first', async () => {
    const expected = Object.keys(statuses).filter((name) => name !== 'won')
    expect(await refs(dales, '?filter=all')).toEqual(named(...expected).reverse())
    expect(await refs(dales, '')).toEqual(named(...expected).reverse())
  })

  test('lists open jobs without a quote under "fresh", not declined, most urgent first', async () => {
    expect(await refs(dales, '?filter=fresh')).toEqual(named('fresh, closing', 'withdrawn', 'fresh, sooner', 'fresh, late'))
  })

  test('lists jobs with an active or requested quote under "quoted", newest offer first', async () => {
    expect(await refs(dales, '?filter=quoted')).toEqual(named('requested', 'quoted, closing', 'quoted past quote_by'))
  })

  test('lists jobs with quote_by within 24 hours under "closing", not declined, most urgent first', async () => {
    expect(await refs(dales, '?filter=closing')).toEqual(named('quoted, closing', 'fresh, closing'))
  })

  test('lists expired jobs under "expired", newest offer first', async () => {
    expect(await refs(dales, '?filter=expired')).toEqual(named('departed', 'expired'))
  })

  test('lists each job with the fields of a single job', async () => {
    for (const job of ok(await dales.jobs('?per_page=100'))) expect(job).toEqual(ok(await dales.job(job)))
  })

  test('keeps the filter on each page', async () => {
    const page = await dales.jobs('?filter=fresh&per_page=3&page=2')
    expect(page.data.map((job: { ref: string }) => job.ref)).toEqual(named('fresh, late'))
    expect(page.json.meta).toMatchObject({ current_page: 2, from: 4, to: 4, total: 4, last_page: 2, per_page: 3 })
    expect(page.json.links.first).toContain('/api/v1/jobs?filter=fresh&per_page=3&page=1')
  })

  test('is empty for an operator without offers', async () => {
    const stranger = await market.operator('Stranger Tours')
    expect(ok(await stranger.jobs())).toEqual([])
  })

  for (const query of ['?filter=won', '?filter=', '?filter=Fresh', '?filter=all&filter=nothing', '?updated_since=yesterday']) {
    test(`rejects ${query} instead of listing every job`, async () => {
      const answer = await dales.jobs(query)
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields)).toEqual([query.slice(1).split('=')[0] ?? ''])
    })
  }
})

test('lists jobs changed since updated_since, including a declined card', async () => {
  const dales = await market.operator('Dales Coaches')
  const [first, second] = [await market.trip([dales]), await market.trip([dales])]
  const quoteId = await dales.makeQuote(second)
  ok(await second.request(quoteId, 'pm_card_chargeDeclined'))
  await market.advance(minutes(5))
  const since = market.at(-60)
  expect(await refs(dales, `?updated_since=${since}`)).toEqual([])
  expect(statusAndCode(await dales.confirm(second))).toBe('409 deposit_charge_failed')
  expect(await refs(dales, `?updated_since=${since}`)).toEqual([second.ref])
  ok(await dales.quote(first))
  expect(await refs(dales, `?filter=quoted&updated_since=${since}`)).toEqual([second.ref, first.ref])
})

test('returns every field of a job in the order of the contract', async () => {
  const dales = await market.operator('Dales Coaches')
  const trip = await market.trip([dales])
  const job = ok(await dales.job(trip))
  expect(Object.keys(job)).toEqual(
    `ref status trip_type purpose summary pickup dropoff departs_at returns_at ends_at timezone legs passenger_count passengers luggage
    vehicles_requested accessibility amenities_required coach_stays_with_group waiting_minutes driver_provisions dbs_required flight
    distance_m driving_seconds distance_source hours_advice notes currency_code quote_by offered_at closed_at booking_ref my_quote created_at
    updated_at own_trip empty_m`.split(/\s+/),
  )
  expect(job.ref).toMatch(/^TR-[0-9A-HJKMNP-TV-Z]{6}$/)
  expect(Object.keys(job.legs[0])).toEqual(
    `sequence kind pickup dropoff departs_at arrive_by passenger_count waiting_minutes distance_m driving_seconds distance_source stops`.split(
      ' ',
    ),
  )
})

test('returns null for missing details of a trip, and whole objects for partial ones', async () => {
  const dales = await market.operator('Dales Coaches')
  const bare = ok(await dales.job(await market.trip([dales])))
  for (const field of ['passengers', 'luggage', 'accessibility', 'driver_provisions', 'flight', 'notes']) {
    expect({ field, value: bare[field] }).toEqual({ field, value: null })
  }
  const partial = ok(await dales.job(await market.trip([dales], { accessibility: { step_free: true } })))
  expect(Object.entries(partial.accessibility)).toEqual([
    ['wheelchair_spaces', 0],
    ['wheelchair_remains_seated', false],
    ['lift_required', false],
    ['step_free', true],
    ['psvar_required', false],
    ['assistance_dogs', 0],
    ['note', null],
  ])
})

test('uses CHARABANC_CLOSING_HOURS for the closing filter', async () => {
  await using patient = await openMarket({ isMute: true, env: { CHARABANC_CLOSING_HOURS: '72' } })
  const dales = await patient.operator()
  const trip = await patient.trip([dales], { quote_by: patient.at(hours(71)) })
  await patient.trip([dales], { quote_by: patient.at(hours(73)) })
  expect(await refs(dales, '?filter=closing')).toEqual([trip.ref])
})

test('returns 404 for an unknown or malformed ref', async () => {
  const dales = await market.operator('Dales Coaches')
  for (const ref of ['TR-ZZZZZZ', 'tr-zzzzzz', '1', '%20', 'TR-ZZZZZZ%00', '%F0%9F%9A%8C']) {
    expect(statusAndCode(await dales.get(`/jobs/${ref}`))).toBe('404 not_found')
  }
})
