import { afterAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { isOneLine } from '../../src/domain/control-characters.ts'
import { makeAuthority } from '../support/certificates.ts'
import { eventually } from '../support/eventually.ts'
import { dalesFirstRun, printedSetupToken, sendRequest, startEmptyServer } from '../support/first-run.ts'
import { makeFolder } from '../support/folder.ts'
import { type MarketAnswer, ok, statusAndCode } from '../support/market.ts'
import type { Server } from '../support/server.ts'
import { startSilentMailServer, startTestMailServer } from '../support/test-mail-server.ts'

const ofSetup = 'POST /portal/setup/mail-test'
const page = '/portal/v1/mail-server'
const password = 'gr8 & päss'
const faultsOf = ({ json }: MarketAnswer) => Object.keys(json?.error?.fields ?? {})

const without = { CHARABANC_MAIL_DIR: '' }
const serverAt = (port: number, differing: object = {}) => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  sender: 'office@dales.example',
  ...differing,
})

type Line = { readonly by: string; readonly line: string }
const linesBy = (answer: MarketAnswer, by: string) =>
  (ok(answer).dialogue as Line[]).filter((one) => one.by === by).map(({ line }) => line)

/** Finishes the first run with extra fields, and returns the admin's token. */
async function setUp(server: Server, besides: object = {}): Promise<string> {
  const finished = ok(
    await sendRequest(server, 'POST /portal/setup/finish', {
      token: printedSetupToken(server),
      body: { ...dalesFirstRun, ...besides },
    }),
  )
  return ok(await sendRequest(server, 'POST /api/v1/auth/exchange', { body: { token: finished.sign_in_token } })).token
}

const askForLink = (server: Server) =>
  sendRequest(server, 'POST /api/v1/auth/link', { body: { email: dalesFirstRun.admin.email } })

/** A shared server without an operator, for tests that create none. */
let empty: Promise<Server> | null = null
const openEmpty = () => {
  empty ??= startEmptyServer(without)
  return empty
}
afterAll(async () => (await empty)?.[Symbol.asyncDispose]())

describe('test of a mail server', () => {
  test('sends a real email, and returns the dialogue line by line without the password', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    const certificate = await authority.sign('DNS:localhost,IP:127.0.0.1')
    await using office = await startTestMailServer({ certificate, credentials: `office:${password}` })
    await using server = await startEmptyServer({ ...without, CHARABANC_SMTP_CA: authority.path })
    const token = printedSetupToken(server)
    const mail_server = serverAt(office.port, { security: 'starttls', username: 'office', password })

    const answer = await sendRequest(server, ofSetup, { token, body: { mail_server, to: 'jo@dales.example' }, key: 'once' })

    expect(answer.data.sent).toBeTrue()
    expect(linesBy(answer, 'client').map((line) => line.replace(/^EHLO .*/, 'EHLO'))).toEqual([
      ...['EHLO', 'STARTTLS', 'EHLO', expect.stringMatching(/^AUTH \w+ ?\**$/)],
      ...['MAIL FROM:<office@dales.example>', 'RCPT TO:<jo@dales.example>', 'DATA'],
    ])
    expect(linesBy(answer, 'server')[0]).toMatch(/^220 /)
    expect(linesBy(answer, 'server')).toContainEqual(expect.stringMatching(/^235 /))
    expect(linesBy(answer, 'connection')).toContain('Connection upgraded with STARTTLS')
    for (const secret of [
      password,
      Buffer.from(password).toString('base64'),
      Buffer.from(`\0office\0${password}`).toString('base64'),
    ])
      expect(answer.text).not.toContain(secret)
    expect(office.mails).toMatchObject([{ to: ['jo@dales.example'], from: 'office@dales.example', secure: true, user: 'office' }])
    expect(office.mails[0]?.head).toContain('Subject: Test email')

    const again = await sendRequest(server, ofSetup, { token, body: { mail_server, to: 'jo@dales.example' }, key: 'once' })
    expect([again.text, again.headers.get('idempotency-replayed'), office.mails.length]).toEqual([answer.text, 'true', 1])
    expect(server.stderr).not.toContain(password)
    expect(await server.readWholeDatabase()).not.toContain(password)
  })

  test('reports a refused recipient, an untrusted certificate and an unreachable server', async () => {
    using folder = makeFolder()
    const certificate = await (await makeAuthority(folder)).selfSigned('DNS:localhost,IP:127.0.0.1')
    await using choosy = await startTestMailServer()
    choosy.refuse(550)
    await using closed = await startTestMailServer({ certificate, credentials: 'office:another', secure: true })
    await using server = await startEmptyServer(without)
    const token = printedSetupToken(server)
    const post = async (mail_server: object) => {
      const answer = await sendRequest(server, ofSetup, { token, body: { mail_server, to: 'jo@dales.example' } })
      expect(ok(answer).sent).toBeFalse()
      return (answer.data.dialogue as Line[]).map(({ by, line }) => `${by}: ${line}`).join('\n')
    }

    expect(await post(serverAt(choosy.port))).toContain('server: 550 no thanks for jo@dales.example')
    const secret = { security: 'tls', username: 'office', password }
    expect(await post(serverAt(closed.port, secret))).toMatch(/connection: .*self[- ]signed/i)
    expect(await post(serverAt(choosy.port, { security: 'starttls' }))).toMatch(/connection: .*certificate/i)
    expect(await post(serverAt(1))).toMatch(/connection: .*ECONNREFUSED/)
    expect(await post(serverAt(25, { host: 'nowhere.invalid' }))).toMatch(/connection: /)
    expect(closed.mails).toEqual([])
  })

  test('reports a refused password without showing it, and sends nothing', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    const certificate = await authority.sign('DNS:localhost,IP:127.0.0.1')
    await using office = await startTestMailServer({ certificate, credentials: 'office:another' })
    await using server = await startEmptyServer({ ...without, CHARABANC_SMTP_CA: authority.path })
    const mail_server = serverAt(office.port, { security: 'starttls', username: 'office', password })
    const answer = await sendRequest(server, ofSetup, {
      token: printedSetupToken(server),
      body: { mail_server, to: 'jo@dales.example' },
    })
    expect(ok(answer).sent).toBeFalse()
    expect(linesBy(answer, 'server')).toContainEqual(expect.stringMatching(/^535 .*wrong/))
    expect(answer.text).not.toContain(password)
    expect(office.mails).toEqual([])
  })

  test('limits the dialogue, and removes the password and control characters', async () => {
    const rude = createServer((socket) => {
      socket.on('error', () => {})
      const line = `x\u001b[2J ${password} ${'y'.repeat(1_000)}`
      socket.write(`${Array.from({ length: 500 }, () => `220-${line}\r\n`).join('')}220 done\r\n`)
      socket.on('data', () => socket.write(`554 ${line}\r\n`))
    })
    const port = await new Promise<number>((resolve) =>
      rude.listen(0, '127.0.0.1', () => resolve((rude.address() as { port: number }).port)),
    )
    await using server = await startEmptyServer(without)
    const mail_server = serverAt(port, { security: 'starttls', username: 'office', password })
    const answer = await sendRequest(server, ofSetup, {
      token: printedSetupToken(server),
      body: { mail_server, to: 'jo@dales.example' },
    })
    rude.close()
    const lines = ok(answer).dialogue as Line[]
    expect(lines).toHaveLength(100)
    expect(lines.every(({ line }) => line.length <= 400)).toBeTrue()
    expect(answer.text).not.toContain(password)
    expect(lines.every(({ line }) => isOneLine(line))).toBeTrue()
  })

  test('disconnects from a server that sends no greeting', async () => {
    await using mute = await startSilentMailServer()
    await using server = await startEmptyServer(without)
    const body = { mail_server: serverAt(mute.port), to: 'jo@dales.example' }
    const answer = await sendRequest(server, ofSetup, { token: printedSetupToken(server), body })
    expect([ok(answer).sent, linesBy(answer, 'connection').at(-1)]).toEqual([false, 'Greeting never received'])
  })

  test.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'febf::1',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:a9fe:1',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fd00:ec2::254',
  ])('rejects the link-local address %s at its field, also in setup', async (host) => {
    const server = await openEmpty()
    const token = printedSetupToken(server)
    const mail_server = serverAt(80, { host })
    const answers = [
      await sendRequest(server, ofSetup, { token, body: { mail_server, to: 'jo@dales.example' } }),
      await sendRequest(server, 'POST /portal/setup/finish', { token, body: { ...dalesFirstRun, mail_server } }),
    ]
    for (const answer of answers)
      expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', ['mail_server.host']])
  })

  test('rejects an invalid mail server at its fields', async () => {
    await using server = await startEmptyServer(without)
    const post = async (body: object) => {
      const answer = await sendRequest(server, ofSetup, { token: printedSetupToken(server), body })
      return [statusAndCode(answer), ...faultsOf(answer)]
    }
    const to = 'jo@dales.example'
    expect(await post({ to })).toEqual(['422 validation_failed', 'mail_server'])
    expect(await post({ mail_server: serverAt(25) })).toEqual(['422 validation_failed', 'to'])
    expect(await post({ to, mail_server: serverAt(25, { host: 'a b' }) })).toEqual(['422 validation_failed', 'mail_server.host'])
    expect(await post({ to, mail_server: serverAt(25, { password: 'x' }) })).toEqual([
      '422 validation_failed',
      'mail_server.username',
    ])
    expect(await post({ to, mail_server: serverAt(70_000, { sender: 'x' }) })).toEqual([
      '422 validation_failed',
      ...['mail_server.port', 'mail_server.sender'],
    ])
  })
})

describe('entered mail server', () => {
  test('sends queued emails without a restart until another one is entered', async () => {
    await using first = await startTestMailServer()
    await using second = await startTestMailServer()
    await using server = await startEmptyServer(without)
    const token = await setUp(server, { mail_server: serverAt(first.port) })
    expect(ok(await sendRequest(server, `GET ${page}`, { token }))).toEqual({
      source: 'entered',
      mail_server: { ...serverAt(first.port), username: null, has_password: false },
    })

    ok(await askForLink(server))
    await eventually(() => first.mails.length === 1)
    expect(first.mails[0]).toMatchObject({ from: 'office@dales.example', to: ['jo@dales.example'] })

    ok(await sendRequest(server, `PUT ${page}`, { token, body: { mail_server: serverAt(second.port) } }))
    ok(await askForLink(server))
    await eventually(() => second.mails.length === 1)
    expect(first.mails).toHaveLength(1)

    for (const of of [`PUT ${page}`, `POST ${page}/test`]) {
      const body = {
        mail_server: serverAt(first.port, { host: '169.254.169.254' }),
        ...(of.startsWith('POST') && { to: 'x@y.example' }),
      }
      const refused = await sendRequest(server, of, { token, body })
      expect([statusAndCode(refused), faultsOf(refused)]).toEqual(['422 validation_failed', ['mail_server.host']])
    }
    expect(ok(await sendRequest(server, `PUT ${page}`, { token, body: { mail_server: null } }))).toEqual({
      source: 'none',
      mail_server: null,
    })
    ok(await askForLink(server))
    await server.dueTasksDone()
    const [last] = await server.ask<{ last_error: string }>('SELECT last_error FROM messages ORDER BY id DESC')
    expect(last?.last_error).toBe('not configured')
  })

  test('hides its password, and reuses it only for the same host and user', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    const certificate = await authority.sign('DNS:localhost,IP:127.0.0.1')
    await using office = await startTestMailServer({ certificate, credentials: `office:${password}` })
    await using server = await startEmptyServer({ ...without, CHARABANC_SMTP_CA: authority.path })
    const entry = serverAt(office.port, { security: 'starttls', username: 'office' })
    const token = await setUp(server, { mail_server: { ...entry, password } })

    const shown = await sendRequest(server, `GET ${page}`, { token })
    expect(ok(shown).mail_server).toEqual({ ...entry, has_password: true })
    expect(shown.text).not.toContain(password)
    expect(await server.readWholeDatabase()).not.toContain(password)

    const tried = await sendRequest(server, `POST ${page}/test`, { token, body: { to: 'kim@dales.example' } })
    expect(ok(tried).sent).toBeTrue()
    expect(office.mails.at(-1)).toMatchObject({ to: ['kim@dales.example'], user: 'office' })
    expect(office.mails.at(-1)?.head).toContain('Dales Coaches')

    const renamed = { ...entry, sender: 'hello@dales.example' }
    ok(await sendRequest(server, `PUT ${page}`, { token, body: { mail_server: renamed } }))
    ok(await askForLink(server))
    await eventually(() => office.mails.length === 2)
    expect(office.mails.at(-1)).toMatchObject({ from: 'hello@dales.example', user: 'office' })

    for (const other of [{ host: 'localhost' }, { username: 'other' }]) {
      const body = { mail_server: { ...entry, ...other } }
      const answers = [
        await sendRequest(server, `PUT ${page}`, { token, body }),
        await sendRequest(server, `POST ${page}/test`, { token, body: { ...body, to: 'kim@dales.example' } }),
      ]
      for (const answer of answers)
        expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', ['mail_server.password']])
    }
    expect(ok(await sendRequest(server, `GET ${page}`, { token })).mail_server.sender).toBe('hello@dales.example')
  })

  test('is not used when the configuration has a mail server, which doctor reports', async () => {
    await using office = await startTestMailServer()
    await using server = await startEmptyServer(without)
    const token = await setUp(server, { mail_server: serverAt(office.port) })
    const place = `127.0.0.1:${office.port}`
    type Report = { checks: { check: string; found: string }[] }
    const found = async (words: readonly string[]) => {
      const { stdout } = await server.cli([...words, '--json'])
      return (JSON.parse(stdout) as Report).checks.filter(({ check }) => check === 'mail').map((one) => one.found)
    }
    expect(await found(['doctor'])).toEqual([`${place} takes connections, entered in the portal.`])
    expect(await found(['doctor', '--mail-dir', '/tmp'])).toEqual([
      'Emails and SMS are written to /tmp and are not sent.',
      `The mail server entered in the portal, ${place}, is not used.`,
    ])
    expect((await server.cli(['config', 'check'])).stdout).toContain('Email: the mail server entered in the portal, if any.')
    expect((await server.cli(['config', 'check', '--mail-dir', '/tmp'])).stdout).toContain(
      'Email: written to a folder (--mail-dir).',
    )
    expect(ok(await sendRequest(server, `GET ${page}`, { token })).source).toBe('entered')
  })

  test('sends nothing when the configuration has a mail server', async () => {
    await using office = await startTestMailServer()
    await using server = await startEmptyServer()
    const token = await setUp(server, { mail_server: serverAt(office.port) })
    expect(ok(await sendRequest(server, `GET ${page}`, { token }))).toMatchObject({
      source: 'configuration',
      mail_server: { host: '127.0.0.1' },
    })
    ok(await askForLink(server))
    await server.dueTasksDone()
    expect([server.mails().length, office.mails.length]).toEqual([1, 0])
  })

  test('returns 404 when several operators share the server', async () => {
    await using office = await startTestMailServer()
    await using server = await startEmptyServer(without)
    const token = await setUp(server, { mail_server: serverAt(office.port) })
    const words = 'operator create --name Moors --currency GBP --timezone Europe/London'
    await server.cli(words.split(' '))
    const to = 'jo@dales.example'
    expect(statusAndCode(await sendRequest(server, `GET ${page}`, { token }))).toBe('404 not_found')
    expect(statusAndCode(await sendRequest(server, `PUT ${page}`, { token, body: { mail_server: null } }))).toBe('404 not_found')
    expect(statusAndCode(await sendRequest(server, `POST ${page}/test`, { token, body: { to } }))).toBe('404 not_found')
    ok(await askForLink(server))
    await eventually(() => office.mails.length === 1)
  })
})
