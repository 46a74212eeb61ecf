import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addDays, formatDay } from '../../src/web/plain/moment.ts'
import { toWallAt } from '../../src/web/plain/zone.ts'
import { personLinkToken, platformInvitationToken } from '../support/admin-commands.ts'
import { shareBrowser } from '../support/browser.ts'
import { openSignedIn } from '../support/browser-session.ts'
import { setPhoneClockAhead } from '../support/driver-app-browser.ts'
import { eventually } from '../support/eventually.ts'
import { days, type Market, ok, openMarket, securedCard } from '../support/market.ts'
import { addOperatorPerson } from '../support/people.ts'
import { millAddress, schoolAddress } from '../support/sample-addresses.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openTransfers = shareMarket({ payments: 'manual' })
const openVisit = shareBrowser()

let people = 0

/** A browser for a person of the marketplace, with the token of their sign-in link. */
async function openConsole(market: Market) {
  const email = `kim${++people}@market.example`
  const token = await platformInvitationToken(market.server, { email, name: 'Kim Lee' })
  const visit = await openVisit(market.server.url)
  await setPhoneClockAhead(visit, market.now() - Date.now())
  return { visit, token }
}

/** A browser with a person of the marketplace signed in. */
async function enterConsole(market: Market, path = '') {
  const { visit, token } = await openConsole(market)
  await openSignedIn(visit, 'console', token, path)
  return visit
}

/** Chooses an option in a list. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const header = 'departs,returns,from,from_town,to,to_town,people,name,email'

/** Chooses a file of trips in the import. */
async function chooseFile(page: Page, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from([header, ...lines].join('\r\n'))
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'trips.csv', mimeType: 'text/csv', buffer })
}

const hostile = '<img src=x onerror="throw 1"> School'

test('enters a trip, sends it to more operators, compares quotes and cancels it', async () => {
  const market = await openShared()
  const [dales, rival] = [await market.operator(), await market.operator('Rival Travel')]
  await using visit = await enterConsole(market, '/new')
  const { page } = visit

  await page.getByLabel('Departs').fill('2027-06-12T08:30')
  await page.getByRole('combobox', { name: 'Pick-up', exact: true }).fill('Leeds Town Hall')
  await page.getByRole('combobox', { name: 'Drop-off', exact: true }).fill('York Minster')
  await page.getByLabel('Passengers').fill('45')
  await page.getByRole('textbox', { name: 'Customer' }).fill(hostile)
  await page.getByRole('textbox', { name: 'Email' }).fill('no mail')
  await page.getByLabel('All operators').uncheck()
  await page.getByLabel('Dales Coaches').check()
  await visit.expectAccessible('console-new')
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.org')
  await page.getByRole('button', { name: 'Send to operators' }).click()
  await page.getByRole('heading', { name: /Leeds/ }).waitFor()
  const ref = page.url().split('/').at(-1) ?? ''
  await page.getByText('No quotes yet').waitFor()

  await page.goto('/console')
  await page
    .getByRole('row', { name: new RegExp(ref) })
    .getByText(/^none for /)
    .waitFor()
  await page.goto(`/console/trips/${ref}`)
  await page.getByRole('button', { name: 'Send to more operators' }).click()
  await page.getByRole('dialog').getByLabel('Rival Travel').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to operators' }).click()
  await page.getByText('Operators notified.').waitFor()
  ok(await dales.quote({ ref }, { price_amount: 64_000, availability: 'confirmed' }))
  ok(await rival.quote({ ref }, { price_amount: 59_900 }))
  await page.reload()
  await page.getByRole('article', { name: 'Rival Travel' }).getByText('£599.00').waitFor()
  await page.getByRole('article', { name: 'Dales Coaches' }).getByText('£640.00').waitFor()
  await visit.expectAccessible('console-trip')

  await page.goto('/console')
  await page.getByRole('textbox', { name: 'Reference, place or customer' }).fill(ref)
  await page.getByText('2 of 2').waitFor()
  await visit.expectAccessible('console-trips')
  await page.getByRole('link', { name: ref }).click()
  await page.getByRole('button', { name: 'Customer link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create new link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toContain('/trip#cbt_')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Cancel trip' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The school has called it off.')
  await dialog.getByRole('textbox', { name: new RegExp(ref) }).fill(ref)
  await dialog.getByRole('button', { name: 'Cancel trip' }).click()
  await page.getByText('Trip cancelled. Everyone is notified.').waitFor()
  expect(ok(await market.platform('GET', `/trips/${ref}`)).status).toBe('cancelled')
})

test('imports trips from a CSV, and sends only the remaining rows of the corrected file', async () => {
  const market = await openShared()
  await market.operator()
  await using visit = await enterConsole(market, '/?import=1')
  const { page } = visit
  const entered = async () => ok(await market.platform('GET', '/trips?q=Grassington')).length
  const line = (returns: string, to: string, email: string) =>
    `2027-06-12 08:30,${returns},Grassington station,Grassington,${to},${to},31,Ruth Adeyemi,${email}`
  const first = line('2027-06-12 17:00', 'Durham', 'ruth@example.org')
  await chooseFile(page, [first, line('5 pm', 'Ripon', 'ruth@example.org'), line('', 'Selby', 'no mail')])
  await page.getByText('The return time is not valid. Write it like 2027-06-12 17:00.').waitFor()
  visit.expect(/^422: POST .*\/trips$/)
  await page.getByRole('button', { name: 'Enter 2 trips' }).click()
  await page.getByText(/^Entered as TR-/).waitFor()
  await page.getByText('Line 4: “no mail” is not an email address.').waitFor()
  await page.getByRole('button', { name: 'Enter 1 trip', exact: true }).waitFor()
  await visit.expectAccessible('console-import')
  expect(await entered()).toBe(1)

  await chooseFile(page, [
    line('2027-06-12 16:00', 'Ripon', 'ruth@example.org'),
    first,
    line('', 'Selby', 'ruth@example.org'),
    ...Array.from({ length: 498 }, () => line('5 pm', 'Ripon', 'ruth@example.org')),
  ])
  await page.getByText('Only the first 500 of 501 lines are used.').waitFor()
  await page.getByText(/^Entered as TR-/).waitFor()
  await page.getByRole('button', { name: 'Enter 2 trips' }).click()
  await page
    .getByText(/^Entered as TR-/)
    .nth(2)
    .waitFor()
  await page.getByRole('button', { name: 'Enter 0 trips' }).waitFor()
  expect(await entered()).toBe(3)
})

test('enters a trip once after a lost answer and a reload', async () => {
  const market = await openShared()
  await market.operator()
  await using visit = await enterConsole(market, '/?import=1')
  const { page } = visit
  const line = '2027-06-12 08:30,,Pateley Bridge,Pateley Bridge,Durham,Durham,31,Ruth Adeyemi,ruth@example.org'
  const tripCalls = '**/platform/v1/trips'
  await page.route(tripCalls, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await chooseFile(page, [line])
  await page.getByRole('button', { name: 'Enter 1 trip' }).click()
  await page.getByText('No connection to the server.').waitFor()
  await page.unroute(tripCalls)
  await page.reload()
  await chooseFile(page, [line])
  await page.getByRole('button', { name: 'Enter 1 trip' }).click()
  await page.getByText(/^Entered as TR-/).waitFor()
  expect(ok(await market.platform('GET', '/trips?q=Pateley'))).toHaveLength(1)
  await page.reload()
  await chooseFile(page, [line])
  await page.getByText(/^Entered as TR-/).waitFor()
})

test('records a payment with the amount due, and lists it among the payments of customers', async () => {
  const market = await openShared()
  const [swale, nidd] = [await market.operator('Swale Coaches'), await market.operator('Nidd Coaches')]
  const [trip, other] = [await market.bookedTrip(swale), await market.bookedTrip(nidd)]
  await using visit = await enterConsole(market, `/trips/${trip.ref}`)
  const { page } = visit
  const drawer = page.getByRole('dialog')
  const amount = drawer.getByRole('textbox', { name: 'Amount' })
  const reference = drawer.getByRole('textbox', { name: 'Reference' })
  await page.getByRole('button', { name: 'Record payment' }).click()
  expect(await amount.inputValue()).toBe('512.00')
  await amount.fill('200')
  await reference.fill('CHQ-77')
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Payment recorded.').waitFor()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Record payment' }).click()
  await drawer.getByText('£312.00 is due').waitFor()
  expect([await amount.inputValue(), await reference.inputValue()]).toEqual(['312.00', ''])

  await page.goto('/console/money')
  await page.getByRole('link', { name: 'From customers' }).click()
  const line = page.getByRole('row', { name: /CHQ-77/ })
  await line.getByText('Swale Coaches').waitFor()
  await line.getByText('£200.00').waitFor()
  await line.getByRole('link', { name: trip.ref }).waitFor()
  await page.getByRole('link', { name: other.ref }).waitFor()
  await choose(page, 'Operator', 'Swale Coaches')
  await page.getByRole('link', { name: other.ref }).waitFor({ state: 'detached' })
  await line.waitFor()
  await choose(page, 'Status', 'Waiting or refund to send')
  await page.getByText('No matching payments.').waitFor()
  await choose(page, 'Status', 'Received or refunded')
  await line.waitFor()
  await visit.expectAccessible('console-payments')
})

test('records a payment, lists payouts and suspends an operator', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales <b>Coaches</b>')
  const trip = await market.bookedTrip(dales, { departsIn: days(2) })
  await using visit = await enterConsole(market, `/trips/${trip.ref}`)
  const { page } = visit
  await page.getByRole('button', { name: 'Record payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Payment recorded.').waitFor()
  expect(ok(await market.platform('GET', `/trips/${trip.ref}`)).booking.due_amount).toBe(0)
  await visit.expectAccessible('console-booked')

  await page.goto('/console/money?status=all')
  await page.getByRole('checkbox', { name: `Payout of ${trip.ref}` }).waitFor()
  await visit.expectAccessible('console-money')

  await page.goto('/console/operators')
  await page.getByRole('link', { name: 'Dales <b>Coaches</b>' }).click()
  const figures = page.getByRole('region', { name: 'Quotes in the last 90 days' })
  await figures.getByText('1 of 1', { exact: true }).waitFor()
  await page.getByText('Suspended', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Commission, %' }).fill('12.5')
  await visit.expectAccessible('console-operator')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(ok(await market.platform('GET', `/operators/${dales.ref}`))).toMatchObject({
    status: 'suspended',
    commission_bps: 1_250,
  })
  await page.goto('/console/operators')
  await page.getByRole('table').waitFor()
  await visit.expectAccessible('console-operators')

  await page.goto('/console/numbers')
  await page.getByText('Trips entered').waitFor()
  await visit.expectAccessible('console-numbers')
})

test('saves only the changed terms of an operator that was suspended meanwhile', async () => {
  const market = await openShared()
  const dales = await market.operator('Wharfe Coaches')
  await using visit = await enterConsole(market, `/operators/${dales.ref}`)
  const { page } = visit
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByRole('radio', { name: 'Active' }).waitFor()
  expect(await save.isDisabled()).toBe(true)
  ok(await market.platform('PATCH', `/operators/${dales.ref}`, { status: 'suspended' }))
  await page.getByRole('textbox', { name: 'Phone' }).fill('01132 496000')
  await save.click()
  await page.getByText('Saved.').waitFor()
  expect(ok(await market.platform('GET', `/operators/${dales.ref}`))).toMatchObject({
    status: 'suspended',
    phone: '01132 496000',
  })
  expect(await page.getByRole('radio', { name: 'Suspended' }).isChecked()).toBe(true)
  expect(await save.isDisabled()).toBe(true)
})

test('saves the postal address of an operator, and names a missing postcode at its field', async () => {
  const market = await openShared()
  const dales = await market.operator('Washburn Coaches')
  await using visit = await enterConsole(market, `/operators/${dales.ref}`)
  const { page } = visit
  const address = page.getByRole('group', { name: 'Postal address' })
  await address.getByLabel('Address', { exact: true }).fill('The Mill')
  await address.getByLabel('Address line 2').fill('Low Road')
  await address.getByLabel('Town').fill('Ilkley')
  visit.expect(/^422: PATCH .*\/operators\//)
  await page.getByRole('button', { name: 'Save' }).click()
  await address.getByLabel('Postcode').and(page.locator('[aria-invalid="true"]')).waitFor()
  await address.getByLabel('Postcode').fill('LS29 8HL')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(ok(await market.platform('GET', `/operators/${dales.ref}`)).address).toEqual(millAddress)
})

test('refuses a person of an operator, lists the devices of a person of the marketplace, and signs the person out', async () => {
  const market = await openShared()
  const { ref } = await market.operator('Aire Coaches')
  const { email } = await addOperatorPerson(market, ref)
  const { visit, token } = await openConsole(market)
  await using _ = visit
  const { page } = visit
  visit.expect(/^403: POST \/console\/session$/)
  await page.goto(`/console/sign-in#${await personLinkToken(market.server, email)}`)
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await page.getByText('This link is for the office. Open it there.').waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)

  await page.goto(`/console/sign-in#${token}`)
  await page.getByText('This link is for the office.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.getByRole('button', { name: /account of Kim Lee/ }).click()
  await page.getByRole('menuitem', { name: 'Devices' }).click()
  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: /account of Kim Lee/ }).click()
  await page.getByText('Town names: GeoNames (CC BY 4.0)').waitFor()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Marketplace sign-in' }).waitFor()
  visit.expect(/^401: GET \/console\/as-me\//)
  await page.goto('/console/money')
  await page.getByRole('heading', { name: 'Marketplace sign-in' }).waitFor()
  expect(page.url()).toContain('/console/sign-in?to=')
})

test('marks an awaited deposit as received and books the trip', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.transferTrip(dales, 'book')
  await using visit = await enterConsole(market, `/trips/${trip.ref}`)
  const { page } = visit

  await page.getByRole('button', { name: 'Mark deposit as received' }).waitFor()
  await page.getByRole('button', { name: 'Cancel trip' }).click()
  await page.getByText('A bank transfer of £128.00 may still arrive. Refund it then.').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Mark deposit as received' }).click()
  await page.getByText('This records the deposit of £128.00').waitFor()
  await visit.expectAccessible('console-deposit')
  await page.getByRole('button', { name: 'Mark as received', exact: true }).click()
  await page.getByRole('heading', { name: 'Booking', exact: true }).waitFor()
  expect(ok(await trip.readTrip()).status).toBe('booked')
})

test('offers no deposit to mark for a pending card, and shows the refund of a cancellation', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.trip([dales])
  await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), securedCard)
  await using visit = await enterConsole(market, `/trips/${trip.ref}`)
  const { page } = visit
  await page.getByRole('button', { name: 'Cancel trip' }).click()
  await page.getByText('The customer’s card payment of £128.00 will be cancelled.').waitFor()
  expect(await page.getByRole('button', { name: 'Mark deposit as received' }).count()).toBe(0)

  // After a cancellation eight days ahead, a customer would get no refund of the deposit.
  const booked = await market.bookedTrip(dales, { departsIn: days(8) })
  await page.goto(`/console/trips/${booked.ref}`)
  await page.getByRole('button', { name: 'Cancel trip' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/ will be refunded\. Card payments are refunded automatically/).waitFor()
  const { paid_amount } = ok(await market.platform('GET', `/trips/${booked.ref}`)).booking
  await visit.expectAccessible('console-call-off')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('No coach is available.')
  await dialog.getByRole('textbox', { name: new RegExp(booked.ref) }).fill(booked.ref)
  await dialog.getByRole('button', { name: 'Cancel trip' }).click()
  await page.getByText('Trip cancelled. Everyone is notified.').waitFor()
  const { booking, cancellation } = ok(await market.platform('GET', `/trips/${booked.ref}`))
  expect([cancellation.refund_amount, booking.payout.status]).toEqual([paid_amount, 'cancelled'])
})

test('finds each of more operators than a page holds, and sends them a trip', async () => {
  await using market = await openMarket({ isMute: true })
  const account = { currency_code: 'GBP', timezone: 'Europe/London' }
  for (let nr = 1; nr <= 120; nr++) {
    ok(await market.platform('POST', '/operators', { ...account, name: `Coach ${String(nr).padStart(3, '0')}` }))
  }
  await using visit = await enterConsole(market, '/operators')
  const { page } = visit
  const pages = page.getByRole('navigation', { name: 'Pages of the list' })
  await pages.getByRole('link', { name: '3', exact: true }).waitFor()
  expect(await pages.getByRole('link', { name: '4', exact: true }).count()).toBe(0)
  const shown = new Set<string>()
  for (const at of [1, 2, 3]) {
    await pages.locator(`[aria-current="page"]`, { hasText: String(at) }).waitFor()
    for (const name of await page.getByRole('link', { name: /^Coach \d{3}/ }).allInnerTexts()) shown.add(name)
    if (at < 3) await pages.getByRole('link', { name: 'Next' }).click()
  }
  expect(shown.size).toBe(120)

  const listed = /platform\/v1\/operators\?.*per_page=100/
  await page.route(listed, (route) => route.abort())
  await page.goto('/console/new')
  await page.getByLabel('Departs').fill('2027-06-12T08:30')
  await page.getByRole('combobox', { name: 'Pick-up', exact: true }).fill('Leeds Town Hall')
  await page.getByRole('combobox', { name: 'Drop-off', exact: true }).fill('York Minster')
  await page.getByLabel('Passengers').fill('45')
  await page.getByRole('textbox', { name: 'Customer' }).fill('Ann Smith')
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.org')
  await page.getByLabel('All operators').uncheck()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  expect(await page.getByText('All operators already have this trip.').count()).toBe(0)
  await page.unroute(listed)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('textbox', { name: 'Find operator' }).fill('coach 11')
  await page.keyboard.press('Enter')
  await page.getByLabel('Coach 117').check()
  expect(await page.getByRole('checkbox', { name: /^Coach/ }).count()).toBe(10)
  await page.getByText('1 operator selected').waitFor()
  await visit.expectAccessible('console-ticks')
  await page.getByRole('button', { name: 'Send to operators' }).click()
  await page.locator('summary', { hasText: 'Operators' }).click()
  await page.getByText(/^Coach 117, /).waitFor()
})

test('pays selected payouts as one statement, and adds an operator with an emailed link', async () => {
  await using market = await openMarket()
  const dales = await market.operator('Dales Coaches')
  const trips = [await market.bookedTrip(dales, { departsIn: days(2) }), await market.bookedTrip(dales, { departsIn: days(30) })]
  await market.advance(days(50))
  await market.server.dueTasksDone()
  await using visit = await enterConsole(market, '/money')
  const { page } = visit
  // On a summer day, which begins in London before it begins in UTC.
  const later = trips[1]?.ref ?? ''
  const { scheduled_for } = ok(await market.platform('GET', `/trips/${later}`)).booking.payout
  const due = toWallAt(Date.parse(scheduled_for), 'Europe/London').slice(0, 10)
  const row = page.getByRole('row', { name: new RegExp(later) })
  await row.getByText(formatDay(due, '2027-04-21'), { exact: true }).waitFor()
  await page.getByLabel('Due by').fill(addDays(due, -1))
  await row.waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: `Payout of ${trips[0]?.ref}` }).waitFor()
  await page.getByLabel('Due by').fill(due)
  await row.waitFor()
  for (const { ref } of trips) await page.getByRole('checkbox', { name: `Payout of ${ref}` }).check()
  await page.getByRole('button', { name: 'Pay 2 payouts' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: /Statement/ }).fill('PAY-1057')
  await visit.expectAccessible('console-batch')
  await drawer.getByRole('button').last().click()
  await page.getByText('2 payouts updated.').waitFor()
  await page.getByText('No payouts.').waitFor()
  await choose(page, 'Payout status', 'Paid')
  await page.getByText('PAY-1057').first().waitFor()
  for (const trip of trips) {
    const { payout } = ok(await market.platform('GET', `/trips/${trip.ref}`)).booking
    expect(payout.status).toBe('paid')
  }

  await page.goto('/console/operators')
  await page.getByRole('button', { name: 'Add operator' }).click()
  await drawer.getByRole('textbox', { name: 'Company' }).fill('Wolds Coaches')
  await drawer.getByLabel('Address', { exact: true }).fill('Wharfedale School')
  await drawer.getByLabel('Town').fill('Otley')
  await drawer.getByLabel('Postcode').fill('LS21 2AB')
  await drawer.getByRole('textbox', { name: 'First admin' }).fill('Jo Wold')
  await drawer.getByRole('textbox', { name: 'Admin’s email' }).fill('jo@wolds.example')
  await visit.expectAccessible('console-add-operator')
  await drawer.getByRole('button', { name: 'Add and invite' }).click()
  await page.getByText('Wolds Coaches added. Sign-in link emailed to Jo Wold.').waitFor()
  await page.getByRole('link', { name: 'Wolds Coaches' }).click()
  await page.getByRole('heading', { name: 'Wolds Coaches' }).waitFor()
  const wolds = new URL(page.url()).pathname.split('/').at(-1)
  expect(ok(await market.platform('GET', `/operators/${wolds}`)).address).toEqual(schoolAddress)
  await eventually(async () => market.server.mails().some(({ to }) => to === 'jo@wolds.example'))
})
