import { describe, expect, test } from 'bun:test'
import { withStorageOf } from '../support/database.ts'
import {
  CustomerClient,
  days,
  type Market,
  type MarketAnswer,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
type Shown = any
type Fields = Record<string, unknown>

async function deskOf(settings: Fields = {}) {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', settings)
  const office = await portalClientOf(market, dales)
  return { market, dales, office, found: finder(market, office.token) }
}

const search = (market: Market, token: string, q: string): Promise<MarketAnswer> =>
  market.call('GET', `/portal/v1/search?q=${encodeURIComponent(q)}`, { token })

/** Searches and returns results in short form (`booking TR-7K3MQ2`), without people who are not saved as customers. */
function finder(market: Market, token: string) {
  return async (q: string): Promise<string[]> =>
    ok(await search(market, token, q))
      .results.filter(({ kept }: Shown) => kept !== false)
      .map(({ kind, id }: Shown) => `${kind} ${id}`)
}

const named = (name: string, organisation: string | null = null) => ({
  name,
  organisation,
  email: 'ann@example.org',
  phone: '07700 900123',
})

const place = (label: string, locality: string, more: Fields = {}) => ({ label, kind: 'venue', locality, ...more })

function booked(desk: OperatorClient, fields: Fields = {}) {
  return desk.market.bookedTrip(desk, { departsIn: days(30), ...fields })
}

describe('search', () => {
  test('finds a booking by ref, place or customer, in any order and case, with or without accents', async () => {
    const { dales, found } = await deskOf()
    const trip = await booked(dales, {
      customer: named('Zoë Straßer', 'Łódź Choir'),
      pickup: place('Gare de Besançon', 'Besançon', { postcode: '25000' }),
      dropoff: place('O’Connell Hall', 'York', { postcode: 'YO1 7HH' }),
    })
    const it = `booking ${trip.ref}`
    for (const q of [
      trip.ref,
      trip.ref.toLowerCase(),
      trip.ref.slice(3),
      'zoe',
      'ZOË',
      'zoe\u0308',
      'strasser',
      'STRASSER',
      'lodz choir',
      'choir lodz',
      'besancon',
      'gare zoe york',
      "o'connell",
      'yo1 7hh',
      'ＺＯＥ',
      'esanc',
      '  york   zoe  ',
      'york zoe lodz gare besancon',
    ])
      expect([q, await found(q)]).toEqual([q, [it]])
    for (const q of ['zoe leeds', 'xx', 'ann@example.org', '07700']) expect([q, await found(q)]).toEqual([q, []])
  })

  test('finds an amended booking by its new details only', async () => {
    const { dales, office, found } = await deskOf()
    const trip = await booked(dales, { customer: named('Ann Before'), dropoff: place('Old Mill', 'Otley') })
    const changes = { dropoff: place('New Quay', 'Whitby'), customer: { name: 'Bea After' } }
    const body = { changes, reason: 'As they said by phone.', consent: 'given' }
    ok(await office.call('POST', `/bookings/${trip.ref}/amendments`, body))
    for (const q of ['whitby', 'bea after']) expect([q, await found(q)]).toEqual([q, [`booking ${trip.ref}`]])
    for (const q of ['otley', 'ann before']) expect([q, await found(q)]).toEqual([q, []])
  })

  test('finds a job by its visible fields, and never by its customer before the booking', async () => {
    const { market, dales, office, found } = await deskOf()
    const home = { label: '14 Acacia Avenue', kind: 'residential', locality: 'Ilkley', address_lines: ['14 Acacia Avenue'] }
    const trip = await market.trip([dales], { customer: named('Quentin Quill', 'Quilters Guild'), pickup: home })
    const it = `job ${trip.ref}`
    for (const q of [trip.ref, 'ilkley', 'york minster']) expect([q, await found(q)]).toEqual([q, [it]])
    for (const q of ['quentin', 'quilters', 'acacia', `${trip.ref} quill`]) expect([q, await found(q)]).toEqual([q, []])
    const shown = (await search(market, office.token, 'ilkley')).text
    expect(shown).not.toMatch(/quill|quilters|acacia/i)

    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
    for (const q of ['quentin', 'acacia', trip.ref]) expect([q, await found(q)]).toEqual([q, [`booking ${trip.ref}`]])
    const own = ok(await office.enter({ customer: named('Rosa Own') }))
    expect(await found('rosa own')).toEqual([`job ${own.ref}`])
  })

  test('finds a postcode with any spacing and case', async () => {
    const { market, dales, found } = await deskOf()
    const job = await market.trip([dales], { dropoff: place('Old Mill', 'Ilkley', { postcode: 'ls29-8ab' }) })
    const trip = await booked(dales, { dropoff: place('New Mill', 'Ilkley', { postcode: 'LS29\u00a0\u00a08AB' }) })
    for (const q of ['LS29 8AB', 'ls298ab', 'LS29-8ab', 'ls29\u00a08ab'])
      expect([q, await found(q)]).toEqual([q, [`booking ${trip.ref}`, `job ${job.ref}`]])
  })

  test('finds customers, drivers, coaches and invoices', async () => {
    const { market, dales, office, found } = await deskOf()
    const customer = await office.customer({ name: 'Jo Fjørd', organisation: 'Wharfedale School' })
    for (const q of ['fjord', 'school jo']) expect([q, await found(q)]).toEqual([q, [`customer ${customer}`]])
    ok(await office.call('PATCH', `/customers/${customer}`, { organisation: 'Aire Academy' }))
    expect([await found('wharfedale'), await found('academy')]).toEqual([[], [`customer ${customer}`]])

    const pat = await dales.driver({ name: 'Pat Móss' })
    expect(await found('moss')).toEqual([`driver ${pat}`])
    const { id } = ok(await office.call('POST', '/vehicles', { registration: 'YS26 QRT', type: 'coach_49', seats: 49 }))
    for (const q of ['ys26 qrt', 'ys26qrt', 'QRT']) expect([q, await found(q)]).toEqual([q, [`vehicle ${id}`]])

    const trip = await office.booked({ terms: 'cash' })
    const { number } = ok(await office.invoice({ refs: [trip.ref] }))
    expect(await found(number)).toContain(`invoice ${number}`)
    const results: Shown[] = ok(await search(market, office.token, number)).results
    expect(results.find(({ kind }) => kind === 'invoice')).toEqual({
      kind: 'invoice',
      id: number,
      title: `Invoice ${number}`,
      subtitle: 'Ann Smith',
    })
    expect(await found(`${Number(number) + 1}`.padStart(6, '0'))).toEqual([])
  })

  test('treats wildcards and markup as plain text, and shows a title and subtitle', async () => {
    const { market, dales, office, found } = await deskOf()
    const percent = await office.customer({ name: '100% Fun', organisation: null })
    const under = await office.customer({ name: 'a_b\\c', organisation: null })
    const script = await office.customer({ name: '<script>alert(1)</script>', organisation: "Robert'); DROP TABLE bookings;--" })
    await office.customer({ name: 'axbyc', organisation: '1000 Fun' })
    for (const [q, id] of [
      ['100%', percent],
      ['0% f', percent],
      ['a_b', under],
      ['_b\\c', under],
      ['<script>', script],
      ["robert'); drop", script],
    ] as const)
      expect([q, await found(q)]).toEqual([q, [`customer ${id}`]])
    for (const q of ['%%', '__', '\\\\', "' or 1=1 --", '%_', '"*"', '🚌🚌', '||', '.*', 'a%c'])
      expect([q, (await search(market, office.token, q)).status]).toEqual([q, 200])
    expect([await found('%%'), await found('__'), await found('a%c'), await found("' or '1'='1")]).toEqual([[], [], [], []])

    const trip = await booked(dales, { customer: named('Kim Hill', 'Choir of Ripon') })
    const [shown] = ok(await search(market, office.token, trip.ref)).results
    expect(shown).toEqual({
      kind: 'booking',
      id: trip.ref,
      title: `${trip.ref} · Choir of Ripon`,
      subtitle: expect.stringMatching(/^Leeds → York, 45 passengers, return · Thu 1 Apr, 09:00$/),
      trip: {
        summary: 'Leeds → York, 45 passengers, return',
        customer_name: 'Choir of Ripon',
        departs_at: expect.stringMatching(/^\d{4}-04-01T09:00:\d\d\+01:00$/),
      },
    })
    const job = await market.trip([dales], { customer: named('Kim Hidden') })
    const [open] = ok(await search(market, office.token, job.ref)).results
    expect(open).toMatchObject({ kind: 'job', trip: { summary: expect.stringContaining(' → '), customer_name: null } })
  })

  test('accepts 2 to 80 characters', async () => {
    const { market, office } = await deskOf()
    for (const q of ['ab', 'é'.repeat(80), '🚌'.repeat(80), 'word '.repeat(16).trim(), '\u0301\u0301'])
      expect([q, statusAndCode(await search(market, office.token, q))]).toEqual([q, '200'])
    for (const q of ['', 'a', '   ', 'x'.repeat(81), 'a\u0000b', 'a\nb']) {
      const answer = await search(market, office.token, q)
      expect([q, statusAndCode(answer)]).toEqual([q, '422 validation_failed'])
      expect(Object.keys(answer.json.error.fields)).toEqual(['q'])
    }
    for (const query of ['', '?q=ab&q=cd', '?q[]=ab', '?q=%FF%FE'])
      expect((await office.call('GET', `/search${query}`)).status).toBeLessThan(500)
  })

  test('returns at most twenty results with room for every kind', async () => {
    const { dales, office, found } = await deskOf()
    const ids: number[] = []
    for (let nth = 0; nth < 22; nth++) ids.push(await office.customer({ name: `Twin ${nth}`, organisation: null }))
    const driver = await dales.driver({ name: 'Tess Twin' })
    const trip = await booked(dales, { customer: named('Tim Twin') })
    const results = await found('twin')
    expect(results).toHaveLength(20)
    expect(results.slice(0, 1)).toEqual([`booking ${trip.ref}`])
    expect(results.at(-1)).toBe(`driver ${driver}`)
    expect(results[1]).toBe(`customer ${ids.at(-1)}`)
  })

  test('finds nothing of another operator and nothing that the role may not read', async () => {
    const { market, dales, office, found } = await deskOf()
    const stranger = await deskOf()
    const trip = await booked(dales, { customer: named('Nell Common') })
    const job = await market.trip([dales], { pickup: place('Common Room', 'Ripon') })
    const customer = await office.customer({ name: 'Noel Common', organisation: null })
    const driver = await dales.driver({ name: 'Nan Common' })
    const whole = [`booking ${trip.ref}`, `job ${job.ref}`, `customer ${customer}`, `driver ${driver}`]
    expect(await found('common')).toEqual(whole)
    expect(await stranger.found('common')).toEqual([])
    expect(await stranger.found(trip.ref)).toEqual([])
    const readers = finder(market, await market.personToken(dales, 'accounts'))
    expect(await readers('common')).toEqual([`booking ${trip.ref}`, `customer ${customer}`])
    expect(await finder(market, await market.personToken(dales, 'dispatcher'))('common')).toEqual(whole)
    expect(statusAndCode(await search(market, await market.key(dales.ref), 'common'))).toMatch(/^403/)
  })

  test('forgets a deleted customer, and finds bookings of the last two years', async () => {
    const { market, dales, office, found } = await deskOf()
    const id = await office.customer({ name: 'Orla Oblivion', organisation: 'Lethe Ltd' })
    const trip = await office.booked({ terms: 'cash' }, { customer: undefined, customer_id: id, departsIn: days(3) })
    expect(await found('orla')).toEqual([`booking ${trip.ref}`, `customer ${id}`])
    await market.advance(days(20))
    ok(await office.record(trip, { method: 'cash', amount: 64_000 }))
    expect((await office.call('DELETE', `/customers/${id}`)).status).toBe(204)
    for (const q of ['orla', 'oblivion', 'lethe', 'acacia']) expect([q, await found(q)]).toEqual([q, []])
    expect(await found(trip.ref)).toEqual([`booking ${trip.ref}`])
    const kept = await withStorageOf(market.server.dataDir, (storage) =>
      storage.read(async ({ db, t }) => [
        ...(await db.select({ text: t.bookings.searchText }).from(t.bookings)),
        ...(await db.select({ text: t.offers.searchText }).from(t.offers)),
        ...(await db.select({ text: t.ownCustomers.searchText }).from(t.ownCustomers)),
      ]),
    )
    expect(kept.length).toBeGreaterThan(2)
    expect(JSON.stringify(kept)).not.toMatch(/orla|oblivion|lethe/i)

    await market.advance(days(740))
    expect(await finder(market, await market.personToken(dales))(trip.ref)).toEqual([])
  })
})

describe('search for customers', () => {
  /** Opens a desk with a search that returns the name, id and `kept` of each customer. */
  async function callers(settings: Fields = {}) {
    const desk = await deskOf(settings)
    const { market, office } = desk
    const callersBy =
      (token: string) =>
      async (q: string): Promise<string[]> =>
        ok(await search(market, token, q))
          .results.filter(({ kind }: Shown) => kind === 'customer')
          .map(({ id, title, kept }: Shown) => `${title} ${id} ${kept}`)
    return { ...desk, callersBy, callers: callersBy(office.token) }
  }

  const quill = { name: 'Quentin Quill', organisation: 'Quilters Guild', email: 'quentin@quill.example', phone: '07700 900456' }
  const ways = ['quentin', 'QUILL', 'quilters guild', 'quentin@quill.example', '@quill', '07700900456', '07700 900 456']
  const dialled = ['+44 7700 900456', '+447700900456', '0044 7700 900456', '+44 (0)7700-900456', '900456', '07700 9004']

  test('finds a person by name, organisation, email address, and phone number in any format', async () => {
    const { office, callers: found } = await callers()
    const { ref } = ok(await office.enter({ customer: quill }))
    for (const q of [...ways, ...dialled]) expect([q, await found(q)]).toEqual([q, [`Quentin Quill ${ref} false`]])
    for (const q of ['quentin@other', '07700 900457', 'guilder']) expect([q, await found(q)]).toEqual([q, []])
  })

  test('shows a person once, by the latest trip, and hides the customer of a marketplace job until booking', async () => {
    const { market, dales, office, callers: found, callersBy } = await callers()
    const job = await market.trip([dales], { customer: quill })
    for (const q of [...ways, ...dialled]) expect([q, await found(q)]).toEqual([q, []])
    expect(statusAndCode(await office.call('POST', '/customers', { from_ref: job.ref }))).toBe('422 validation_failed')
    ok(await job.book(await dales.makeQuote(job, { availability: 'confirmed' })))
    expect(await found('quill')).toEqual([`Quentin Quill ${job.ref} false`])
    const { ref } = ok(await office.enter({ customer: { ...quill, phone: '+44 7700 900456' } }))
    expect(await found('quill')).toEqual([`Quentin Quill ${ref} false`])
    const stranger = await callers()
    expect(await stranger.callers('quill')).toEqual([])
    expect(await callersBy(await market.personToken(dales, 'accounts'))('quill')).toHaveLength(1)
  })

  test('finds a person who enquired on the operator’s page, and saves the customer by the ref', async () => {
    const { market, dales, office, callers: found } = await callers()
    const ends = { pickup: place('Leeds Town Hall', 'Leeds'), dropoff: place('York Minster', 'York') }
    const wanted = { ...ends, departs_at: market.at(days(30)), passenger_count: 45, operator_ref: dales.ref }
    const { ref } = ok(await market.call('POST', '/customer/v1/enquiries', { body: { ...wanted, customer: quill } }))
    for (const q of [...ways, ...dialled]) expect([q, await found(q)]).toEqual([q, [`Quentin Quill ${ref} false`]])
    expect((await dales.get(`/jobs/${ref}`)).text).not.toContain('Quill')
    expect(await (await callers()).callers('quill')).toEqual([])
    const { id } = ok(await office.call('POST', '/customers', { from_ref: ref }))
    expect(await found('quill')).toEqual([`Quentin Quill ${id} true`])
  })

  test('recognises a person without an email address by phone number in any format', async () => {
    const { office, callers: found } = await callers({ timezone: 'Europe/Berlin', currency_code: 'EUR' })
    const typed = ['0151 12345678', '+49 151 12345678', '0049 (0)151-12345678']
    const refs: string[] = []
    for (const phone of typed) refs.push(ok(await office.enter({ customer: { name: 'Uta Kern', phone } })).ref)
    for (const q of [...typed, 'uta kern']) expect([q, await found(q)]).toEqual([q, [`Uta Kern ${refs.at(-1)} false`]])
  })

  test('finds a person by the customer details of an amended booking', async () => {
    const { office, callers: found } = await callers()
    const first = await office.booked({ terms: 'cash' }, { customer: quill })
    const second = await office.booked({ terms: 'cash' }, { customer: quill })
    const bea = { name: 'Bea After', email: 'bea@after.example' }
    const body = { changes: { customer: bea }, reason: 'As they said by phone.', consent: 'given' }
    ok(await office.call('POST', `/bookings/${second.ref}/amendments`, body))
    expect(await found('bea@after')).toEqual([`Bea After ${second.ref} false`])
    expect(await found('quill')).toEqual([`Quentin Quill ${first.ref} false`])
  })

  test('saves the customer of a trip once by its ref, and forgets a deleted customer', async () => {
    const { market, dales, office, callers: found } = await callers()
    const { ref, customer_token } = ok(await office.enter({ customer: quill }))
    const keep = (from_ref: string, more: Fields = {}) => office.call('POST', '/customers', { from_ref, ...more })
    const kept = await keep(ref, { notes: 'Calls on Fridays.' })
    expect(kept.status).toBe(201)
    expect(kept.data).toMatchObject({ ...quill, account: null, notes: 'Calls on Fridays.' })
    for (const q of [...ways, ...dialled]) expect([q, await found(q)]).toEqual([q, [`Quentin Quill ${kept.data.id} true`]])
    expect(ok(await keep(ref)).id).toBe(kept.data.id)

    const job = await market.trip([dales], { customer: named('Rosa Rival') })
    for (const other of [job.ref, 'TR-ZZZZZZ', 'x']) {
      const refused = await keep(other)
      expect([other, statusAndCode(refused), Object.keys(refused.json.error.fields)]).toEqual([
        other,
        '422 validation_failed',
        ['from_ref'],
      ])
    }
    const nameless = await office.call('POST', '/customers', { notes: 'Nobody.' })
    expect(Object.keys(nameless.json.error.fields)).toEqual(['name'])
    ok(await job.book(await dales.makeQuote(job, { availability: 'confirmed' })))
    const rosa = ok(await keep(job.ref, { phone: '0113 496 0001' }))
    expect([rosa.name, rosa.phone]).toEqual(['Rosa Rival', '0113 496 0001'])

    ok(await new CustomerClient(market, ref, customer_token).cancel())
    expect((await office.call('DELETE', `/customers/${kept.data.id}`)).status).toBe(204)
    for (const q of ways) expect([q, await found(q)]).toEqual([q, []])
  })
})
