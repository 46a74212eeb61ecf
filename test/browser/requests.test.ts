import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { absentCard, ok } from '../support/market.ts'
import { enterPortal } from '../support/portal-visit.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openTransfers = shareMarket({ payments: 'manual' })
const openVisit = shareBrowser()

test('a request is answered: the card is charged and the booking opens', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.requestedTrip(dales)
  await using visit = await enterPortal(openVisit, market, dales.ref, { path: '/inbox' })
  const { page } = visit

  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Answer the request' }).click()
  await visit.looksWell('request')
  await page.getByRole('button', { name: 'Accept, charge £128.00' }).click()
  await page.waitForURL(`**/portal/bookings/${trip.ref}?assign=1`)
  expect(ok(await dales.booking(trip)).paid_amount).toBe(12_800)
})

test('a request whose card is declined stays open; turned down, the customer reads why', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.requestedTrip(dales, {}, absentCard)
  await using visit = await enterPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}?request=1` })
  const { page } = visit

  visit.expect(/^409: POST .*\/confirm-booking-request$/)
  await page.getByRole('button', { name: 'Accept, charge £128.00' }).click()
  await page.getByText('The card was declined. We have written to the customer;').waitFor()
  await page.getByRole('button', { name: 'Turn down' }).click()
  await page.getByRole('button', { name: 'I am sorry, we have no driver free' }).click()
  await visit.looksWell('request-turned-down')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn down' }).click()
  await page.getByText('Turned down. The customer reads your reason.').waitFor()
  expect(ok(await dales.job(trip)).my_quote.rejection).toMatchObject({ reason_code: 'driver_unavailable' })
})

test('a transfer that has come is told from Today, and the trip is booked', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.transferTrip(dales, 'book')
  await using visit = await enterPortal(openVisit, market, dales.ref)
  const { page } = visit

  await page.getByRole('link', { name: `It has come: ${trip.ref}` }).click()
  await page.waitForURL(`**/portal/jobs/${trip.ref}?received=1`)
  await page.getByText('The deposit of £128.00 is noted as received').waitFor()
  await visit.looksWell('job-money-has-come')
  await page.getByRole('button', { name: 'Leave it' }).click()
  await page.getByText('The customer is paying, until').waitFor()
  await page.getByRole('button', { name: 'The money has come' }).click()
  await page.getByRole('button', { name: 'It has come' }).click()
  await page.waitForURL(`**/portal/bookings/${trip.ref}?assign=1`)
  expect(ok(await dales.booking(trip)).paid_amount).toBe(12_800)
})
