import { describe, expect, test } from 'bun:test'
import { runExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { hours, Market, type MarketAnswer, minutes, ok, openMarket, quoteTerms, statusAndCode } from '../support/market.ts'
import { startServer } from '../support/server.ts'

type Ask = () => Promise<MarketAnswer>

const seconds = (count: number) => count

function openMarketWith(name: string, rateLimit: string): Promise<Market> {
  return openMarket({ env: { [`CHARABANC_LIMIT_${name}`]: rateLimit } })
}

/** Sends a request `times` times, and returns each status and code. */
async function inARow(times: number, ask: Ask): Promise<string[]> {
  const outcomes: string[] = []
  for (let time = 0; time < times; time++) outcomes.push(statusAndCode(await ask()))
  return outcomes
}

/** Counts the stored reads of the only caller. */
async function kept({ server }: Market): Promise<number> {
  const [row] = await server.ask<{ state: string }>("SELECT state FROM rate_limits WHERE bucket = 'read'")
  return row === undefined ? 0 : JSON.parse(row.state)['3600000'].hits.length
}

const several = (times: number, said: string) => Array.from({ length: times }, () => said)
const waitOf = (answer: MarketAnswer) => Number(answer.headers.get('Retry-After'))
const remainingOf = (answer: MarketAnswer) => Number(answer.headers.get('X-RateLimit-Remaining'))

const place = (label: string) => ({ label, kind: 'venue' })
const tripFor = (market: Market) => ({
  customer: { name: 'Ann Smith', email: 'ann@example.org' },
  pickup: place('Leeds Town Hall'),
  dropoff: place('York Minster'),
  departs_at: market.at(hours(24 * 60)),
  passenger_count: 45,
})

describe('a rate limit', () => {
  test('accepts its number of calls, then refuses with a wait, and does not count refused calls', async () => {
    await using market = await openMarketWith('READ', '3/m')
    const desk = await market.operator()
    const beganAt = market.now()
    expect(await inARow(3, () => desk.get('/me'))).toEqual(several(3, '200'))
    const refused = await desk.get('/jobs')
    const spent = Math.ceil((market.now() - beganAt) / 1_000)
    expect(statusAndCode(refused)).toBe('429 rate_limited')
    expect(refused.json.error.message).toContain(`${waitOf(refused)} s`)
    expect(waitOf(refused)).toBeGreaterThanOrEqual(60 - spent)
    expect(waitOf(refused)).toBeLessThanOrEqual(60)
    for (let time = 0; time < 10; time++) await desk.get('/me')

    await market.advance((beganAt - market.now()) / 1_000 + seconds(55))
    expect(await inARow(1, () => desk.get('/me'))).toEqual(['429 rate_limited'])
    await market.advance(seconds(6) + spent)
    expect(await inARow(4, () => desk.get('/me'))).toEqual([...several(3, '200'), '429 rate_limited'])
  })

  test('never accepts more calls in any window, also across a minute mark', async () => {
    await using market = await openMarketWith('READ', '4/10s')
    const desk = await market.operator()
    const admitted: { before: number; after: number }[] = []
    for (let turn = 0; turn < 20; turn++) {
      for (let time = 0; time < 3; time++) {
        const before = market.now()
        if ((await desk.get('/me')).status === 200) admitted.push({ before, after: market.now() })
      }
      await market.advance(3)
    }
    // The fifth of any five calls must come at least ten seconds after the first.
    for (const [index, { after }] of admitted.entries())
      expect(after - (admitted[index - 4]?.before ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(10_000)
    expect(admitted.length).toBeGreaterThanOrEqual(20)
  })

  test('can have a daily window, which begins with the first call', async () => {
    await using market = await openMarketWith('READ', '100/m,5/d')
    const desk = await market.operator()
    const beganAt = market.now()
    expect(await inARow(2, () => desk.get('/me'))).toEqual(several(2, '200'))
    await market.advance(hours(20))
    expect(await inARow(4, () => desk.get('/me'))).toEqual([...several(3, '200'), '429 rate_limited'])
    const refused = await desk.get('/me')
    expect(waitOf(refused)).toBeGreaterThan(hours(24) - (market.now() - beganAt) / 1_000 - 1)
    expect(waitOf(refused)).toBeLessThanOrEqual(hours(4))
    await market.advance(hours(4))
    expect(await inARow(1, () => desk.get('/me'))).toEqual(['200'])
  })

  test('is shown in the headers of every answer to a caller', async () => {
    await using market = await openMarketWith('READ', '3/m,100/d')
    const desk = await market.operator()
    const answers = [
      await desk.get('/me'),
      await desk.get('/jobs/TR-000000'),
      await desk.get('/jobs?filter='),
      await desk.get('/me'),
    ]
    expect(answers.map(statusAndCode)).toEqual(['200', '404 not_found', '422 validation_failed', '429 rate_limited'])
    expect(answers.map((answer) => answer.headers.get('X-RateLimit-Limit'))).toEqual(several(4, '3'))
    expect(answers.map(remainingOf)).toEqual([2, 1, 0, 0])
    const [first, , , last] = answers
    expect(first?.headers.get('RateLimit-Policy')).toBe('"read-min";q=3;w=60,"read-day";q=100;w=86400')
    expect(first?.headers.get('RateLimit')).toMatch(/^"read-min";r=2;t=\d+,"read-day";r=99;t=\d+$/)
    expect(last?.headers.get('RateLimit')).toMatch(/^"read-min";r=0;t=\d+,"read-day";r=97;t=\d+$/)
    const stranger = await market.call('GET', '/api/v1/me')
    expect([...stranger.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
  })

  test('sends no headers if it is off', async () => {
    await using market = await openMarketWith('READ', 'off')
    const desk = await market.operator()
    const answer = await desk.get('/me')
    expect([...answer.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
  })
})

describe('the count of calls', () => {
  test('includes 403, 404, 409 and 422 but not 401, for each key and kind of call', async () => {
    const env = { CHARABANC_LIMIT_READ: '4/m', CHARABANC_LIMIT_WRITE: '2/m', CHARABANC_LIMIT_QUOTE_WRITE: '3/m' }
    await using market = await openMarket({ isAlone: true, env })
    const desk = await market.operator()
    const trip = await market.trip([desk])
    const narrow = await market.key(desk.ref, ['jobs:read'])

    for (let time = 0; time < 6; time++) await market.call('GET', '/api/v1/me', { token: `${desk.token}x` })
    const reads = [await desk.get('/payouts?status=lost'), await desk.get('/bookings/TR-000000'), await desk.get('/nowhere')]
    expect(reads.map(statusAndCode)).toEqual(['422 validation_failed', '404 not_found', '404 not_found'])
    expect(await inARow(1, () => market.call('HEAD', '/api/v1/me', { token: desk.token }))).toEqual(['200'])
    expect(remainingOf(await desk.get('/me'))).toBe(0)
    expect(await inARow(1, () => desk.get('/me'))).toEqual(['429 rate_limited'])

    const refused = () => market.call('GET', '/api/v1/bookings', { token: narrow })
    expect(await inARow(5, refused)).toEqual([...several(4, '403 missing_ability'), '429 rate_limited'])

    expect(await inARow(1, () => desk.withdraw(trip))).toEqual(['409 no_live_quote'])
    expect(await inARow(1, () => desk.quote(trip, { price_amount: 0 }))).toEqual(['422 validation_failed'])
    expect(await inARow(2, () => desk.quote(trip))).toEqual(['200', '429 rate_limited'])
    expect(await inARow(3, () => desk.post('/drivers', { name: 'Pat' }))).toEqual(['201', '201', '429 rate_limited'])
    expect(ok(await market.call('GET', '/api/v1/jobs', { token: await market.key(desk.ref) })).length).toBe(1)
  })

  test('refuses a caller over the limit before all other checks', async () => {
    await using market = await openMarketWith('WRITE', '1/m')
    const desk = await market.operator()
    const narrow = await market.key(desk.ref, [])
    const ask = (body: unknown) => market.call('POST', '/api/v1/drivers', { token: narrow, body })
    expect([statusAndCode(await ask({})), statusAndCode(await ask('{'))]).toEqual(['403 missing_ability', '429 rate_limited'])
  })

  test('is shared by the six quote calls, apart from other writes', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_QUOTE_WRITE: '6/m', CHARABANC_LIMIT_WRITE: '1/m' } })
    const desk = await market.operator()
    const trip = await market.trip([desk])
    const six: Ask[] = [
      () => desk.quote(trip),
      () => desk.unconfirm(trip),
      () => desk.withdraw(trip),
      () => desk.decline(trip),
      () => desk.confirm(trip),
      () => desk.reject(trip),
    ]
    const outcomes: string[] = []
    for (const ask of six) outcomes.push(statusAndCode(await ask()))
    expect(outcomes.some((one) => one.startsWith('429'))).toBe(false)
    for (const ask of six) expect(statusAndCode(await ask())).toBe('429 rate_limited')
    expect(statusAndCode(await desk.post('/drivers', { name: 'Pat' }))).toBe('201')
  })

  test('is kept by trip for customers, by key for platforms, and by address for enquiries', async () => {
    const env = { CHARABANC_LIMIT_CUSTOMER: '2/m', CHARABANC_LIMIT_PLATFORM: '8/m', CHARABANC_LIMIT_ENQUIRY: '2/h' }
    await using market = await openMarket({ isAlone: true, env })
    const desk = await market.operator()
    const [trip, other] = [await market.trip([desk]), await market.trip([desk])]
    expect(await inARow(3, () => trip.readTrip())).toEqual(['200', '200', '429 rate_limited'])
    expect(statusAndCode(await trip.cancel())).toBe('429 rate_limited')
    expect(statusAndCode(await other.readTrip())).toBe('200')

    expect(await inARow(6, () => market.platform('GET', '/operators'))).toEqual([...several(5, '200'), '429 rate_limited'])
    const { token } = await market.server.cliJson<{ token: string }>(['key', 'mint', '--platform', '--name', 'other'])
    expect(statusAndCode(await market.platform('GET', '/operators', undefined, { token }))).toBe('200')

    const beganAt = market.now()
    const enquire = (body: unknown) => market.call('POST', '/customer/v1/enquiries', { body })
    expect(statusAndCode(await enquire({}))).toBe('422 validation_failed')
    expect(statusAndCode(await enquire(tripFor(market)))).toBe('201')
    const refused = await enquire(tripFor(market))
    expect(statusAndCode(refused)).toBe('429 rate_limited')
    expect(waitOf(refused)).toBeGreaterThan(3_600 - Math.ceil((market.now() - beganAt) / 1_000) - 1)
    await market.advance(hours(1))
    expect(statusAndCode(await enquire(tripFor(market)))).toBe('201')
  })

  test('is exact for simultaneous calls', async () => {
    await using market = await openMarketWith('READ', '10/m')
    const desk = await market.operator()
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => desk.get('/me')))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(50)
  })
})

describe('a burst limit', () => {
  const reads = (market: Market, path = '/me') => market.operator().then((desk) => () => desk.get(path))

  test('counts no refused call, and leaves the limit of a minute in the headers', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_READ: '60/m', CHARABANC_LIMIT_BURST: '3/30s' } })
    const read = await reads(market)

    const outcomes = await inARow(9, read)
    await market.advance(seconds(31))
    const later = await read()

    expect(outcomes).toEqual([...several(3, '200'), ...several(6, '429 rate_limited')])
    expect(statusAndCode(later)).toBe('200')
    expect([later.headers.get('X-RateLimit-Limit'), remainingOf(later)]).toEqual(['60', 56])
    expect(later.headers.get('RateLimit-Policy')).toBe('"read-30s";q=3;w=30,"read-min";q=60;w=60')
    expect((await read()).headers.get('RateLimit')).toMatch(/^"read-30s";r=1;t=\d+,"read-min";r=55;t=\d+$/)
  })

  test('asks to wait one second if its window is one second', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_READ: '1000/m', CHARABANC_LIMIT_BURST: '1/s' } })
    const read = await reads(market)

    const outcomes = await Promise.all(Array.from({ length: 100 }, read))

    const refused = outcomes.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(waitOf))).toEqual(new Set([1]))
    expect(outcomes.map((answer) => answer.headers.get('X-RateLimit-Limit'))).toEqual(several(100, '1000'))
  })

  test('is absent by default, so that the calls of a minute can come together', async () => {
    await using market = await openMarketWith('READ', '60/m')
    const read = await reads(market)
    expect((await Promise.all(Array.from({ length: 60 }, read))).map(statusAndCode)).toEqual(several(60, '200'))
  })

  test('is off with its rate limit, and must have a shorter window', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_READ: 'off', CHARABANC_LIMIT_BURST: '1/h' } })
    const read = await reads(market)
    expect((await Promise.all(Array.from({ length: 20 }, read))).map(statusAndCode)).toEqual(several(20, '200'))

    const { exitCode, stderr } = await runExecutable(['config', 'check'], { env: { CHARABANC_LIMIT_BURST: '20/m' } })
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('CHARABANC_LIMIT_BURST must have a shorter window than CHARABANC_LIMIT_READ')
  })
})

describe("a person's device", () => {
  test('has its own rate limit for portal reads, apart from its other calls and other devices', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_READ: '2/m', CHARABANC_LIMIT_PORTAL: '4/m' } })
    const desk = await market.operator()
    const [token, other] = [await market.personToken(desk), await market.personToken(desk)]
    const ask = (path: string, of = token) => market.call('GET', path, { token: of })

    expect(await inARow(5, () => ask('/portal/v1/vehicles'))).toEqual([...several(4, '200'), '429 rate_limited'])
    expect(statusAndCode(await ask('/portal/v1/users'))).toBe('429 rate_limited')
    expect(statusAndCode(await ask('/portal/v1/users', other))).toBe('200')
    expect(await inARow(3, () => ask('/api/v1/me'))).toEqual(['200', '200', '429 rate_limited'])
    expect(statusAndCode(await market.call('POST', '/portal/v1/vehicles', { token, body: {} }))).toBe('422 validation_failed')
    expect((await ask('/portal/v1/users', other)).headers.get('RateLimit-Policy')).toBe('"portal-min";q=4;w=60')
  })

  test('can read 300 times a minute by default', async () => {
    await using server = await startServer()
    const { token } = await server.cliJson<{ token: string }>(['key', 'mint', '--platform', '--name', 'marketplace'])
    const market = new Market(server, token)
    const person = await market.personToken(await market.operator())
    const outcomes = await Promise.all(
      Array.from({ length: 310 }, () => market.call('GET', '/portal/v1/operator', { token: person })),
    )
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(300)
  })
})

describe('a restart', () => {
  test('keeps the counts of every caller', async () => {
    await using market = await openMarketWith('READ', '5/h')
    const desk = await market.operator()
    expect(await inARow(4, () => desk.get('/me'))).toEqual(several(4, '200'))
    await market.server.stop()
    await market.server.start()
    expect(await inARow(2, () => desk.get('/me'))).toEqual(['200', '429 rate_limited'])
    await market.server.stop()
    await market.server.start()
    expect(await inARow(1, () => desk.get('/me'))).toEqual(['429 rate_limited'])
  })

  test('loses at most the counts of the last second after kill -9', async () => {
    await using market = await openMarketWith('READ', '5/h')
    const desk = await market.operator()
    expect(await inARow(4, () => desk.get('/me'))).toEqual(several(4, '200'))
    await eventually(async () => (await kept(market)) === 4)
    expect(await inARow(1, () => desk.get('/me'))).toEqual(['200'])
    await market.server.kill()
    await market.server.start()
    const outcomes = await inARow(2, () => desk.get('/me'))
    expect([several(2, '429 rate_limited'), ['200', '429 rate_limited']]).toContainEqual(outcomes)
  })
})

describe('the default rate limits', () => {
  test('allow 60 reads, 30 quotes, 60 writes, 30 customer, 600 platform calls a minute; 10 enquiries an hour', async () => {
    await using server = await startServer()
    const { token } = await server.cliJson<{ token: string }>(['key', 'mint', '--platform', '--name', 'marketplace'])
    const market = new Market(server, token)
    const desk = await market.operator()
    const trip = await market.trip([desk])
    const whole = `/trips/${trip.ref}`
    /** Counts the accepted calls within one minute; starts again if the machine was too slow. */
    const counted = async (times: number, ask: Ask) => {
      for (;;) {
        const startedAt = performance.now()
        const outcomes = await Promise.all(Array.from({ length: times }, ask))
        if (performance.now() - startedAt < 50_000) return outcomes.filter(({ status }) => status !== 429).length
        await market.advance(minutes(60))
      }
    }
    await market.advance(minutes(1))
    expect(await counted(650, () => market.platform('GET', whole))).toBe(600)
    expect(await counted(70, () => desk.get('/me'))).toBe(60)
    expect(await counted(40, () => desk.quote(trip, quoteTerms()))).toBe(30)
    expect(await counted(70, () => desk.post('/drivers', { name: 'Pat' }))).toBe(60)
    expect(await counted(40, () => trip.readTrip())).toBe(30)
    expect(await counted(12, () => market.call('POST', '/customer/v1/enquiries', { body: tripFor(market) }))).toBe(10)
    await market.advance(minutes(1))
    expect(await counted(70, () => desk.get('/me'))).toBe(60)
  })
})
