import { afterAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { smsLength } from '../../src/domain/sms.ts'
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

async function salonIn(market: Market) {
  const operator = await market.operator()
  const { email } = await addOperatorPerson(market, operator.ref)
  return { market, operator, email }
}

async function openSalon(env: Record<string, string>, more: { readonly isAlone?: boolean } = {}) {
  return salonIn(await openMarket({ env, ...more }))
}

/** A service that notes what it is asked and answers as told. */
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
/** There is nobody at its mail server. */
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
  test('with a private authority gets mails over STARTTLS, from who signs in', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    const certificate = await authority.sign('DNS:localhost')
    await using office = await startTestMailServer({ certificate, credentials: 'coach:p@ss/word' })
    const { market, email } = await openSalon({
      CHARABANC_SMTP_URL: `smtp://coach:p%40ss%2Fword@localhost:${office.port}`,
      CHARABANC_SMTP_CA: authority.path,
      CHARABANC_MAIL_FROM: 'Dales Coaches <bookings@dales.example>',
    })
    await using _ = market

    ok(await askFor(market, email))
    const letter = await eventually(() => office.mails[0])

    expect(letter).toMatchObject({ from: 'bookings@dales.example', to: [email], secure: true, user: 'coach' })
    expect(letter.head).toMatch(/^From: Dales Coaches <bookings@dales.example>$/m)
    expect(letter.head).toMatch(new RegExp(`^To: ${email}$`, 'm'))
    expect(letter.head).toMatch(/^Subject: Your sign-in link$/m)
    expect(letter.head).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(letter.text).toContain(`${market.server.url}/portal/sign-in#cbl_`)
    expect(statusAndCode(await exchangeLinkToken(market, linkTokenIn(letter.text)))).toBe('201')
    await eventually(async () => (await kept(market, email))[0]?.status === 'sent')
    expect(await kept(market, email)).toEqual([{ status: 'sent', attempts: 1, last_error: null, encrypted: '' }])
    expect(market.server.mails()).toEqual([])
  })

  test('that no one vouches for gets no mail and no password', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    await using office = await startTestMailServer({
      certificate: await authority.sign('DNS:localhost'),
      credentials: 'coach:secret',
    })
    const { market, email } = await openSalon({ CHARABANC_SMTP_URL: `smtp://coach:secret@localhost:${office.port}` })
    await using _ = market

    expect(statusAndCode(await askFor(market, email))).toBe('202')
    await eventually(async () => (await kept(market, email))[0]?.attempts === 1)

    expect([office.mails.length, office.connectionCount]).toEqual([0, 1])
    expect((await kept(market, email))[0]).toMatchObject({
      status: 'queued',
      last_error: expect.stringMatching(/^mail: E[A-Z]+/),
    })
  })

  test('that offers no encryption gets no password', async () => {
    await using office = await startTestMailServer({ credentials: 'coach:secret' })
    const { market, email } = await openSalon({ CHARABANC_SMTP_URL: `smtp://coach:secret@127.0.0.1:${office.port}` })
    await using _ = market

    ok(await askFor(market, email))
    await eventually(async () => (await kept(market, email))[0]?.attempts === 1)

    expect(office.mails).toEqual([])
  })

  test('that speaks TLS from the first byte is spoken to with smtps', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    await using office = await startTestMailServer({ certificate: await authority.sign('DNS:localhost'), secure: true })
    const { market, email } = await openSalon({
      CHARABANC_SMTP_URL: `smtps://localhost:${office.port}`,
      CHARABANC_SMTP_CA: authority.path,
    })
    await using _ = market
    ok(await askFor(market, email))
    expect(await eventually(() => office.mails[0])).toMatchObject({ to: [email], secure: true })
  })

  test('that is busy is tried again, later each time, and the mail arrives once', async () => {
    const { market, operator } = await salonIn(await openPlain())
    office.refuse(450)
    await operator.driver({ email: pat, invite_now: true })

    await eventually(async () => (await kept(market, pat))[0]?.attempts === 1)
    // A minute, less the time that a busy machine takes until the next look.
    await market.advance(49)
    // What is tried at that time shows that the carrier has looked.
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

  test('that stays away is given up after six tries over hours', async () => {
    await using office = await startTestMailServer()
    office.refuse(451)
    // There is no one on the account who would be told that no mail leaves.
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
    // The next visit is another mail's.
    await operator.driver({ email: kim, invite_now: true })
    await eventually(async () => (await kept(market, kim))[0]?.attempts === 1)
    expect(office.recipientCount).toBe(7)
    expect(market.server.stderr).not.toContain(pat)
  })

  test('that says never to a recipient is not asked again', async () => {
    const { market, operator } = await salonIn(await openPlain())
    const lee = 'lee@dales.example'
    office.refuse(550)
    await operator.driver({ email: lee, invite_now: true })

    await eventually(async () => (await kept(market, lee))[0]?.status === 'failed')

    expect((await kept(market, lee))[0]).toMatchObject({ attempts: 1, last_error: 'mail: EENVELOPE 550' })
    office.refuse(null)
  })

  test('that never says a word holds up neither requests nor deadlines', async () => {
    const { market, operator, email } = await salonIn(await openMuted())
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

  test('that is gone does not let a link or a code arrive after its time', async () => {
    const { market, operator, email } = await salonIn(await openLonely())
    expect(operator.ref).toStartWith('OP-')
    ok(await askFor(market, email))
    await eventually(async () => (await kept(market, email))[0]?.attempts === 1)
    expect((await kept(market, email))[0]?.last_error).toMatch(/^mail: E\w+$/)

    await market.advance(minutes(15))
    await eventually(async () => (await kept(market, email))[0]?.status === 'failed')

    expect(await kept(market, email)).toEqual([{ status: 'failed', attempts: 1, last_error: 'too late', encrypted: '' }])
  })

  test('gets what was queued before a kill', async () => {
    await using office = await startTestMailServer()
    office.refuse(450)
    const { market, operator } = await openSalon({ CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}` }, { isAlone: true })
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

  test('behind one address is asked with the number in its international spelling', async () => {
    await using service = openSmsService()
    const { market, operator } = await openSalon({
      CHARABANC_SMS_URL: `${service.url}/send?to={phone}&text={message}&again={message}`,
      CHARABANC_SMS_HEADER: 'Authorization: Bearer box-1',
    })
    await using _ = market
    await operator.driver({ phone })
    await askForCode(market)

    const { method, url, headers, body } = await eventually(() => service.asked[0])

    const said = new URL(url).searchParams
    expect([method, body, headers.get('authorization')]).toEqual(['GET', '', 'Bearer box-1'])
    expect([said.get('to'), said.get('again')]).toEqual(['+447700900456', said.get('text')])
    const verified = await market.call('POST', '/api/v1/driver/auth/verify', {
      body: { phone, code: codeIn(said.get('text') ?? '') },
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
  ])('is posted to as it wants to be: %s', async (_, open, service, type, textIn) => {
    const market = await open()
    const operator = await market.operator('"Łódź" & {phone} \\ Sons')
    await operator.driver({ phone, invite_now: true })

    const { method, headers, body } = await eventually(() => service.asked[0])

    expect([method, headers.get('content-type')]).toEqual(['POST', type])
    expect(textIn(body)).toStartWith('"Lodz" & {phone} \\ Sons invites you to the driver app.')
  })

  test('that fails is tried again, and what it said is kept nowhere', async () => {
    const { market, operator } = await salonIn(await openPlain())
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

  test('alone leaves mails unsent, and says so once', async () => {
    await using service = openSmsService()
    const { market, email } = await openSalon({
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

describe('without either', () => {
  test('a folder gets each message as a file that can be read, in the order of their times', async () => {
    using folder = makeFolder()
    const mailDir = folder.at('post')
    const { market, operator, email } = await openSalon({ CHARABANC_MAIL_DIR: mailDir })
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
    expect(text).toStartWith(`To: ${email}\nSubject: Your sign-in link\n\nSomebody, probably you, wants to sign in`)
    expect(readFileSync(join(mailDir, sms), 'utf8')).toStartWith('To: 07700 900456\nSubject: \n\nDales Coaches invites you')
    expect(statSync(join(mailDir, mail)).mode & 0o777).toBe(0o600)
  })

  test('nothing at all is configured, nothing breaks', async () => {
    const { market, email } = await openSalon({ CHARABANC_MAIL_DIR: '' })
    await using _ = market
    expect(statusAndCode(await askFor(market, email))).toBe('202')
    await eventually(async () => (await kept(market, email))[0]?.status === 'failed')
    expect((await kept(market, email))[0]?.last_error).toBe('not configured')
  })

  test('a PEM file that cannot be read stops the start, with its name', async () => {
    const failing = openMarket({ env: { CHARABANC_SMTP_URL: 'smtp://mail', CHARABANC_SMTP_CA: '/nowhere/ca.pem' } })
    await expect(failing).rejects.toThrow('/nowhere/ca.pem')
  })
})

const openFar = shareMarket({ env: { CHARABANC_BASE_URL: 'https://coaches.example/hire' } })

describe('to any recipient and with any text', () => {
  const place = (locality: string) => ({ label: locality, kind: 'venue', locality })

  test('SMS are written in GSM characters, and links begin with the address the world sees', async () => {
    const market = await openFar()
    const names = ['Łódź “Coaches” – Söhne…', '東京観光バス', 'K'.repeat(160)]
    const heard = []
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
      heard.push(
        ...(await messagesTo(market.server, phone, 3)),
        ...(await messagesTo(market.server, `office${index}@example.org`)),
      )
    }

    const texts = heard.filter(({ to }) => to.startsWith('07700')).map(({ text }) => text)
    expect(texts.map((text) => smsLength(text.trimEnd()) ?? text)).toEqual(texts.map(() => expect.any(Number)))
    expect(Math.max(...texts.map((text) => smsLength(text.trimEnd()) ?? 0))).toBeLessThanOrEqual(2 * 153)
    for (const { text } of heard)
      expect(text).toMatch(
        /https:\/\/coaches\.example\/hire\/(driver\/sign-in#cbl_\w{49}|(driver\/trips|portal\/(jobs|bookings))\/TR-\w{6})\s*$/m,
      )
    expect(texts[0]).toMatch(
      /^Lodz "Coaches" - Söhne\.\.\.: You are to drive TR-\w{6}, Sat 1 May, 10:00, Lodz to Krakow, 45 passengers, return, in YX20 ABC\. /,
    )
    expect(texts[3]).toStartWith('Your operator: You are to drive TR-')
    expect((await market.server.fetch('/sign-in')).status).toBe(200)
  })
})

test('what is over is forgotten after a week', async () => {
  const { market, operator, email } = await salonIn(await openFar())
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
