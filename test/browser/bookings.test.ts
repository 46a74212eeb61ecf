import { expect, test } from 'bun:test'
import { paymentLinesOf } from '../support/bookkeeping-client.ts'
import { shareBrowser } from '../support/browser.ts'
import { signInDriver } from '../support/driver-client.ts'
import { days, hours, ok } from '../support/market.ts'
import { readPdf } from '../support/pdf-reader.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const hostile = '<img src=x onerror="throw 1">'
const school = `Kingston upon Hull Grammar School Parents' Association ${hostile}`

test('assigns a driver by keyboard, and unassigns them with Undo', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const pat = await signInDriver(dales, { phone: '07700 900111' })
  await dales.driver({ name: 'Alex Late', license_expires_at: market.at(days(1)) })
  ok(await office.call('POST', '/vehicles', { registration: 'YX20 ABC', type: 'coach_49', seats: 49 }))
  ok(await office.call('POST', '/vehicles', { registration: 'YX21 ABC', type: 'coach_53', seats: 53 }))
  ok(await office.call('POST', '/vehicles', { registration: 'YX22 ABC', type: 'minibus_16', seats: 16 }))
  const unsafe = { items: [{ code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Gone.' }], safe_to_drive: false }
  ok(await pat.submitVehicleCheck({ vehicle_reg: 'YX20 ABC', ...unsafe }))
  const trip = await office.booked({}, { customer: { name: 'Ann Smith', organisation: school, email: 'ann@example.org' } })

  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}` })
  const { page } = visit
  await page.getByRole('heading', { name: school }).waitFor()
  await page.getByText('No driver').first().waitFor()
  await visit.expectAccessible('booking')

  await page.keyboard.press('a')
  const drawer = page.getByRole('dialog')
  const free = drawer.getByRole('radio', { name: /Pat Moss/ })
  await free.and(page.locator(':focus')).waitFor()
  for (const fold of await drawer.getByText('Not suitable (').all()) await fold.click()
  await drawer.getByText('licence expires before the trip ends').waitFor()
  await drawer.getByText('16 seats for 45 passengers').waitFor()
  expect(await drawer.getByRole('radio', { name: /YX21 ABC/ }).isChecked()).toBe(true)
  await visit.expectAccessible('assign')
  await free.focus()
  await page.keyboard.press('Enter')

  await page.getByText('Pat Moss assigned.').waitFor()
  await page.getByRole('region', { name: 'Vehicle' }).getByText('Awaiting driver').waitFor()
  await page.getByText('SMS sent to Pat Moss').waitFor()
  expect(ok(await dales.booking(trip)).duties).toMatchObject([{ driver: { id: pat.id }, vehicle_reg: 'YX21 ABC' }])
  await visit.expectAccessible('booking-crew')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('No driver').first().waitFor()
  expect(ok(await dales.booking(trip)).duties).toEqual([])

  await page.keyboard.press('a')
  await free.and(page.locator(':focus')).waitFor()
  await drawer.getByText('Not suitable (').last().click()
  await drawer.getByRole('radio', { name: /YX20 ABC/ }).check()
  await drawer.getByRole('button', { name: 'Assign Pat Moss, YX20 ABC' }).click()
  await page.getByRole('dialog', { name: 'YX20 ABC is unsafe' }).getByRole('button', { name: 'Assign anyway' }).click()
  await page.getByText('The latest walkaround check found the vehicle unsafe.').waitFor()
})

test('opens the next unallocated trip after an assignment', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  await signInDriver(dales)
  await signInDriver(dales, { name: 'Sam Reed' })
  ok(await office.call('POST', '/vehicles', { registration: 'YX20 ABC', type: 'coach_49', seats: 49 }))
  const later = await market.bookedTrip(dales, { departsIn: days(9) })
  const first = await market.bookedTrip(dales, { departsIn: days(5) })

  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${first.ref}?assign=1` })
  const { page } = visit
  const drawer = page.getByRole('dialog', { name: /^Assign: / })
  await drawer
    .getByRole('radio', { name: /Pat Moss/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Shift+Enter')
  await page.waitForURL(`**/bookings/${later.ref}?assign=1`)
  await drawer
    .getByRole('radio', { name: /Pat Moss/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Shift+Enter')
  await page.getByText('All jobs of the next two months are allocated.').waitFor()
  expect([ok(await dales.booking(first)).needs_driver, ok(await dales.booking(later)).needs_driver]).toEqual([false, false])
})

test('assigns the drivers of two vehicles in turn, and restores one with Undo', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await signInDriver(dales)
  await signInDriver(dales, { name: 'Sam Reed' })
  const trip = await market.trip([dales], { passenger_count: 90 })
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed', vehicles })))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}?assign=1` })
  const { page } = visit
  const drawer = page.getByRole('dialog')

  const first = drawer.getByRole('region', { name: 'Assign vehicle 1 of 2' })
  await first.getByLabel('Registration').fill('YX20 ABC')
  await first.getByRole('button', { name: 'Assign Pat Moss, YX20 ABC' }).click()
  const second = drawer.getByRole('region', { name: 'Assign vehicle 2 of 2' })
  expect(await second.getByRole('radio', { name: /Sam Reed/ }).isChecked()).toBe(true)
  await second.getByText('Not suitable (1)').click()
  await second.getByText('already on this trip, vehicle 1').waitFor()
  await second.getByLabel('Registration').fill('YX21 ABC')
  await visit.expectAccessible('assign-two')
  await second.getByRole('button', { name: 'Assign Sam Reed, YX21 ABC' }).click()

  const coach = page.getByRole('region', { name: 'Vehicle 2', exact: true })
  await coach.getByText('Sam Reed', { exact: true }).waitFor()
  await coach.getByRole('button', { name: 'Actions for Sam Reed' }).click()
  await page.getByRole('menuitem', { name: 'Unassign' }).click()
  await page.getByText(`Sam Reed unassigned from ${trip.ref}.`).waitFor()
  await coach.getByText('No driver').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await coach.getByText('Sam Reed', { exact: true }).waitFor()
  expect(ok(await dales.booking(trip)).needs_driver).toBe(false)
})

test('chooses the only match with Enter in the search of drivers, and assigns nobody', async () => {
  const market = await openShared()
  const dales = await market.operator()
  for (const letter of 'ABCDEFGH') await dales.driver({ name: `Driver ${letter}` })
  await dales.driver({ name: 'Zoe Lund' })
  const trip = await market.trip([dales])
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}?assign=1` })
  const { page } = visit
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Registration').fill('YX20 ABC')
  const search = drawer.getByRole('searchbox', { name: 'Search 9' })
  await search.fill('driver')
  await search.press('Enter')
  expect(await drawer.getByRole('radio', { name: /Zoe Lund/ }).count()).toBe(0)
  await search.fill('zoe')
  await search.press('Shift+Enter')
  await drawer.getByRole('button', { name: 'Assign Zoe Lund, YX20 ABC' }).waitFor()
  expect(ok(await dales.booking(trip)).needs_driver).toBe(true)
  await drawer.getByRole('button', { name: 'Assign Zoe Lund, YX20 ABC' }).click()
  await page.getByText(/^Zoe Lund assigned/).waitFor()
  expect(ok(await dales.booking(trip)).driver.name).toBe('Zoe Lund')
})

test('links a job sheet for each of several drivers', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.trip([dales], { passenger_count: 90 })
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed', vehicles })))
  ok(await dales.assign(trip, await dales.driver()))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}?tab=crew` })
  const { context, page } = visit
  const sheets = page.getByRole('link', { name: /^Job sheet for/ })
  await page.getByText('Pat Moss', { exact: true }).waitFor()
  expect(await sheets.count()).toBe(0)
  const { duties } = ok(await dales.assign(trip, await dales.driver({ name: 'Sam Reed' }), 'YX21 DEF', { vehicle_no: 2 }))
  await page.reload()
  await sheets.first().waitFor()
  expect(await sheets.allTextContents()).toEqual(['Job sheet for Pat Moss (PDF)', 'Job sheet for Sam Reed (PDF)'])
  await visit.expectAccessible('booking-sheets')

  const asked = Promise.withResolvers<string>()
  // The browser's PDF viewer is not a page of the product.
  await context.route('**/job-sheet.pdf?*', (route) => {
    asked.resolve(route.request().url())
    return route.fulfill({ status: 204 })
  })
  await sheets.last().click()
  const address = await asked.promise
  expect(address).toEndWith(`/portal/v1/bookings/${trip.ref}/job-sheet.pdf?duty=${duties[1].id}`)
  const { text, pages } = await readPdf(await (await page.request.get(address)).body(), 'sheet-of-a-duty')
  expect(pages).toBe(1)
  expect(text).toMatch(/Sam Reed[\s\S]*YX21 DEF/)
})

test('fills in the deposit while it is unpaid, then the balance', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await (await portalClientOf(market, dales)).booked()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}?tab=money` })
  const { page } = visit
  const main = page.getByRole('main')
  const payment = page.getByRole('dialog', { name: 'Record payment' })
  for (const amount of ['128.00', '512.00']) {
    await main.getByRole('button', { name: 'Record payment' }).click()
    await payment.getByRole('textbox', { name: 'Amount' }).waitFor()
    expect(await payment.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe(amount)
    await payment.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText(`£${amount} for ${trip.ref} recorded.`).waitFor()
  }
  expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual([
    'deposit bank_transfer 12800 cleared',
    'balance bank_transfer 51200 cleared',
  ])
})

test('records a payment, shows the customer link and cancels the booking after its reference is typed', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}?tab=money` })
  const { page } = visit
  const main = page.getByRole('main')

  await visit.expectAccessible('booking-money')
  await main.getByRole('button', { name: 'Record payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Record payment' })
  await payment.getByRole('textbox', { name: 'Amount' }).waitFor()
  expect(await payment.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('512.00')
  await payment.getByRole('textbox', { name: 'Amount' }).fill('600')
  visit.expect(/^422: POST .*\/payments$/)
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await payment.locator('[data-path="amount"][aria-invalid="true"]').waitFor()
  await payment.getByRole('textbox', { name: 'Amount' }).fill('512')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText(`£512.00 for ${trip.ref} recorded.`).waitFor()
  await main.getByText('Balance by bank transfer').waitFor()
  expect(ok(await dales.booking(trip)).due_amount).toBe(0)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Customer link' }).click()
  const link = page.getByRole('dialog', { name: 'Customer link' })
  await link.getByRole('img', { name: 'QR code of the link' }).waitFor()
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel booking ${trip.ref}?` })
  await dialog.getByText('£640.00 will be refunded to the customer.').waitFor()
  await dialog.getByLabel('Reason (the customer sees this)').fill('The coach broke down.')
  expect(await dialog.getByRole('button', { name: 'Cancel booking' }).isDisabled()).toBe(true)
  await dialog.getByLabel(`Type ${trip.ref} to continue`).fill(trip.ref.toLowerCase())
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByText('Cancelled by the office').waitFor()
  expect(ok(await dales.booking(trip)).status).toBe('cancelled')
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText('Payout cancelled').waitFor()
  await visit.expectAccessible('booking-log')
})

test('shows the next action of a booking as its primary button', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales, { phone: '07700 900111' })
  const trip = await market.bookedTrip(dales, { departsIn: hours(3), returns_at: null })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}` })
  const { page } = visit
  const primary = page.locator('.page-primary')
  await primary.getByRole('button', { name: 'Assign driver' }).waitFor()
  ok(await dales.assign(trip, pat.id))
  const callLink = primary.getByRole('link', { name: 'Call Pat Moss' })
  await callLink.waitFor()
  expect(await callLink.getAttribute('href')).toBe('tel:07700900111')
  ok(await pat.acknowledge(trip))
  await primary.getByRole('link', { name: 'Print job sheet' }).waitFor()
  ok(await pat.submitVehicleCheck())
  await pat.reportSteps(trip, 'en_route')
  await primary.getByRole('button', { name: 'Report step' }).waitFor()
  await pat.reportSteps(trip, 'arrived', 'on_board', 'completed')
  await primary.getByRole('button', { name: 'Record payment' }).click()
  await page.getByRole('dialog', { name: 'Record payment' }).waitFor()
})

test('creates the invoice of a booking and shows it on the booking', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}?tab=money` })
  const { page } = visit
  await page.getByText('No invoice yet.').waitFor()
  await page.getByRole('link', { name: 'Create invoice' }).click()
  const drawer = page.getByRole('dialog')
  expect(await drawer.getByRole('textbox', { name: 'Trip reference' }).inputValue()).toBe(trip.ref)
  await drawer.getByRole('button', { name: 'Create invoice' }).click()
  const made = await page.getByText(/^Invoice \d{6} created\.$/).textContent()
  const number = /\d{6}/.exec(made ?? '')?.[0] ?? ''
  await page.goto(`/portal/bookings/${trip.ref}?tab=money`)
  await page.getByRole('link', { name: number }).waitFor()
  const paper = await page.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')
  expect((await page.request.get(paper ?? '')).headers()['content-type']).toBe('application/pdf')
  await visit.expectAccessible('booking-invoice')
})

test('keeps the chosen crew when the trip is cancelled meanwhile', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await signInDriver(dales)
  const trip = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}?assign=1` })
  const { page } = visit
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Registration').fill('YX29 XYZ')
  await visit.context.setOffline(true)
  await page.getByText('No connection since').waitFor()
  expect(await drawer.getByRole('button', { name: 'Assign Pat Moss, YX29 XYZ' }).isDisabled()).toBe(true)
  await visit.context.setOffline(false)

  await page.route('**/api/v1/bookings/*/driver', async (route) => {
    ok(await trip.post('cancel', { reason: 'Nobody wants to go.' }))
    await route.continue()
  })
  visit.expect(/^409: POST .*\/driver$/)
  await drawer.getByRole('button', { name: 'Assign Pat Moss, YX29 XYZ' }).click()
  await drawer.getByText('This could not be saved').waitFor()
  await drawer.getByRole('alert').getByText('Request ').waitFor()
  expect(await drawer.getByLabel('Registration').inputValue()).toBe('YX29 XYZ')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Cancelled by the customer').waitFor()
})

test('shows an unknown booking as not found, and redirects the list of bookings', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/bookings/TR-ZZZZZZ' })
  visit.expect(/^404: GET .*\/bookings\/TR-ZZZZZZ$/)
  const { page } = visit
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.goto('/portal/bookings')
  await page.waitForURL((url) => url.pathname !== '/portal/bookings')
})
