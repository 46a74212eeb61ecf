import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  hours,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

const webhookSecret = 'whsec_corpusofthedouble7788'
const metricsToken = 'metrics-pass-8813'

/** The paying customer: in no log and in no report about the server. */
const customer = { name: 'Dr Zebedee Quartermaine', email: 'zeb.q@quartermaine.example', phone: '+44 7700 900321' }
const personalData = /quartermaine|zebedee|7700 ?900321/i

/** Forms of an expiry date and other card details, which Stripe sends in every answer about a card. */
const cardDetail = /\b(2034-12|12\/(20)?34)\b|exp_(month|year)|fingerprint|cvc_check/i

/** The secret with which Stripe's own page completes a payment. */
const clientSecret = /_secret_\w/

/** Fields of Stripe's answers that only a developer or a customer may see. */
const privateFields = new Set(['message', 'client_secret', 'fingerprint', 'request_log_url', 'postal_code'])

/** Addresses of pages that customers received. */
const pages = new Set<string>()

/** The text of each refusal that a caller received. */
const refusals: string[] = []

let shop: StripeMarket
let dales: OperatorClient
let surfaces: Readonly<Record<string, string>>
let exported: Readonly<Record<string, string>>

beforeAll(async () => {
  shop = await openStripeMarket(
    {
      CHARABANC_STRIPE_WEBHOOK_SECRET: webhookSecret,
      CHARABANC_STRIPE_RETURN_URL: 'https://www.dales.example/thanks',
      CHARABANC_METRICS_TOKEN: metricsToken,
      CHARABANC_MASTER_KEY: Buffer.alloc(32, 'k7').toString('base64'),
      CHARABANC_LOG_LEVEL: 'trace',
    },
    { isFile: true, isMute: false },
  )
  dales = await shop.market.operator()
  await useProduct()
  await causeFailures()
  surfaces = await collectReports()
  exported = await collectExports()
  await shop.market.server.stop()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Quotes a trip of the customer that no log may name. */
async function offered(availability: 'likely' | 'confirmed') {
  const trip = await shop.market.trip([dales], { customer })
  return Object.assign(trip, { quoteId: await dales.makeQuote(trip, { availability }) })
}

/** Returns the trip of an answer and records the address of its page. */
function pageOf(answer: MarketAnswer) {
  const seen = ok(answer)
  pages.add(seen.payment.url)
  return seen
}

function refused(answer: MarketAnswer, wanted: string): void {
  expect(statusAndCode(answer)).toBe(wanted)
  refusals.push(answer.text)
}

async function booked(card: Parameters<StripeMarket['fillInCardPage']>[1] = 'visa') {
  const trip = await offered('confirmed')
  shop.fillInCardPage(pageOf(await trip.book(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

const intentOf = (trip: CustomerClient) =>
  shop.stripe.taken().find(({ metadata }) => metadata.charabanc_trip === trip.ref)?.intent ?? ''
const has = (trip: CustomerClient, row: string) => eventually(async () => (await shop.paymentStatuses(trip)).includes(row))

async function useProduct(): Promise<void> {
  const { market, stripe } = shop
  const asked = await offered('likely')
  shop.fillInCardPage(pageOf(await asked.request(asked.quoteId, 'card')), 'visa')
  await shop.returnFromCardPage(asked)
  ok(await dales.confirm(asked))

  const declined = await offered('likely')
  shop.fillInCardPage(pageOf(await declined.request(declined.quoteId, 'card')), 'insufficient_later')
  await shop.returnFromCardPage(declined)
  refused(await dales.confirm(declined), '409 deposit_charge_failed')
  const paying = pageOf(await declined.post('pay'))
  expect(shop.fillInCardPage(paying, 'declined')).toBe('declined')
  shop.fillInCardPage(paying, 'sca_once')
  await stripe.send({ to: `${market.server.url}/stripe/events`, secret: webhookSecret, times: 2 })
  await stripe.send({ to: `${market.server.url}/stripe/events`, secret: webhookSecret, isForged: true })
  await eventually(async () => ok(await declined.readTrip()).status === 'booked')

  const refunded = await booked()
  ok(await refunded.cancel())
  await has(refunded, 'refund refunded')
  const unsent = await booked('refund_fails')
  ok(await unsent.cancel())
  await has(unsent, 'refund refund_failed')

  const disputed = await booked()
  stripe.dispute(intentOf(disputed), { reason: 'fraudulent' })
  await market.advance(hours(1) + 60)
  await shop.eventuallyAsTimePasses(async () => ok(await dales.booking(disputed)).dispute !== null)

  const office = await portalClientOf(market, dales)
  const mailed = await offered('confirmed')
  ok(await office.call('POST', `/trips/${mailed.ref}/payment-page`, {}))
  const message = await eventually(() => market.server.mails().find(({ text }) => text.includes(`${stripe.url}/c/pay/`)))
  pages.add(/https?:\/\/\S+\/c\/pay\/\S+/.exec(message.text)?.[0] ?? '')
}

/** Makes Stripe fail in every way, and refuse the key or the call. Its error texts must reach no caller. */
async function causeFailures(): Promise<void> {
  const { market, stripe } = shop
  const trip = await offered('confirmed')
  const restoreStripe = await stripe.stopListening()
  refused(await trip.book(trip.quoteId, 'card'), '503 unavailable')
  restoreStripe()
  for (const how of ['500_before', '401', '403', '429', 'html', 'cut'] as const) {
    stripe.fail('checkout.sessions.create', how, 1)
    refused(await trip.book(trip.quoteId, 'card'), '503 unavailable')
  }
  pageOf(await trip.book(trip.quoteId, 'card'))

  // The saved card is removed in Stripe's dashboard.
  const withBalance = await booked()
  const kept = stripe.methods().find(({ customer: owner }) => owner === ownerOf(withBalance))
  const headers = { Authorization: `Bearer ${stripe.key}`, 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await fetch(`${stripe.url}/v1/payment_methods/${kept?.id}/detach`, { method: 'POST', headers })).status).toBe(200)
  stripe.fail('paymentIntents.confirm', '500_after', 1)
  await market.advance(days(47))
  await has(withBalance, 'balance declined')

  const doubted = await offered('likely')
  shop.fillInCardPage(pageOf(await doubted.request(doubted.quoteId, 'card')), 'lost_later')
  await shop.returnFromCardPage(doubted)
  stripe.fail('paymentIntents.retrieve', '500_before', 1)
  refused(await dales.confirm(doubted), '503 unavailable')
  await market.advance(minutes(10))
  await has(doubted, 'deposit declined')
  await market.server.fetch(`/trip?back=${trip.ref}&token=${trip.token}`)

  // This page stays open to the end.
  const last = await offered('confirmed')
  pageOf(await last.book(last.quoteId, 'card'))
}

const ownerOf = (trip: CustomerClient) => shop.stripe.customers().find(({ metadata }) => metadata.charabanc_trip === trip.ref)?.id

/** Collects the reports of the server and its commands about its state. */
async function collectReports(): Promise<Readonly<Record<string, string>>> {
  const { server } = shop.market
  const metrics = await server.fetch('/metrics', { headers: { Authorization: `Bearer ${metricsToken}` } })
  const { manifest } = await server.cliJson<{ manifest: string }>(['backup'])
  const texts: Record<string, string> = {
    refusals: refusals.join('\n'),
    metrics: await metrics.text(),
    manifest: readFileSync(manifest, 'utf8'),
    ready: await (await server.fetch('/readyz?verbose')).text(),
  }
  const [payment] = await server.ask<{ id: number }>("select id from payments where status = 'awaiting_customer'")
  const commands = [
    'payments list',
    'payments list --open',
    `payments check ${payment?.id}`,
    'config check',
    'config show',
    'doctor',
  ]
  for (const words of commands) {
    for (const form of [[], ['--json']]) {
      const { stdout, stderr } = await server.cli([...words.split(' '), ...form])
      expect({ words, stdout }).not.toEqual({ words, stdout: '' })
      texts[[words.replace(/\d+$/, 'ID'), ...form].join(' ')] = stdout + stderr
    }
  }
  return texts
}

/** Collects an operator's exports, which may name customers. */
async function collectExports(): Promise<Readonly<Record<string, string>>> {
  const { token } = await bookkeepingClientOf(shop.market, dales)
  const files: Record<string, string> = {}
  for (const name of ['bookings', 'payments', 'payouts', 'dues', 'invoices', 'duties', 'quotes']) {
    const path = `/portal/v1/exports/${name}.csv?from=2020-01-01&to=2040-01-01`
    files[name] = ok(await csv(path, token))
  }
  return files
}

async function csv(path: string, token: string): Promise<MarketAnswer> {
  const answer = await shop.market.call('GET', path, { token })
  return { ...answer, data: answer.text }
}

/** Secrets that grant access at Stripe or here. */
function secrets(): readonly string[] {
  const { stripe, market } = shop
  const tokens = new Set([market.platformToken, dales.token, stripe.key, webhookSecret, metricsToken])
  const given = stripe.intents().map(({ client_secret }) => client_secret ?? '')
  return [...tokens, ...pages, ...given].filter((secret) => secret !== '')
}

/** Texts in an answer of Stripe that must not be passed on, such as error messages. */
function privateTextsIn(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    typeof value === 'string' && privateFields.has(name) ? [value] : privateTextsIn(value),
  )
}

const privateTextsOfStripe = () => [...new Set(shop.stripe.calls.flatMap(({ body }) => privateTextsIn(body)))]

/** The secrets and card details in a text. */
function leaksIn(text: string): readonly unknown[] {
  const found = [/cb[kodptl]_[0-9A-Za-z]{49}/, /\/c\/pay\//, clientSecret, cardDetail].map((pattern) => pattern.exec(text)?.[0])
  const known = [...secrets(), ...privateTextsOfStripe()]
  return [...known.filter((one) => text.includes(one)), ...found.filter((one) => one !== undefined)]
}

test('covers pages, refusals and every status of a fault', () => {
  expect(pages.size).toBeGreaterThan(8)
  expect(refusals.length).toBeGreaterThan(8)
  expect(shop.stripe.intents().length).toBeGreaterThan(8)
  const faults = new Set(shop.stripe.calls.flatMap(({ status }) => (status === null || status < 400 ? [] : [status])))
  expect([...faults].sort()).toEqual([400, 401, 402, 403, 429, 500])
  expect(privateTextsOfStripe().length).toBeGreaterThan(30)
  // Stripe's answers contain what the tests below search for.
  const answers = JSON.stringify(shop.stripe.calls.map(({ body }) => body))
  for (const pattern of [/\/c\/pay\//, clientSecret, cardDetail, personalData]) expect(answers).toMatch(pattern)
})

test('sends no token to Stripe, and personal data in calls about customers only', () => {
  for (const { name, params } of shop.stripe.calls) {
    const sent = JSON.stringify(params)
    expect([name, sent.match(/cb[kodptl]_/)]).toEqual([name, null])
    if (!name.startsWith('customers.')) expect([name, personalData.exec(sent)?.[0]]).toEqual([name, undefined])
  }
})

test('logs calls to Stripe without secrets, card details or personal data', () => {
  const { stderr, stdout } = shop.market.server
  const log = stderr + stdout
  expect(log).toContain('asked Stripe')
  expect(log).toMatch(/req_\w+/)
  expect(leaksIn(log)).toEqual([])
  expect(personalData.exec(log)?.[0]).toBeUndefined()
})

describe('report about the server', () => {
  const names = [
    'refusals',
    'metrics',
    'manifest',
    'ready',
    ...['payments list', 'payments list --open', 'payments check ID', 'config check', 'config show', 'doctor'].flatMap(
      (words) => [words, `${words} --json`],
    ),
  ]

  test.each(names)('keeps secrets, card details and personal data out of %s', (name) => {
    const text = surfaces[name] ?? ''
    expect(text).not.toBe('')
    expect(leaksIn(text)).toEqual([])
    expect(personalData.exec(text)?.[0]).toBeUndefined()
  })

  test('shows only the brand and the last four digits of a card', () => {
    const { data } = JSON.parse(surfaces['payments list --json'] ?? '') as { data: { card: object | null }[] }
    const cards = data.flatMap(({ card }) => (card === null ? [] : [Object.keys(card)]))
    expect(cards.length).toBeGreaterThan(4)
    expect(cards).toEqual(cards.map(() => ['brand', 'last4']))
  })
})

test('exports no secret and no card detail', () => {
  for (const [name, text] of Object.entries(exported)) {
    expect([name, leaksIn(text)]).toEqual([name, []])
  }
  expect(exported.bookings).toContain(customer.name)
})

test('stores no secret and no error text of Stripe in the data folder', () => {
  const { dataDir } = shop.market.server
  const paths = readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)))
  const files = paths.filter((path) => statSync(path).isFile())
  const ofErrors = shop.stripe.calls.flatMap(({ body }) => (body !== null && 'error' in body ? privateTextsIn(body) : []))
  expect(ofErrors.length).toBeGreaterThan(8)
  expect(files.some((path) => path.endsWith('charabanc.sqlite'))).toBe(true)
  for (const path of files) {
    const text = readFileSync(path, 'latin1')
    expect([path, [...secrets(), ...ofErrors].filter((one) => text.includes(one))]).toEqual([path, []])
    expect([path, text.includes('/c/pay/')]).toEqual([path, false])
  }
})
