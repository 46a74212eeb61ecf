import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { hours, type OperatorDesk, ok } from '../support/market.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

// A database that was put back to an earlier moment by other means than ours, such as PostgreSQL's: rows are taken back here by hand.

let shop: StripeMarket
let dales: OperatorDesk

beforeAll(async () => {
  shop = await openStripeMarket({}, { isAlone: true })
  dales = await shop.market.operator()
})

afterAll(() => shop[Symbol.asyncDispose]())

/** The provider did more than the database knows, and all its keys are forgotten by now. */
async function putBack(...statements: readonly string[]): Promise<void> {
  await shop.market.server.change(...statements)
  shop.stripe.advance(hours(25) * 1_000)
  await shop.market.server.cliJson(['payments', 'compare'])
  await shop.market.server.start()
}

test('a charge of which only the name was lost is found, and is not made again', async () => {
  const trip = await shop.offered(dales, 'likely')
  shop.type(ok(await trip.request(trip.quoteId, 'card')), 'visa')
  expect((await shop.comeBack(trip)).booking_request.status).toBe('pending')
  const letGo = shop.stripe.hold('paymentIntents.confirm')
  const confirming = dales.confirm(trip).catch(() => null)
  await eventually(() => shop.stripe.calls.some(({ name }) => name === 'paymentIntents.confirm'))
  await shop.market.server.kill()
  await confirming
  letGo()
  await eventually(() => shop.charges(trip).length === 1)

  await putBack("UPDATE payments SET intent_ref = NULL WHERE status = 'charging'")

  await eventually(async () => ok(await trip.look()).status === 'booked')
  expect([shop.charges(trip).length, shop.held(trip)]).toEqual([1, 12_800])
})

test('a page that was opened and paid, and was only being opened as far as the database knows, is booked', async () => {
  const trip = await shop.offered(dales, 'confirmed')
  const { payment } = ok(await trip.book(trip.quoteId, 'card'))
  await shop.market.server.kill()
  expect(shop.stripe.pay(payment.url, 'visa')).toBe('complete')

  await putBack("UPDATE payments SET status = 'opening', session_ref = NULL, page_url = NULL WHERE status = 'awaiting_customer'")

  await eventually(async () => ok(await trip.look()).status === 'booked')
  expect([await shop.rows(trip), shop.held(trip)]).toEqual([['deposit succeeded'], 12_800])
})

test('money of a payment that is gone is told, and one that is there is none of it', async () => {
  const trip = await shop.offered(dales, 'confirmed')
  const { payment } = ok(await trip.book(trip.quoteId, 'card'))
  await shop.market.server.kill()
  expect(shop.stripe.pay(payment.url, 'visa')).toBe('complete')

  const row = "(SELECT id FROM payments WHERE status = 'awaiting_customer')"
  await putBack(
    `DELETE FROM scheduler WHERE kind = 'charge' AND subject_id IN ${row}`,
    `UPDATE quotes SET locked_until = NULL WHERE locked_until IS NOT NULL AND status = 'confirmed'`,
    "DELETE FROM payments WHERE status = 'awaiting_customer'",
    `DELETE FROM payers WHERE trip_id = (SELECT id FROM trips WHERE ref = '${trip.ref}')`,
  )

  const refs = async () =>
    (await shop.market.server.ask<{ trip_ref: string }>('SELECT trip_ref FROM unknown_payments')).map(({ trip_ref: ref }) => ref)
  await eventually(async () => (await refs()).length === 1)
  expect(await refs()).toEqual([trip.ref])
  expect(ok(await trip.look())).toMatchObject({ status: 'open', booking: null })
  await eventually(() => shop.market.server.stderr.includes('the provider took money after the backup that was restored'))
})
