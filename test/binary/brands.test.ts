import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { png, svg } from '../support/sample-pictures.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

const base64 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('base64')
const drawn = { media_type: 'image/svg+xml', data: base64(svg()) }
const dotted = { media_type: 'image/png', data: base64(png(160, 40)) }

async function openOffice() {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const admin = await addSignedInPerson(market, dales.ref)
  const office = (method: string, path: string, body?: unknown) =>
    market.call(method, `/portal/v1${path}`, { token: admin.token, ...(body !== undefined && { body }) })
  return { market, dales, office }
}

describe('the logo and colour of an operator', () => {
  test('are served under a URL that changes with the logo', async () => {
    const { market, dales, office } = await openOffice()
    expect(ok(await office('GET', '/brand'))).toEqual({ accent: null, logo_url: null })
    const first = ok(await office('PUT', '/brand', { accent: '#FFD400', logo: drawn }))
    expect(first.accent).toBe('#ffd400')
    expect(first.logo_url).toStartWith(`${market.server.url}/brands/${dales.ref}/logo?v=`)

    const logo = await fetch(first.logo_url)
    expect(await logo.text()).toBe(svg())
    expect(logo.headers.get('content-type')).toBe('image/svg+xml')
    expect(logo.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(logo.headers.get('x-content-type-options')).toBe('nosniff')
    expect(logo.headers.get('content-security-policy')).toEndWith("; sandbox; frame-ancestors 'none'")
    const colours = await market.server.fetch(`/brands/${dales.ref}/colours.css`)
    expect(colours.headers.get('content-type')).toBe('text/css;charset=utf-8')
    expect(colours.headers.get('cache-control')).toBe('no-cache')
    expect(await colours.text()).toMatch(/^:root:root \{\n {2}--accent: light-dark\(#[0-9a-f]{6}, #ffd400\);/)

    const second = ok(await office('PUT', '/brand', { accent: null, logo: dotted }))
    expect(second.accent).toBeNull()
    expect(second.logo_url).not.toBe(first.logo_url)
    expect(Buffer.from(await (await fetch(second.logo_url)).arrayBuffer())).toEqual(png(160, 40))
    expect((await market.server.fetch(`/brands/${dales.ref}/colours.css`)).status).toBe(404)
  })

  test('stay when they are left out, and are deleted by null', async () => {
    const { market, dales, office } = await openOffice()
    const kept = ok(await office('PUT', '/brand', { accent: '#174a90', logo: drawn }))
    ok(await office('PUT', '/wording', { sign_off: 'The office', messages: [] }))
    expect(ok(await office('PUT', '/brand', { accent: '#104080' }))).toEqual({ accent: '#104080', logo_url: kept.logo_url })
    expect(ok(await office('GET', '/wording')).sign_off).toBe('The office')
    expect(ok(await office('PUT', '/brand', { accent: '#104080', logo: null }))).toEqual({ accent: '#104080', logo_url: null })
    expect((await market.server.fetch(`/brands/${dales.ref}/logo`)).status).toBe(404)
    expect((await market.server.fetch('/brands/OP-00000/logo')).status).toBe(404)
    expect((await market.server.fetch('/brands/__proto__/colours.css')).status).toBe(404)
  })

  test.each([
    ['a colour by its name', { accent: 'red' }, 'accent'],
    ['no colour', { accent: '#12345g' }, 'accent'],
    ['nothing', {}, 'accent'],
    ['a GIF', { accent: null, logo: { media_type: 'image/gif', data: 'AA==' } }, 'logo.media_type'],
    ['no bytes', { accent: null, logo: { media_type: 'image/png', data: '' } }, 'logo.data'],
    ['no base64', { accent: null, logo: { media_type: 'image/png', data: '%%' } }, 'logo.data'],
    ['a drawing for a PNG', { accent: null, logo: { ...drawn, media_type: 'image/png' } }, 'logo.data'],
    ['a script', { accent: null, logo: { ...drawn, data: base64(svg('<script/>')) } }, 'logo.data'],
    ['a link', { accent: null, logo: { ...drawn, data: base64(svg('<a href="#x"/>')) } }, 'logo.data'],
    [
      'an animation',
      { accent: null, logo: { ...drawn, data: base64(svg('<rect><set attributeName="x"/></rect>')) } },
      'logo.data',
    ],
    ...[
      '<rect><animate attributeName="x" values="0;9" dur="1s"/></rect>',
      '<foreignObject><b xmlns="http://www.w3.org/1999/xhtml">x</b></foreignObject>',
      '<rect onclick="alert(1)"/>',
      '<rect style="fill:url(https://evil.example/x)"/>',
      '<rect style="fill:image-set(\'https://evil.example/p.png\' 1x)"/>',
      '<g xml:base="https://evil.example/"><rect/></g>',
      '<style>@import "https://evil.example/x.css";</style>',
      '<image href="https://evil.example/p.png"/>',
    ].map((drawing) => [drawing, { accent: null, logo: { ...drawn, data: base64(svg(drawing)) } }, 'logo.data'] as const),
    ['too many bytes', { accent: null, logo: { ...dotted, data: base64(Buffer.alloc(65 * 1024)) } }, 'logo.data'],
    ['no data', { accent: null, logo: { media_type: 'image/png' } }, 'logo.data'],
  ])('are refused as %s', async (_, body, field) => {
    const { office } = await openOffice()
    const refused = await office('PUT', '/brand', body)
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(Object.keys(refused.json.error.fields)).toEqual([field])
    expect(ok(await office('GET', '/brand'))).toEqual({ accent: null, logo_url: null })
  })

  test('are shown to the customer once a single operator has the trip', async () => {
    const { market, dales, office } = await openOffice()
    const moors = await market.operator('Moors Coaches')
    const { logo_url } = ok(await office('PUT', '/brand', { accent: '#174a90', logo: drawn }))
    const alone = await market.trip([dales])
    const colours_url = `${market.server.url}/brands/${dales.ref}/colours.css?v=174a90`
    const brandOf = async ({ token }: { readonly token: string }) =>
      ok(await market.call('GET', '/customer/v1/trip/brand', { token }))
    expect(await brandOf(alone)).toEqual({ operator_ref: dales.ref, name: 'Dales Coaches', logo_url, colours_url })

    const open = await market.trip([dales, moors])
    expect(await brandOf(open)).toEqual({ operator_ref: null, name: null, logo_url: null, colours_url: null })
    ok(await open.book(await moors.makeQuote(open, { availability: 'confirmed' })))
    expect(await brandOf(open)).toEqual({ operator_ref: moors.ref, name: 'Moors Coaches', logo_url: null, colours_url: null })
  })
})

describe('the wording of an operator', () => {
  test('is used in its emails to customers, around the fixed text', async () => {
    const { market, dales, office } = await openOffice()
    ok(await office('PUT', '/brand', { accent: '#aa3300' }))
    const email = `${crypto.randomUUID()}@example.org`
    const wording = {
      sign_off: 'Kind regards\n{operator}, open 9 to 5',
      messages: [
        { fact: 'booked', subject: '{customer}, it is booked: {ref}', opening: 'Dear {customer}\n\nWe look forward to it <b>.' },
        { fact: 'trip_entered', subject: 'We have {ref}' },
      ],
    }
    const saved = ok(await office('PUT', '/wording', wording))
    expect(saved.sign_off).toBe(wording.sign_off)
    const booked = saved.messages.find(({ fact }: { readonly fact: string }) => fact === 'booked')
    expect(booked).toMatchObject({ ...wording.messages[0], usual: { subject: 'Confirmed: Leeds → York, Sat 1 May, 10:00' } })
    expect(ok(await office('GET', '/wording'))).toEqual(saved)

    const trip = await market.trip([dales], { customer: { name: 'Ann Smith', email } })
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
    const mailWith = (subject: string) =>
      eventually(() => market.server.mails().find((mail) => mail.to === email && mail.subject === subject) ?? null)
    await mailWith(`We have ${trip.ref}`)
    const mail = await mailWith(`Ann Smith, it is booked: ${trip.ref}`)
    expect(mail.text).toContain('Dear Ann Smith\n\nWe look forward to it <b>.\n\nYour coach is booked with Dales Coaches')
    expect(mail.text).toMatch(/Your trip: http\S+\n\nKind regards\nDales Coaches, open 9 to 5\n\n-- \n/)
  })

  test.each([
    [{ messages: [{ fact: 'job_offered', subject: 'x' }] }, 'messages.0.fact'],
    [{ messages: [{ fact: 'booked' }, { fact: 'booked' }] }, 'messages.1.fact'],
    [{ messages: [{ fact: 'booked', subject: 'Hello {name}' }] }, 'messages.0.subject'],
    [{ messages: [{ fact: 'booked', opening: '{__proto__}' }] }, 'messages.0.opening'],
    [{ messages: [{ fact: 'booked', subject: 'two\nlines' }] }, 'messages.0.subject'],
    [{ messages: [], sign_off: 'x'.repeat(501) }, 'sign_off'],
    [{ sign_off: 'x' }, 'messages'],
  ])('is refused as %j', async (body, field) => {
    const { office } = await openOffice()
    const refused = await office('PUT', '/wording', body)
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(Object.keys(refused.json.error.fields)).toEqual([field])
  })
})
