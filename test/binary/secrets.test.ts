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

/** Secrets that grant access: never in a log, and never in plain text in a file. */
const secrets = new Set<string>()
/** Six-digit codes, which also occur inside longer numbers. */
const codes = new Set<string>()
/** Responses that the server stores for repeated requests. */
const storedResponses = new Set<string>()

/** Personal data: never in a log. */
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
const personal = /quartermaine|zebedee|okapi|ockenden|philippa|acacia|LS6 2AB|quillfeather|ottoline|zenobia|kinsfolk|jo bloggs/i
const personalDigits = /7700900(321|654|777|779)|009988776655|901234/
const position = '53.7654321'

const office = await startTestMailServer()
const smsTexts: string[] = []
let smsStatus = 200
const sms = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => {
    smsTexts.push(new URL(request.url).searchParams.get('message') ?? '')
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
  await useProduct()
  await causeFailures()
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

/** The fields of a trip with personal data that no log may contain. */
function personalFields() {
  const pickup = {
    label: 'Home of Zebedee Quartermaine',
    kind: 'residential',
    address_lines: ['14 Acacia Avenue'],
    postcode: 'LS6 2AB',
  }
  const notes = 'Ring Philippa Ockenden on 07700 900654.'
  return { customer: { ...customer, organisation }, lead_passenger: lead, pickup, notes }
}

/** Records the secrets in an answer: tokens by their prefix, and the field `secret`. */
function remember(answer: MarketAnswer): MarketAnswer {
  for (const [token] of answer.text.matchAll(/cb[kodptl]_[0-9A-Za-z]{49}/g)) secrets.add(token)
  if (typeof answer.data?.secret === 'string') secrets.add(answer.data.secret)
  return answer
}

/** Sends a request two times, and records its secrets and its stored response. */
async function sendTwice(ask: (key: string) => Promise<MarketAnswer>): Promise<MarketAnswer> {
  const key = `key-${crypto.randomUUID()}`
  const first = remember(await ask(key))
  ok(first)
  const again = await ask(key)
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect(again.text).toBe(first.text)
  storedResponses.add(first.text)
  return first
}

async function useProduct(): Promise<void> {
  const { email } = await addOperatorPerson(market, dales.ref)
  ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
  const mail = await eventually(() => office.mails.find(({ to }) => to.includes(email)))
  secrets.add(linkTokenIn(mail.text))
  const device = ok(remember(await exchangeLinkToken(market, linkTokenIn(mail.text), 'Desk'))).token
  ok(remember(await market.call('POST', '/api/v1/auth/rotate', { token: device })))
  const colleague = ok(remember(await exchangeLinkToken(market, await linkFor(email), 'Phone'))).token

  const key = { name: 'TMS', abilities: ['jobs:read'] }
  ok(await sendTwice((once) => market.call('POST', '/portal/v1/keys', { token: colleague, body: key, key: once })))
  const hook = { label: 'TMS', endpoint_url: receiver.url('/tms'), events: ['job.offered', 'booking.confirmed'] }
  ok(await sendTwice((once) => dales.post('/webhooks', hook, { key: once })))

  const pat = await signInDriver(dales, { ...driver, invite_now: true })
  secrets.add(pat.token)
  const invitation = await eventually(() => office.mails.find(({ to }) => to.includes(driver.email)))
  secrets.add(linkTokenIn(invitation.text))
  ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone: driver.phone } }))
  const code = codeIn(await eventually(() => smsTexts.find((text) => /\b\d{6}\b/.test(text))))
  codes.add(code)
  const verify = (tried: string) =>
    market.call('POST', '/api/v1/driver/auth/verify', { body: { phone: driver.phone, code: tried, device_name: 'Pat’s phone' } })
  expect((await verify(`x${code}`)).status).toBeWithin(400, 423)
  ok(remember(await verify(code)))
  ok(await pat.call('PATCH', '/me', kin))
  ok(await pat.call('PUT', '/push-token', { platform: 'ios', token: 'apns-secret-5150' }))
  ok(await pat.setLocationConsent(true))
  ok(await sendTwice((once) => dales.post('/drivers', { ...driver, email: null, phone: null }, { key: once })))

  await market.platform('POST', '/trips', { customer, pickup: 'nowhere' })
  const lost = await market.trip([dales], personalFields())
  secrets.add(lost.token)
  expect((await lost.book(await dales.makeQuote(lost, { availability: 'confirmed' }), declinedCard)).status).toBe(409)
  ok(await dales.withdraw(lost))
  const trip = await assignedTrip(pat, { ...personalFields(), departsIn: hours(3), returns_at: null })
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

/** Makes emails, SMS and SQL statements fail while they carry personal data. */
async function causeFailures(): Promise<void> {
  const { email } = await addOperatorPerson(market, dales.ref)
  office.refuse(550)
  smsStatus = 500
  ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
  ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone: driver.phone } }))
  await eventually(() => (market.server.stderr.match(/"message (not sent|failed)/g) ?? []).length >= 2)

  const path = join(market.server.dataDir, 'charabanc.sqlite')
  writeToSqliteFile(
    path,
    'ALTER TABLE customers RENAME COLUMN organisation TO gone',
    'ALTER TABLE drivers RENAME COLUMN locale TO gone',
  )
  const failed = [
    await market.platform('POST', '/trips', { ...offer(), ...personalFields() }),
    await dales.post('/drivers', { ...driver, email: null, phone: null }),
  ]
  expect(failed.map(({ status }) => status)).toEqual([500, 500])
  for (const { text } of failed) expect(text).not.toMatch(personal)
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

const asWholeNumber = (code: string) => new RegExp(`(?<![0-9a-fA-F-])${code}(?![0-9a-fA-F-])`)

test('logs requests and failures without secrets or personal data', () => {
  const log = market.server.stderr + market.server.stdout

  expect(log).toContain('request failed')
  expect(log).toContain('"route":"/api/v1/jobs"')
  expect(secrets.size).toBeGreaterThan(15)
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
  expect([...codes].filter((code) => asWholeNumber(code).test(log))).toEqual([])
  expect(log.match(personal)?.[0]).toBeUndefined()
  expect(log.match(personalDigits)?.[0]).toBeUndefined()
  for (const also of [position, 'apns-secret-5150', declinedCard, '@dales.example']) expect(log).not.toContain(also)
})

test('logs JSON lines, one per request with its id, method, status and duration', () => {
  // The text after the last line break may be incomplete.
  const lines = market.server.stderr.split('\n').slice(0, -1)
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')

  expect(answered.length).toBeGreaterThan(40)
  for (const { request, method, status, ms } of answered) {
    expect([typeof request, typeof method, typeof status, typeof ms]).toEqual(['string', 'string', 'number', 'number'])
  }
  expect(answered.filter(({ tokenId }) => tokenId !== undefined).length).toBeGreaterThan(20)
})

test('stores no secret and no response in plain text in the data folder', () => {
  const files = filesUnder(market.server.dataDir)
  const known = [...secrets, ...[...storedResponses].map((text) => text.slice(0, 60))]

  expect(files.some((path) => path.endsWith('charabanc.sqlite'))).toBe(true)
  expect(storedResponses.size).toBe(3)
  for (const path of files) {
    const text = readFileSync(path, 'latin1')
    expect([path, known.filter((secret) => text.includes(secret))]).toEqual([path, []])
    expect([path, [...codes].filter((code) => asWholeNumber(code).test(text))]).toEqual([path, []])
  }
})
