import { beforeAll, describe, expect, test } from 'bun:test'
import {
  days,
  goodCard,
  type Market,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
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

const place = (label: string, locality: string, postcode: string) => ({ label, kind: 'venue', locality, postcode })

/** Makes a trip of a customer with this name. */
const tripOf = (name: string, fields: object = {}) =>
  market.trip([dales, rival], { customer: { name, email: 'ann@example.org', organisation: null }, ...fields })

const listed = (query: string): Promise<MarketAnswer> => market.platform('GET', `/trips?per_page=100&${query}`)

const refs = async (query: string): Promise<string[]> => ok(await listed(query)).map(({ ref }: { ref: string }) => ref)

const found = (q: string, more = '') => refs(`q=${encodeURIComponent(q)}${more}`)

const one = async ({ ref }: { ref: string }) => {
  const [row] = ok(await listed(`q=${ref}`))
  return row
}

const faultsOf = ({ json }: MarketAnswer) => Object.keys(json.error.fields ?? {})

describe('the list of the marketplace’s trips', () => {
  test('shows the newest first, with the counts and prices of quotes', async () => {
    const first = await tripOf('Zoë Quist')
    const second = await tripOf('Yan Quist')
    expect(await found('quist')).toEqual([second.ref, first.ref])
    expect((await refs('')).slice(0, 2)).toEqual([second.ref, first.ref])
    const whole = ok(await market.platform('GET', `/trips/${first.ref}`))
    expect(await one(first)).toEqual({
      ref: first.ref,
      status: 'open',
      summary: whole.summary,
      departs_at: whole.departs_at,
      quote_by: whole.quote_by,
      customer_name: 'Zoë Quist',
      offers_count: 2,
      quotes_count: 0,
      price: null,
      created_at: whole.created_at,
      updated_at: whole.updated_at,
    })
    ok(await dales.quote(first, { price_amount: 70_000 }))
    ok(await rival.quote(first, { price_amount: 64_000, availability: 'confirmed' }))
    expect(await one(first)).toMatchObject({
      quotes_count: 2,
      price: { min_amount: 64_000, max_amount: 70_000, currency_code: 'GBP' },
    })
    ok(await rival.withdraw(first))
    expect(await one(first)).toMatchObject({ quotes_count: 2, price: { min_amount: 70_000, max_amount: 70_000 } })

    const quoteId = await rival.makeQuote(first, { price_amount: 66_000, availability: 'confirmed' })
    ok(await first.book(quoteId, goodCard))
    expect(await one(first)).toMatchObject({ status: 'booked', price: { min_amount: 66_000, max_amount: 66_000 } })
  })

  test('is filtered by status and returned in pages', async () => {
    const called = await tripOf('Xi Poll')
    const open = await tripOf('Wim Poll')
    ok(await called.cancel())
    expect(await found('poll', '&status=cancelled')).toEqual([called.ref])
    expect(await found('poll', '&status=open')).toEqual([open.ref])
    expect(await refs('status=cancelled')).toContain(called.ref)
    expect(await refs('status=cancelled')).not.toContain(open.ref)
    const second = await market.platform('GET', '/trips?q=poll&per_page=1&page=2')
    expect([second.data.map(({ ref }: { ref: string }) => ref), second.json.meta.total]).toEqual([[called.ref], 2])
    expect(ok(await market.platform('GET', '/trips?q=poll&per_page=1&page=3'))).toEqual([])
  })

  test('excludes operators’ own trips', async () => {
    const { token } = await addSignedInPerson(market, dales.ref)
    const body = {
      customer: { name: 'Vic Ownsome', email: 'vic@example.org' },
      pickup: place('Depot', 'Otley', 'LS21 3AQ'),
      dropoff: place('Pier', 'Whitby', 'YO21 3PU'),
      departs_at: market.at(days(40)),
      passenger_count: 20,
    }
    const { ref } = ok(await market.call('POST', '/portal/v1/trips', { token, body }))
    const now = market.at(-60)
    for (const query of ['q=ownsome', `q=${ref}`, '', `updated_since=${now}`, `q=whitby&updated_since=${now}`]) {
      expect([query, (await refs(query)).includes(ref)]).toEqual([query, false])
    }
  })
})

describe('the filter updated_since', () => {
  test('finds a trip after it is quoted, requested, booked or cancelled', async () => {
    const trip = await tripOf('Una Moved')
    const still = await tripOf('Tom Still')
    let since = ''
    const mark = async () => {
      await market.advance(5)
      since = market.at(-2)
    }
    const moved = async () => {
      const [row, ...more] = ok(await listed(`updated_since=${encodeURIComponent(since)}&q=moved`))
      expect([row?.ref, more]).toEqual([trip.ref, []])
      expect(row.updated_at >= since).toBe(true)
      expect(await found('still', `&updated_since=${encodeURIComponent(since)}`)).toEqual([])
      await mark()
      return row
    }
    await mark()
    expect(await found('moved', `&updated_since=${encodeURIComponent(since)}`)).toEqual([])
    const quoteId = await dales.makeQuote(trip)
    expect((await moved()).quotes_count).toBe(1)
    ok(await trip.request(quoteId))
    await moved()
    ok(await dales.confirm(trip))
    expect((await moved()).status).toBe('booked')
    ok(await market.platform('POST', `/trips/${trip.ref}/cancel`, { reason: 'Rain.' }))
    expect((await moved()).status).toBe('cancelled')
    expect((await one(still)).status).toBe('open')
  })

  test('finds every trip for a past time, and none for a future time', async () => {
    const { total } = (await listed('')).json.meta
    expect((await listed('updated_since=2020-01-01T00:00:00Z')).json.meta.total).toBe(total)
    expect(await refs('updated_since=2090-01-01T00:00:00Z')).toEqual([])
  })
})

describe('a search', () => {
  let trip: { ref: string }
  const sought = { name: 'Åsa Ñuñez-O’Hara', email: 'asa@example.org', organisation: 'Straße & Søn 100% <b>Ltd</b>' }

  beforeAll(async () => {
    trip = await market.trip([dales], {
      customer: sought,
      pickup: place('Harlow Carr Gardens', 'Harrogate', 'HG3 1QB'),
      dropoff: place('Łazienki Park', 'Skipton', 'BD23 1JD'),
    })
  })

  test.each([
    'Åsa',
    'asa nunez',
    'HARROGATE',
    'harr car',
    'hg3 1qb',
    'hg3',
    'bd23',
    'łazienki',
    'STRASSE',
    'skip harlow',
    '100%',
    'hara',
    'ｈａｒｌｏｗ',
  ])('finds the trip by %p', async (q) => {
    expect(await found(q)).toContain(trip.ref)
  })

  test('finds a ref in lower case, without its prefix or shortened', async () => {
    const bare = trip.ref.slice(3)
    for (const q of [trip.ref, trip.ref.toLowerCase(), bare, bare.slice(0, 5)]) expect(await found(q)).toContain(trip.ref)
  })

  test.each(['arrogate', 'harrogate leeds', '%%', '__', '\\%', "' or 1=1 --x", '  ..', 'TR-', 'ltdx', '&#x27;'])(
    'does not find the trip by %p',
    async (q) => {
      expect(await found(q)).not.toContain(trip.ref)
    },
  )

  test('finds nothing without a letter or digit', async () => {
    for (const q of ['%%', '__', '--']) expect([q, await found(q)]).toEqual([q, []])
  })

  test('finds an amended trip by its new details, not by its old ones', async () => {
    const booked = await market.bookedTrip(dales, { customer: { name: 'Sid Former', email: 's@example.org' } })
    const changes = {
      customer: { name: 'Sid Later', email: 's@example.org' },
      dropoff: place('Old Mill', 'Thirsk', 'YO7 1AB'),
    }
    const amended = { changes, reason: 'They moved.', consent: 'given' }
    expect((await market.platform('POST', `/trips/${booked.ref}/amendments`, amended)).status).toBe(201)
    expect([await found('thirsk later'), await found('former')]).toEqual([[booked.ref], []])
    expect(ok(await listed(`q=${booked.ref}`))[0].customer_name).toBe('Sid Later')
  })

  test.each([
    ['q=a', 'q'],
    [`q=${'a'.repeat(81)}`, 'q'],
    ['q=%00%00', 'q'],
    ['status=won', 'status'],
    ['updated_since=yesterday', 'updated_since'],
  ])('is rejected with %s', async (query, field) => {
    const answer = await listed(query)
    expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', [field]])
  })
})

describe('the summary', () => {
  const summary = (from: string, to: string, of: Market = market) =>
    of.platform('GET', `/summary?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`)

  test('counts the trips entered on those days, by what happened to them since', async () => {
    await using own = await openMarket({ isMute: true })
    const [vale, fens, lakes] = [
      await own.operator('Vale'),
      await own.operator('Fens'),
      await own.operator('Lakes', { currency_code: 'EUR' }),
    ]
    const today = own.at(0).slice(0, 10)
    const nothing = {
      from: today,
      to: today,
      timezone: 'Europe/London',
      trips: { entered: 0, quoted: 0, booked: 0, cancelled: 0, expired: 0 },
      quotes_per_trip: null,
      minutes_to_first_quote: { p50: null, p90: null },
      booked_amount: [],
      commission_amount: [],
    }
    expect(ok(await summary(today, today, own))).toEqual(nothing)

    const trips = [await own.trip([vale, fens]), await own.trip([vale, fens]), await own.trip([vale])]
    const abroad = await own.trip([lakes])
    const [first, second, third] = trips
    if (!first || !second || !third) throw new Error('no trips')
    await own.advance(minutes(10))
    const quoteId = await vale.makeQuote(first, { price_amount: 100_000, availability: 'confirmed' })
    const euros = await lakes.makeQuote(abroad, { price_amount: 50_000, currency_code: 'EUR', availability: 'confirmed' })
    await own.advance(minutes(20))
    ok(await fens.quote(first))
    const lost = await vale.makeQuote(second, { price_amount: 80_000, availability: 'confirmed' })
    ok(await first.book(quoteId))
    ok(await abroad.book(euros))
    ok(await second.book(lost))
    ok(await second.cancel())
    ok(await third.cancel())
    const all = {
      ...nothing,
      trips: { entered: 4, quoted: 3, booked: 3, cancelled: 2, expired: 0 },
      quotes_per_trip: 1,
      minutes_to_first_quote: { p50: 10, p90: 30 },
      booked_amount: [
        { amount: 50_000, currency_code: 'EUR' },
        { amount: 100_000, currency_code: 'GBP' },
      ],
      commission_amount: [
        { amount: 5_000, currency_code: 'EUR' },
        { amount: 10_000, currency_code: 'GBP' },
      ],
    }
    expect(ok(await summary(today, today, own))).toEqual(all)
    await own.advance(days(1))
    const tomorrow = own.at(0).slice(0, 10)
    expect(ok(await summary(today, tomorrow, own))).toEqual({ ...all, to: tomorrow })
    expect(ok(await summary(tomorrow, tomorrow, own)).trips.entered).toBe(0)
  })

  test('counts days in the timezone of the first operator, also when its clocks change', async () => {
    await using own = await openMarket({ isMute: true })
    const desk = await own.operator('Night Travel', { timezone: 'America/New_York' })
    // In New York, 14 March 2027 has 23 hours and ends at 04:00 UTC.
    await own.advance((Date.UTC(2027, 2, 15, 3, 59) - own.now()) / 1_000)
    await own.trip([desk])
    await own.advance(minutes(2))
    await own.trip([desk])
    const entered = async (from: string, to: string) => ok(await summary(from, to, own)).trips.entered
    expect(ok(await summary('2027-03-14', '2027-03-14', own)).timezone).toBe('America/New_York')
    expect([
      await entered('2027-03-13', '2027-03-13'),
      await entered('2027-03-14', '2027-03-14'),
      await entered('2027-03-15', '2027-03-15'),
      await entered('2027-03-14', '2027-03-15'),
    ]).toEqual([0, 1, 1, 2])
  })

  test.each([
    ['from=2027-03-02&to=2027-03-01', 'to'],
    ['from=2027-01-01&to=2028-01-02', 'to'],
    ['from=2027-02-30&to=2027-03-01', 'from'],
    ['from=2027-03-01', 'to'],
    ['to=2027-03-01', 'from'],
    ['from=2027-03-01T00:00:00Z&to=2027-03-02', 'from'],
  ])('is rejected with %s', async (query, field) => {
    const answer = await market.platform('GET', `/summary?${query}`)
    expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', [field]])
  })

  test('can cover a leap year', async () => {
    expect(statusAndCode(await summary('2028-01-01', '2028-12-31'))).toBe('200')
  })
})
