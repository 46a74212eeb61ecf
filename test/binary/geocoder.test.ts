import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { wordsOfService } from '../support/bad-moods.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { type GeocoderDouble, type GeocoderMood, type MappedPlace, openGeocoderDouble } from '../support/geocoder-double.ts'
import { type Market, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { startServer } from '../support/server.ts'

const kinds = ['nominatim', 'photon'] as const
const missed = 'geocoder found no places; the search continued without it'
const untried = 'geocoder did not answer a test question'

const linesOf = (log: string, msg: string) => log.split('\n').filter((line) => line.includes(`"msg":"${msg}"`))

const arena: MappedPlace = { name: 'Leeds Arena', city: 'Leeds', postcode: 'LS2 8BY', country: 'gb', lat: 53.8029, lon: -1.5419 }
const castle: MappedPlace = { name: 'Leeds Castle', city: 'Maidstone', country: 'gb', lat: 51.2487, lon: 0.6303 }
const leeds: MappedPlace = { name: 'Leeds', city: 'Leeds', country: 'gb', lat: 53.7974, lon: -1.5438 }

describe('an invalid geocoder or map setting', () => {
  test.each([
    ['CHARABANC_GEOCODER_URL', 'http://127.0.0.1:2322', 'is not the address of a geocoder'],
    ['CHARABANC_GEOCODER_URL', 'google+https://maps.example', 'is not the address of a geocoder'],
    ['CHARABANC_GEOCODER_URL', 'photon+ftp://127.0.0.1', 'is not the address of a geocoder'],
    ['CHARABANC_GEOCODER_URL', 'nominatim+http://127.0.0.1/search', 'is not the address of a geocoder'],
    ['CHARABANC_MAP_URL', 'https://maps.example/{latitude}', 'is not a URL that begins with http'],
    ['CHARABANC_MAP_URL', 'geo:{latitude},{longitude}', 'is not a URL that begins with http'],
  ])('is rejected by config check and serve: %s=%s', async (variable, value, sentence) => {
    using folder = makeFolder()
    const env = { [variable]: value, CHARABANC_LISTEN: '127.0.0.1:0' }
    for (const words of [['config', 'check'], ['serve']]) {
      const { exitCode, stderr } = await runExecutable(words, { dataDir: folder.at('data'), env })
      expect({ words, exitCode }).toEqual({ words, exitCode: 2 })
      expect(stderr).toContain(`${variable}: ${JSON.stringify(value)} ${sentence}`)
    }
  })

  test('is reported without its password', async () => {
    const env = { CHARABANC_GEOCODER_URL: 'photon+http://me:secret@127.0.0.1' }
    const { exitCode, stderr } = await runExecutable(['config', 'check'], { env })
    expect(exitCode).toBe(2)
    expect(stderr).not.toContain('secret')
  })
})

describe.each(kinds)('a geocoder of the kind %s', (kind) => {
  test('is listed by config show, and asked for a place by config check, which exits with 0 in any case', async () => {
    await using geocoder = await openGeocoderDouble(kind)
    const { env } = geocoder
    const shown = await runExecutable(['config', 'show'], { env })
    expect(shown.stdout).toContain(`${kind}+http://${geocoder.host}`)
    expect(await runExecutable(['config', 'check'], { env })).toMatchObject({ exitCode: 0, stderr: '' })
    expect(geocoder.questions.map((query) => query.get('q'))).toEqual(['Leeds'])
    geocoder.behave('fails')
    const { exitCode, stderr } = await runExecutable(['config', 'check'], { env })
    expect(exitCode).toBe(0)
    expect(stderr).toStartWith(`${geocoder.host} finds no places: status 500. Check that it runs`)
    expect(stderr).not.toContain(wordsOfService)
  })

  test('is checked by the doctor, and causes at most a warning', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const account = ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']
    await runExecutableJson(account, { dataDir })
    await using geocoder = await openGeocoderDouble(kind)
    const examine = async (...words: readonly string[]) => {
      const env = { CHARABANC_LISTEN: '127.0.0.1:0', ...geocoder.env }
      const { exitCode, stdout } = await runExecutable(['doctor', '--json', ...words], { dataDir, env })
      const { checks } = JSON.parse(stdout) as { checks: readonly Record<string, string | null>[] }
      return { exitCode, found: checks.filter(({ check }) => check === 'geocoder') }
    }
    const finding = (state: string, found: string, mend: string | null = null) => [{ check: 'geocoder', state, found, mend }]
    expect(await examine()).toEqual({ exitCode: 0, found: finding('ok', `${geocoder.host} answers.`) })
    expect(await examine('--offline')).toEqual({ exitCode: 0, found: finding('ok', `${geocoder.host} was not checked.`) })
    expect(geocoder.questions).toHaveLength(1)
    geocoder.behave('answers with an object')
    const warning = `${geocoder.host} finds no places: an answer without places.`
    expect(await examine()).toEqual({
      exitCode: 0,
      found: finding('warn', warning, expect.stringContaining('Check that it runs') as string),
    })
  })

  test.each<GeocoderMood>(['hangs', 'redirects'])('causes one log line and no failure if it %s at a start', async (mood) => {
    await using geocoder = await openGeocoderDouble(kind)
    geocoder.behave(mood)
    await using server = await startServer({ isFile: true, env: geocoder.env })
    expect((await server.fetch('/readyz')).status).toBe(200)
    await eventually(() => linesOf(server.stderr, untried).length > 0)
    expect(await server.stop()).toBe(0)
    const lines = linesOf(server.stderr, untried).map((line) => JSON.parse(line))
    expect(lines).toMatchObject([{ level: 'warn', geocoder: geocoder.host, reason: expect.any(String) }])
    expect(geocoder.strays).toEqual([])
  })
})

describe.each(kinds)('a search with a geocoder of the kind %s', (kind) => {
  let geocoder: GeocoderDouble
  let market: Market
  let dales: OperatorClient
  let office: PortalClient

  beforeAll(async () => {
    geocoder = await openGeocoderDouble(kind)
    market = await openMarket({ isMute: true, env: geocoder.env })
    dales = await market.operator()
    office = await portalClientOf(market, dales)
  })

  afterAll(async () => {
    await market[Symbol.asyncDispose]()
    await geocoder[Symbol.asyncDispose]()
  })

  type Found = Record<string, unknown> & { readonly source: string; readonly label: string }

  /** Searches; returns the places, and the new questions and log lines. */
  async function search(who: 'portal' | 'platform' | 'customer', q: string, more = '') {
    const before = { questions: geocoder.questions.length, lines: linesOf(market.server.stderr, missed).length }
    const query = `/places?q=${encodeURIComponent(q)}${more}`
    const answer = await {
      portal: () => office.call('GET', query),
      platform: () => market.platform('GET', query),
      customer: () => market.call('GET', `/customer/v1${query}`),
    }[who]()
    const places: Found[] = ok(answer).results
    const lines = () => linesOf(market.server.stderr, missed).slice(before.lines)
    return { places, questions: geocoder.questions.slice(before.questions), lines }
  }

  test('has its places after known places and towns, each once', async () => {
    geocoder.behave('answers', [castle, leeds, arena, arena])
    ok(await office.enter({ pickup: { label: 'Leeds Town Hall', kind: 'venue' }, dropoff: { label: 'York', kind: 'venue' } }))
    const { places, questions, lines } = await search('portal', 'leeds town')
    expect(places.map(({ source, label }) => `${source} ${label}`)).toEqual([
      'known Leeds Town Hall',
      'geocoder Leeds Castle',
      'geocoder Leeds',
      'geocoder Leeds Arena',
    ])
    expect(places.at(-1)).toEqual({
      source: 'geocoder',
      label: 'Leeds Arena',
      kind: 'other',
      locality: 'Leeds',
      postcode: 'LS2 8BY',
      country: 'GB',
      latitude: 53.8029,
      longitude: -1.5419,
      map_url: 'https://www.openstreetmap.org/?mlat=53.8029&mlon=-1.5419#map=17/53.8029/-1.5419',
      used: 0,
      ambiguous: false,
      near_town: null,
    })
    const station = await search('portal', 'leeds sta')
    expect(station.places.map(({ source, label }) => `${source} ${label}`)).toEqual([
      'town Leeds',
      'geocoder Leeds Castle',
      'geocoder Leeds Arena',
    ])
    expect([questions.length, station.questions.length]).toEqual([1, 1])
    expect(lines()).toEqual([])
  })

  test('asks near the given point, and does not ask for short texts or a full list', async () => {
    geocoder.behave('answers', [arena])
    const near = '&near_lat=53.958&near_lng=-1.093'
    const [asked] = (await search('portal', 'leeds arena', near)).questions
    expect(asked?.get(kind === 'photon' ? 'lat' : 'viewbox')).toBe(kind === 'photon' ? '53.958' : '-2.593,54.858,0.407,53.058')
    expect((await search('portal', 'lee')).questions).toEqual([])
    for (let nth = 0; nth < 5; nth++)
      ok(
        await office.enter({
          pickup: { label: `Twinhall ${nth}`, kind: 'venue' },
          dropoff: { label: `Twinhall ${nth + 5}`, kind: 'venue' },
        }),
      )
    const full = await search('portal', 'twinhall')
    expect([full.places.length, full.questions]).toEqual([10, []])
  })

  test('serves the marketplace, and not the public search', async () => {
    geocoder.behave('answers', [arena])
    const platform = await search('platform', 'leeds arena')
    expect(platform.places.at(-1)).toMatchObject({ source: 'geocoder', label: 'Leeds Arena' })
    const customer = await search('customer', 'leeds arena')
    expect(customer.questions).toEqual([])
    expect(customer.places.map(({ source }) => source)).not.toContain('geocoder')
  })

  test('logs nothing for a place that the geocoder does not know', async () => {
    geocoder.behave('knows no such place')
    const { places, questions, lines } = await search('portal', 'zzz no such place')
    expect([places, questions.length, lines()]).toEqual([[], 1, []])
  })

  test.each<GeocoderMood>([
    'hangs',
    'hangs in its body',
    'trickles',
    'hangs up',
    'fails',
    'speaks no JSON',
    'redirects',
    'floods',
    'answers with an object',
    'answers with nameless places',
    'answers with places beyond the poles',
  ])('finds towns within two seconds while the geocoder %s, and causes one log line', async (mood) => {
    geocoder.behave(mood)
    for (const who of ['portal', 'platform'] as const) {
      const startedAt = performance.now()
      const { places, questions, lines } = await search(who, 'leeds sta')
      expect(performance.now() - startedAt).toBeLessThan(patience(2_000))
      expect(places.at(-1)).toMatchObject({ source: 'town', label: 'Leeds', country: 'GB' })
      expect(questions).toHaveLength(1)
      await eventually(() => lines().length > 0)
      expect(lines().map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', geocoder: geocoder.host }])
    }
    expect(market.server.stderr).not.toContain(wordsOfService)
    expect(geocoder.strays).toEqual([])
  })
})
