import { describe, expect, test } from 'bun:test'
import { deriveMessageToken } from '../../src/domain/message-link.ts'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, days, type Market, type MarketAnswer, minutes, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson, messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const origin = 'https://shop.example'

const openShared = shareMarket()
const openMute = shareMarket({ isMute: true, env: { CHARABANC_CORS_ORIGINS: origin } })
const openWithSms = shareMarket({
  isMute: true,
  env: { CHARABANC_SMS_URL: 'http://127.0.0.1:9/?to={phone}&text={message}', CHARABANC_LIMIT_SIGN_IN: '5/15m;20/15m' },
})

let opened = 0

/** Makes a customer with an email address that no other test uses. */
function newCustomer() {
  const ann = `ann${++opened}@example.org`
  return { ann, customer: { name: 'Ann Smith', email: ann, phone: '07700 900123' } }
}

const portalLink = (market: Market, token: string, ref: string, body?: unknown, key?: string): Promise<MarketAnswer> =>
  market.call('POST', `/portal/v1/trips/${ref}/customer-link`, {
    token,
    ...(body !== undefined && { body }),
    ...(key && { key }),
  })

const tokenIn = (text: string) => /#(cbt_[0-9A-Za-z]{49})$/m.exec(text)?.[1] ?? `no token in: ${text}`

/** Returns the status of the customer's trip read with a token. */
const read = async (market: Market, token: string) => statusAndCode(await market.call('GET', '/customer/v1/trip', { token }))

const enquiry = (market: Market) => ({
  customer: { name: 'Ben Low', email: 'ben@example.org' },
  pickup: { label: 'Leeds', kind: 'venue' },
  dropoff: { label: 'York', kind: 'venue' },
  departs_at: market.at(days(9)),
  passenger_count: 20,
})

/** Lists the emails with a new link that were sent to one address. */
const linkMails = (market: Market, to: string) =>
  market.server.mails().filter((mail) => mail.to === to && mail.subject.startsWith('Your new link: '))

describe('a new customer link', () => {
  test('opens the booking, leaves earlier links valid, and is emailed only on request', async () => {
    const market = await openShared()
    const { ann, customer } = newCustomer()
    const dales = await market.operator()
    const { token } = await addSignedInPerson(market, dales.ref, 'dispatcher')
    const trip = await market.bookedTrip(dales, { customer })
    const { departs_at } = ok(await dales.job(trip))

    const answer = await portalLink(market, token, trip.ref, { send: false, revoke_old: false }, 'k1')
    expect(statusAndCode(answer)).toBe('200')
    expect(answer.data).toEqual({ customer_url: `${market.server.url}/trip#${tokenIn(answer.data.customer_url)}`, sent: false })
    const fresh = tokenIn(answer.data.customer_url)
    expect(await read(market, fresh)).toBe('200')
    expect(await read(market, trip.token)).toBe('200')
    const again = await portalLink(market, token, trip.ref, { send: false, revoke_old: false }, 'k1')
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([answer.text, 'true'])
    expect(tokenIn(ok(await portalLink(market, token, trip.ref, {})).customer_url)).not.toBe(fresh)
    await market.server.dueTasksDone()
    expect(linkMails(market, ann)).toEqual([])

    const sent = ok(await portalLink(market, token, trip.ref, { send: true }))
    expect(sent.sent).toBe(true)
    const mail = await eventually(() => linkMails(market, ann)[0])
    expect(mail.subject).toBe(`Your new link: Leeds → York, ${market.spokenDay(departs_at)}`)
    expect(await read(market, tokenIn(mail.text))).toBe('200')
    expect(await read(market, trip.token)).toBe('200')
  })

  test('revokes every earlier link on request, and is emailed to the customer', async () => {
    const market = await openShared()
    const { ann, customer } = newCustomer()
    const dales = await market.operator()
    const { token } = await addSignedInPerson(market, dales.ref)
    const trip = await market.bookedTrip(dales, { customer })
    const other = await market.bookedTrip(dales, { customer })
    await market.server.dueTasksDone()
    const mailed = (await messagesTo(market.server, ann)).flatMap(({ text }) => (text.includes(trip.ref) ? [tokenIn(text)] : []))
    expect(mailed).not.toEqual([])
    const before = tokenIn(ok(await portalLink(market, token, trip.ref)).customer_url)

    const { customer_url, sent } = ok(await portalLink(market, token, trip.ref, { send: true, revoke_old: true }))
    expect(sent).toBe(true)
    const mail = await eventually(() => linkMails(market, ann)[0])
    for (const good of [tokenIn(customer_url), tokenIn(mail.text)]) expect(await read(market, good)).toBe('200')
    for (const dead of [trip.token, before, ...mailed]) expect(await read(market, dead)).toBe('401 unauthenticated')
    expect(await read(market, other.token)).toBe('200')
  })

  test('replaces a revoked link in an email that is sent again', async () => {
    const market = await openShared()
    const { ann, customer } = newCustomer()
    const dales = await market.operator()
    const { token } = await addSignedInPerson(market, dales.ref)
    const trip = await market.bookedTrip(dales, { customer })
    await market.server.dueTasksDone()
    const confirmation = (await messagesTo(market.server, ann)).find(({ subject }) => subject.startsWith('Confirmed: '))
    const dead = tokenIn(confirmation?.text ?? '')
    ok(await portalLink(market, token, trip.ref, { revoke_old: true }))
    expect(await read(market, dead)).toBe('401 unauthenticated')
    // Queues the sent message again, as after a failed attempt. Its link was revoked in the meantime.
    const message = `fact = 'booked' AND to_kind = 'customer' AND trip_id = (SELECT id FROM trips WHERE ref = '${trip.ref}')`
    await market.server.change(
      `UPDATE messages SET status = 'queued' WHERE ${message}`,
      `INSERT INTO scheduler (kind, lane, subject_id, due_at, ready_at, attempts, created_at)
        SELECT 'message', 'messages', id, 0, 0, 0, 0 FROM messages WHERE ${message}`,
    )
    const second = await eventually(async () => {
      const found = market.server.mails().filter(({ to, subject }) => to === ann && subject.startsWith('Confirmed: '))
      return found.find(({ text }) => tokenIn(text) !== dead)
    })
    expect(await read(market, tokenIn(second.text))).toBe('200')
  })

  test('opens its trip for simultaneous calls, and is refused when another key signed it', async () => {
    const market = await openShared()
    const { ann, customer } = newCustomer()
    const dales = await market.operator()
    const trip = await market.trip([dales], { customer })
    const [mail] = await messagesTo(market.server, ann)
    const token = tokenIn(mail?.text ?? '')
    const answers = await Promise.all(Array.from({ length: 8 }, () => read(market, token)))
    expect(new Set(answers)).toEqual(new Set(['200']))

    const [row] = await market.server.ask<{ tripId: number; messageId: number; queuedAt: number; linkSalt: string }>(
      `SELECT trip_id AS "tripId", messages.id AS "messageId", messages.created_at AS "queuedAt", link_salt AS "linkSalt"
        FROM messages JOIN trips ON trips.id = trip_id WHERE to_kind = 'customer' AND ref = ?`,
      trip.ref,
    )
    if (row === undefined) throw new Error('No message is kept.')
    const sign = (text: string) => new Bun.CryptoHasher('sha256', 'another key').update(text).digest('hex')
    expect(await read(market, deriveMessageToken(row, { ref: trip.ref, linkSalt: row.linkSalt }, sign))).toBe(
      '401 unauthenticated',
    )
  })

  test('is made only for the operator’s bookings and for trips it entered', async () => {
    const market = await openShared()
    const [dales, moors] = [await market.operator(), await market.operator('Moors Travel')]
    const [jo, kim] = [await addSignedInPerson(market, dales.ref), await addSignedInPerson(market, moors.ref)]
    const offered = await market.trip([dales, moors])
    const alone = await market.trip([dales])
    const taken = await market.trip([dales, moors])
    ok(await taken.book(await moors.makeQuote(taken, { availability: 'confirmed' })))
    const entered = ok(await market.call('POST', '/portal/v1/trips', { token: jo.token, body: enquiry(market) }))
    ok(await market.platform('POST', `/trips/${entered.ref}/offers`, { offer_to: [moors.ref] }))
    const linkStatus = async (token: string, ref: string) => statusAndCode(await portalLink(market, token, ref))

    for (const ref of [offered.ref, alone.ref, taken.ref, 'TR-000000', 'x']) {
      expect([ref, await linkStatus(jo.token, ref)]).toEqual([ref, '404 not_found'])
    }
    expect(await linkStatus(jo.token, entered.ref)).toBe('200')
    expect([await linkStatus(kim.token, taken.ref), await linkStatus(kim.token, entered.ref)]).toEqual(['200', '404 not_found'])
    ok(await taken.cancel())
    expect(await linkStatus(kim.token, taken.ref)).toBe('200')
    for (const ref of [offered.ref, alone.ref, entered.ref, taken.ref]) {
      expect(statusAndCode(await market.platform('POST', `/trips/${ref}/customer-link`))).toBe('200')
    }
    expect(statusAndCode(await market.platform('POST', '/trips/TR-000000/customer-link'))).toBe('404 not_found')
    const wrong = await portalLink(market, jo.token, entered.ref, { send: 'yes', revoke_old: 1 })
    expect([statusAndCode(wrong), Object.keys(wrong.json.error.fields)]).toEqual([
      '422 validation_failed',
      ['send', 'revoke_old'],
    ])
    const accounts = await addSignedInPerson(market, dales.ref, 'accounts')
    expect(await linkStatus(accounts.token, entered.ref)).toBe('403 missing_ability')
    expect(await linkStatus(dales.token, entered.ref)).toBe('403 wrong_credential')
  })

  test('revokes earlier links and is emailed when the platform makes it too', async () => {
    const market = await openShared()
    const { ann, customer } = newCustomer()
    const trip = await market.trip([await market.operator(), await market.operator('Moors Travel')], { customer })
    const { customer_url, sent } = ok(
      await market.platform('POST', `/trips/${trip.ref}/customer-link`, { send: true, revoke_old: true }),
    )
    expect(sent).toBe(true)
    expect(await read(market, trip.token)).toBe('401 unauthenticated')
    const mail = await eventually(() => linkMails(market, ann)[0])
    expect([await read(market, tokenIn(customer_url)), await read(market, tokenIn(mail.text))]).toEqual(['200', '200'])
  })

  test.each([
    ['nothing', openMute],
    ['SMS alone', openWithSms],
  ])('is reported as not sent on a server with %s to send it', async (_, open) => {
    const market = await open()
    const dales = await market.operator()
    const { token } = await addSignedInPerson(market, dales.ref)
    const trip = await market.bookedTrip(dales)
    const answer = ok(await portalLink(market, token, trip.ref, { send: true, revoke_old: true }))
    expect(answer.sent).toBe(false)
    expect(await read(market, tokenIn(answer.customer_url))).toBe('200')
    expect(await read(market, trip.token)).toBe('401 unauthenticated')
  })
})

describe('a lost customer link', () => {
  const askFor = (market: Market, email: unknown, ref: unknown, more = {}) =>
    market.call('POST', '/customer/v1/link', { body: { email, ref }, ...more })

  /** Returns the parts of an answer that a caller can compare. */
  function seen({ status, headers, text }: MarketAnswer) {
    const same = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
    return JSON.stringify({ status, headers: same.sort(), text })
  }

  test('is emailed only to the customer of the trip, in any spelling of address and reference', async () => {
    const market = await openShared()
    const { ann, customer } = newCustomer()
    const dales = await market.operator()
    const trip = await market.bookedTrip(dales, { customer })
    const answer = await askFor(
      market,
      ann.replace('ann', 'Ann').replace('example.org', 'Example.ORG'),
      ` ${trip.ref.toLowerCase()} `,
    )
    expect([answer.status, answer.json]).toEqual([
      202,
      { message: 'If this address belongs to the customer of this trip, we have sent a new link.' },
    ])
    const mail = await eventually(() => linkMails(market, ann)[0])
    expect(await read(market, tokenIn(mail.text))).toBe('200')
    expect(await read(market, trip.token)).toBe('200')

    const other = await market.trip([dales], { customer: { name: 'Ben Low', email: 'ben@example.org' } })
    for (const [email, ref] of [
      ['ben@example.org', trip.ref],
      [ann, other.ref],
      [ann, 'TR-000000'],
      ['nobody@nowhere.example', 'x'],
    ]) {
      expect(seen(await askFor(market, email, ref))).toBe(seen(answer))
    }
    await market.server.dueTasksDone()
    expect([linkMails(market, ann).length, linkMails(market, 'ben@example.org').length]).toEqual([1, 0])
    expect(market.server.mails().filter(({ to }) => to === 'nobody@nowhere.example')).toEqual([])
    expect(await market.server.ask("SELECT 1 FROM messages WHERE recipient = ''")).toEqual([])

    ok(await askFor(market, 'ben@example.org', other.ref, { token: 'nonsense' }))
    await eventually(() => linkMails(market, 'ben@example.org').length === 1)
  })

  test('is limited to five requests in 15 minutes for one address, and twenty from one IP address', async () => {
    const market = await openWithSms()
    const { ann, customer } = newCustomer()
    const dales = await market.operator()
    const trip = await market.trip([dales], { customer })
    const jo = await addSignedInPerson(market, dales.ref)
    const statuses: string[] = []
    for (let count = 0; count < 7; count++)
      statuses.push(statusAndCode(await askFor(market, count % 2 === 0 ? ann : ann.toUpperCase(), trip.ref)))
    expect(statuses).toEqual([...Array(5).fill('202'), ...Array(2).fill('429 rate_limited')])
    const strangers: string[] = []
    for (let count = 0; count < 16; count++) {
      const answer = await askFor(market, `stranger${count}@nowhere.example`, trip.ref)
      strangers.push(statusAndCode(answer))
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(strangers).toEqual([...Array(15).fill('202'), '429 rate_limited'])
    expect(statusAndCode(await market.call('POST', '/api/v1/auth/link', { body: { email: jo.email } }))).toBe('202')
    await market.advance(minutes(15))
    expect(statusAndCode(await askFor(market, ann, trip.ref))).toBe('202')
  })

  test('is refused for an invalid body', async () => {
    const market = await openShared()
    const { ann } = newCustomer()
    const trip: CustomerClient = await market.trip([await market.operator()])
    const broken: readonly [unknown, string[]][] = [
      [{}, ['email', 'ref']],
      [{ email: 'ann', ref: trip.ref }, ['email']],
      [{ email: ann, ref: '' }, ['ref']],
      [{ email: ann, ref: 7 }, ['ref']],
      [{ email: ann, ref: 'x'.repeat(21) }, ['ref']],
    ]
    for (const [body, fields] of broken) {
      const answer = await market.call('POST', '/customer/v1/link', { body })
      expect([body, statusAndCode(answer), Object.keys(answer.json.error.fields)]).toEqual([
        body,
        '422 validation_failed',
        fields,
      ])
    }
  })

  test('can be requested from a page of an allowed origin', async () => {
    const market = await openMute()
    const { ann } = newCustomer()
    const path = '/customer/v1/link'
    const asked = { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } }
    const before = await market.server.fetch(path, asked)
    expect(before.headers.get('access-control-allow-methods')).toContain('POST')
    const answer = await askFor(market, ann, 'TR-000000', { headers: { Origin: origin } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([202, origin])
  })
})
