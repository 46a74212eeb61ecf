import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, hours, minutes, type OperatorClient, ok } from '../support/market.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

// A database that was put back to an earlier moment by other means than ours, such as PostgreSQL's: rows are taken back here by hand.

let shop: StripeMarket
let dales: OperatorClient

beforeAll(async () => {
  shop = await openStripeMarket({}, { isAlone: true })
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** The provider did more than the database knows, and all its keys are forgotten by now. */
async function restoreTo(...statements: readonly string[]): Promise<void> {
  await shop.market.server.change(...statements)
  shop.stripe.advance(hours(25) * 1_000)
  await shop.market.server.cliJson(['payments', 'compare'])
  await shop.market.server.start()
}

/** A trip whose card is being charged when the server dies; Stripe does what it was asked by `call` all the same. */
async function dyingAt(call: 'paymentIntents.create' | 'paymentIntents.confirm') {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).booking_request.status).toBe('pending')
  const before = shop.stripe.calls.length
  const letGo = shop.stripe.hold(call)
  const confirming = dales.confirm(trip).catch(() => null)
  await eventually(() => shop.stripe.calls.slice(before).some(({ name }) => name === call))
  await shop.market.server.kill()
  await confirming
  letGo()
  return trip
}

/** One whose card has been charged, of which nothing is written down. */
async function charged() {
  const trip = await dyingAt('paymentIntents.confirm')
  await eventually(() => shop.charges(trip).length === 1)
  return trip
}

/** What is asked of Stripe past this server. */
async function askStripe(path: string, said: Readonly<Record<string, string>>): Promise<{ readonly id: string }> {
  const headers = { Authorization: `Bearer ${shop.stripe.key}` }
  const answer = await fetch(`${shop.stripe.url}/v1/${path}`, { method: 'POST', headers, body: new URLSearchParams(said) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { id: string }
}

const isCompared = async () =>
  (await shop.market.server.ask("SELECT 1 FROM server_settings WHERE name = 'restored'")).length === 0

/** What Stripe calls the money of a trip of which no payment knows. */
async function unknownOf({ ref }: CustomerClient): Promise<string[]> {
  const query = 'SELECT provider_ref AS name FROM unknown_payments WHERE trip_ref = ?'
  return (await shop.market.server.ask<{ name: string }>(query, ref)).map(({ name }) => name)
}

test('a charge of which only the name was lost is found, and is not made again', async () => {
  const trip = await charged()

  await restoreTo("UPDATE payments SET intent_ref = NULL WHERE status = 'charging'")

  await eventually(async () => ok(await trip.readTrip()).status === 'booked')
  expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 12_800])
})

test('a page that was opened and paid, and was only being opened as far as the database knows, is booked', async () => {
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

test('a charge of which the name was lost and that was given up since goes back', async () => {
  const trip = await charged()
  await restoreTo("UPDATE payments SET intent_ref = NULL, status = 'released' WHERE status = 'charging'")
  await eventually(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
  expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 0])
  expect(await unknownOf(trip)).toEqual([])
})

test('a page of which the name was lost and that was given up since goes back', async () => {
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

test('a charge that took money and gave it back whole is none', async () => {
  const trip = await charged()
  await askStripe('refunds', { payment_intent: shop.charges(trip)[0]?.intent ?? '' })
  await restoreTo("UPDATE payments SET intent_ref = NULL WHERE status = 'charging'")
  await eventually(async () => (await shop.paymentStatuses(trip)).includes('deposit declined'))
  await eventually(isCompared)
  expect([shop.charges(trip).length, shop.held(trip), await unknownOf(trip)]).toEqual([1, 0, []])
  expect(ok(await trip.readTrip())).toMatchObject({ status: 'open', booking: null })
})

test('no card is charged for a trip of which the provider holds money that no payment knows', async () => {
  const trip = await dyingAt('paymentIntents.create')
  const [account] = await shop.market.server.ask<{ value: string }>(
    "SELECT value FROM server_settings WHERE name = 'payment_account'",
  )
  const { serverId: server } = JSON.parse(account?.value ?? '{}')
  const made = await eventually(() => shop.stripe.intents().find(({ metadata }) => metadata.charabanc_trip === trip.ref))
  // After the backup the card was declined, and the customer paid on a page of which nothing is known here.
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

test('a charge of a payment that somebody has settled by hand is known', async () => {
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

test('money of a payment that is gone is told, and one that is there is none of it', async () => {
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
  await eventually(() => shop.market.server.stderr.includes('the provider took money after the backup that was restored'))
})
