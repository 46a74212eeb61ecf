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

test('a request is answered: the card is charged and the booking opens', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.requestedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/inbox' })
  const { page } = visit

  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Answer the request' }).click()
  await page.getByText('Card saved, nothing charged yet').waitFor()
  await visit.expectAccessible('request')
  await page.getByRole('button', { name: 'Accept, charge £128.00' }).click()
  await page.waitForURL(`**/portal/bookings/${trip.ref}?assign=1`)
  expect(ok(await dales.booking(trip)).paid_amount).toBe(12_800)
})

test('a request shows the quote as it was sent, how long there is to answer, what clashes and who could drive', async () => {
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

  await drawer.getByText('25 % of the time to answer is gone').waitFor()
  await drawer.getByText('The vehicle is not free at that time: at its MOT.').waitFor()
  await drawer.getByText('None. YX20 ABC comes nearest:').waitFor()
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

test('a request by transfer says that the customer is told where to pay, and waits for the money', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.requestedTrip(dales, {}, 'bank_transfer')
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}?request=1` })
  const { page } = visit

  await page.getByText('By bank transfer, once you accept').waitFor()
  await page.getByText('Nothing is charged.').waitFor()
  expect(await page.getByText(/saved card|Accept, charge/).count()).toBe(0)
  await visit.expectAccessible('request-transfer')
  await page.getByRole('button', { name: 'Accept; they are told where to pay £128.00' }).click()
  await page.getByText('Accepted. They are told where to pay;').waitFor()
  await page.getByText('The customer is paying for this quote until').waitFor()
  expect(ok(await dales.job(trip)).my_quote.booking_request).toMatchObject({
    payment_method: 'bank_transfer',
    payment_status: 'awaiting_transfer',
  })
})

test('a request whose card is declined stays open; turned down, the customer reads why', async () => {
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
  await page.getByRole('button', { name: 'Accept, charge £128.00' }).click()
  await page
    .getByText(/^The card was declined\. Nothing is booked\. The customer has until .*\d\d:\d\d to pay another way\.$/)
    .waitFor()
  // The yes stands, and no one has to answer any more.
  await page
    .getByRole('dialog', { name: 'You said yes' })
    .getByText(/^You said yes; they pay by themselves until /)
    .waitFor()
  await visit.expectAccessible('request-yes')
  await page.keyboard.press('Escape')
  await page.getByText('They pay by themselves until').waitFor()
  await page.locator('.job-head').getByText('Waiting for money').waitFor()
  await visit.expectAccessible('job-yes')
  await page.goto('/portal/')
  await page.getByText('Nothing waits.').waitFor()
  await page.goto(`/portal/jobs/${trip.ref}`)
  await page.getByRole('button', { name: 'See the request' }).click()
  await page.getByRole('button', { name: 'Try the saved card again (closes their page)' }).click()
  await page
    .getByText(/^The card was declined\. Nothing is booked\. The customer has until .*\d\d:\d\d to pay another way\.$/)
    .waitFor()
  await page.getByRole('button', { name: 'Take the yes back' }).click()
  await page.getByRole('button', { name: 'I am sorry, we have no driver free' }).click()
  await visit.expectAccessible('request-turned-down')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn down' }).click()
  await page.getByText('Turned down. The customer reads your reason.').waitFor()
  expect(ok(await dales.job(trip)).my_quote.rejection).toMatchObject({ reason_code: 'driver_unavailable' })
})

test('a request whose bank asks first, or of which no bank says anything, is told as it is', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const asked = await market.requestedTrip(dales, {}, securedCard)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${asked.ref}?request=1` })
  const { page } = visit
  visit.expect(/^409: POST .*\/confirm-booking-request$/)
  await page.getByRole('button', { name: 'Accept, charge £128.00' }).click()
  await page
    .getByText(/^The customer's bank asks them to confirm the payment\. Nothing is booked\. The customer has until .* to pay\.$/)
    .waitFor()

  const bank = sandboxProviderOf(market)
  const silent = await market.requestedTrip(dales)
  await page.goto(`/portal/jobs/${silent.ref}?request=1`)
  bank.breakDown()
  await page.getByRole('button', { name: 'Accept, charge £128.00' }).click()
  await page.getByText('It is not known yet whether the card was charged. Nothing is booked.').waitFor()
  await page.getByText('You said yes. What comes of their payment is found out by itself.').waitFor()
  expect(await page.getByText('The customer has until').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^(Accept|Try)/ }).count()).toBe(0)
  await visit.expectAccessible('request-in-doubt')
  bank.recover()
})

test('who keeps the books and may look at no job says in Money that a transfer has come', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.transferTrip(dales, 'book')
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { role: 'accounts' })
  const { page } = visit

  await page.getByText(`for ${trip.ref} is on its way`).waitFor()
  expect(await page.getByRole('link', { name: trip.ref, exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: `It has come: ${trip.ref}` }).click()
  await page.waitForURL('**/portal/money?tab=in')
  await page.getByRole('button', { name: `It has come: ${trip.ref}` }).click()
  await page.getByRole('dialog').getByText(`${trip.ref} is booked with you. The customer is told.`).waitFor()
  await visit.expectAccessible('money-transfer-awaited')
  await page.getByRole('dialog').getByRole('button', { name: 'It has come' }).click()
  await page.getByText(`${trip.ref} is booked.`).waitFor()
  await page.getByRole('list', { name: 'Transfers on their way' }).waitFor({ state: 'detached' })
  expect(ok(await dales.booking(trip)).paid_amount).toBe(12_800)
})

test('a transfer that has come is told from Today, and the trip is booked', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.transferTrip(dales, 'book')
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit

  await page.getByRole('link', { name: `It has come: ${trip.ref}` }).click()
  await page.waitForURL(`**/portal/jobs/${trip.ref}?received=1`)
  await page.getByText('The deposit of £128.00 is noted as received').waitFor()
  await visit.expectAccessible('job-money-has-come')
  await page.getByRole('button', { name: 'Leave it' }).click()
  await page.getByText('The customer is paying for this quote until').waitFor()
  await page.getByRole('button', { name: 'The money has come' }).click()
  await page.getByRole('button', { name: 'It has come' }).click()
  await page.waitForURL(`**/portal/bookings/${trip.ref}?assign=1`)
  expect(ok(await dales.booking(trip)).paid_amount).toBe(12_800)
})
