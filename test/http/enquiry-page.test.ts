import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { days, hours, type Market, ok, openMarket } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

type Typed = Readonly<Record<string, string | readonly string[]>>

/** A valid form with these differences. */
function filledForm(market: Market, differing: Typed = {}): Typed {
  const day = (later: number) => market.at(days(later)).slice(0, 10)
  return {
    ...{ way: 'return', day: day(40), time: '08:30', back_day: day(40), back_time: '17:00' },
    ...{ from: 'Leeds Town Hall', from_postcode: 'LS1 3AD', to: 'York Minster', people: '45' },
    ...{ name: 'Ann Smith', email: 'ann@example.org', key: crypto.randomUUID().replaceAll('-', '') },
    ...differing,
  }
}

async function send(market: Market, path: string, fields: Typed, headers: Record<string, string> = {}) {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
  const answer = await market.server.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: body.toString(),
  })
  const next = answer.headers.get('location')
  const shown = next === null ? answer : await market.server.fetch(next)
  return { status: answer.status, headers: answer.headers, next, html: await shown.text() }
}

const faultsIn = (html: string) => [...html.matchAll(/id="(\w+)-fault"/g)].map(([, field]) => field)

const tokenIn = (html: string) => /\/trip#(cbt_\w+)"/.exec(html)?.[1] ?? ''

async function tripOf(market: Market, html: string) {
  return ok(await market.call('GET', '/customer/v1/trip', { token: tokenIn(html) }))
}

describe('the request form', () => {
  test('is shown for one operator and enters the trip with all its fields', async () => {
    const market = await openShared()
    const dales = await market.operator('Dales <b>Coaches</b>', { phone: '0113 496 0000' })
    await market.operator('Moor Travel')
    const page = await market.server.fetch(`/enquire/${dales.ref}`)
    const html = await page.text()
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'; frame-ancestors 'none'; require-trusted")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<h1>Request a coach from Dales &lt;b&gt;Coaches&lt;/b&gt;</h1>')
    expect(html).not.toContain('operator_ref')

    const more = {
      stop_1: 'Wetherby',
      school: 'yes',
      stays: 'yes',
      wishes: ['toilet', 'wifi'],
      notes: 'One\r\ncake & "more"',
      suitcases: '12',
    }
    const sent = await send(market, `/enquire/${dales.ref}`, filledForm(market, more))
    expect(sent.status).toBe(303)
    const trip = await tripOf(market, sent.html)
    expect(sent.html).toContain(trip.ref)
    expect(trip).toMatchObject({
      trip_type: 'return',
      purpose: 'school',
      dbs_required: 'enhanced',
      passenger_count: 45,
      coach_stays_with_group: true,
      amenities_required: ['toilet', 'wifi'],
      notes: 'One\ncake & "more"',
      luggage: { suitcases: 12 },
      timezone: 'Europe/London',
    })
    expect(trip.departs_at).toContain('T08:30:00')
    expect(trip.legs[0].stops[0].place).toMatchObject({ label: 'Wetherby', kind: 'residential' })
    expect(ok(await dales.jobs()).length).toBe(1)
  })

  test('keeps the entries, shows the fault at each field and escapes all text', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const hostile = '"><script>alert(1)</script>'
    const wrong = { email: 'nowhere', people: '9000', day: '2020-01-01', name: hostile, from: '', way: 'one_way', notes: hostile }
    const { status, html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, wrong))
    expect(status).toBe(422)
    for (const field of ['email', 'people', 'from']) expect(html).toContain(`id="${field}-fault"`)
    expect(html).toContain('value="nowhere"')
    expect(html).toContain('value="York Minster"')
    expect(html).toMatch(/value="one_way" checked/)
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&quot;&gt;&lt;script&gt;')

    const late = await send(market, `/enquire/${dales.ref}`, filledForm(market, { day: '2020-01-01', back_day: '2019-01-01' }))
    expect([late.status, late.html.includes('id="day-fault"')]).toEqual([422, true])
    const missing = await send(market, `/enquire/${dales.ref}`, filledForm(market, { back_day: '' }))
    expect(missing.html).toContain('id="back_day-fault"')
    expect((await send(market, `/enquire/${dales.ref}`, {})).status).toBe(422)
  })

  test('shows a fault of a stop only at the stop, and a fault of the day only at the day', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const faults = async (more: Record<string, string>) => {
      const { status, html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, more))
      return [status, faultsIn(html), html.includes('<li></li>')]
    }
    expect(await faults({ stop_1: 'x'.repeat(161) })).toEqual([422, ['stop_1'], false])
    expect(await faults({ stop_1: 'Wetherby', day: '' })).toEqual([422, ['day'], false])
    // The clocks go forward at this time.
    const skipped = { way: 'one_way', day: '2027-03-28', time: '01:30', back_day: '', back_time: '' }
    expect(await faults(skipped)).toEqual([422, ['day'], false])
  })

  test('enters one trip if it is sent twice, and another trip for other entries', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const form = filledForm(market)
    const [first, second] = [await send(market, `/enquire/${dales.ref}`, form), await send(market, `/enquire/${dales.ref}`, form)]
    expect(tokenIn(second.html)).toBe(tokenIn(first.html))
    const other = await send(market, `/enquire/${dales.ref}`, { ...form, people: '46' })
    expect(tokenIn(other.html)).not.toBe(tokenIn(first.html))
    expect(ok(await dales.jobs()).length).toBe(2)
  })

  test('names every fault at its field in one answer', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const day = (later: number) => market.at(days(later)).slice(0, 10)
    const wrong = {
      ...{
        day: day(-1),
        back_day: day(-2),
        from: '',
        from_postcode: 'x'.repeat(13),
        stop_1: 'x'.repeat(161),
        to: '',
        to_town: 'y'.repeat(161),
      },
      ...{
        people: 'many',
        suitcases: 'some',
        hand_luggage: 'few',
        wheelchairs: '101',
        name: '',
        email: 'nowhere',
        notes: 'z'.repeat(2001),
      },
      phone: '07700 900 1234',
    }
    const { status, html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, wrong))
    expect([status, faultsIn(html).toSorted()]).toEqual([422, Object.keys(wrong).toSorted()])
    for (const field of Object.keys(wrong)) expect(html).toContain(`<a href="#${field}">`)
    expect(html).toContain('The return is before the departure.')
    expect(html).toContain('Enter a phone number the operator can call.')
    const early = await send(market, `/enquire/${dales.ref}`, filledForm(market, { back_time: '08:00', name: '' }))
    expect(faultsIn(early.html)).toEqual(['back_day', 'name'])
  })

  test('redirects to a page that can be loaded again, also in a frame', async () => {
    const market = await openShared()
    const dales = await market.operator()
    for (const query of ['', '?embed=1']) {
      const { status, next, headers } = await send(market, `/enquire/${dales.ref}${query}`, filledForm(market))
      expect([status, headers.get('cache-control')]).toEqual([303, 'no-store'])
      expect(next).toStartWith(`/enquire/${dales.ref}${query === '' ? '?' : '?embed=1&'}sent=`)
      expect(next).not.toContain('cbt_')
      const again = await (await market.server.fetch(next ?? '')).text()
      expect(ok(await market.call('GET', '/customer/v1/trip', { token: tokenIn(again) })).passenger_count).toBe(45)
    }
    const { key, ...keyless } = filledForm(market)
    expect(key).toBeString()
    expect(tokenIn((await send(market, `/enquire/${dales.ref}`, keyless)).html)).toStartWith('cbt_')
    expect(ok(await dales.jobs()).length).toBe(3)
    for (const receipt of ['0'.repeat(64), '%00', 'x', '']) {
      const unknown = await market.server.fetch(`/enquire/${dales.ref}?sent=${receipt}`)
      expect([unknown.status, (await unknown.text()).includes('This page has expired')]).toEqual([404, true])
    }
  })

  test('enters places as homes for a person and as venues for an organisation, unless chosen', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const kinds = async (more: Typed) => {
      const { html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, more))
      const { pickup, dropoff } = await tripOf(market, html)
      return [pickup.kind, dropoff.kind]
    }
    expect(await kinds({})).toEqual(['residential', 'residential'])
    expect(await kinds({ organisation: 'Otley School' })).toEqual(['venue', 'venue'])
    const chosen = { from_kind: 'place', from_type: 'school', to_kind: 'place', to_type: 'station' }
    expect(await kinds(chosen)).toEqual(['school', 'station'])
    expect(await kinds({ ...chosen, to_kind: 'residential', organisation: 'Otley School' })).toEqual(['school', 'residential'])
    expect(await kinds({ from_kind: 'toString', to_kind: 'hotel' })).toEqual(['residential', 'hotel'])
  })

  test('enters a home that operators see only as its town and outward code', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const home = { from: 'Rose Cottage, Mill Lane', from_town: 'Ilkley', from_postcode: 'ls29-8ab', stop_1: 'The Old Vicarage' }
    const office = await portalClientOf(market, dales)
    const { html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, home))
    const trip = await tripOf(market, html)
    expect(trip.pickup).toMatchObject({ label: home.from, locality: 'Ilkley', postcode: 'LS29 8AB', postcode_area: 'LS29' })
    const { text } = await dales.job(trip)
    expect(JSON.parse(text).data.pickup).toMatchObject({
      label: 'Ilkley',
      postcode_area: 'LS29',
      postcode: null,
      address_lines: [],
    })
    expect(JSON.parse(text).data.legs[0].stops[0].place).toMatchObject({ label: 'Private address', locality: null })
    const mail = await eventually(() =>
      market.server.mails().find((one) => one.to !== 'ann@example.org' && one.text.includes(trip.ref)),
    )
    const paths = ['/jobs', `/jobs/${trip.ref}`, '/search?q=ilkley', '/places?q=ilkley', '/messages', '/board', '/activity']
    const shown = await Promise.all(paths.map(async (path) => (await office.call('GET', path)).text))
    for (const one of [text, ...shown, mail.text]) expect(one).not.toMatch(/rose|cottage|mill|vicarage|8ab|smith|ann@/i)
    expect(ok(await office.call('GET', '/search?q=ls29')).results).toMatchObject([{ kind: 'job', id: trip.ref }])
    // The customer asked this operator, so the operator can search for the name; the job shows none.
    expect(ok(await office.call('GET', '/search?q=smith')).results).toMatchObject([{ kind: 'customer', id: trip.ref }])
    for (const q of ['rose cottage', 'vicarage', 'ls298ab']) {
      expect([q, ok(await office.call('GET', `/search?q=${encodeURIComponent(q)}`)).results]).toEqual([q, []])
      expect([q, ok(await office.call('GET', `/places?q=${encodeURIComponent(q)}`)).results]).toEqual([q, []])
    }
  })

  test('enters a return with two stops, their times, wheelchairs and luggage', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const more = {
      ...{ stop_1: 'Otley Bus Station', stop_1_kind: 'place', stop_1_type: 'station', stop_1_time: '08:45' },
      // A row that was left empty, and one after a removed row.
      ...{ stop_2: '', stop_2_kind: 'residential', stop_4: 'Pool', stop_4_kind: 'place', stop_4_postcode: 'ls21-1aa' },
      ...{ back_stop_1: 'Tadcaster', back_stop_1_kind: 'place', back_stop_1_time: '17:30' },
      ...{ wheelchairs: '2', suitcases: '12', hand_luggage: '40' },
    }
    const { status, html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, more))
    expect(status).toBe(303)
    const trip = await tripOf(market, html)
    expect(trip).toMatchObject({
      trip_type: 'return',
      accessibility: { wheelchair_spaces: 2 },
      luggage: { suitcases: 12, hand_luggage: 40 },
      legs: [
        {
          pickup: { label: 'Leeds Town Hall' },
          dropoff: { label: 'York Minster' },
          stops: [
            { kind: 'pickup', place: { label: 'Otley Bus Station', kind: 'station' } },
            { kind: 'pickup', place: { label: 'Pool', postcode: 'LS21 1AA' }, arrive_at: null },
          ],
        },
        { pickup: { label: 'York Minster' }, dropoff: { label: 'Leeds Town Hall' }, stops: [{ kind: 'dropoff' }] },
      ],
    })
    const times = [trip.legs[0].stops[0].arrive_at, trip.legs[1].departs_at, trip.legs[1].stops[0].arrive_at]
    expect(times.map((time) => time.slice(11, 16))).toEqual(['08:45', '17:00', '17:30'])
    expect(trip.legs).toHaveLength(2)
    expect([trip.legs[0].stops.length, trip.legs[1].stops.length]).toEqual([2, 1])
  })

  test('enters a stop after midnight on the next day', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const late = { way: 'one_way', time: '22:00', stop_1: 'Wetherby', stop_1_time: '00:30' }
    const { html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, late))
    const { legs } = await tripOf(market, html)
    expect(Date.parse(legs[0].stops[0].arrive_at) - Date.parse(legs[0].departs_at)).toBe(hours(2.5) * 1_000)
  })

  test('enters a trip of three days with their own places, times and stops', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const day = (later: number) => market.at(days(later)).slice(0, 10)
    const tour = {
      ...{ way: 'multi_day', back_day: '', back_time: '', organisation: 'Rookwood School', stays: 'yes' },
      ...{ d2_day: day(41), d2_time: '09:00', d2_from: 'Castle Hostel', d2_to: 'Stirling Castle', d2_stop_1: 'Falkirk' },
      ...{ d3_day: '', d3_time: '', d3_from: '', d3_to: '' },
      ...{ d4_day: day(42), d4_time: '08:15', d4_from: 'Castle Hostel', d4_to: 'Leeds Town Hall' },
    }
    const { status, html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, tour))
    expect(status).toBe(303)
    const trip = await tripOf(market, html)
    expect(trip).toMatchObject({ trip_type: 'multi_day', coach_stays_with_group: true, pickup: { label: 'Leeds Town Hall' } })
    const ends = (leg: { pickup: { label: string }; dropoff: { label: string }; departs_at: string }) =>
      [leg.pickup.label, leg.dropoff.label, leg.departs_at.slice(0, 16)].join(', ')
    expect(trip.legs.map(ends)).toEqual([
      `Leeds Town Hall, York Minster, ${day(40)}T08:30`,
      `Castle Hostel, Stirling Castle, ${day(41)}T09:00`,
      `Castle Hostel, Leeds Town Hall, ${day(42)}T08:15`,
    ])
    expect(trip.legs[1].stops).toMatchObject([{ place: { label: 'Falkirk', kind: 'venue' } }])
    expect(trip.returns_at.slice(0, 16)).toBe(`${day(42)}T08:15`)
  })

  test('names the faults of stops and days, and keeps their rows', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const day = (later: number) => market.at(days(later)).slice(0, 10)
    const stops = { stop_2: 'Otley', stop_2_time: '08:00', stop_3: '', stop_3_time: '09:00', stop_3_postcode: 'x'.repeat(13) }
    const early = await send(market, `/enquire/${dales.ref}`, filledForm(market, { ...stops, back_stop_1: 'y'.repeat(161) }))
    expect([early.status, faultsIn(early.html)]).toEqual([422, ['stop_2_time', 'stop_3', 'stop_3_postcode', 'back_stop_1']])
    for (const sentence of [
      'Stop 1: enter a time after the departure and after earlier stops, or leave it empty.',
      'Stop 2: enter a place of at most 160 characters.',
      'Return, stop 1: enter a place of at most 160 characters.',
    ]) {
      expect(early.html).toContain(sentence)
    }
    for (const kept of ['value="Otley"', 'value="08:00"', 'value="y']) expect(early.html).toContain(kept)

    const tour = {
      way: 'multi_day',
      d2_day: day(39),
      d2_time: '09:00',
      d2_from: '',
      d2_to: 'Hull',
      d3_from: 'Hull',
      d3_time: '25:00',
    }
    const wrong = await send(market, `/enquire/${dales.ref}`, filledForm(market, tour))
    expect([wrong.status, faultsIn(wrong.html).toSorted()]).toEqual([422, ['d2_from', 'd3_day', 'd3_to']])
    expect(wrong.html).toContain('Day 3: choose a date and time after the previous departure.')
    const ordered = { ...tour, d2_from: 'York', d3_day: day(41), d3_time: '08:00', d3_to: 'Leeds' }
    expect(faultsIn((await send(market, `/enquire/${dales.ref}`, filledForm(market, ordered))).html)).toEqual(['d2_day'])
    const single = await send(market, `/enquire/${dales.ref}`, filledForm(market, { way: 'multi_day' }))
    expect(faultsIn(single.html).toSorted()).toEqual(['d2_day', 'd2_from', 'd2_to'])
  })

  test('refuses a ninth stop and an eleventh day', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const day = (later: number) => market.at(days(later)).slice(0, 10)
    const stops = Object.fromEntries(Array.from({ length: 9 }, (_, nth) => [`stop_${nth + 1}`, `Stop ${nth + 1}`]))
    const many = await send(market, `/enquire/${dales.ref}`, filledForm(market, stops))
    expect([many.status, faultsIn(many.html), many.html.includes('Enter at most 8 stops.')]).toEqual([422, ['stop_9'], true])
    const { stop_9, ...eight } = stops
    expect(stop_9).toBe('Stop 9')
    expect((await send(market, `/enquire/${dales.ref}`, filledForm(market, eight))).status).toBe(303)
    const days10 = Array.from({ length: 10 }, (_, nth) => {
      const leg = `d${nth + 2}_`
      return { [`${leg}day`]: day(41 + nth), [`${leg}time`]: '09:00', [`${leg}from`]: 'York', [`${leg}to`]: 'Hull' }
    })
    const long = await send(market, `/enquire/${dales.ref}`, filledForm(market, Object.assign({ way: 'multi_day' }, ...days10)))
    expect([long.status, faultsIn(long.html), long.html.includes('Enter at most 10 days.')]).toEqual([422, ['d11_day'], true])
  })

  test('enters the coordinates of a chosen place, unless its name, town or postcode changed', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const found = JSON.stringify([51.1465, 0.8676, 'GB', 'Ashford', 'Ashford', ''])
    const pickupOf = async (more: Record<string, string>) => {
      const { status, html } = await send(market, `/enquire/${dales.ref}`, filledForm(market, { from_found: found, ...more }))
      expect(status).toBe(303)
      return (await tripOf(market, html)).pickup
    }
    const chosen = { from: 'Ashford, bus station', from_town: 'Ashford', from_postcode: '' }
    expect(await pickupOf(chosen)).toMatchObject({
      latitude: 51.1465,
      longitude: 0.8676,
      country_code: 'GB',
      locality: 'Ashford',
    })
    for (const more of [
      { ...chosen, from: 'Hythe' },
      { ...chosen, from_town: 'Hythe' },
      { ...chosen, from_postcode: 'TN24 8AA' },
      { ...chosen, from_found: '[91,0,"GB","Ashford","Ashford",""]' },
      { ...chosen, from_found: 'nonsense' },
    ]) {
      const { latitude } = await pickupOf(more)
      expect([more, latitude === 51.1465]).toEqual([more, false])
    }
  })

  test('adds and removes rows without a script, keeps the entries, and enters nothing', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_ENQUIRY: '1/h' } })
    const dales = await market.operator()
    const rows = `/enquire/${dales.ref}/rows`
    const form = filledForm(market, { stop_1: 'Otley', stop_1_time: '08:45', wishes: ['wifi'] })
    for (const query of ['', '?embed=1']) {
      const { status, html } = await send(market, `${rows}${query}`, { ...form, change: 'add_stop:' })
      expect(status).toBe(200)
      expect(html).toMatch(/<input id="stop_2" name="stop_2" type="text" autofocus/)
      for (const kept of ['value="Otley"', 'value="08:45"', 'value="Ann Smith"', `value="${form.key}"`, 'value="wifi" checked']) {
        expect(html).toContain(kept)
      }
      expect(html).toContain(`<form method="post" action="/enquire/${dales.ref}${query}"`)
      expect(html).toContain(`formaction="${rows}${query}"`)
    }
    const removed = await send(market, rows, { ...form, change: 'remove:stop_1' })
    expect([removed.html.includes('value="Otley"'), removed.html.includes('id="stop_1"')]).toEqual([false, false])
    const tour = { ...form, way: 'multi_day', d2_day: '2027-06-01', d2_to: 'Hull', change: 'add_day' }
    expect((await send(market, rows, tour)).html).toMatch(/name="d3_from"[^>]* value="Hull"/)
    expect((await send(market, '/enquire/rows', { ...form, change: 'add_stop:back_' })).html).toContain('id="back_stop_1"')
    expect((await market.server.fetch(rows)).status).toBe(200)
    expect((await send(market, rows, form, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await send(market, '/enquire/OP-00000/rows', form)).status).toBe(404)
    expect(ok(await dales.jobs()).length).toBe(0)
    expect((await send(market, `/enquire/${dales.ref}`, form)).status).toBe(303)
  })

  test('asks for the operator if the server has several', async () => {
    await using market = await openMarket()
    expect(await (await market.server.fetch('/enquire')).text()).toContain('No operator accepts requests here yet')
    const dales = await market.operator()
    expect(await (await market.server.fetch('/enquire')).text()).toContain('Request a coach from Dales Coaches')
    await market.operator('Moor Travel')
    const html = await (await market.server.fetch('/enquire')).text()
    expect(html).toContain('name="operator_ref"')
    expect(html).not.toContain('Dales')
    const unknown = await send(market, '/enquire', filledForm(market, { operator_ref: 'OP-00000' }))
    expect([unknown.status, unknown.html.includes('id="operator_ref-fault"')]).toEqual([422, true])
    // The other faults are shown in the same answer.
    const both = await send(market, '/enquire', filledForm(market, { people: 'many' }))
    for (const field of ['operator_ref', 'people']) expect(both.html).toContain(`id="${field}-fault"`)
    expect((await send(market, '/enquire', filledForm(market))).html).toContain('id="operator_ref-fault"')
    expect((await send(market, '/enquire', filledForm(market, { operator_ref: dales.ref.toLowerCase() }))).status).toBe(303)
    const nobody = await market.server.fetch('/enquire/OP-00000')
    expect([nobody.status, nobody.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8'])
  })

  test('refuses the eleventh request in an hour, counted with the API, and keeps the entries', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_ENQUIRY: '10/h' } })
    const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
    for (let people = 1; people <= 10; people++) {
      expect((await send(market, '/enquire', filledForm(market, { people: String(people) }))).status).toBe(303)
    }
    const form = filledForm(market, { name: 'Ann "the" Smith', way: 'one_way', wishes: ['wifi'], notes: 'One\r\ncake' })
    const refused = await send(market, '/enquire', form)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(refused.headers.get('content-type')).toBe('text/html;charset=utf-8')
    expect(refused.html).toMatch(
      /That is ten requests in an hour\. Try again after \d\d:\d\d, or call 0113 496 0000\. Your entries are kept\./,
    )
    const kept = [
      'value="Ann &quot;the&quot; Smith"',
      `value="${form.key}"`,
      'value="one_way" checked',
      'value="wifi" checked',
      'One\ncake',
    ]
    for (const part of kept) expect(refused.html).toContain(part)
    const broken = await market.server.fetch('/enquire', { method: 'POST', body: 'name=Ann' })
    expect([broken.status, (await broken.text()).includes('<form')]).toEqual([429, false])
    expect((await market.call('POST', '/customer/v1/enquiries', { body: {} })).status).toBe(429)
    expect((await market.server.fetch(`/enquire/${dales.ref}`)).status).toBe(200)
  })

  test('allows frames only on the configured origins and only with ?embed=1', async () => {
    await using market = await openMarket({
      env: { CHARABANC_ENQUIRY_FRAMED_BY: 'https://dales.example,https://www.dales.example' },
    })
    await market.operator()
    const policyOf = async (path: string) => (await market.server.fetch(path)).headers.get('content-security-policy')
    expect(await policyOf('/enquire?embed=1')).toContain('frame-ancestors https://dales.example https://www.dales.example;')
    expect(await policyOf('/enquire')).toContain("frame-ancestors 'none'")
    expect(await policyOf('/trip')).toContain("frame-ancestors 'none'")
    const html = await (await market.server.fetch('/enquire?embed=1')).text()
    expect(html).toContain('action="/enquire?embed=1"')
    const shared = await openShared()
    expect((await shared.server.fetch('/enquire?embed=1')).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'none'",
    )
  })

  test.each([
    ['application/json', '{}', 422],
    ['multipart/form-data; boundary=x', '--x--', 422],
    ['application/x-www-form-urlencoded; charset=latin1', 'name=Ann', 422],
    ['application/x-www-form-urlencoded', 'name=%ff%fe', 422],
    ['application/x-www-form-urlencoded', 'name=%00', 422],
    ['application/x-www-form-urlencoded', '__proto__=1&constructor=2&toString=3', 422],
    ['application/x-www-form-urlencoded', 'a=1&'.repeat(200), 422],
    ['application/x-www-form-urlencoded', `notes=${'x'.repeat(300_000)}`, 413],
  ])('accepts only a form in UTF-8 (%s)', async (type, body, status) => {
    const market = await openShared()
    const dales = await market.operator()
    const answer = await market.server.fetch(`/enquire/${dales.ref}`, { method: 'POST', headers: { 'Content-Type': type }, body })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html;charset=utf-8'])
  })

  test('is served under a path prefix of the proxy', async () => {
    await using desk = await startInProcess({ baseUrl: 'https://coaches.example/coach' })
    const html = await (await fetch(`http://127.0.0.1:${desk.port}/coach/enquire/${desk.operator.ref}`)).text()
    expect(html).toContain(`action="/coach/enquire/${desk.operator.ref}"`)
    expect(html).toContain('href="/coach/assets/')
    const unknown = await (await fetch(`http://127.0.0.1:${desk.port}/coach/enquire/OP-00000`)).text()
    expect(unknown).toContain('href="/coach/enquire"')
    const trip = await (await fetch(`http://127.0.0.1:${desk.port}/coach/trip`)).text()
    expect(trip).toContain('data-root="/coach/"')
  })

  test('is refused if a page of another site sends it', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { status } = await send(market, `/enquire/${dales.ref}`, filledForm(market), { 'Sec-Fetch-Site': 'cross-site' })
    expect(status).toBe(403)
    expect(ok(await dales.jobs()).length).toBe(0)
  })
})
