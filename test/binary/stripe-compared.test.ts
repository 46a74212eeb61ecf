import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, hours, minutes, type OperatorClient, ok } from '../support/market.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

// Tests of a database restored by other means than `charabanc restore`, such as PostgreSQL's. They change rows by hand.

let shop: StripeMarket
let dales: OperatorClient

beforeAll(async () => {
  shop = await openStripeMarket({}, { isAlone: true })
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** Changes rows back to an earlier state, after the provider has forgotten its idempotency keys. */
async function restoreTo(...statements: readonly string[]): Promise<void> {
  await shop.market.server.change(...statements)
  shop.stripe.advance(hours(25) * 1_000)
  await shop.market.server.cliJson(['payments', 'compare'])
  await shop.market.server.start()
}

/** Kills the server while it charges the saved card of a trip. Stripe still completes `call`. */
async function killDuring(call: 'paymentIntents.create' | 'paymentIntents.confirm') {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  const before = shop.stripe.calls.length
  const release = shop.stripe.hold(call)
  const confirming = dales.confirm(trip).catch(() => null)
  await eventually(() => shop.stripe.calls.slice(before).some(({ name }) => name === call))
  await shop.market.server.kill()
  await confirming
  release()
  return trip
}

/** Kills the server after Stripe charged the card of a trip, before the server stores the result. */
async function charged() {
  const trip = await killDuring('paymentIntents.confirm')
  await eventually(() => shop.charges(trip).length === 1)
  return trip
}

/** Sends a request to Stripe that does not come from this server. */
async function askStripe(path: string, fields: Readonly<Record<string, string>>): Promise<{ readonly id: string }> {
  const headers = { Authorization: `Bearer ${shop.stripe.key}` }
  const answer = await fetch(`${shop.stripe.url}/v1/${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { id: string }
}

const isCompared = async () =>
  (await shop.market.server.ask("SELECT 1 FROM server_settings WHERE name = 'restored'")).length === 0

/** The Stripe ids of a trip's transactions without a payment. */
async function unknownOf({ ref }: CustomerClient): Promise<string[]> {
  const query = 'SELECT provider_ref AS name FROM unknown_payments WHERE trip_ref = ?'
  return (await shop.market.server.ask<{ name: string }>(query, ref)).map(({ name }) => name)
}

test('finds a charge without its Stripe id and does not charge again', async () => {
  const trip = await charged()

  await restoreTo("UPDATE payments SET intent_ref = NULL WHERE status = 'charging'")

  await eventually(async () => ok(await trip.readTrip()).status === 'booked')
  expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 12_800])
})

test('books a paid page that the database has as opening', async () => {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  const { payment } = ok(await trip.book(trip.quoteId, 'card'))
  await shop.market.server.kill()
  expect(shop.stripe.pay(payment.url, 'visa')).toBe('complete')

  await restoreTo(
    "UPDATE payments SET status = 'opening', session_ref = NULL, page_url = NULL WHERE status = 'awaiting_customer'",
  )

  await eventually(async () => ok(await trip.readTrip()).status === 'booked')
  expect([await shop.paymentStatuses(trip), shop.held(trip)]).toEqual([['deposit succeeded'], 12_800])
})

test('refunds a released charge without its Stripe id', async () => {
  const trip = await charged()
  await restoreTo("UPDATE payments SET intent_ref = NULL, status = 'released' WHERE status = 'charging'")
  await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
  expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 0])
  expect(await unknownOf(trip)).toEqual([])
})

test('refunds a released page without its Stripe id', async () => {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  const { payment } = ok(await trip.book(trip.quoteId, 'card'))
  await shop.market.server.kill()
  expect(shop.stripe.pay(payment.url, 'visa')).toBe('complete')
  await restoreTo(
    "UPDATE payments SET status = 'released', session_ref = NULL, page_url = NULL WHERE status = 'awaiting_customer'",
  )
  await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
  expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 0])
  expect(await unknownOf(trip)).toEqual([])
})

test('treats a fully refunded charge as declined', async () => {
  const trip = await charged()
  await askStripe('refunds', { payment_intent: shop.charges(trip)[0]?.intent ?? '' })
  await restoreTo("UPDATE payments SET intent_ref = NULL WHERE status = 'charging'")
  await eventually(async () => (await shop.paymentStatuses(trip)).includes('deposit declined'))
  await eventually(isCompared)
  expect([shop.charges(trip).length, shop.held(trip), await unknownOf(trip)]).toEqual([1, 0, []])
  expect(ok(await trip.readTrip())).toMatchObject({ status: 'open', booking: null })
})

test('charges no card for a trip with an unknown payment at the provider', async () => {
  const trip = await killDuring('paymentIntents.create')
  const [account] = await shop.market.server.ask<{ value: string }>(
    "SELECT value FROM server_settings WHERE name = 'payment_account'",
  )
  const { serverId: server } = JSON.parse(account?.value ?? '{}')
  const made = await eventually(() => shop.stripe.intents().find(({ metadata }) => metadata.charabanc_trip === trip.ref))
  // After the backup, the card was declined and the customer paid on a page that this database does not contain.
  await askStripe(`payment_intents/${made.id}/cancel`, {})
  const onPage = await askStripe('payment_intents', {
    ...{ amount: '12800', currency: 'gbp', customer: `${made.customer}`, payment_method: `${made.payment_method}` },
    ...{ 'metadata[charabanc_trip]': trip.ref, 'metadata[charabanc_key]': 'page-lost', 'metadata[charabanc_server]': server },
  })
  await askStripe(`payment_intents/${onPage.id}/confirm`, {})

  await restoreTo()
  await eventually(async () => (await unknownOf(trip)).length === 1)
  expect(await unknownOf(trip)).toEqual([onPage.id])
  await eventually(isCompared)
  await shop.market.advance(minutes(3))
  await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('deposit in_doubt'))
  await shop.market.server.dueTasksDone()
  expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 12_800])
})

test('recognises the charge of a payment that was settled by hand', async () => {
  const asked = await charged()
  await shop.market.server.start()
  const onPage = await shop.quotedTrip(dales, 'confirmed')
  await eventually(async () => ok(await asked.readTrip()).status === 'booked')
  shop.fillInCardPage(ok(await onPage.book(onPage.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(onPage)).status).toBe('booked')
  await shop.market.server.kill()

  const those = `(SELECT id FROM trips WHERE ref IN ('${asked.ref}', '${onPage.ref}'))`
  await restoreTo(`UPDATE payments SET provider_ref = NULL, recorded_by = 'Ann' WHERE kind = 'deposit' AND trip_id IN ${those}`)
  await eventually(isCompared)
  expect([await unknownOf(asked), await unknownOf(onPage)]).toEqual([[], []])
})

test('reports the charge of a deleted payment', async () => {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  const { payment } = ok(await trip.book(trip.quoteId, 'card'))
  await shop.market.server.kill()
  expect(shop.stripe.pay(payment.url, 'visa')).toBe('complete')

  const row = "(SELECT id FROM payments WHERE status = 'awaiting_customer')"
  await restoreTo(
    `DELETE FROM scheduler WHERE kind = 'charge' AND subject_id IN ${row}`,
    `UPDATE quotes SET locked_until = NULL WHERE locked_until IS NOT NULL AND status = 'confirmed'`,
    "DELETE FROM payments WHERE status = 'awaiting_customer'",
    `DELETE FROM payers WHERE trip_id = (SELECT id FROM trips WHERE ref = '${trip.ref}')`,
  )

  await eventually(async () => (await unknownOf(trip)).length === 1)
  expect(ok(await trip.readTrip())).toMatchObject({ status: 'open', booking: null })
  await eventually(() => shop.market.server.stderr.includes('the provider took money after the restored backup'))
})
