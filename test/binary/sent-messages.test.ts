import { describe, expect, test } from 'bun:test'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  hours,
  type Market,
  type MarketAnswer,
  minutes,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { advanceToMorning } from '../support/morning-clock.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'

const openShared = shareMarket()

let opened = 0

interface Listed {
  readonly id: number
  readonly to_kind: string
  readonly topic: string
  readonly ref: string | null
  readonly status: string
  readonly queued_at: string
  readonly sent_at: string | null
}

/** Opens an operator of this test only, with a signed-in reader of its messages and a customer. */
async function openDales(market: Market, role: 'admin' | 'dispatcher' = 'admin') {
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const jo = await addSignedInPerson(market, dales.ref, role)
  const call = (method: string, path: string, key?: string): Promise<MarketAnswer> =>
    market.call(method, `/portal/v1/messages${path}`, { token: jo.token, ...(key && { key }) })
  const ann = `ann${++opened}@example.org`
  return {
    dales,
    jo,
    ann,
    customer: { name: 'Ann Smith', email: ann, phone: '07700 900123' },
    list: (query = '') => call('GET', query),
    resend: (id: number | string, key?: string) => call('POST', `/${id}/resend`, key),
    /** Waits for the trip's message with this topic, recipient kind and status. */
    listed: async (trip: CustomerClient, topic: string, kind: string, status = 'sent'): Promise<Listed> => {
      await market.server.dueTasksDone()
      return eventually(async () => {
        const found: Listed[] = ok(await call('GET', `?ref=${trip.ref}&status=${status}`))
        return found.find((one) => one.topic === topic && one.to_kind === kind)
      })
    },
  }
}

const subjectsTo = (market: Market, to: string) =>
  market.server
    .mails()
    .filter((mail) => mail.to === to)
    .map(({ subject }) => subject)

const fields = 'id channel to_kind to topic ref status attempts queued_at sent_at last_error'.split(' ')

describe('message list', () => {
  test('lists messages newest first with recipient and topic, without their text', async () => {
    const market = await openShared()
    const { dales, jo, list, customer } = await openDales(market)
    const sentSoFar = async (count: number) => {
      await market.server.dueTasksDone()
      await eventually(async () => ok(await list('?status=sent')).length === count)
    }
    const pat = await signInDriver(dales, { name: 'Pat Moss', phone: '07700 900111' })
    const trip = await market.trip([dales], { customer, departsIn: days(10) })
    // A newer message replaces a queued one, so each step waits for the messages before it.
    await sentSoFar(2)
    const quote = await dales.makeQuote(trip, { availability: 'confirmed' })
    await sentSoFar(3)
    ok(await trip.book(quote))
    ok(await dales.assign(trip, pat.id))
    await sentSoFar(6)

    const { data, json, text } = await list()
    for (const one of data) expect(Object.keys(one)).toEqual(fields)
    const seen = data.map((one: Listed & { channel: string; to: string }) => [one.channel, one.to_kind, one.to, one.topic])
    expect(seen.slice().sort()).toEqual(
      [
        ['sms', 'driver', '…0111', 'driver'],
        ['mail', 'user', 'p…@dales.example', 'booking'],
        ['mail', 'customer', 'a…@example.org', 'booking'],
        ['mail', 'user', 'p…@dales.example', 'job_offered'],
        ['mail', 'customer', 'a…@example.org', 'job_offered'],
        ['mail', 'customer', 'a…@example.org', 'job_offered'],
      ].sort(),
    )
    expect(data.map(({ ref }: Listed) => ref)).toEqual(data.map(() => trip.ref))
    expect(data.map(({ id }: Listed) => id)).toEqual(data.map(({ id }: Listed) => id).toSorted((a: number, b: number) => b - a))
    expect(data[0]).toMatchObject({ status: 'sent', attempts: 1, last_error: null })
    expect(data[0].sent_at >= data[0].queued_at).toBe(true)
    expect(json.meta.total).toBe(6)
    expect(text).not.toMatch(/cb[kodptl]_|£|Moss|900111|ann@|person/)
    expect(text).not.toContain(jo.email)

    const second = await list('?per_page=2&page=2')
    expect(second.data).toEqual(data.slice(2, 4))
    expect(second.json.meta).toMatchObject({ total: 6, last_page: 3 })
    expect(ok(await list('?status=failed'))).toEqual([])
    expect(ok(await list(`?ref=${trip.ref}&status=sent`))).toHaveLength(6)
  })

  test('filters by trip and status, without other accounts and sign-in messages', async () => {
    const market = await openShared()
    const { dales, jo, list, listed, customer } = await openDales(market)
    const kim = { email: 'kim@dales.example', name: 'Kim', role: 'accounts' }
    ok(await market.call('POST', '/portal/v1/users', { token: jo.token, body: kim }))
    ok(await market.call('POST', '/api/v1/auth/link', { body: { email: jo.email } }))
    ok(await dales.post('/drivers', { name: 'Pat Moss', email: 'pat@dales.example', invite_now: true }))
    const [one, two] = [await market.bookedTrip(dales, { customer }), await market.bookedTrip(dales, { customer })]
    const { id } = await listed(one, 'booking', 'customer')
    const refs = (answer: MarketAnswer) => new Set(ok(answer).map(({ ref }: Listed) => ref))
    expect(refs(await list(`?ref=${one.ref}`))).toEqual(new Set([one.ref]))
    expect(refs(await list())).toEqual(new Set([one.ref, two.ref]))

    const moors = await openDales(market)
    expect(ok(await moors.list())).toEqual([])
    for (const ref of [one.ref, 'TR-000000', 'x']) expect(statusAndCode(await moors.list(`?ref=${ref}`))).toBe('404 not_found')
    expect(statusAndCode(await moors.resend(id))).toBe('404 not_found')
    for (const query of ['?status=lost', '?status=', `?ref=${'x'.repeat(21)}`, '?ref=']) {
      expect([query, statusAndCode(await list(query))]).toEqual([query, '422 validation_failed'])
    }
  })

  test('hides the customer before the booking, except for the operator’s own trips', async () => {
    const market = await openShared()
    const { dales, jo, list, listed, customer } = await openDales(market)
    const offered = await market.trip([dales], { customer })
    const phoned = {
      customer: { name: 'Ben Low', email: 'ben@low-and-sons.example' },
      pickup: { label: 'Leeds', kind: 'venue' },
      dropoff: { label: 'York', kind: 'venue' },
      departs_at: market.at(days(9)),
      passenger_count: 20,
      quote: {
        price_amount: 64_000,
        currency_code: 'GBP',
        availability: 'confirmed',
        vehicles: [{ type: 'coach_49', count: 1, seats: 49 }],
      },
    }
    const own = ok(await market.call('POST', '/portal/v1/trips', { token: jo.token, body: phoned }))
    const customerAddresses = async (ref: string) =>
      ok(await list(`?ref=${ref}`)).flatMap((one: Listed & { to: string }) => (one.to_kind === 'customer' ? [one.to] : []))
    const ownAddress = await eventually(async () => (await customerAddresses(own.ref))[0])
    expect([await customerAddresses(offered.ref), ownAddress]).toEqual([['…'], 'b…@low-and-sons.example'])
    ok(await offered.book(await dales.makeQuote(offered, { availability: 'confirmed' })))
    await listed(offered, 'booking', 'customer')
    expect(new Set(await customerAddresses(offered.ref))).toEqual(new Set(['a…@example.org']))
  })

  test('shows the error “not configured” without mail and SMS', async () => {
    await using market = await openMarket({ env: { CHARABANC_MAIL_DIR: '' } })
    const { dales, list, listed } = await openDales(market)
    const trip = await market.trip([dales])
    await listed(trip, 'job_offered', 'user', 'failed')
    expect(ok(await list(`?ref=${trip.ref}`))[0]).toMatchObject({ last_error: 'not configured', sent_at: null })
  })
})

describe('resending a message', () => {
  test('sends the same recipient the current details and a new link', async () => {
    const market = await openShared()
    const { dales, list, listed, resend, ann, customer } = await openDales(market)
    const trip = await market.bookedTrip(dales, { customer })
    const first = await listed(trip, 'booking', 'customer')
    await market.server.dueTasksDone()
    const count = ok(await list()).length
    ok(
      await market.call('PATCH', '/portal/v1/operator', {
        token: (await addSignedInPerson(market, dales.ref)).token,
        body: { phone: '0113 496 0999' },
      }),
    )
    await market.advance(minutes(5))

    const answer = await resend(first.id, 'k1')
    expect(statusAndCode(answer)).toBe('202')
    expect(answer.json).toEqual({ message: expect.stringContaining('will be sent again') })
    const again = await resend(first.id, 'k1')
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([202, answer.text, 'true'])

    const confirmations = await eventually(() => {
      const found = market.server.mails().filter(({ to, subject }) => to === ann && subject.startsWith('Confirmed: '))
      return found.length === 2 ? found : null
    })
    await market.server.dueTasksDone()
    expect(subjectsTo(market, ann).filter((subject) => subject.startsWith('Confirmed: '))).toHaveLength(2)
    const [before, after] = confirmations
    expect(before?.text).toContain('0113 496 0000')
    expect(after?.text).toContain('0113 496 0999')
    const links = confirmations.map(({ text }) => /#(cbt_\w+)/.exec(text)?.[1] ?? '')
    expect(new Set(links).size).toBe(2)
    for (const token of links) expect(statusAndCode(await market.call('GET', '/customer/v1/trip', { token }))).toBe('200')
    expect(ok(await list())).toHaveLength(count)
    const resent = await listed(trip, 'booking', 'customer')
    expect(resent).toMatchObject({ id: first.id, to: 'a…@example.org', attempts: 1 })
    expect(resent.queued_at > first.queued_at).toBe(true)
  })

  test('sends the customer every open offer, and rejects the request when none is open', async () => {
    const market = await openShared()
    const { dales, resend, ann, customer } = await openDales(market)
    const trip = await market.trip([dales], { customer })
    await dales.makeQuote(trip)
    await eventually(() => subjectsTo(market, ann).some((subject) => subject.startsWith('1 offer for ')))
    await market.server.dueTasksDone()
    const list = ok(
      await market.call('GET', `/portal/v1/messages?ref=${trip.ref}`, {
        token: (await addSignedInPerson(market, dales.ref)).token,
      }),
    )
    const [newest] = list.filter(({ to_kind }: Listed) => to_kind === 'customer')
    ok(await resend(newest.id))
    await eventually(() => subjectsTo(market, ann).filter((subject) => subject.startsWith('1 offer for ')).length === 2)
    await market.server.dueTasksDone()

    ok(await dales.withdraw(trip))
    await market.advance(hours(1) + 1)
    await eventually(() => subjectsTo(market, ann).some((subject) => subject.startsWith('An offer has ended for ')))
    await market.server.dueTasksDone()
    const refused = await resend(newest.id)
    expect(statusAndCode(refused)).toBe('409 invalid_transition')
    expect(refused.json.error).toMatchObject({ current_status: 'sent', allowed: [] })
  })

  test('rejects outdated messages, unknown ids and invitations', async () => {
    const market = await openShared()
    const { dales, jo, listed, resend, customer } = await openDales(market, 'dispatcher')
    const trip = await market.trip([dales], { customer })
    const offered = await listed(trip, 'job_offered', 'user')
    ok(await dales.decline(trip))
    const refused = await resend(offered.id, 'k1')
    expect(statusAndCode(refused)).toBe('409 invalid_transition')
    expect((await resend(offered.id, 'k1')).headers.get('idempotency-replayed')).toBe('true')
    expect(await listed(trip, 'job_offered', 'user')).toEqual(offered)

    const admin = await addSignedInPerson(market, dales.ref)
    const kim = { email: `kim${admin.id}@dales.example`, name: 'Kim', role: 'accounts' }
    ok(await market.call('POST', '/portal/v1/users', { token: admin.token, body: kim }))
    const [invitation] = await market.server.ask<{ id: number }>('SELECT id FROM messages WHERE recipient = ?', kim.email)
    for (const id of [invitation?.id ?? 0, 999_999, 0, 'x', '1.5', '-1']) {
      expect([id, statusAndCode(await resend(id))]).toEqual([id, '404 not_found'])
    }
    expect(jo.abilities).toContain('quotes:write')
  })

  test('sends a queued or failed message immediately', async () => {
    await using office = await startTestMailServer()
    const env = { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}` }
    await using market = await openMarket({ env })
    const { dales, listed, resend } = await openDales(market)
    office.refuse(450)
    const trip = await market.trip([dales])
    const waiting = await eventually(async () => {
      const one = await listed(trip, 'job_offered', 'user', 'queued')
      return 'attempts' in one && one.attempts === 1 ? one : null
    })
    await market.server.dueTasksDone()
    office.refuse(null)
    expect(statusAndCode(await resend(waiting.id))).toBe('202')
    expect(await listed(trip, 'job_offered', 'user')).toMatchObject({ id: waiting.id, attempts: 2, queued_at: waiting.queued_at })

    office.refuse(550)
    const other = await market.trip([dales])
    const failed = await listed(other, 'job_offered', 'user', 'failed')
    expect(failed).toMatchObject({ last_error: expect.stringContaining('550'), sent_at: null })
    office.refuse(null)
    expect(statusAndCode(await resend(failed.id))).toBe('202')
    expect(await listed(other, 'job_offered', 'user')).toMatchObject({ id: failed.id, attempts: 1, last_error: null })
  })

  test('waits for the end of quiet hours, and rejects a topic that the reader disabled', async () => {
    const market = await openShared()
    await advanceToMorning(market)
    const { dales, jo, listed, resend, customer } = await openDales(market)
    const trip = await market.trip([dales], { customer })
    const sent = await listed(trip, 'job_offered', 'user')
    await market.server.dueTasksDone()
    const quiet = { mail: ['job_offered'], sms: [], digest: 'at_once', quiet: { from: '07:00', to: '09:30' } }
    ok(await market.call('PUT', '/portal/v1/notifications', { token: jo.token, body: quiet }))
    ok(await resend(sent.id))
    await market.server.dueTasksDone()
    expect(subjectsTo(market, jo.email)).toHaveLength(1)
    await market.advance(hours(1) + minutes(31))
    await eventually(() => subjectsTo(market, jo.email).length === 2)

    ok(await market.call('PUT', '/portal/v1/notifications', { token: jo.token, body: { ...quiet, mail: [] } }))
    await listed(trip, 'job_offered', 'user')
    expect(statusAndCode(await resend(sent.id))).toBe('409 invalid_transition')
  })
})
