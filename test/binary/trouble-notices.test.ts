import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { days, hours, type Market, minutes, type OperatorClient, ok, openMarket, statusAndCode } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { addOperatorPerson, addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'
import { repetitions } from '../support/test-depth.ts'
import { startSilentMailServer, startTestMailServer } from '../support/test-mail-server.ts'

let opened = 0

interface Row {
  readonly id: number
  readonly fact: string
  readonly channel: string
  readonly status: string
  readonly attempts: number
  readonly recipient: string
  readonly last_error: string | null
}

const rowsOf = (market: Market, where = 'true') =>
  market.server.ask<Row>(
    `SELECT id, fact, channel, status, attempts, recipient, last_error FROM messages WHERE fact IS NOT NULL AND ${where} ORDER BY id`,
  )

const never = new Promise<never>(() => {})

/** Opens an SMS service that accepts every message once `isAnswering` resolves. */
function openSmsService(isAnswering: Promise<unknown> = Promise.resolve()) {
  const asked: URLSearchParams[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      asked.push(new URL(request.url).searchParams)
      await isAnswering
      return new Response()
    },
  })
  return {
    asked,
    url: `http://127.0.0.1:${server.port}/?to={phone}&text={message}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

/** Opens an operator with one person, and a customer, of this test only. */
async function dalesIn(market: Market) {
  const number = 100 + ++opened
  const ann = `ann${number}@example.org`
  const customer = { name: 'Ann Smith', email: ann, phone: `07700 900${number}` }
  const dales = await market.operator('Dales "Blue" Coaches', { email: 'office@dales.example' })
  const jo = await addOperatorPerson(market, dales.ref)
  return { market, dales, jo, ann, customer }
}

const office = await startTestMailServer()
const [service, muteService] = [openSmsService(), openSmsService(never)]
afterAll(() => Promise.all([office, service, muteService].map((one) => one[Symbol.asyncDispose]())))

const share = (env: Record<string, string>) =>
  shareMarket({ env: { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}`, ...env } })

const openNamed = share({
  CHARABANC_MAIL_FROM: 'Trips <trips@server.example>',
  CHARABANC_WEBHOOK_ALLOW_HTTP: '1',
  CHARABANC_WEBHOOK_ALLOW: '127.0.0.1:9',
  CHARABANC_WEBHOOK_WAITS: '0',
})
const openPublic = share({ CHARABANC_PUBLIC_NAME: 'Coaches of York', CHARABANC_SMS_URL: muteService.url })
const openNameless = share({ CHARABANC_MAIL_FROM: 'trips@server.example' })
const openWithSms = share({ CHARABANC_SMS_URL: service.url })

describe('an email', () => {
  test('is plain text and HTML, with the name and reply address of its operator', async () => {
    const { market, dales, jo, ann, customer } = await dalesIn(await openNamed())
    const kim = { email: 'kim@dales.example', name: 'Kim', role: 'dispatcher' }
    ok(await market.call('POST', '/portal/v1/users', { token: await market.personToken(dales), body: kim }))
    await dales.driver({ email: 'pat@dales.example', invite_now: true })
    const moors = await market.operator('Moors Travel')
    const shared = await market.trip([dales, moors], { customer })
    const own = await market.trip([dales], { customer })
    const mails = await eventually(() => {
      const found = office.mails.filter(({ to }) => to.includes(ann))
      return found.length === 2 ? found : null
    })
    const about = ({ ref }: { ref: string }) => mails.find(({ text }) => text.includes(ref))
    expect(about(shared)?.head).toMatch(/^From: Trips <trips@server\.example>$/m)
    expect(about(shared)?.head).not.toMatch(/^Reply-To:/m)
    expect(about(own)?.head).toMatch(/^From: "Dales \\"Blue\\" Coaches" <trips@server\.example>$/m)
    expect(about(own)?.head).toMatch(/^Reply-To: office@dales\.example$/m)
    const link = /https?:\/\/\S+\/trip#cbt_\w{49}/.exec(about(own)?.text ?? '')?.[0] ?? 'no link'
    expect(about(own)?.html).toContain(`<a href="${link}"`)
    expect(about(own)?.html).toContain('Leeds → York')
    for (const one of [jo.email, kim.email, 'pat@dales.example']) {
      await eventually(() => office.mails.some(({ to }) => to.includes(one)))
    }
    const all = office.mails.filter(({ to }) => [ann, jo.email, kim.email, 'pat@dales.example'].includes(to[0] ?? ''))
    for (const { html } of all) expect(html.match(/<a /g)).toHaveLength(1)
  })

  test('uses the public name if one is configured', async () => {
    const { market, dales, ann, customer } = await dalesIn(await openPublic())
    await market.trip([dales], { customer })
    const mail = await eventually(() => office.mails.find(({ to }) => to.includes(ann)))
    expect(mail.head).toMatch(/^From: Coaches of York <charabanc@localhost>$/m)
    expect(mail.head).toMatch(/^Reply-To: office@dales\.example$/m)
  })

  test('uses the name Charabanc if it concerns several operators and the sender has no name', async () => {
    const { market, dales, ann, customer } = await dalesIn(await openNameless())
    await market.trip([dales, await market.operator('Moors Travel')], { customer })
    const mail = await eventually(() => office.mails.find(({ to }) => to.includes(ann)))
    expect(mail.head).toMatch(/^From: Charabanc <trips@server\.example>$/m)
  })

  test('fails if the server refuses it permanently, and is replaced by an SMS', async () => {
    const { market, dales, ann, customer } = await dalesIn(await openWithSms())
    office.refuse(550)
    const trip = await market.trip([dales], { customer })
    const to = customer.phone.replace('0', '+44').replace(' ', '')
    const sms = await eventually(() => service.asked.find((query) => query.get('to') === to))
    expect(sms.get('text')).toContain('We have your request: Leeds to York, ')
    const token = /cbt_\w{49}/.exec(sms.get('text') ?? '')?.[0] ?? 'no token'
    expect(ok(await market.call('GET', '/customer/v1/trip', { token })).ref).toBe(trip.ref)
    const [mail, instead] = await eventually(async () => {
      const rows = await rowsOf(market, `fact = 'trip_entered' AND recipient IN ('${ann}', '${customer.phone}')`)
      return rows.length === 2 && rows.every(({ status }) => status !== 'queued') ? rows : null
    })
    expect(mail).toMatchObject({ channel: 'mail', status: 'failed', attempts: 1, last_error: 'mail: EENVELOPE 550' })
    expect(instead).toMatchObject({ channel: 'sms', status: 'sent' })
    office.refuse(null)
  })

  test('opens the trip by its link after a retry, and stores no link before it is opened', async () => {
    const { market, dales, ann, customer } = await dalesIn(await openNameless())
    office.refuse(450)
    const { ref } = await market.trip([dales], { customer })
    const links = () =>
      market.server.ask(
        "SELECT hash FROM credentials WHERE kind = 'trip_link' AND trip_id = (SELECT id FROM trips WHERE ref = ?) ORDER BY id",
        ref,
      )
    await eventually(
      async () => (await rowsOf(market, `fact = 'trip_entered' AND attempts = 1 AND recipient = '${ann}'`)).length === 1,
    )
    const before = await links()
    expect(before).toHaveLength(1)
    await market.server.dueTasksDone()
    office.refuse(null)
    await market.advance(minutes(1) + 1)
    const mail = await eventually(() => office.mails.find(({ to }) => to.includes(ann)))
    expect(await links()).toEqual(before)
    const token = /cbt_[0-9A-Za-z]{49}/.exec(mail.text)?.[0] ?? 'no token'
    for (const _ of [1, 2]) expect(ok(await market.call('GET', '/customer/v1/trip', { token })).ref).toBe(ref)
    expect(await links()).toHaveLength(2)
  })

  test('is not sent if its subject has ended before it can be sent', async () => {
    const { market, dales, jo, ann, customer } = await dalesIn(await openNameless())
    const mails = () => office.mails.filter(({ to }) => to.includes(ann) || to.includes(jo.email))
    const ours = `recipient IN ('${ann}', '${jo.email}')`
    office.refuse(450)
    const trip = await market.trip([dales], { customer })
    await eventually(async () => (await rowsOf(market, `attempts = 1 AND ${ours}`)).length === 2)
    ok(await trip.cancel())
    await eventually(async () => (await rowsOf(market, `fact = 'cancelled' AND attempts = 1 AND ${ours}`)).length === 1)
    await market.server.dueTasksDone()
    office.refuse(null)
    await market.advance(minutes(1) + 1)
    const mail = await eventually(() => mails()[0])
    expect(mail.text).toContain('\n\nCancelled: Leeds → York, ')
    expect(mail.text).toContain(`Reference: ${trip.ref}`)
    await eventually(async () => (await rowsOf(market, `status = 'queued' AND ${ours}`)).length === 0)
    expect(mails()).toHaveLength(1)
    expect(mails().some(({ to }) => to.includes(jo.email))).toBe(false)
  })
})

describe('a service that does not answer', () => {
  test('blocks no SMS, deadline or request if it is the mail server', async () => {
    await using office = await startSilentMailServer()
    await using service = openSmsService()
    await using market = await openMarket({
      env: {
        CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}`,
        CHARABANC_SMS_URL: service.url,
      },
    })
    const { dales } = await dalesIn(market)
    const trip = await market.trip([dales], { departsIn: hours(30) })
    const quote = ok(await dales.quote(trip)).my_quote
    for (let n = 0; n < 6; n++) await market.trip([dales])
    await eventually(() => office.visits() >= 4)

    const startedAt = performance.now()
    await dales.driver({ phone: '07700 900456', invite_now: true })
    expect(performance.now() - startedAt).toBeLessThan(patience(1_000))
    await eventually(() => service.asked.some((query) => query.get('to') === '+447700900456'))
    await market.advanceTo(quote.valid_until, 1)
    await eventually(async () => (await market.server.ask("SELECT 1 FROM quotes WHERE status = 'expired'")).length === 1)
  })

  test('blocks no email if it is the SMS service', async () => {
    const { market, dales, customer } = await dalesIn(await openPublic())
    for (let n = 0; n < 6; n++) await dales.driver({ name: `D${n}`, phone: `07700 90010${n}`, invite_now: true })
    await eventually(() => muteService.asked.length === 4)
    const trip = await market.trip([dales], { customer })
    await eventually(() => office.mails.some(({ text }) => text.includes(trip.ref)))
  })

  test('receives a message once, even if the clock jumps past the lease', async () => {
    const { promise: isAnswering, resolve: answer } = Promise.withResolvers<void>()
    await using service = openSmsService(isAnswering)
    // Another node cannot distinguish a lease that ended by a clock jump from the lease of a dead node.
    await using market = await openMarket({ env: { CHARABANC_SMS_URL: service.url }, nodes: 1 })
    const { dales } = await dalesIn(market)
    const timesSent = (phone: string) => service.asked.filter((query) => query.get('to') === phone).length
    await dales.driver({ phone: '07700 900101', invite_now: true })
    await eventually(() => timesSent('+447700900101') === 1)
    await market.advance(hours(1))
    // When this message is sent, all work that was due earlier has begun.
    await dales.driver({ phone: '07700 900102', invite_now: true })
    await eventually(() => timesSent('+447700900102') === 1)
    answer()
    await market.server.dueTasksDone()
    expect([timesSent('+447700900101'), timesSent('+447700900102')]).toEqual([1, 1])
  })
})

test('sends each message once despite kills at any moment', async () => {
  await using office = await startTestMailServer()
  await using market = await openMarket({ isAlone: true, env: { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}` } })
  const { dales, jo, ann, customer } = await dalesIn(market)
  const refs: string[] = []
  for (let n = 0; n < repetitions(5); n++) {
    refs.push((await market.trip([dales], { customer })).ref)
    if (n % 2 === 1) await eventually(() => office.mails.length > n)
    await market.server.kill()
    await market.server.start()
  }
  for (const ref of refs) {
    for (const to of [ann, jo.email]) {
      await eventually(() => office.mails.some((mail) => mail.to.includes(to) && mail.text.includes(ref)))
    }
  }
  await eventually(async () => (await rowsOf(market, "status = 'queued'")).length === 0)
  expect((await rowsOf(market)).map(({ fact, recipient }) => `${fact} ${recipient}`).sort()).toEqual(
    refs.flatMap(() => [`job_offered ${jo.email}`, `trip_entered ${ann}`]).sort(),
  )
  // The mail server may receive an email again after a kill, with the same Message-ID.
  const ids = new Set(office.mails.map(({ head }) => /^Message-ID: (.*)$/im.exec(head)?.[1]))
  expect(ids.size).toBe(2 * refs.length)
})

/** The lines of one kind on the board of an admin and on the board of a dispatcher. */
async function boardLines(market: Market, dales: OperatorClient, kind: string) {
  const linesFor = async (role: 'admin' | 'dispatcher') => {
    const { token } = await addSignedInPerson(market, dales.ref, role)
    return async (): Promise<readonly { readonly kind: string }[]> => {
      const { needs_you } = ok(await market.call('GET', '/portal/v1/board', { token }))
      return needs_you.filter((line: { readonly kind: string }) => line.kind === kind)
    }
  }
  return { ofAdmin: await linesFor('admin'), ofDispatcher: await linesFor('dispatcher') }
}

describe('a failure notice to admins', () => {
  test('is sent by SMS when no email has left for an hour, and ends with the next email', async () => {
    const { market, dales, jo, customer } = await dalesIn(await openWithSms())
    await market.server.dueTasksDone()
    await market.server.change(`UPDATE users SET phone = '07700 900555' WHERE id = ${jo.id}`)
    office.refuse(450)
    await market.trip([dales], { customer })
    const failing = () => market.server.ask("SELECT 1 FROM scheduler WHERE kind = 'mail_failing'")
    await eventually(async () => (await failing()).length === 1)
    const lines = await boardLines(market, dales, 'message_failing')
    expect(await lines.ofAdmin()).toMatchObject([
      { severity: 'soon', ref: null, summary: expect.stringContaining('The server has sent no email since') },
    ])
    expect(await lines.ofDispatcher()).toEqual([])
    await market.advance(hours(1) + 1)
    const sms = await eventually(() => service.asked.find((query) => /No email sent since/.test(query.get('text') ?? '')))
    expect(sms.get('to')).toBe('+447700900555')
    expect(await lines.ofAdmin()).toMatchObject([{ severity: 'now' }])

    // By then the mail server has rejected the earlier emails again.
    await market.server.dueTasksDone()
    office.refuse(null)
    await market.advance(minutes(5))
    await eventually(async () => (await failing()).length === 0)
    expect(await lines.ofAdmin()).toEqual([])
  })

  test('is on the board when a message has failed', async () => {
    const { market, dales, customer } = await dalesIn(await openNameless())
    const lines = await boardLines(market, dales, 'message_failing')
    await market.server.dueTasksDone()
    office.refuse(550)
    const trip = await market.trip([dales], { customer })
    await eventually(async () => (await lines.ofAdmin()).length > 0)
    const [line] = await lines.ofAdmin()
    expect(line).toMatchObject({ ref: trip.ref, severity: 'soon', subject: { kind: 'message', id: expect.any(Number) } })
    expect(await lines.ofDispatcher()).toEqual([])
    office.refuse(null)
  })

  test('is sent when a webhook is parked', async () => {
    const { market, dales, jo, customer } = await dalesIn(await openNamed())
    const hook = { label: 'Back <office>', endpoint_url: 'http://127.0.0.1:9/hook', events: ['job.offered'] }
    ok(await dales.post('/webhooks', hook))
    await eventually(async () => {
      await market.trip([dales], { customer })
      return (await market.server.ask('SELECT 1 FROM webhook_subscriptions WHERE parked_at IS NOT NULL')).length === 1
    })
    const mail = await eventually(() =>
      office.mails.find(
        ({ to, text }) =>
          to.includes(jo.email) && (text.includes('Webhook stopped: ') || text.includes('has stopped sending to the webhook')),
      ),
    )
    expect(mail.to).toEqual([jo.email])
    expect(mail.html).toContain('Back &lt;office&gt;')
  })

  test('is sent once for a backup that fails repeatedly', async () => {
    using folder = makeFolder()
    writeFileSync(folder.at('file'), 'No folder.')
    await using market = await openMarket({ isFile: true, env: { CHARABANC_BACKUP_DIR: `${folder.at('file')}/backups` } })
    const dales = await market.operator()
    const jo = await addOperatorPerson(market, dales.ref)
    const notices = () => market.server.mails().filter(({ to, subject }) => to === jo.email && /backup/.test(subject))
    const failures = () => market.server.stderr.split('daily backup failed').length - 1
    await market.advance(hours(2))
    await eventually(() => failures() === 1 && notices().length === 1)
    const lines = await boardLines(market, dales, 'backup_failing')
    expect(await lines.ofAdmin()).toMatchObject([{ severity: 'soon', ref: null, subject: null }])
    expect(await lines.ofDispatcher()).toEqual([])
    await market.advance(hours(2))
    await eventually(() => failures() === 2)
    await market.server.dueTasksDone()
    expect(notices()).toHaveLength(1)
  })
})

test('marks every message as not configured without mail and SMS', async () => {
  await using market = await openMarket({ env: { CHARABANC_MAIL_DIR: '' } })
  const dales = await market.operator()
  await addOperatorPerson(market, dales.ref)
  const trip = await market.bookedTrip(dales)
  expect(statusAndCode(await trip.cancel())).toBe('200')
  // The notice of the refund is the last one.
  await eventually(async () => (await rowsOf(market, "fact = 'refund_sent' AND status <> 'queued'")).length === 1)
  await eventually(async () => (await rowsOf(market, "status = 'queued'")).length === 0)
  const errors = new Set((await rowsOf(market)).map(({ last_error }) => last_error))
  expect([...errors]).toEqual(['not configured'])
  await market.advance(days(9))
  await eventually(async () => {
    expect(await rowsOf(market)).toEqual([])
    return true
  })
})
