import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { absentCard, days, goodCard, ok, securedCard } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openTransfers = shareMarket({ payments: 'manual' })
const openVisit = shareBrowser()

test('accepts a request, charges the card and opens the booking', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.requestedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/inbox' })
  const { page } = visit

  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Answer request' }).click()
  await page.getByText('Card saved, nothing charged yet').waitFor()
  await visit.expectAccessible('request')
  await page.getByRole('button', { name: 'Accept and charge £128.00' }).click()
  await page.waitForURL(`**/portal/bookings/${trip.ref}?assign=1`)
  expect(ok(await dales.booking(trip)).paid_amount).toBe(12_800)
})

test('shows the quote, the deadline, the clashes and the suitable drivers of a request', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const coach = { registration: 'YX20 ABC', type: 'coach_49', seats: 49, mot_due: market.at(days(300)) }
  const { id } = ok(await office.call('POST', '/vehicles', coach))
  await dales.driver({ name: 'Pat Moss' })
  const trip = await market.trip([dales])
  const offer = {
    vehicles: [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: id }],
    inclusions: ['driver', 'vat'],
    exclusions: ['parking'],
    included_waiting_minutes: 60,
    extra_hour_amount: 4_000,
    note: 'Water on board.',
  }
  ok(await trip.request(await dales.makeQuote(trip, offer), goodCard))
  const { departs_at, ends_at, my_quote } = ok(await dales.job(trip))
  ok(await office.call('POST', '/blocks', { kind: 'mot', vehicle_id: id, starts_at: departs_at, ends_at }))
  const asked = Date.parse(my_quote.booking_request.requested_at)
  const until = Date.parse(my_quote.booking_request.respond_by)
  await market.advance(Math.round((until - asked) / 4_000))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}?request=1` })
  const drawer = visit.page.getByRole('dialog')

  await drawer.getByText('25 % of the time to answer has passed').waitFor()
  await drawer.getByText(/The vehicle is at its MOT until \d\d:\d\d that day\.$/).waitFor()
  await drawer.getByText('None. Nearest: YX20 ABC').waitFor()
  await drawer.getByText('Pat Moss').waitFor()
  await drawer.getByText('YX20 ABC: Coach, 49 seats').waitFor()
  const facts = await drawer.locator('.request-quote dd').allTextContents()
  expect(facts).toEqual(
    expect.arrayContaining([
      '£640.00',
      'YX20 ABC: Coach, 49 seats',
      'Driver, VAT',
      'Parking',
      '60 minutes',
      '£40.00',
      'Water on board.',
    ]),
  )
  await visit.expectAccessible('request-whole')
})

test('accepts a request by bank transfer and waits for the payment', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.requestedTrip(dales, {}, 'bank_transfer')
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}?request=1` })
  const { page } = visit

  await page.getByText('By bank transfer, after you accept').waitFor()
  await page.getByText('We ask the customer to transfer the deposit and hold the quote.').waitFor()
  expect(await page.getByText(/saved card|Accept and charge/).count()).toBe(0)
  await visit.expectAccessible('request-transfer')
  await page.getByRole('button', { name: 'Accept and request £128.00' }).click()
  await page.getByText('Accepted. The customer receives payment details.').waitFor()
  await page.getByText('The customer is paying for this quote until').waitFor()
  expect(ok(await dales.job(trip)).my_quote.booking_request).toMatchObject({
    payment_method: 'bank_transfer',
    payment_status: 'awaiting_transfer',
  })
})

test('keeps a request with a declined card open, and declines it with a reason', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', {
    phone: '0113 496 0000',
    email: 'office@dales.example',
    operator_licence: 'PB1234567',
  })
  const trip = await market.requestedTrip(dales, {}, absentCard)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}?request=1` })
  const { page } = visit

  visit.expect(/^409: POST .*\/confirm-booking-request$/)
  await page.getByRole('button', { name: 'Accept and charge £128.00' }).click()
  await page
    .getByText(/^The card was declined\. Nothing is booked\. The customer has until .*\d\d:\d\d to pay another way\.$/)
    .waitFor()
  // The request stays accepted and needs no other answer.
  await page
    .getByRole('dialog', { name: 'Request accepted' })
    .getByText(/^You accepted\. The customer can pay until /)
    .waitFor()
  await visit.expectAccessible('request-yes')
  await page.keyboard.press('Escape')
  await page.getByText('The customer can pay until').waitFor()
  await page.locator('.job-head').getByText('Awaiting payment').waitFor()
  await visit.expectAccessible('job-yes')
  await page.goto('/portal/')
  await page.getByText('Nothing needs you.').waitFor()
  await page.goto(`/portal/jobs/${trip.ref}`)
  await page.getByRole('button', { name: 'Open request' }).click()
  await page.getByRole('button', { name: 'Retry saved card' }).click()
  await page
    .getByText(/^The card was declined\. Nothing is booked\. The customer has until .*\d\d:\d\d to pay another way\.$/)
    .waitFor()
  await page.getByRole('button', { name: 'Withdraw acceptance' }).click()
  await page.getByRole('button', { name: 'Sorry, we no longer have a free driver' }).click()
  await visit.expectAccessible('request-turned-down')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline request' }).click()
  await page.getByText('Request declined. The customer receives your reason.').waitFor()
  expect(ok(await dales.job(trip)).my_quote.rejection).toMatchObject({ reason_code: 'driver_unavailable' })
})

test('shows a request with a bank confirmation and one with an unconfirmed charge', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const asked = await market.requestedTrip(dales, {}, securedCard)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${asked.ref}?request=1` })
  const { page } = visit
  visit.expect(/^409: POST .*\/confirm-booking-request$/)
  await page.getByRole('button', { name: 'Accept and charge £128.00' }).click()
  await page
    .getByText(/^The customer's bank asks them to confirm the payment\. Nothing is booked\. The customer has until .* to pay\.$/)
    .waitFor()

  const bank = sandboxProviderOf(market)
  const silent = await market.requestedTrip(dales)
  await page.goto(`/portal/jobs/${silent.ref}?request=1`)
  bank.breakDown()
  await page.getByRole('button', { name: 'Accept and charge £128.00' }).click()
  await page.getByText('We are checking whether the card was charged. Nothing is booked.').waitFor()
  await page.getByText('You accepted. The payment is checked automatically.').waitFor()
  expect(await page.getByText('The customer has until').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^(Accept|Try)/ }).count()).toBe(0)
  await visit.expectAccessible('request-in-doubt')
  bank.recover()
})

test('marks a transfer as received in Money for a role without jobs', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.transferTrip(dales, 'book')
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { role: 'accounts' })
  const { page } = visit

  await page.getByText('is expected. Mark it as received').waitFor()
  expect(await page.getByRole('link', { name: trip.ref, exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: /^Mark as received: / }).click()
  await page.waitForURL('**/portal/money?tab=in')
  await page.getByRole('button', { name: `Mark as received: ${trip.ref}` }).click()
  await page.getByRole('dialog').getByText(`This records the deposit and books ${trip.ref}. The customer is notified.`).waitFor()
  await visit.expectAccessible('money-transfer-awaited')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as received' }).click()
  await page.getByText(`${trip.ref} booked.`).waitFor()
  await page.getByRole('list', { name: 'Awaited bank transfers' }).waitFor({ state: 'detached' })
  expect(ok(await dales.booking(trip)).paid_amount).toBe(12_800)
})

test('marks a transfer as received from Today and books the trip', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.transferTrip(dales, 'book')
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit

  await page.getByRole('link', { name: /^Mark as received: / }).click()
  await page.waitForURL(`**/portal/jobs/${trip.ref}?received=1`)
  await page.getByText('This records the deposit of £128.00').waitFor()
  await visit.expectAccessible('job-money-has-come')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByText('The customer is paying for this quote until').waitFor()
  await page.getByRole('button', { name: 'Mark deposit as received' }).click()
  await page.getByRole('button', { name: 'Mark as received' }).click()
  await page.waitForURL(`**/portal/bookings/${trip.ref}?assign=1`)
  expect(ok(await dales.booking(trip)).paid_amount).toBe(12_800)
})
