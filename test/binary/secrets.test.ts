import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeToSqliteFile } from '../support/database-rows.ts'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { declinedCard, hours, type Market, type MarketAnswer, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { addOperatorPerson, codeIn, exchangeLinkToken, linkTokenIn } from '../support/people.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

/** What opens something: never in a log, and never in clear in any file. */
const secrets = new Set<string>()
/** Six digits, which stand in many a longer number. */
const codes = new Set<string>()
/** Responses that are stored for callers who repeat a request. */
const storedResponses = new Set<string>()

/** Who people are and where they go: never in a log. */
const customer = { name: 'Dr Zebedee Quartermaine', email: 'zeb.q@quartermaine.example', phone: '+44 7700 900321' }
const organisation = 'Okapi Widgets Ltd'
const lead = { name: 'Philippa Ockenden', phone: '07700 900654' }
const driver = {
  name: 'Ottoline Quillfeather',
  email: 'ottoline@quillfeather.example',
  phone: '07700 900777',
  license_number: 'QUILL901234Z99XY',
  dbs_check_kind: 'enhanced',
  dbs_certificate_number: '009988776655',
}
const kin = { emergency_contact_name: 'Zenobia Kinsfolk', emergency_contact_phone: '07700 900779' }
const told = /quartermaine|zebedee|okapi|ockenden|philippa|acacia|LS6 2AB|quillfeather|ottoline|zenobia|kinsfolk|jo bloggs/i
const toldInDigits = /7700900(321|654|777|779)|009988776655|901234/
const position = '53.7654321'

const office = await startTestMailServer()
const heardBySms: string[] = []
let smsStatus = 200
const sms = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => {
    heardBySms.push(new URL(request.url).searchParams.get('message') ?? '')
    return new Response(null, { status: smsStatus })
  },
})
const receiver = new WebhookReceiver()
const configured = {
  CHARABANC_METRICS_TOKEN: 'metrics-pass-8812',
  CHARABANC_MASTER_KEY: Buffer.alloc(32, 'k7').toString('base64'),
}
let market: Market
let dales: OperatorClient

beforeAll(async () => {
  for (const secret of [...Object.values(configured), 'sms-pass-4711', 'sms-header-4712']) secrets.add(secret)
  market = await openMarket({
    isFile: true,
    env: {
      ...receiver.env,
      ...configured,
      CHARABANC_LOG_LEVEL: 'trace',
      CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}`,
      CHARABANC_SMS_URL: `http://127.0.0.1:${sms.port}/?key=sms-pass-4711&phone={phone}&message={message}`,
      CHARABANC_SMS_HEADER: 'Authorization: Bearer sms-header-4712',
    },
  })
  dales = await market.operator('Dales Coaches')
  secrets.add(market.platformToken).add(dales.token)
  await whatPeopleDo()
  await whatGoesWrong()
  await market.server.stop()
  await market.server.start()
  await market.server.fetch('/api/v1/me')
  await market.server.stop()
})

afterAll(async () => {
  await market[Symbol.asyncDispose]()
  await office[Symbol.asyncDispose]()
  receiver[Symbol.dispose]()
  await sms.stop(true)
})

/** A trip of somebody who may not be named. */
function telling() {
  const pickup = {
    label: 'Home of Zebedee Quartermaine',
    kind: 'residential',
    address_lines: ['14 Acacia Avenue'],
    postcode: 'LS6 2AB',
  }
  const notes = 'Ring Philippa Ockenden on 07700 900654.'
  return { customer: { ...customer, organisation }, lead_passenger: lead, pickup, notes }
}

/** Remembers what an answer gave away, by the prefix of every token and by the names of what is secret. */
function remember(answer: MarketAnswer): MarketAnswer {
  for (const [token] of answer.text.matchAll(/cb[kodptl]_[0-9A-Za-z]{49}/g)) secrets.add(token)
  if (typeof answer.data?.secret === 'string') secrets.add(answer.data.secret)
  return answer
}

/** The same, for a request that is repeated and whose answer is therefore kept. */
async function twice(ask: (key: string) => Promise<MarketAnswer>): Promise<MarketAnswer> {
  const key = `key-${crypto.randomUUID()}`
  const first = remember(await ask(key))
  ok(first)
  const again = await ask(key)
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect(again.text).toBe(first.text)
  storedResponses.add(first.text)
  return first
}

async function whatPeopleDo(): Promise<void> {
  const { email } = await addOperatorPerson(market, dales.ref)
  ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
  const letter = await eventually(() => office.mails.find(({ to }) => to.includes(email)))
  secrets.add(linkTokenIn(letter.text))
  const device = ok(remember(await exchangeLinkToken(market, linkTokenIn(letter.text), 'Desk'))).token
  ok(remember(await market.call('POST', '/api/v1/auth/rotate', { token: device })))
  const colleague = ok(remember(await exchangeLinkToken(market, await linkFor(email), 'Phone'))).token

  const key = { name: 'TMS', abilities: ['jobs:read'] }
  ok(await twice((once) => market.call('POST', '/portal/v1/keys', { token: colleague, body: key, key: once })))
  const hook = { label: 'TMS', endpoint_url: receiver.url('/tms'), events: ['job.offered', 'booking.confirmed'] }
  ok(await twice((once) => dales.post('/webhooks', hook, { key: once })))

  const pat = await signInDriver(dales, { ...driver, invite_now: true })
  secrets.add(pat.token)
  const invitation = await eventually(() => office.mails.find(({ to }) => to.includes(driver.email)))
  secrets.add(linkTokenIn(invitation.text))
  ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone: driver.phone } }))
  const code = codeIn(await eventually(() => heardBySms.find((text) => /\b\d{6}\b/.test(text))))
  codes.add(code)
  const verify = (tried: string) =>
    market.call('POST', '/api/v1/driver/auth/verify', { body: { phone: driver.phone, code: tried, device_name: 'Pat’s phone' } })
  expect((await verify(`x${code}`)).status).toBeWithin(400, 423)
  ok(remember(await verify(code)))
  ok(await pat.call('PATCH', '/me', kin))
  ok(await pat.call('PUT', '/push-token', { platform: 'ios', token: 'apns-secret-5150' }))
  ok(await pat.setLocationConsent(true))
  ok(await twice((once) => dales.post('/drivers', { ...driver, email: null, phone: null }, { key: once })))

  await market.platform('POST', '/trips', { customer, pickup: 'nowhere' })
  const lost = await market.trip([dales], telling())
  secrets.add(lost.token)
  expect((await lost.book(await dales.makeQuote(lost, { availability: 'confirmed' }), declinedCard)).status).toBe(409)
  ok(await dales.withdraw(lost))
  const trip = await assignedTrip(pat, { ...telling(), departsIn: hours(3), returns_at: null })
  secrets.add(trip.token)
  ok(await dales.booking(trip))
  ok(await pat.submitVehicleCheck({ trip_ref: trip.ref }))
  ok(await pat.report(trip, 'en_route', { note: 'Off to Zebedee Quartermaine.', latitude: Number(position), longitude: -1.5 }))
  ok(await pat.sendLocations(market.at(0)))
  const incident = { kind: 'other', severity: 'low', occurred_at: market.at(0), note: 'Quillfeather lost a hat.' }
  ok(await pat.call('POST', `/trips/${trip.ref}/incidents`, incident))
  ok(await market.call('GET', `/api/v1/jobs?page=1&q=${encodeURIComponent(customer.email)}`, { token: dales.token }))
  await market.server.fetch(`/trip?token=${trip.token}&email=${customer.email}`)
  await market.server.fetch(`/nowhere/${trip.token}/${driver.license_number}`)
  await receiver.atLeast(1, '/tms')
}

async function linkFor(email: string): Promise<string> {
  const { token } = await market.server.cliJson<{ token: string }>(['user', 'link', '--email', email])
  secrets.add(token)
  return token
}

/** Messages that no one takes, stored responses that cannot be opened, statements that fail with people in their values. */
async function whatGoesWrong(): Promise<void> {
  const { email } = await addOperatorPerson(market, dales.ref)
  office.refuse(550)
  smsStatus = 500
  ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
  ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone: driver.phone } }))
  await eventually(() => (market.server.stderr.match(/a message/g) ?? []).length >= 2)

  const path = join(market.server.dataDir, 'charabanc.sqlite')
  writeToSqliteFile(
    path,
    'ALTER TABLE customers RENAME COLUMN organisation TO gone',
    'ALTER TABLE drivers RENAME COLUMN locale TO gone',
  )
  const failed = [
    await market.platform('POST', '/trips', { ...offer(), ...telling() }),
    await dales.post('/drivers', { ...driver, email: null, phone: null }),
  ]
  expect(failed.map(({ status }) => status)).toEqual([500, 500])
  for (const { text } of failed) expect(text).not.toMatch(told)
  writeToSqliteFile(
    path,
    'ALTER TABLE customers RENAME COLUMN gone TO organisation',
    'ALTER TABLE drivers RENAME COLUMN gone TO locale',
  )
}

function offer() {
  const dropoff = { label: 'York Minster', kind: 'venue' }
  return {
    dropoff,
    departs_at: market.at(hours(900)),
    passenger_count: 45,
    quote_by: market.at(hours(100)),
    offer_to: [dales.ref],
  }
}

/** Every file under a folder, by its path. */
function filesUnder(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  return paths.filter((path) => statSync(path).isFile())
}

const standingAlone = (code: string) => new RegExp(`(?<![0-9a-fA-F-])${code}(?![0-9a-fA-F-])`)

test('the log says what happened and names neither a secret nor anybody', () => {
  const log = market.server.stderr + market.server.stdout

  expect(log).toContain('request failed')
  expect(log).toContain('"route":"/api/v1/jobs"')
  expect(secrets.size).toBeGreaterThan(15)
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
  expect([...codes].filter((code) => standingAlone(code).test(log))).toEqual([])
  expect(log.match(told)?.[0]).toBeUndefined()
  expect(log.match(toldInDigits)?.[0]).toBeUndefined()
  for (const also of [position, 'apns-secret-5150', declinedCard, '@dales.example']) expect(log).not.toContain(also)
})

test('every line of the log is JSON, and one for each request tells who, what and how it went', () => {
  // What follows the last line break is still being written.
  const lines = market.server.stderr.split('\n').slice(0, -1)
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')

  expect(answered.length).toBeGreaterThan(40)
  for (const { request, method, status, ms } of answered) {
    expect([typeof request, typeof method, typeof status, typeof ms]).toEqual(['string', 'string', 'number', 'number'])
  }
  expect(answered.filter(({ tokenId }) => tokenId !== undefined).length).toBeGreaterThan(20)
})

test('no file in the data folder holds anything that opens a door, nor a stored response', () => {
  const files = filesUnder(market.server.dataDir)
  const known = [...secrets, ...[...storedResponses].map((text) => text.slice(0, 60))]

  expect(files.some((path) => path.endsWith('charabanc.sqlite'))).toBe(true)
  expect(storedResponses.size).toBe(3)
  for (const path of files) {
    const text = readFileSync(path, 'latin1')
    expect([path, known.filter((secret) => text.includes(secret))]).toEqual([path, []])
    expect([path, [...codes].filter((code) => standingAlone(code).test(text))]).toEqual([path, []])
  }
})
