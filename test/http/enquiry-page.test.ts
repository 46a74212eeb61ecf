import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { days, type Market, ok, openMarket } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

type Typed = Readonly<Record<string, string | readonly string[]>>

/** A form that anybody would send; say what differs. */
function typed(market: Market, differing: Typed = {}): Typed {
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

describe('the form for an enquiry', () => {
  test('is drawn for one operator, and enters what was typed with them', async () => {
    const market = await openShared()
    const dales = await market.operator('Dales <b>Coaches</b>', { phone: '0113 496 0000' })
    await market.operator('Moor Travel')
    const page = await market.server.fetch(`/enquire/${dales.ref}`)
    const html = await page.text()
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'; frame-ancestors 'none'; require-trusted")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<h1>Ask Dales &lt;b&gt;Coaches&lt;/b&gt; for a coach</h1>')
    expect(html).not.toContain('operator_ref')

    const more = {
      stop: 'Wetherby',
      school: 'yes',
      stays: 'yes',
      wishes: ['toilet', 'wifi'],
      notes: 'One\r\ncake & "more"',
      suitcases: '12',
    }
    const sent = await send(market, `/enquire/${dales.ref}`, typed(market, more))
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

  test('keeps what was typed, says at each field what is wrong, and escapes all of it', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const hostile = '"><script>alert(1)</script>'
    const wrong = { email: 'nowhere', people: '9000', day: '2020-01-01', name: hostile, from: '', way: 'one_way', notes: hostile }
    const { status, html } = await send(market, `/enquire/${dales.ref}`, typed(market, wrong))
    expect(status).toBe(422)
    for (const field of ['email', 'people', 'from']) expect(html).toContain(`id="${field}-fault"`)
    expect(html).toContain('value="nowhere"')
    expect(html).toContain('value="York Minster"')
    expect(html).toMatch(/value="one_way" checked/)
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&quot;&gt;&lt;script&gt;')

    const late = await send(market, `/enquire/${dales.ref}`, typed(market, { day: '2020-01-01', back_day: '2019-01-01' }))
    expect([late.status, late.html.includes('id="day-fault"')]).toEqual([422, true])
    const missing = await send(market, `/enquire/${dales.ref}`, typed(market, { back_day: '' }))
    expect(missing.html).toContain('id="back_day-fault"')
    expect((await send(market, `/enquire/${dales.ref}`, {})).status).toBe(422)
  })

  test('says of a stop what is wrong with it, and nothing where it is the day that is', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const faults = async (more: Record<string, string>) => {
      const { status, html } = await send(market, `/enquire/${dales.ref}`, typed(market, more))
      return [status, faultsIn(html), html.includes('<li></li>')]
    }
    expect(await faults({ stop: 'x'.repeat(161) })).toEqual([422, ['stop'], false])
    expect(await faults({ stop: 'Wetherby', day: '' })).toEqual([422, ['day'], false])
    // The clocks go forward over it.
    const skipped = { way: 'one_way', day: '2027-03-28', time: '01:30', back_day: '', back_time: '' }
    expect(await faults(skipped)).toEqual([422, ['day'], false])
  })

  test('sent twice is one trip; typed anew it is another', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const form = typed(market)
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
        stop: 'x'.repeat(161),
        to: '',
        to_town: 'y'.repeat(161),
      },
      ...{ people: 'many', suitcases: 'some', wheelchairs: '101', name: '', email: 'nowhere', notes: 'z'.repeat(2001) },
      phone: '07700 900 1234',
    }
    const { status, html } = await send(market, `/enquire/${dales.ref}`, typed(market, wrong))
    expect([status, faultsIn(html).toSorted()]).toEqual([422, Object.keys(wrong).toSorted()])
    for (const field of Object.keys(wrong)) expect(html).toContain(`<a href="#${field}">`)
    expect(html).toContain('The return is before the departure.')
    expect(html).toContain('Enter a phone number the operator can call.')
    const early = await send(market, `/enquire/${dales.ref}`, typed(market, { back_time: '08:00', name: '' }))
    expect(faultsIn(early.html)).toEqual(['back_day', 'name'])
  })

  test('answers with a redirect to a page that can be read again, in a frame too', async () => {
    const market = await openShared()
    const dales = await market.operator()
    for (const query of ['', '?embed=1']) {
      const { status, next, headers } = await send(market, `/enquire/${dales.ref}${query}`, typed(market))
      expect([status, headers.get('cache-control')]).toEqual([303, 'no-store'])
      expect(next).toStartWith(`/enquire/${dales.ref}${query === '' ? '?' : '?embed=1&'}sent=`)
      expect(next).not.toContain('cbt_')
      const again = await (await market.server.fetch(next ?? '')).text()
      expect(ok(await market.call('GET', '/customer/v1/trip', { token: tokenIn(again) })).passenger_count).toBe(45)
    }
    const { key, ...keyless } = typed(market)
    expect(key).toBeString()
    expect(tokenIn((await send(market, `/enquire/${dales.ref}`, keyless)).html)).toStartWith('cbt_')
    expect(ok(await dales.jobs()).length).toBe(3)
    for (const receipt of ['0'.repeat(64), '%00', 'x', '']) {
      const gone = await market.server.fetch(`/enquire/${dales.ref}?sent=${receipt}`)
      expect([gone.status, (await gone.text()).includes('This page has expired')]).toEqual([404, true])
    }
  })

  test('enters the places of a person as homes, and those of an organisation as venues, without a choice', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const kinds = async (more: Typed) => {
      const { html } = await send(market, `/enquire/${dales.ref}`, typed(market, more))
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

  test('enters a home that an operator sees only as its town and outward code', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const home = { from: 'Rose Cottage, Mill Lane', from_town: 'Ilkley', from_postcode: 'ls29-8ab', stop: 'The Old Vicarage' }
    const office = await portalClientOf(market, dales)
    const { html } = await send(market, `/enquire/${dales.ref}`, typed(market, home))
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
    // They asked this operator, who can look them up; the job stays without them.
    expect(ok(await office.call('GET', '/search?q=smith')).results).toMatchObject([{ kind: 'customer', id: trip.ref }])
    for (const q of ['rose cottage', 'vicarage', 'ls298ab']) {
      expect([q, ok(await office.call('GET', `/search?q=${encodeURIComponent(q)}`)).results]).toEqual([q, []])
      expect([q, ok(await office.call('GET', `/places?q=${encodeURIComponent(q)}`)).results]).toEqual([q, []])
    }
  })

  test('asks whom where several live on the server', async () => {
    await using market = await openMarket()
    expect(await (await market.server.fetch('/enquire')).text()).toContain('Nobody takes enquiries here yet')
    const dales = await market.operator()
    expect(await (await market.server.fetch('/enquire')).text()).toContain('Ask Dales Coaches for a coach')
    await market.operator('Moor Travel')
    const html = await (await market.server.fetch('/enquire')).text()
    expect(html).toContain('name="operator_ref"')
    expect(html).not.toContain('Dales')
    const unknown = await send(market, '/enquire', typed(market, { operator_ref: 'OP-00000' }))
    expect([unknown.status, unknown.html.includes('id="operator_ref-fault"')]).toEqual([422, true])
    // With all else that is wrong.
    const both = await send(market, '/enquire', typed(market, { people: 'many' }))
    for (const field of ['operator_ref', 'people']) expect(both.html).toContain(`id="${field}-fault"`)
    expect((await send(market, '/enquire', typed(market))).html).toContain('id="operator_ref-fault"')
    expect((await send(market, '/enquire', typed(market, { operator_ref: dales.ref.toLowerCase() }))).status).toBe(303)
    const nobody = await market.server.fetch('/enquire/OP-00000')
    expect([nobody.status, nobody.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8'])
  })

  test('refuses the eleventh request in an hour, counted with the API, and keeps what was typed', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_ENQUIRY: '10/h' } })
    const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
    for (let people = 1; people <= 10; people++) {
      expect((await send(market, '/enquire', typed(market, { people: String(people) }))).status).toBe(303)
    }
    const form = typed(market, { name: 'Ann "the" Smith', way: 'one_way', wishes: ['wifi'], notes: 'One\r\ncake' })
    const refused = await send(market, '/enquire', form)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(refused.headers.get('content-type')).toBe('text/html;charset=utf-8')
    expect(refused.html).toMatch(
      /That is ten requests in an hour\. Try again after \d\d:\d\d, or call 0113 496 0000\. Nothing you typed is lost\./,
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

  test('is shown in the frames of those alone who are named, and only where that is asked for', async () => {
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
  ])('takes nothing but a form in UTF-8 (%s)', async (type, body, status) => {
    const market = await openShared()
    const dales = await market.operator()
    const answer = await market.server.fetch(`/enquire/${dales.ref}`, { method: 'POST', headers: { 'Content-Type': type }, body })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html;charset=utf-8'])
  })

  test('stands under the path that a proxy gives the server', async () => {
    await using desk = await startInProcess({ baseUrl: 'https://coaches.example/coach' })
    const html = await (await fetch(`http://127.0.0.1:${desk.port}/coach/enquire/${desk.operator.ref}`)).text()
    expect(html).toContain(`action="/coach/enquire/${desk.operator.ref}"`)
    expect(html).toContain('href="/coach/assets/')
    const unknown = await (await fetch(`http://127.0.0.1:${desk.port}/coach/enquire/OP-00000`)).text()
    expect(unknown).toContain('href="/coach/enquire"')
    const trip = await (await fetch(`http://127.0.0.1:${desk.port}/coach/trip`)).text()
    expect(trip).toContain('data-root="/coach/"')
  })

  test('is not sent from the page of another site', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { status } = await send(market, `/enquire/${dales.ref}`, typed(market), { 'Sec-Fetch-Site': 'cross-site' })
    expect(status).toBe(403)
    expect(ok(await dales.jobs()).length).toBe(0)
  })
})
