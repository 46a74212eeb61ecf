import { expect, test } from 'bun:test'
import { countSmsLength } from '../../src/domain/sms.ts'
import { type Market, minutes, ok, statusAndCode } from '../support/market.ts'
import { codeIn, exchangeLinkToken, linkTokenIn, messagesTo } from '../support/people.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

let phones = 0

/** Returns a phone number that no other test uses. */
const newPhone = () => `07700 900${500 + ++phones}`

/** Requests a code, and returns the latest of `count` SMS to this number, with its code and link. */
async function sent(market: Market, phone: string, count = 1) {
  ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone } }))
  const text = (await messagesTo(market.server, phone, count)).at(-1)?.text ?? ''
  return { text, code: codeIn(text), link: linkTokenIn(text) }
}

const verify = (market: Market, phone: string, code: string) =>
  market.call('POST', '/api/v1/driver/auth/verify', { body: { phone, code } })

const enter = (market: Market, token: string, operatorRef: string) =>
  market.call('POST', '/api/v1/auth/exchange', { body: { token, operator_ref: operatorRef } })

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Adds a new operator with one driver, who has a new phone number. */
async function openRoster() {
  const market = await openShared()
  const dales = await market.operator()
  const phone = newPhone()
  return { market, dales, phone, id: await dales.driver({ phone }) }
}

test('sends a link with each code by SMS, which signs the driver in', async () => {
  const { market, dales, phone, id } = await openRoster()
  const { text, code, link } = await sent(market, phone)
  expect(text).toStartWith(code)
  expect(text.trimEnd()).toEndWith(` ${market.server.url}/driver/sign-in#${link}`)
  expect(countSmsLength(text.trimEnd())).toBeWithin(1, 307)

  const issued = ok(await exchangeLinkToken(market, link, 'Pat’s phone'))

  expect(issued).toMatchObject({ abilities: [], device_name: 'Pat’s phone' })
  expect(issued.token).toMatch(/^cbd_/)
  expect(ok(await market.call('GET', '/api/v1/driver/me', { token: issued.token })).id).toBe(id)
  expect(ok(await dales.get('/drivers'))[0].status).toBe('active')
})

test('returns a link to the operator that signs the driver in once, and to no other operator', async () => {
  const { market, dales, phone, id } = await openRoster()
  const office = await portalClientOf(market, dales)
  const made = await office.call('POST', `/drivers/${id}/link`)
  expect(made.status).toBe(201)
  expect(made.data.url).toMatch(new RegExp(`^${market.server.url}/driver/sign-in#cbl_\\w{49}$`))
  expect(Date.parse(made.data.expires_at) - market.now()).toBeGreaterThan(6.9 * 86_400_000)
  expect(ok(await dales.get('/drivers'))[0].status).toBe('invited')

  const token = linkTokenIn(made.data.url)
  const issued = ok(await exchangeLinkToken(market, token))
  expect(ok(await market.call('GET', '/api/v1/driver/me', { token: issued.token })).id).toBe(id)
  expect(statusAndCode(await exchangeLinkToken(market, token))).toBe('401 invalid_sign_in_link')
  expect(await messagesTo(market.server, phone, 0)).toEqual([])

  const other = await portalClientOf(market, await market.operator('Rival Travel'))
  for (const wrong of [id, 999_999, 'x']) {
    expect(statusAndCode(await other.call('POST', `/drivers/${wrong}/link`))).toBe('404 not_found')
  }
})

test('ends code and link together when either is used', async () => {
  const { market, phone } = await openRoster()
  const one = await sent(market, phone)
  ok(await exchangeLinkToken(market, one.link))
  expect(statusAndCode(await verify(market, phone, one.code))).toBe('401 invalid_code')
  expect(statusAndCode(await exchangeLinkToken(market, one.link))).toBe('401 invalid_sign_in_link')

  const other = await sent(market, phone, 2)
  ok(await verify(market, phone, other.code))
  expect(statusAndCode(await exchangeLinkToken(market, other.link))).toBe('401 invalid_sign_in_link')

  const last = await sent(market, phone, 3)
  const both = await Promise.all([
    exchangeLinkToken(market, last.link),
    verify(market, phone, last.code),
    exchangeLinkToken(market, last.link),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 401, 401])
})

test('ends a link with its code: after ten minutes, five wrong tries or a new code', async () => {
  const { market, phone } = await openRoster()
  const late = await sent(market, phone)
  await market.advance(minutes(10))
  expect(statusAndCode(await exchangeLinkToken(market, late.link))).toBe('401 invalid_sign_in_link')

  const guessed = await sent(market, phone, 2)
  for (let count = 0; count < 5; count++) await verify(market, phone, otherThan(guessed.code))
  expect(statusAndCode(await exchangeLinkToken(market, guessed.link))).toBe('401 invalid_sign_in_link')

  const replaced = await sent(market, phone, 3)
  const last = await sent(market, phone, 4)
  expect(statusAndCode(await exchangeLinkToken(market, replaced.link))).toBe('401 invalid_sign_in_link')
  for (let count = 0; count < 4; count++) await verify(market, phone, otherThan(last.code))
  expect(statusAndCode(await exchangeLinkToken(market, last.link))).toBe('201')
})

test('requires a choice of operator for a phone number of two rosters, and keeps the link valid until then', async () => {
  const { market, dales, phone } = await openRoster()
  const moors = await market.operator('Moors Coaches')
  const third = await market.operator('Third Coaches')
  await moors.driver({ phone: phone.replace('0', '+44 ') })
  const { code, link } = await sent(market, phone)

  const choice = await exchangeLinkToken(market, link)

  expect([choice.status, choice.json.error]).toEqual([
    409,
    {
      code: 'operator_choice_required',
      message: 'This phone number belongs to drivers of several operators. Choose one.',
      operators: [
        { operator_ref: dales.ref, name: 'Dales Coaches' },
        { operator_ref: moors.ref, name: 'Moors Coaches' },
      ],
    },
  ])
  const foreign = await enter(market, link, third.ref)
  expect([foreign.status, foreign.json.error.fields]).toEqual([422, { operator_ref: ['The selected operator_ref is invalid.'] }])
  const { token } = ok(await enter(market, link, moors.ref))
  expect(ok(await market.call('GET', '/api/v1/driver/me', { token })).operator.operator_ref).toBe(moors.ref)
  expect(statusAndCode(await enter(market, link, dales.ref))).toBe('401 invalid_sign_in_link')
  expect(statusAndCode(await verify(market, phone, code))).toBe('401 invalid_code')
})

test('ends the link of a removed driver', async () => {
  const { market, dales, phone, id } = await openRoster()
  const { link } = await sent(market, phone)
  const token = await market.personToken(dales)
  expect((await market.call('DELETE', `/portal/v1/drivers/${id}`, { token })).status).toBe(204)
  expect(statusAndCode(await exchangeLinkToken(market, link))).toBe('401 invalid_sign_in_link')
})

test('stores no link or code in plain text', async () => {
  const { market, phone } = await openRoster()
  const { link, code } = await sent(market, phone)
  const rows = await market.server.ask<Record<string, unknown>>('SELECT * FROM sign_in_codes')
  const messages = await market.server.ask<Record<string, unknown>>('SELECT * FROM messages')
  const kept = JSON.stringify([rows, messages])
  expect([rows.length > 0, messages.length > 0, kept.includes(link), kept.includes(`"${code}`)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
