import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { days, type Market, type OperatorClient, ok, openMarket, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

type Fields = Record<string, unknown>

type Found = {
  source: string
  label: string
  kind: string
  locality: string | null
  postcode: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
  map_url: string | null
  used: number
  ambiguous: boolean
  near_town: string | null
}

async function deskOf(market?: Market) {
  const held = market ?? (await openShared())
  const dales = await held.operator('Dales Coaches')
  return { market: held, dales, office: await portalClientOf(held, dales) }
}

const asked = (office: PortalClient, q: string, more = '') => office.call('GET', `/places?q=${encodeURIComponent(q)}${more}`)

/** All places that a text finds. */
const foundAll = async (office: PortalClient, q: string, more = ''): Promise<Found[]> => ok(await asked(office, q, more)).results

/** The places of trips that a text finds. */
const found = async (office: PortalClient, q: string, more = ''): Promise<Found[]> =>
  (await foundAll(office, q, more)).filter(({ source }) => source === 'known')

/** The towns that a text finds, in short: `Leeds GB`. */
const foundTowns = async (office: PortalClient, q: string, more = ''): Promise<string[]> =>
  (await foundAll(office, q, more)).flatMap(({ source, label, country }) => (source === 'town' ? [`${label} ${country}`] : []))

/** The same places in short: `York Minster 2`. */
const foundShort = async (office: PortalClient, q: string, more = ''): Promise<string[]> =>
  (await found(office, q, more)).map(({ label, used }) => `${label} ${used}`)

const place = (label: string, more: Fields = {}) => ({ label, kind: 'venue', ...more })

/** Enters the account's own trip between two places, and returns its ref. */
const entered = async (office: PortalClient, pickup: Fields, dropoff: Fields, more: Fields = {}): Promise<string> =>
  ok(await office.enter({ pickup, dropoff, ...more })).ref

/** Makes a marketplace's trip from this place to York, offered to these operators. */
const offered = (market: Market, to: readonly OperatorClient[], pickup: Fields, more: Fields = {}) =>
  market.trip(to, { pickup, dropoff: place('York Minster'), ...more })

describe('the search for known places', () => {
  test('finds the places of the account’s own trips, with their details', async () => {
    const { office } = await deskOf()
    const stops = [{ kind: 'comfort', place: place('Skelton Lake Services', { kind: 'other' }) }]
    const from = place('Leeds Town Hall', { locality: 'Leeds', postcode: 'LS1 3AD', latitude: 53.8, longitude: -1.5491 })
    const to = place('National Railway Museum')
    const leg = { pickup: from, dropoff: to, departs_at: office.wish().departs_at, stops }
    await entered(office, from, to, { returns_at: null, legs: [leg] })
    expect(await found(office, 'leeds')).toEqual([
      {
        source: 'known',
        label: 'Leeds Town Hall',
        kind: 'venue',
        locality: 'Leeds',
        postcode: 'LS1 3AD',
        country: 'GB',
        latitude: 53.8,
        longitude: -1.5491,
        map_url: 'https://www.openstreetmap.org/?mlat=53.8&mlon=-1.5491#map=17/53.8/-1.5491',
        used: 1,
        ambiguous: false,
        near_town: null,
      },
    ])
    expect(await found(office, 'SKELTON')).toEqual([
      {
        source: 'known',
        label: 'Skelton Lake Services',
        kind: 'other',
        locality: null,
        postcode: null,
        country: 'GB',
        latitude: null,
        longitude: null,
        map_url: null,
        used: 1,
        ambiguous: false,
        near_town: null,
      },
    ])
    for (const q of ['railway mus', 'ationa', 'müseum'])
      expect([q, await foundShort(office, q)]).toEqual([q, ['National Railway Museum 1']])
    for (const q of ['museum railway', 'ls1', 'manchester']) expect([q, await foundShort(office, q)]).toEqual([q, []])
  })

  test('finds the places of a job once it is quoted, and the places of its amendments', async () => {
    const { market, dales, office } = await deskOf()
    const rival = await market.operator('Rival Travel')
    const rivals = await portalClientOf(market, rival)
    const trip = await offered(market, [dales, rival], place('Harrogate Arms'))
    expect([await foundShort(office, 'harrogate'), await foundShort(rivals, 'harrogate')]).toEqual([[], []])

    await dales.makeQuote(trip, { availability: 'confirmed' })
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed', price_amount: 63_000 })
    expect([await foundShort(office, 'harrogate'), await foundShort(rivals, 'harrogate')]).toEqual([['Harrogate Arms 1'], []])

    ok(await trip.book(quoteId))
    const changes = { dropoff: place('Whitby Abbey', { latitude: 54.4884, longitude: -0.6075 }) }
    const amendment = { changes, reason: 'As they said by phone.', consent: 'given' }
    ok(await office.call('POST', `/bookings/${trip.ref}/amendments`, amendment))
    expect(await found(office, 'whitby')).toMatchObject([
      { label: 'Whitby Abbey', latitude: 54.4884, longitude: -0.6075, used: 1 },
    ])
    expect(await foundShort(office, 'harrogate')).toEqual(['Harrogate Arms 1'])
  })

  test('hides the customer’s details of a quoted job until it is booked', async () => {
    const { market, dales, office } = await deskOf()
    const customer = { name: 'Quentin Quill', organisation: 'Quilters Guild', email: 'q@example.org', phone: '07700 900123' }
    const trip = await offered(market, [dales], place('Office of Quentin Quill'), { customer })
    await dales.makeQuote(trip)
    expect([await found(office, 'quill'), await found(office, 'removed')]).toEqual([[], []])
    expect(await foundShort(office, 'york')).toEqual(['York Minster 1'])
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
    expect([await foundShort(office, 'quill'), await foundShort(office, 'york')]).toEqual([
      ['Office of Quentin Quill 1'],
      ['York Minster 1'],
    ])
  })

  test('counts a place once for each trip, with the coordinates of the latest trip that had any', async () => {
    const { office } = await deskOf()
    const hall = place('Civic Hall', { postcode: 'LS1 1UR' })
    await entered(office, { ...hall, latitude: 53.7, longitude: -1.5 }, hall)
    expect(await found(office, 'civic')).toMatchObject([{ latitude: 53.7, longitude: -1.5, used: 1 }])
    const louder = { ...hall, label: 'CIVIC HALL', postcode: 'ls1-1\u00a0ur', latitude: 53.8019, longitude: -1.5486 }
    await entered(office, louder, place('York'))
    expect(await found(office, 'civic')).toMatchObject([{ label: 'CIVIC HALL', latitude: 53.8019, longitude: -1.5486, used: 2 }])
    await entered(office, hall, place('York'))
    expect(await found(office, 'civic')).toMatchObject([{ label: 'Civic Hall', latitude: 53.8019, longitude: -1.5486, used: 3 }])
    const away = { ...hall, postcode: 'BD1 1HY' }
    await entered(office, away, { ...hall, kind: 'office' })
    expect(await foundShort(office, 'civic')).toEqual(['Civic Hall 3', 'Civic Hall 1', 'Civic Hall 1'])
  })

  test('returns at most ten places, the best match first, then the most used', async () => {
    const { office } = await deskOf()
    for (const [from, to] of [
      ['Parkside Depot', 'Hyde Park'],
      ['Newark Castle', 'Hyde Park'],
      ['Park Gate', 'Newark Castle'],
      ['Park Gate', 'Newpark'],
    ] as const)
      await entered(office, place(from), place(to))
    expect(await foundShort(office, 'park')).toEqual(['Park Gate 2', 'Parkside Depot 1', 'Hyde Park 2', 'Newpark 1'])
    expect(await foundShort(office, 'Park G')).toEqual(['Park Gate 2'])
    for (let nth = 0; nth < 6; nth++) await entered(office, place(`Twin ${nth}`), place(`Twin ${nth + 6}`))
    expect(await found(office, 'twin')).toHaveLength(10)
  })

  test('does not find places of another account', async () => {
    const { office } = await deskOf()
    const stranger = await deskOf()
    await entered(office, place('Common Room'), place('York'))
    expect([await foundShort(office, 'common'), await foundShort(stranger.office, 'common')]).toEqual([['Common Room 1'], []])
  })
})

describe('the search for towns', () => {
  test('lists towns after the places of the account, those of its country first', async () => {
    const { office } = await deskOf()
    await entered(office, place('Leeds Town Hall'), place('York'))
    const results = await foundAll(office, 'leeds')
    expect(results.slice(0, 2)).toMatchObject([
      { source: 'known', label: 'Leeds Town Hall', country: 'GB' },
      { source: 'town', label: 'Leeds', kind: 'other', locality: 'Leeds', postcode: null, country: 'GB', used: 0 },
    ])
    expect(Math.hypot((results[1]?.latitude ?? 0) - 53.797, (results[1]?.longitude ?? 0) + 1.548)).toBeLessThan(0.02)
    const countries = results.slice(1).map(({ country }) => country)
    expect(countries.lastIndexOf('GB')).toBeLessThan(countries.findIndex((country) => country !== 'GB'))
  })

  test.each([
    ['Münster', 'Münster DE'],
    ['Munster', 'Münster DE'],
    ['st helens', 'St Helens GB'],
    ['SAINT-HELENS', 'St Helens GB'],
    ['hull', 'Kingston upon Hull GB'],
    ['newcastle', 'Newcastle upon Tyne GB'],
    ['newport', 'Newport GB'],
    ['kings lynn', "King's Lynn GB"],
  ])('finds %p', async (q, town) => {
    const { office } = await deskOf()
    expect(await foundTowns(office, q)).toContain(town)
  })

  test('marks towns whose name does not say which one is meant, and names a town near each', async () => {
    const { office } = await deskOf()
    const marked = async (q: string) => (await foundAll(office, q)).filter(({ ambiguous }) => ambiguous)
    for (const q of ['ashford', 'Hythe']) {
      const towns = await marked(q)
      expect([q, towns.length > 1]).toEqual([q, true])
      expect(towns.every(({ label, country }) => label.toLowerCase() === q.toLowerCase() && country === 'GB')).toBe(true)
      expect(new Set(towns.map(({ near_town }) => near_town)).size).toBe(towns.length)
    }
    expect((await marked('newcastle')).map(({ label }) => label)).toContain('Newcastle upon Tyne')
    for (const q of ['newport', 'leeds', 'zzz no such place']) expect([q, await marked(q)]).toEqual([q, []])
  })

  test('finds a town before other words if nothing matches the whole text', async () => {
    const { office } = await deskOf()
    expect((await foundTowns(office, 'leeds sta'))[0]).toBe('Leeds GB')
    await entered(office, place('Leeds Station'), place('York'))
    expect(await foundAll(office, 'leeds sta')).toMatchObject([{ source: 'known', label: 'Leeds Station' }])
    expect(await foundAll(office, 'zzz no such place')).toEqual([])
  })

  test('tells towns of one name apart by a large town nearby', async () => {
    const { market, office } = await deskOf()
    const { results }: { results: Found[] } = ok(await market.call('GET', '/customer/v1/places?q=ashford'))
    for (const towns of [results, await foundAll(office, 'ashford')]) {
      const ashfords = towns.filter(({ label, country }) => label === 'Ashford' && country === 'GB')
      expect(ashfords.length).toBeGreaterThan(1)
      expect(new Set(ashfords.map(({ near_town }) => near_town ?? ''))).not.toContain('')
      expect(new Set(ashfords.map(({ near_town }) => near_town)).size).toBe(ashfords.length)
    }
    expect((await foundAll(office, 'leeds')).find(({ country }) => country === 'GB')?.near_town).toBeNull()
  })

  test('has a point of its own, and refuses half of one', async () => {
    const { office } = await deskOf()
    expect(statusAndCode(await asked(office, 'leeds', '&near_lat=-90&near_lng=180.0'))).toBe('200')
    for (const [more, field] of [
      ['&near_lat=53.8', 'near_lng'],
      ['&near_lng=-1.5', 'near_lat'],
      ['&near_lat=91&near_lng=0', 'near_lat'],
      ['&near_lat=0&near_lng=1e1', 'near_lng'],
    ] as const) {
      const refused = await asked(office, 'leeds', more)
      expect([more, statusAndCode(refused)]).toEqual([more, '422 validation_failed'])
      expect(Object.keys(refused.json.error.fields)).toEqual([field])
    }
  })
})

describe('the search without an account', () => {
  test('finds towns, those of the country of the operators first', async () => {
    const { market } = await deskOf()
    const towns = [market.call('GET', '/customer/v1/places?q=newport'), market.platform('GET', '/places?q=newport')]
    for (const answer of await Promise.all(towns)) {
      const { results }: { results: Found[] } = ok(answer)
      expect(results[0]).toMatchObject({ source: 'town', label: 'Newport', country: 'GB', used: 0 })
      expect(results.every(({ source }) => source === 'town')).toBe(true)
    }
  })

  test('refuses texts of 1 and of 81 characters, and half a point', async () => {
    const { market } = await deskOf()
    for (const [query, field] of [
      ['q=a', 'q'],
      ['q=a%20', 'q'],
      [`q=${'x'.repeat(81)}`, 'q'],
      ['q=leeds&near_lat=53', 'near_lng'],
    ] as const) {
      for (const refused of [
        await market.call('GET', `/customer/v1/places?${query}`),
        await market.platform('GET', `/places?${query}`),
      ]) {
        expect([query, statusAndCode(refused)]).toEqual([query, '422 validation_failed'])
        expect(Object.keys(refused.json.error.fields)).toEqual([field])
      }
    }
    expect(statusAndCode(await market.call('GET', '/platform/v1/places?q=leeds'))).toBe('401 unauthenticated')
  })

  test('returns no place of a trip to the public, and no place of an own trip to the marketplace', async () => {
    await using market = await openMarket({ isMute: true, env: { CHARABANC_LIMIT_PLACES: 'off', CHARABANC_LIMIT_WRITE: 'off' } })
    const { dales, office } = await deskOf(market)
    const from = (name: string, nth: number) => ({
      ...place(`Leeds ${name} ${nth}x`),
      kind: nth % 2 === 0 ? 'venue' : 'residential',
    })
    for (let nth = 0; nth < 100; nth++) {
      await entered(office, from('Zqsecret', nth), place(`York Zqsecret ${nth}x`))
      await offered(market, [dales], from(nth % 2 === 0 ? 'Zqmarket' : 'Zqhome', nth))
    }
    expect(await foundShort(office, 'leeds zqsecret')).toHaveLength(10)
    const ofMarket: string[] = []
    for (const q of [
      'le',
      'leeds',
      'leeds zqsecret',
      'leeds zqsecret 7x',
      'york zqsec',
      'zqmarket',
      'zqhome',
      'zqsecret',
      '7x',
      'york',
    ]) {
      const [customer, platform] = [
        await market.call('GET', `/customer/v1/places?q=${encodeURIComponent(q)}`),
        await market.platform('GET', `/places?q=${encodeURIComponent(q)}`),
      ]
      ok(customer)
      expect(customer.text).not.toMatch(/zq|minster/i)
      expect(ok(platform)).toBeDefined()
      expect(platform.text).not.toMatch(/zqsecret|zqhome/i)
      ofMarket.push(platform.text)
    }
    expect(ofMarket.join()).toContain('Leeds Zqmarket')
  })

  test('has a limit of its own for each address', async () => {
    await using market = await openMarket({ isMute: true, env: { CHARABANC_LIMIT_PLACES: '3/m' } })
    await deskOf(market)
    const statuses: string[] = []
    for (let nth = 0; nth < 4; nth++) statuses.push(statusAndCode(await market.call('GET', '/customer/v1/places?q=leeds')))
    expect(statuses).toEqual(['200', '200', '200', '429 rate_limited'])
    expect(statusAndCode(await market.platform('GET', '/places?q=leeds'))).toBe('200')
  })
})

describe('the search of the marketplace', () => {
  const foundBy = async (market: Market, q: string): Promise<string[]> => {
    const { results }: { results: Found[] } = ok(await market.platform('GET', `/places?q=${encodeURIComponent(q)}`))
    return results.filter(({ source }) => source === 'known').map(({ label, used }) => `${label} ${used}`)
  }

  test('finds places of trips that the platform entered, the best match first', async () => {
    await using market = await openMarket({ isMute: true })
    const { dales, office } = await deskOf(market)
    const mill = place('Salts Mill', { locality: 'Saltaire', postcode: 'bd183la', latitude: 53.8379, longitude: -1.7907 })
    await offered(market, [dales], place('Mill Lane School'))
    await offered(market, [dales], mill)
    await offered(market, [dales], { ...mill, latitude: null, longitude: null })
    await entered(office, place('Own Mill'), place('York'))
    expect(await foundBy(market, 'mill')).toEqual(['Mill Lane School 1', 'Salts Mill 2'])
    expect(await foundBy(market, 'SALTS  mi')).toEqual(['Salts Mill 2'])
    for (const q of ['lts mill', 'mill salts', 'saltaire', 'salts school', '%%'])
      expect([q, await foundBy(market, q)]).toEqual([q, []])
    const { results } = ok(await market.platform('GET', '/places?q=salts'))
    expect(results[0]).toEqual({
      source: 'known',
      label: 'Salts Mill',
      kind: 'venue',
      locality: 'Saltaire',
      postcode: 'BD18 3LA',
      country: null,
      latitude: 53.8379,
      longitude: -1.7907,
      map_url: 'https://www.openstreetmap.org/?mlat=53.8379&mlon=-1.7907#map=17/53.8379/-1.7907',
      used: 2,
      ambiguous: false,
      near_town: null,
    })
  })

  test('leaves out homes, customers’ enquiries, and trips of more than two years ago', async () => {
    await using market = await openMarket({ isMute: true })
    const { dales } = await deskOf(market)
    const home = { label: '14 Quill Avenue', kind: 'residential', locality: 'Quillham' }
    await offered(market, [dales], home, { customer: { name: 'Quentin Quill', email: 'q@example.org' } })
    const enquiry = {
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
      pickup: place('Quill Hall'),
      dropoff: place('York'),
      departs_at: market.at(days(60)),
      passenger_count: 20,
    }
    ok(await market.call('POST', '/customer/v1/enquiries', { body: enquiry, key: crypto.randomUUID() }))
    expect(await foundBy(market, 'quill')).toEqual([])
    expect(await foundBy(market, 'york mi')).toEqual(['York Minster 1'])
    await market.advance(days(731))
    expect(await foundBy(market, 'york mi')).toEqual([])
  })
})

describe('the home of a customer', () => {
  const home = (label: string) => ({ label, kind: 'residential', locality: 'Ilkley', latitude: 53.92, longitude: -1.82 })

  test('is found only for the customer with a trip there', async () => {
    const { office } = await deskOf()
    const stranger = await deskOf()
    const [jo, bo] = [await office.customer({ name: 'Jo' }), await office.customer({ name: 'Bo' })]
    const away = await stranger.office.customer({ name: 'Jo' })
    for (const [customer_id, label] of [
      [jo, '14 Acacia Avenue'],
      [jo, '14 Acacia Avenue'],
      [bo, '16 Acacia Avenue'],
    ] as const)
      await entered(office, home(label), place('Acacia Gardens'), { customer: undefined, customer_id })
    await entered(office, home('18 Acacia Avenue'), place('York'))

    expect(await foundShort(office, 'acacia')).toEqual(['Acacia Gardens 3'])
    expect(await foundShort(office, 'acacia', `&customer_id=${jo}`)).toEqual(['Acacia Gardens 3', '14 Acacia Avenue 2'])
    expect(await foundShort(office, 'acacia', `&customer_id=${bo}`)).toEqual(['Acacia Gardens 3', '16 Acacia Avenue 1'])
    expect(await found(office, '14 aca', `&customer_id=${jo}`)).toMatchObject([{ kind: 'residential', latitude: 53.92 }])
    for (const id of [away, 999_999, 0, -1, '99999999999999999999'])
      expect([id, await foundShort(office, 'acacia', `&customer_id=${id}`)]).toEqual([id, ['Acacia Gardens 3']])
    expect(await foundShort(stranger.office, 'acacia', `&customer_id=${jo}`)).toEqual([])
  })

  test('is never stored for a marketplace’s trip, even if it is booked and changed', async () => {
    const { market, dales, office } = await deskOf()
    const trip = await market.bookedTrip(dales, { pickup: home('20 Acacia Avenue') })
    const amendment = { changes: { dropoff: place('Whitby Abbey') }, reason: 'As they said.', consent: 'given' }
    ok(await office.call('POST', `/bookings/${trip.ref}/amendments`, amendment))
    expect(await foundShort(office, 'acacia')).toEqual([])
    expect(await foundShort(office, 'ilkley')).toEqual([])
    expect(await foundShort(office, 'whitby')).toEqual(['Whitby Abbey 1'])
    const kept = await market.server.ask<{ label: string }>("SELECT label FROM known_places WHERE label LIKE '20 Acacia%'")
    expect(kept).toEqual([])
  })

  test('is deleted with the customer, as are places that only their trips used', async () => {
    const { market, office } = await deskOf()
    const id = await office.customer({ name: 'Orla Oblivion', organisation: null })
    const fields = { customer: undefined, customer_id: id, departsIn: days(3), pickup: home('1 Lethe Lane') }
    const trip = await office.booked({ terms: 'cash' }, { ...fields, dropoff: place('Lethe Landing') })
    await entered(office, place('Lethe Bridge'), place('York'))
    expect(await foundShort(office, 'lethe', `&customer_id=${id}`)).toEqual([
      'Lethe Bridge 1',
      'Lethe Landing 1',
      '1 Lethe Lane 1',
    ])
    await market.advance(days(20))
    ok(await office.record(trip, { method: 'cash', amount: 64_000 }))
    expect((await office.call('DELETE', `/customers/${id}`)).status).toBe(204)
    expect(await foundShort(office, 'lethe', `&customer_id=${id}`)).toEqual(['Lethe Bridge 1'])
    const labels = await market.server.ask<{ label: string }>("SELECT label FROM known_places WHERE label LIKE '%Lethe%'")
    const tails = await market.server.ask<{ tail: string }>("SELECT tail FROM place_tails WHERE tail LIKE '%lethe%'")
    expect(labels).toEqual([{ label: 'Lethe Bridge' }])
    expect(tails.map(({ tail }) => tail)).toEqual(['lethe bridge'])
  })
})

describe('the search text', () => {
  test('has 2 to 80 characters, and is matched literally', async () => {
    const { office } = await deskOf()
    await entered(office, place('100% Fun_Park'), place('1000 Funspark'))
    for (const [q, labels] of [
      ['100%', ['100% Fun_Park 1']],
      ['n_p', ['100% Fun_Park 1']],
      ['%%', []],
      ['__', []],
      ['1%f', []],
    ] as const)
      expect([q, await foundShort(office, q)]).toEqual([q, [...labels]])
    for (const q of [
      'ab',
      'é'.repeat(80),
      '🚌'.repeat(80),
      'ﷺ'.repeat(80),
      "' or 1=1 --",
      '\\\\',
      '\u0301\u0301',
      '.*',
      ` ${'x'.repeat(80)} `,
    ])
      expect([q, statusAndCode(await asked(office, q))]).toEqual([q, '200'])
    for (const q of ['', 'a', 'a ', ' a  ', '   ', 'x'.repeat(81), ` ${'x'.repeat(81)}`, 'a\u0000b', 'a\nb']) {
      const answer = await asked(office, q)
      expect([q, statusAndCode(answer)]).toEqual([q, '422 validation_failed'])
      expect(Object.keys(answer.json.error.fields)).toEqual(['q'])
    }
    for (const query of ['', '?q=ab&q=cd', '?q[]=ab', '?q=%FF%FE'])
      expect((await office.call('GET', `/places${query}`)).status).toBeLessThan(500)
    const unreadable = await asked(office, 'ab', '&customer_id=jo')
    expect(statusAndCode(unreadable)).toBe('422 validation_failed')
    expect(Object.keys(unreadable.json.error.fields)).toEqual(['customer_id'])
  })

  test('is accepted only from people who can enter trips', async () => {
    const { market, dales, office } = await deskOf()
    await entered(office, place('Common Room'), place('York'))
    const statusFor = async (token: string) => statusAndCode(await market.call('GET', '/portal/v1/places?q=common', { token }))
    expect(await statusFor(await market.personToken(dales, 'dispatcher'))).toBe('200')
    expect(await statusFor(await market.personToken(dales, 'accounts'))).toBe('403 missing_ability')
    expect(await statusFor(dales.token)).toBe('403 wrong_credential')
  })
})

test('stops counting a trip for its places after two years, and deletes places without a trip', async () => {
  await using market = await openMarket({ isMute: true })
  const { dales, office } = await deskOf(market)
  await entered(office, place('Ripon Cathedral'), place('Fountains Abbey'))
  await market.advance(days(400))
  const later = await portalClientOf(market, dales)
  await entered(later, place('Ripon Cathedral'), place('Ripley Castle'))
  expect(await foundShort(later, 'ripon')).toEqual(['Ripon Cathedral 2'])

  await market.advance(days(340))
  const last = await portalClientOf(market, dales)
  await eventually(async () => (await foundShort(last, 'fountains')).length === 0)
  expect(await foundShort(last, 'ripon')).toEqual(['Ripon Cathedral 1'])
  expect(await foundShort(last, 'ripley')).toEqual(['Ripley Castle 1'])
  const tails = await market.server.ask<{ tail: string }>('SELECT tail FROM place_tails ORDER BY tail')
  expect(tails.map(({ tail }) => tail)).toEqual(['castle', 'cathedral', 'ripley castle', 'ripon cathedral'])
})
