import { expect, test } from 'bun:test'
import { formatPaymentCode } from '../../src/domain/payment-code.ts'
import { renderCodePicture } from '../../src/gateways/code-picture.ts'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { days, goodCard, type Market, ok, openMarket } from '../support/market.ts'

async function read(market: Market, { token }: { readonly token: string }) {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await market.server.fetch('/customer/v1/trip/transfer-code.svg', { headers })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('returns a payment code for the amount of the transfer that is due', async () => {
  await using market = await openMarket({ isMute: true, payments: 'manual' })
  const operator = await market.operator('Küstenbus')
  const books = await bookkeepingClientOf(market, operator)
  const customer = await market.trip([operator], { departsIn: days(10) })
  expect((await read(market, customer)).status).toBe(404)
  ok(await customer.book(await operator.makeQuote(customer, { availability: 'confirmed' }), 'bank_transfer'))
  // The operator has not set its bank details yet.
  expect((await read(market, customer)).status).toBe(404)

  const account = 'Skipton Bank, 60-00-01, 31926819'
  await books.settings({ bank_details: account })
  const shown = (amount: number) =>
    renderCodePicture(formatPaymentCode({ name: 'Küstenbus', account, amount, currencyCode: 'GBP', reference: customer.ref }))
  const held = await read(market, customer)
  expect([held.status, held.type, held.text]).toEqual([200, 'image/svg+xml', shown(12_800)])
  ok(await books.call('POST', `/bookings/${customer.ref}/deposit-received`, {}))
  expect((await read(market, customer)).text).toBe(shown(51_200))
})

test('returns 404 if customers pay by card', async () => {
  await using market = await openMarket({ isMute: true })
  const operator = await market.operator()
  const customer = await market.trip([operator], { departsIn: days(10) })
  ok(await customer.book(await operator.makeQuote(customer, { availability: 'confirmed' }), goodCard))
  expect((await read(market, customer)).status).toBe(404)
})
