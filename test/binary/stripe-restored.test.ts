import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  goodCard,
  hours,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

/** Opens a server with a database file, which can be restored. */
async function openShop() {
  const shop = await openStripeMarket({}, { isFile: true, isAlone: true })
  return { shop, dales: await shop.market.operator(), [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

/** Books a trip by paying its deposit on the page. */
async function booked({ shop, dales }: { readonly shop: StripeMarket; readonly dales: OperatorClient }, card: 'visa' = 'visa') {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  return pay(shop, trip, card)
}

async function pay<T extends CustomerClient & { readonly quoteId: number }>(shop: StripeMarket, trip: T, card: 'visa' = 'visa') {
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

/** Requests a likely quote and saves a card on the page. */
async function requested({ shop, dales }: { readonly shop: StripeMarket; readonly dales: OperatorClient }) {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  return trip
}

const backUp = async ({ market: { server } }: StripeMarket) => (await server.cliJson<{ file: string }>(['backup'])).file

/** Stops the server, runs `meanwhile` at Stripe, and restores the database. */
async function restore({ market: { server } }: StripeMarket, file: string, meanwhile = () => {}) {
  await server.stop()
  meanwhile()
  expect(await server.cli(['restore', file])).toMatchObject({ exitCode: 0 })
}

const isCompared = async ({ market: { server } }: StripeMarket) =>
  (await server.ask("SELECT 1 FROM server_settings WHERE name = 'restored'")).length === 0

/** The log lines about transactions without a payment, each with its trip. */
function reportsIn({ market: { server } }: StripeMarket) {
  return server.stderr
    .split('\n')
    .filter((line) => line.includes('money after the restored backup"') && line.includes('the provider'))
    .map((line) => JSON.parse(line) as { level: string; trip: string; charge?: string; refund?: string })
}

const levels = (lines: ReturnType<typeof reportsIn>) => [...new Set(lines.map(({ level }) => level))]

/** The unknown transactions in `payments list --open`. */
async function unknown({ market: { server } }: StripeMarket) {
  type Shown = { readonly trip: string; readonly kind: string; readonly amount: number; readonly status: string }
  const { data } = await server.cliJson<{ data: (Shown & { provider_ref: string })[] }>(['payments', 'list', '--open'])
  return data.filter(({ status }) => status === 'unknown')
}

/** Counts the unknown transactions that are not settled. A query is faster than the command. */
async function countUnsettled({ market: { server } }: StripeMarket): Promise<number> {
  return (await server.ask('SELECT 1 FROM unknown_payments WHERE settled_at IS NULL')).length
}

async function doctorOf({ market: { server } }: StripeMarket): Promise<string> {
  return (await server.cli(['doctor', '--offline'])).stdout
}

/** The points of the board about payments to settle. */
async function pointsOf({ market }: StripeMarket, dales: OperatorClient) {
  const board = ok(await market.call('GET', '/portal/v1/board', { token: await market.personToken(dales) }))
  return board.needs_you.filter(({ kind }: { kind: string }) => kind === 'payment_to_settle')
}

describe('a restored backup', () => {
  test('books a page paid meanwhile, and reports unknown transactions once without booking them', async () => {
    await using open = await openShop()
    const { shop, dales } = open
    const onPage = await shop.quotedTrip(dales, 'confirmed')
    const { payment } = ok(await onPage.book(onPage.quoteId, 'card'))
    const unpaid = await shop.quotedTrip(dales, 'confirmed')
    const asked = await requested(open)
    const cancelled = await booked(open)
    const looked = await shop.quotedTrip(dales, 'confirmed')
    const file = await backUp(shop)

    await pay(shop, unpaid)
    ok(await dales.confirm(asked))
    await eventually(async () => ok(await asked.readTrip()).status === 'booked')
    ok(await cancelled.cancel())
    await eventually(async () => (await shop.paymentStatuses(cancelled)).includes('refund refunded'))
    const lostPage = ok(await looked.book(looked.quoteId, 'card')).payment
    const lost = await booked(open)
    await restore(shop, file, () => shop.stripe.pay(payment.url, 'visa'))
    expect(await doctorOf(shop)).toContain('not yet compared with the payment provider')
    await shop.market.server.start()

    await eventually(() => isCompared(shop))
    await eventually(async () => ok(await onPage.readTrip()).status === 'booked')
    expect([shop.held(onPage), await shop.paymentStatuses(onPage)]).toEqual([12_800, ['deposit succeeded']])
    for (const trip of [unpaid, asked]) expect(ok(await trip.readTrip())).toMatchObject({ status: 'open', booking: null })
    expect(await shop.paymentStatuses(cancelled)).toEqual(['deposit succeeded'])
    expect(shop.fillInCardPage({ payment: lostPage }, 'visa')).toBe('expired')

    const refs = [unpaid, asked, cancelled, lost].map(({ ref }) => ref).sort()
    const reports = await eventually(() => (reportsIn(shop).length < 4 ? null : reportsIn(shop)))
    expect([levels(reports), reports.map(({ trip }) => trip).sort()]).toEqual([['error'], refs])
    const listed = await unknown(shop)
    expect(listed.map(({ trip }) => trip).sort()).toEqual(refs)
    expect(listed.find(({ trip }) => trip === cancelled.ref)).toMatchObject({ kind: 'refund' })
    expect(await doctorOf(shop)).toContain('Unknown provider transactions since the restored backup: 4')
    const points = await pointsOf(shop, dales)
    expect(points.map(({ ref }: { ref: string }) => ref).sort()).toEqual(refs)

    // Each of these would charge or refund the customer a second time.
    expect(statusAndCode(await unpaid.book(unpaid.quoteId, 'card'))).toBe('503 unavailable')
    expect(statusAndCode(await dales.confirm(asked))).toBe('503 unavailable')
    expect(shop.charges(asked)).toHaveLength(1)
    const sent = shop.stripe.refunds().length
    ok(await cancelled.cancel())
    await eventually(async () => (await shop.paymentStatuses(cancelled)).includes('refund refund_failed'))
    expect(shop.stripe.refunds()).toHaveLength(sent)

    await shop.market.server.stop()
    await shop.market.server.start()
    await shop.market.server.dueTasksDone()
    expect(reportsIn(shop)).toHaveLength(4)

    // One charge is refunded in Stripe's dashboard, and another is settled on the command line.
    const body = new URLSearchParams({ payment_intent: shop.charges(unpaid)[0]?.intent ?? '' })
    const headers = { Authorization: `Bearer ${shop.stripe.key}` }
    expect((await fetch(`${shop.stripe.url}/v1/refunds`, { method: 'POST', headers, body })).status).toBe(200)
    const { provider_ref: chargeRef = '' } = listed.find(({ trip }) => trip === asked.ref) ?? {}
    await shop.market.server.cliJson(['payments', 'settle-unknown', chargeRef])
    const lists = () => shop.stripe.calls.filter(({ name }) => name === 'paymentIntents.list').length
    const before = lists()
    await shop.market.advance(days(1) + hours(1))
    await shop.eventuallyAsTimePasses(async () => (await countUnsettled(shop)) === 2)
    expect(lists()).toBe(before)
    expect((await unknown(shop)).map(({ trip }) => trip).sort()).toEqual([cancelled.ref, lost.ref].sort())
    expect(reportsIn(shop)).toHaveLength(4)
    shop.fillInCardPage(ok(await unpaid.book(unpaid.quoteId, 'card')), 'visa')
    expect((await shop.returnFromCardPage(unpaid)).status).toBe('booked')
  })

  test('leaves the charge of a missing trip to the marketplace if it has several operators', async () => {
    await using open = await openShop()
    const { shop, dales } = open
    await shop.market.operator('Wolds Coaches')
    const file = await backUp(shop)
    const lost = await booked(open)
    await restore(shop, file)
    await shop.market.server.start()

    const toSettle = async () => ok(await shop.market.platform('GET', '/payments/to-settle')).unknown
    await eventually(async () => (await toSettle()).length === 1)
    const [charge] = await toSettle()
    expect(charge).toMatchObject({ ref: lost.ref, kind: 'charge', amount: 12_800, currency_code: 'GBP', returned_amount: 0 })
    expect(await pointsOf(shop, dales)).toEqual([])

    // A thousand older transactions of an operator do not hide it.
    const columns = 'kind, charge_ref, trip_ref, trip_id, amount, currency_code, returned_amount, created_at, updated_at'
    await shop.market.server.change(
      `INSERT INTO unknown_payments (provider, provider_ref, operator_id, made_at, ${columns})
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
         SELECT provider, 'of_dales_' || i, (SELECT id FROM operators WHERE ref = '${dales.ref}'), made_at - i, ${columns}
         FROM n, unknown_payments WHERE provider_ref = '${charge.provider_ref}'`,
    )
    expect(await toSettle()).toEqual([charge])

    await shop.market.server.cliJson(['payments', 'settle-unknown', charge.provider_ref])
    expect(await toSettle()).toEqual([])
  })

  test.each([0, 1])(
    'books nothing for a payment that was fully refunded meanwhile, even if reading the page fails %d times',
    async (times) => {
      await using open = await openShop()
      const { shop, dales } = open
      const trip = await shop.quotedTrip(dales, 'confirmed')
      const page = ok(await trip.book(trip.quoteId, 'card'))
      const file = await backUp(shop)
      shop.fillInCardPage(page, 'visa')
      expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
      ok(await trip.cancel())
      await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
      await restore(shop, file)
      if (times > 0) shop.stripe.fail('checkout.sessions.retrieve', '500_before', times)
      await shop.market.server.start()

      await eventually(() => isCompared(shop))
      await eventually(async () => (await shop.paymentStatuses(trip)).join() === 'deposit released')
      expect(ok(await trip.readTrip())).toMatchObject({ status: 'open', booking: null, payment: null })
      expect([await unknown(shop), reportsIn(shop)]).toEqual([[], []])
      shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
      expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
      expect(shop.held(trip)).toBe(12_800)
    },
  )

  test('does not charge a balance again that was charged meanwhile', async () => {
    await using open = await openShop()
    const { shop } = open
    const trip = await booked(open)
    const file = await backUp(shop)
    await shop.market.advance(days(47))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('balance succeeded'))
    await restore(shop, file)
    await shop.market.server.start()
    await eventually(() => isCompared(shop))
    await shop.market.advance(days(1))
    await shop.market.server.dueTasksDone()
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded'])
    expect(shop.charges(trip)).toHaveLength(2)
    expect(await unknown(shop)).toMatchObject([{ trip: trip.ref, kind: 'charge', amount: 51_200 }])
  })

  test('charges nothing until the comparison with Stripe has ended, even after crashes', async () => {
    await using open = await openShop()
    const { shop, dales } = open
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const other = await shop.quotedTrip(dales, 'confirmed')
    const file = await backUp(shop)
    await pay(shop, trip)
    await restore(shop, file)
    const release = shop.stripe.hold('paymentIntents.list')
    const asked = () => shop.stripe.calls.filter(({ name }) => name === 'checkout.sessions.list').length
    for (const times of [1, 2]) {
      await shop.market.server.start()
      await eventually(() => asked() >= times)
      expect(statusAndCode(await other.book(other.quoteId, 'card'))).toBe('503 unavailable')
      await shop.market.server.kill()
    }
    release()
    await shop.market.server.start()
    await eventually(() => isCompared(shop))
    expect((await unknown(shop)).map(({ trip: ref }) => ref)).toEqual([trip.ref])
    await eventually(() => reportsIn(shop).length === 1)
    expect(ok(await other.book(other.quoteId, 'card')).payment.status).toBe('awaiting_customer')
  })
})

test('reports test money paid after the backup, and books nothing', async () => {
  await using market = await openMarket({ isFile: true, isAlone: true, isMute: true })
  const { server } = market
  const dales = await market.operator()
  const trip = await market.trip([dales])
  const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
  const { file } = await server.cliJson<{ file: string }>(['backup'])
  ok(await trip.book(quoteId, goodCard))
  await server.stop()
  expect(await server.cli(['restore', file])).toMatchObject({ exitCode: 0 })
  await server.start()
  const shown = () => server.cli(['payments', 'list', '--open'])
  await eventually(async () => (await server.ask('SELECT 1 FROM unknown_payments')).length > 0)
  expect((await shown()).stdout).toMatch(
    new RegExp(`^- +${trip.ref} +charge +£128.00 +unknown +sandbox .* ch_[0-9a-f]{24}$`, 'm'),
  )
  expect(ok(await trip.readTrip())).toMatchObject({ status: 'open', booking: null })
  const none = await server.cli(['payments', 'settle-unknown', 'ch_none'])
  expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('There is no unknown transaction ch_none') })
  const [ref = ''] = /ch_[0-9a-f]{24}/.exec((await shown()).stdout) ?? []
  for (const _ of [1, 2]) {
    const settled = await server.cli(['payments', 'settle-unknown', ref])
    expect(settled).toMatchObject({ exitCode: 0, stdout: `${ref} of ${trip.ref} is settled.\n` })
  }
  expect((await shown()).stdout).toBe('There are no open payments.\n')
  ok(await trip.book(quoteId, goodCard))
  expect(ok(await trip.readTrip()).status).toBe('booked')
})
