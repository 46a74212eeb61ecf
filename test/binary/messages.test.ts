import { afterAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { countSmsLength } from '../../src/domain/sms.ts'
import { makeAuthority } from '../support/certificates.ts'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { hours, type Market, minutes, ok, openMarket, statusAndCode } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { addOperatorPerson, codeIn, exchangeLinkToken, linkTokenIn, messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'
import { startSilentMailServer, startTestMailServer } from '../support/test-mail-server.ts'

const askFor = (market: Market, email: string) => market.call('POST', '/api/v1/auth/link', { body: { email } })

interface Kept {
  readonly status: string
  readonly attempts: number
  readonly last_error: string | null
  readonly encrypted: string
}

/** The messages to one recipient. */
const kept = (market: Market, to: string) =>
  market.server.ask<Kept>('SELECT status, attempts, last_error, encrypted FROM messages WHERE recipient = ? ORDER BY id', to)

async function addOfficeTo(market: Market) {
  const operator = await market.operator()
  const { email } = await addOperatorPerson(market, operator.ref)
  return { market, operator, email }
}

async function openOffice(env: Record<string, string>, more: { readonly isAlone?: boolean } = {}) {
  return addOfficeTo(await openMarket({ env, ...more }))
}

/** An SMS service that records requests and answers with a given status. */
function openSmsService() {
  const asked: { method: string; url: string; headers: Headers; body: string }[] = []
  let status = 200
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      asked.push({ method: request.method, url: request.url, headers: request.headers, body: await request.text() })
      return new Response('07700 900456 has been told a secret', { status })
    },
  })
  return {
    asked,
    url: `http://127.0.0.1:${server.port}`,
    answer(next: number) {
      status = next
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

const pat = 'pat@dales.example'
const kim = 'kim@dales.example'
const phone = '07700 900456'

const [office, mute] = await Promise.all([startTestMailServer(), startSilentMailServer()])
const [failing, formal, structured] = [openSmsService(), openSmsService(), openSmsService()]
afterAll(() => Promise.all([office, mute, failing, formal, structured].map((one) => one[Symbol.asyncDispose]())))

const openPlain = shareMarket({
  env: { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}`, CHARABANC_SMS_URL: `${failing.url}/?to={phone}&text={message}` },
})
/** No mail server listens on its port. */
const openLonely = shareMarket({
  env: {
    CHARABANC_SMTP_URL: 'smtp://127.0.0.1:9',
    CHARABANC_SMS_URL: formal.url,
    CHARABANC_SMS_BODY: 'To={phone}&Body={message}',
  },
})
const openMuted = shareMarket({
  env: {
    CHARABANC_SMTP_URL: `smtp://127.0.0.1:${mute.port}`,
    CHARABANC_SMS_URL: structured.url,
    CHARABANC_SMS_BODY: '{"to":"{phone}","text":"{message}"}',
  },
})

describe('a mail server', () => {
  test('receives sign-in emails over STARTTLS with a private certificate authority', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    const certificate = await authority.sign('DNS:localhost')
    await using office = await startTestMailServer({ certificate, credentials: 'coach:p@ss/word' })
    const { market, email } = await openOffice({
      CHARABANC_SMTP_URL: `smtp://coach:p%40ss%2Fword@localhost:${office.port}`,
      CHARABANC_SMTP_CA: authority.path,
      CHARABANC_MAIL_FROM: 'Dales Coaches <bookings@dales.example>',
    })
    await using _ = market

    ok(await askFor(market, email))
    const mail = await eventually(() => office.mails[0])

    expect(mail).toMatchObject({ from: 'bookings@dales.example', to: [email], secure: true, user: 'coach' })
    expect(mail.head).toMatch(/^From: Dales Coaches <bookings@dales.example>$/m)
    expect(mail.head).toMatch(new RegExp(`^To: ${email}$`, 'm'))
    expect(mail.head).toMatch(/^Subject: Your sign-in link$/m)
    expect(mail.head).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(mail.text).toContain(`${market.server.url}/portal/sign-in#cbl_`)
    expect(statusAndCode(await exchangeLinkToken(market, linkTokenIn(mail.text)))).toBe('201')
    await eventually(async () => (await kept(market, email))[0]?.status === 'sent')
    expect(await kept(market, email)).toEqual([{ status: 'sent', attempts: 1, last_error: null, encrypted: '' }])
    expect(market.server.mails()).toEqual([])
  })

  test('receives no email and no password without a trusted certificate', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    await using office = await startTestMailServer({
      certificate: await authority.sign('DNS:localhost'),
      credentials: 'coach:secret',
    })
    const { market, email } = await openOffice({ CHARABANC_SMTP_URL: `smtp://coach:secret@localhost:${office.port}` })
    await using _ = market

    expect(statusAndCode(await askFor(market, email))).toBe('202')
    await eventually(async () => (await kept(market, email))[0]?.attempts === 1)

    expect([office.mails.length, office.connectionCount]).toEqual([0, 1])
    expect((await kept(market, email))[0]).toMatchObject({
      status: 'queued',
      last_error: expect.stringMatching(/^mail: E[A-Z]+/),
    })
  })

  test('receives no password without encryption', async () => {
    await using office = await startTestMailServer({ credentials: 'coach:secret' })
    const { market, email } = await openOffice({ CHARABANC_SMTP_URL: `smtp://coach:secret@127.0.0.1:${office.port}` })
    await using _ = market

    ok(await askFor(market, email))
    await eventually(async () => (await kept(market, email))[0]?.attempts === 1)

    expect(office.mails).toEqual([])
  })

  test('receives emails over TLS from the first byte with smtps', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    await using office = await startTestMailServer({ certificate: await authority.sign('DNS:localhost'), secure: true })
    const { market, email } = await openOffice({
      CHARABANC_SMTP_URL: `smtps://localhost:${office.port}`,
      CHARABANC_SMTP_CA: authority.path,
    })
    await using _ = market
    ok(await askFor(market, email))
    expect(await eventually(() => office.mails[0])).toMatchObject({ to: [email], secure: true })
  })

  test('receives an email once after retries with growing delays while it is busy', async () => {
    const { market, operator } = await addOfficeTo(await openPlain())
    office.refuse(450)
    await operator.driver({ email: pat, invite_now: true })

    await eventually(async () => (await kept(market, pat))[0]?.attempts === 1)
    // Less than a minute, because a busy machine checks late.
    await market.advance(49)
    // The attempt for the second driver shows that the worker has checked.
    await operator.driver({ email: kim, invite_now: true })
    await eventually(async () => (await kept(market, kim))[0]?.attempts === 1)
    expect((await kept(market, pat))[0]).toEqual({
      status: 'queued',
      attempts: 1,
      last_error: 'mail: EENVELOPE 450',
      encrypted: expect.stringMatching(/./),
    })
    await market.advance(11)
    await eventually(async () => (await kept(market, pat))[0]?.attempts === 2)
    office.refuse(null)
    await market.advance(minutes(5))
    await eventually(async () => (await kept(market, pat))[0]?.status === 'sent')

    await eventually(async () => (await kept(market, kim))[0]?.status === 'sent')
    expect(office.mails.map(({ to }) => to).sort()).toEqual([[kim], [pat]])
    const tasks = "SELECT 1 FROM scheduler WHERE kind = 'message' AND subject_id IN (SELECT id FROM messages WHERE recipient = ?)"
    for (const to of [pat, kim]) expect(await market.server.ask(tasks, to)).toEqual([])
  })

  test('gets six attempts over hours before an email fails', async () => {
    await using office = await startTestMailServer()
    office.refuse(451)
    // The account has no people, so no notice about failed emails is sent.
    await using market = await openMarket({ env: { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}` } })
    const operator = await market.operator()
    await operator.driver({ email: pat, invite_now: true })

    const waits = [minutes(1) + 1, minutes(5) + 1, minutes(30) + 1, hours(2) + 1, hours(12) + 1]
    for (const [index, wait] of waits.entries()) {
      await eventually(async () => (await kept(market, pat))[0]?.attempts === index + 1)
      expect((await kept(market, pat))[0]?.status).toBe('queued')
      await market.advance(wait)
    }
    await eventually(async () => (await kept(market, pat))[0]?.status === 'failed')

    expect(await kept(market, pat)).toEqual([{ status: 'failed', attempts: 6, last_error: 'mail: EENVELOPE 451', encrypted: '' }])
    await market.advance(hours(24))
    // The next connection is for another email.
    await operator.driver({ email: kim, invite_now: true })
    await eventually(async () => (await kept(market, kim))[0]?.attempts === 1)
    expect(office.recipientCount).toBe(7)
    expect(market.server.stderr).not.toContain(pat)
  })

  test('gets no retry after it permanently refuses a recipient', async () => {
    const { market, operator } = await addOfficeTo(await openPlain())
    const lee = 'lee@dales.example'
    office.refuse(550)
    await operator.driver({ email: lee, invite_now: true })

    await eventually(async () => (await kept(market, lee))[0]?.status === 'failed')

    expect((await kept(market, lee))[0]).toMatchObject({ attempts: 1, last_error: 'mail: EENVELOPE 550' })
    office.refuse(null)
  })

  test('does not delay requests or deadlines when it never answers', async () => {
    const { market, operator, email } = await addOfficeTo(await openMuted())
    const trip = await market.trip([operator], { departsIn: hours(30) })
    const quote = ok(await operator.quote(trip)).my_quote
    for (let count = 0; count < 6; count++)
      await operator.driver({ name: `D${count}`, email: `d${count}@x.org`, invite_now: true })
    await eventually(() => mute.visits() > 0)

    const startedAt = performance.now()
    expect(statusAndCode(await askFor(market, email))).toBe('202')
    expect(performance.now() - startedAt).toBeLessThan(patience(1_000))
    await market.advanceTo(quote.valid_until, 1)
    const expired = "SELECT 1 FROM quotes WHERE status = 'expired'"
    await eventually(async () => (await market.server.ask(expired)).length === 1)
  })

  test('gets no further attempt for a sign-in link that has expired', async () => {
    const { market, operator, email } = await addOfficeTo(await openLonely())
    expect(operator.ref).toStartWith('OP-')
    ok(await askFor(market, email))
    await eventually(async () => (await kept(market, email))[0]?.attempts === 1)
    expect((await kept(market, email))[0]?.last_error).toMatch(/^mail: E\w+$/)

    await market.advance(minutes(15))
    await eventually(async () => (await kept(market, email))[0]?.status === 'failed')

    expect(await kept(market, email)).toEqual([{ status: 'failed', attempts: 1, last_error: 'too late', encrypted: '' }])
  })

  test('receives emails that were queued before a kill', async () => {
    await using office = await startTestMailServer()
    office.refuse(450)
    const { market, operator } = await openOffice({ CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}` }, { isAlone: true })
    await using _ = market
    await operator.driver({ email: pat, invite_now: true })
    await eventually(async () => (await kept(market, pat))[0]?.attempts === 1)
    await market.server.kill()
    office.refuse(null)
    await market.server.start()
    await market.advance(minutes(1) + 1)

    expect((await eventually(() => office.mails[0])).to).toEqual([pat])
  })
})

describe('an SMS service', () => {
  const askForCode = async (market: Market) => ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone } }))

  test('receives the number in international format in a GET address', async () => {
    await using service = openSmsService()
    const { market, operator } = await openOffice({
      CHARABANC_SMS_URL: `${service.url}/send?to={phone}&text={message}&again={message}`,
      CHARABANC_SMS_HEADER: 'Authorization: Bearer box-1',
    })
    await using _ = market
    await operator.driver({ phone })
    await askForCode(market)

    const { method, url, headers, body } = await eventually(() => service.asked[0])

    const query = new URL(url).searchParams
    expect([method, body, headers.get('authorization')]).toEqual(['GET', '', 'Bearer box-1'])
    expect([query.get('to'), query.get('again')]).toEqual(['+447700900456', query.get('text')])
    const verified = await market.call('POST', '/api/v1/driver/auth/verify', {
      body: { phone, code: codeIn(query.get('text') ?? '') },
    })
    expect(statusAndCode(verified)).toBe('201')
  })

  test.each([
    [
      'To={phone}&Body={message}',
      openLonely,
      formal,
      'application/x-www-form-urlencoded',
      (body: string) => new URLSearchParams(body).get('Body'),
    ],
    ['{"to":"{phone}","text":"{message}"}', openMuted, structured, 'application/json', (body: string) => JSON.parse(body).text],
  ])('receives a POST with the configured body: %s', async (_, open, service, type, textIn) => {
    const market = await open()
    const operator = await market.operator('"Łódź" & {phone} \\ Sons')
    await operator.driver({ phone, invite_now: true })

    const { method, headers, body } = await eventually(() => service.asked[0])

    expect([method, headers.get('content-type')]).toEqual(['POST', type])
    expect(textIn(body)).toStartWith('"Lodz" & {phone} \\ Sons invites you to the driver app.')
  })

  test('gets a retry after a failure, and its answer is not stored', async () => {
    const { market, operator } = await addOfficeTo(await openPlain())
    failing.answer(503)
    await operator.driver({ phone, invite_now: true })
    await eventually(async () => (await kept(market, phone))[0]?.attempts === 1)
    expect((await kept(market, phone))[0]?.last_error).toBe('SMS service: status 503')
    failing.answer(202)
    await market.advance(minutes(1) + 1)
    await eventually(async () => (await kept(market, phone))[0]?.status === 'sent')
    expect(failing.asked).toHaveLength(2)
    expect(market.server.stderr).not.toMatch(/900456|a secret/)
  })

  test('leaves emails failed when no mail server is configured', async () => {
    await using service = openSmsService()
    const { market, email } = await openOffice({
      CHARABANC_SMS_URL: `${service.url}/?to={phone}&text={message}`,
      CHARABANC_MAIL_DIR: '',
    })
    await using _ = market
    ok(await askFor(market, email))
    await eventually(async () => (await kept(market, email))[0]?.status === 'failed')
    expect(await kept(market, email)).toEqual([
      { status: 'failed', attempts: 1, last_error: 'mail is not configured', encrypted: '' },
    ])
    expect(service.asked).toEqual([])
  })
})

describe('server without mail and SMS services', () => {
  test('writes each message to a readable file, in the order of their times', async () => {
    using folder = makeFolder()
    const mailDir = folder.at('post')
    const { market, operator, email } = await openOffice({ CHARABANC_MAIL_DIR: mailDir })
    await using _ = market
    ok(await askFor(market, email))
    await eventually(() => readdirSync(mailDir).length === 1)
    await market.advance(minutes(1))
    await operator.driver({ phone: '07700 900456', invite_now: true })
    const [mail = '', sms = ''] = await eventually(() => {
      const names = readdirSync(mailDir).sort()
      return names.length === 2 && !names.join().includes('.part') ? names : null
    })

    expect([mail, sms]).toEqual([expect.stringMatching(/-mail\.txt$/), expect.stringMatching(/-sms\.txt$/)])
    const text = readFileSync(join(mailDir, mail), 'utf8')
    expect(text).toStartWith(`To: ${email}\nSubject: Your sign-in link\n\nYou or another person asked to sign in`)
    expect(readFileSync(join(mailDir, sms), 'utf8')).toStartWith('To: 07700 900456\nSubject: \n\nDales Coaches invites you')
    expect(statSync(join(mailDir, mail)).mode & 0o777).toBe(0o600)
  })

  test('marks messages as failed when nothing is configured', async () => {
    const { market, email } = await openOffice({ CHARABANC_MAIL_DIR: '' })
    await using _ = market
    expect(statusAndCode(await askFor(market, email))).toBe('202')
    await eventually(async () => (await kept(market, email))[0]?.status === 'failed')
    expect((await kept(market, email))[0]?.last_error).toBe('not configured')
  })

  test('stops the start and names a PEM file that cannot be read', async () => {
    const failing = openMarket({ env: { CHARABANC_SMTP_URL: 'smtp://mail', CHARABANC_SMTP_CA: '/nowhere/ca.pem' } })
    await expect(failing).rejects.toThrow('/nowhere/ca.pem')
  })
})

const openFar = shareMarket({ env: { CHARABANC_BASE_URL: 'https://coaches.example/hire' } })

describe('text of messages', () => {
  const place = (locality: string) => ({ label: locality, kind: 'venue', locality })

  test('uses GSM characters in SMS, and starts links with the public address', async () => {
    const market = await openFar()
    const names = ['Łódź “Coaches” – Söhne…', '東京観光バス', 'K'.repeat(160)]
    const received = []
    for (const [index, name] of names.entries()) {
      const operator = await market.operator(name, { email: `office${index}@example.org`, timezone: 'Europe/Warsaw' })
      const phone = `07700 90010${index}`
      const pat = await signInDriver(operator, { phone })
      const trip = await assignedTrip(pat, {
        timezone: 'Europe/Warsaw',
        pickup: place('Łódź'),
        dropoff: place(`${'北京'.repeat(index)}Kraków`),
      })
      await messagesTo(market.server, phone)
      await market.server.dueTasksDone()
      await market.advance(minutes(1))
      ok(await operator.post(`/drivers/${pat.id}/reinvite`))
      ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone } }))
      ok(await pat.decline(trip))
      received.push(
        ...(await messagesTo(market.server, phone, 3)),
        ...(await messagesTo(market.server, `office${index}@example.org`)),
      )
    }

    const texts = received.filter(({ to }) => to.startsWith('07700')).map(({ text }) => text)
    expect(texts.map((text) => countSmsLength(text.trimEnd()) ?? text)).toEqual(texts.map(() => expect.any(Number)))
    expect(Math.max(...texts.map((text) => countSmsLength(text.trimEnd()) ?? 0))).toBeLessThanOrEqual(2 * 153)
    for (const { text } of received)
      expect(text).toMatch(
        /https:\/\/coaches\.example\/hire\/(driver\/sign-in#cbl_\w{49}|(driver\/trips|portal\/(jobs|bookings))\/TR-\w{6})\s*$/m,
      )
    expect(texts[0]).toMatch(/^Lodz "Coaches" - Söhne\.\.\.: New job Sat 1 May: 10:00 Lodz to Krakow, YX20 ABC\. Accept: /)
    expect(texts[3]).toStartWith('Your operator: New job Sat 1 May: 10:01 ')
    expect((await market.server.fetch('/sign-in')).status).toBe(200)
  })
})

test('deletes finished messages, links and codes after a week', async () => {
  const { market, operator, email } = await addOfficeTo(await openFar())
  await operator.driver({ phone })
  ok(await askFor(market, email))
  ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone } }))
  await messagesTo(market.server, email)
  const counted = async (query: string, ...values: string[]) => (await market.server.ask(query, ...values)).length
  const left = () =>
    Promise.all([
      counted('SELECT 1 FROM messages WHERE recipient IN (?, ?)', email, phone),
      counted('SELECT 1 FROM sign_in_links WHERE email = ?', email),
      counted('SELECT 1 FROM sign_in_codes'),
    ])
  await market.server.dueTasksDone()
  const [messages, links, codes] = await left()
  expect([messages, links]).toEqual([2, 1])
  expect(codes).toBeGreaterThan(0)
  await market.advance(hours(24 * 6))
  await market.advance(hours(26))
  await eventually(async () => (await left()).join() === '0,0,0')
})
