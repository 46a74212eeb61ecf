import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { type BrowserVisit, shareBrowser } from '../support/browser.ts'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, minutes, ok, openMarket } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage, useServerClock } from '../support/trip-page-browser.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const hostile = '<img src=x onerror="throw 1"> Kingston upon Hull Grammar School Parents’ Association'

/** Checks that the page fits a phone at 200 %. */
async function expectFitAt200Percent(visit: BrowserVisit): Promise<void> {
  await visit.page.setViewportSize({ width: 195, height: 422 })
  await visit.takeScreenshot('zoomed')
  expect(await visit.layout()).toEqual([])
  await visit.page.setViewportSize({ width: 390, height: 844 })
}

/** The number of charges in the ledger, which also lists opened pages. */
function chargesOf(market: Market): number {
  return market.ledger().filter(({ kind }) => kind === 'charge').length
}

/** Fills in the required fields of the request form. */
async function fill(
  page: Pick<Page, 'getByLabel' | 'getByRole'>,
  market: Market,
  place: 'combobox' | 'textbox' = 'combobox',
): Promise<void> {
  const day = market.at(days(40)).slice(0, 10)
  await page.getByLabel('Departure date').fill(day)
  await page.getByLabel('Departure time').fill('08:30')
  await page.getByRole(place, { name: /^Pick-up/ }).fill('Leeds Town Hall')
  await page.getByRole(place, { name: /^Drop-off/ }).fill('York Minster')
  await page.getByLabel('Return date').fill(day)
  await page.getByLabel('Return departs').fill('17:00')
  await page.getByRole('textbox', { name: 'Passengers' }).fill('45')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann Smith')
  await page.getByRole('textbox', { name: /^Your email/ }).fill('ann@example.org')
}

test('requests, compares, books, pays, changes and cancels a trip', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000', operator_licence: 'PB1234567' })
  await using visit = await openVisit(market.server.url, { width: 390, height: 844 })
  await useServerClock(visit, market)
  const { page } = visit

  await page.goto(`/enquire/${dales.ref}`)
  await page.getByRole('radio', { name: 'One way' }).check()
  expect(await page.getByLabel('Return date').isVisible()).toBe(false)
  await page.getByRole('radio', { name: 'Return' }).check()
  await visit.expectAccessible('enquire')
  await expectFitAt200Percent(visit)
  await fill(page, market)
  await page.getByRole('textbox', { name: /^Your email/ }).fill('nowhere')
  await page.reload()
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ann Smith')
  visit.expect(/^422: POST \/enquire\//)
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByRole('link', { name: /^Enter your email address/ }).waitFor()
  await visit.expectAccessible('enquire-faults')
  await page.getByRole('textbox', { name: /^Your email/ }).fill('ann@example.org')
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByRole('heading', { name: 'Request sent' }).waitFor()
  await visit.expectAccessible('enquire-sent')
  for (const heading of ['Request a coach from Dales Coaches', 'Request sent']) {
    await (heading === 'Request sent' ? page.goForward() : page.goBack())
    await page.getByRole('heading', { name: heading }).waitFor()
  }
  expect(ok(await dales.jobs()).length).toBe(1)
  const way = (await page.getByRole('link', { name: 'Open your trip' }).getAttribute('href')) ?? ''
  const token = way.split('#')[1] ?? ''

  await using trip = await openTripPage(openVisit, market, token)
  const at = trip.visit.page
  expect(await trip.text('#quotes-note')).toStartWith('No offers yet. Operators can answer until')
  await trip.visit.expectAccessible('trip-waiting')
  const ref = await trip.text('#facts .ref')
  const customer = { ref, token }
  await dales.makeQuote(customer, { note: 'With toilet', inclusions: ['driver', 'vat'], exclusions: ['parking'] })
  await trip.waitForText('#quote-list', 'Dales Coaches')
  await trip.visit.expectAccessible('trip-offer')
  await expectFitAt200Percent(trip.visit)
  expect(await trip.text('#quote-list')).toMatch(/On request, answer by \w+ \d+ \w+, \d\d:\d\d/)
  expect(await trip.text('#quote-list')).toMatch(/Balance£512\.00 by \w+ \d+ \w+/)
  await trip.choose('Request this coach')
  await trip.visit.expectAccessible('trip-ask')
  await trip.payOnPage('Save card and request')
  await trip.waitForAnswer('Request sent.')
  await trip.press('Cancel booking request')
  await trip.waitForAnswer('Your request is cancelled.')
  ok(await dales.quote(customer, { availability: 'confirmed' }))
  await trip.waitForText('#quote-list', 'Book for £640.00')

  await trip.press('Book for £640.00')
  expect(await at.getByRole('checkbox').isChecked()).toBe(false)
  await trip.press('Pay the deposit, £128.00')
  await at.locator('#terms[aria-invalid="true"]:focus').waitFor()
  expect(await at.locator('#terms-fault').textContent()).toBe('Tick the box to agree.')
  await trip.visit.expectAccessible('trip-terms-missing')
  await trip.choose('Book for £640.00')
  await trip.payOnPage('Pay the deposit, £128.00')
  await trip.waitForAnswer('Booked with Dales Coaches.')
  expect(await trip.text('#booking-facts')).toContain('0113 496 0000')
  expect(await trip.text('#booking-facts')).toContain('PB1234567')
  expect(await trip.text('#booking-facts')).toContain('If the number changes, request a change before departure.')
  await trip.payOnPage(/^Pay the balance, £512\.00, due \d+ \w+$/)
  await trip.waitForAnswer('£512.00 is paid.')
  await trip.visit.expectAccessible('trip-booked')

  await trip.press('Request a change')
  await trip.press('Send to Dales Coaches')
  await at.getByText('Change at least one field').waitFor()
  await at.getByLabel('Mobile on the day').fill('07700 900456')
  await trip.press('Send to Dales Coaches')
  await at.getByText('Enter the name too.').waitFor()
  await at.getByLabel('Passengers', { exact: true }).fill('48')
  await at.getByLabel('Lead passenger').fill('Bea Moss')
  await trip.visit.expectAccessible('trip-change')
  await trip.press('Send to Dales Coaches')
  await trip.waitForAnswer('Sent to Dales Coaches.')
  expect(await trip.text('#changes')).toContain('4548')
  expect(await trip.text('#changes')).toContain('Bea Moss')
  const books = await bookkeepingClientOf(market, dales)
  const [{ id }] = ok(await books.call('GET', `/bookings/${ref}/amendments`))
  const answer = { price_amount: 66_000, currency_code: 'GBP' }
  ok(await books.call('POST', `/bookings/${ref}/amendments/${id}/apply`, answer))
  await trip.waitForText('#changes', '£20.00 more')
  expect(await trip.text('#changes')).toContain('You pay £20.00 on the payment page. Your booking changes after the payment.')
  await trip.visit.expectAccessible('trip-proposed')
  await trip.payOnPage('Accept for £20.00 more')
  await trip.waitForAnswer('£20.00 is paid. Thank you.')
  expect(await trip.text('#facts')).toContain('Passengers48')
  expect(await trip.text('#booking-facts')).toContain('£660.00')

  await trip.press('Request a change')
  await at.getByLabel('Message').fill('Two of us are vegetarians.')
  await trip.press('Send to Dales Coaches')
  await trip.waitForAnswer('Sent to Dales Coaches.')
  const { changes } = ok(await books.call('GET', `/bookings/${ref}/amendments`)).at(-1)
  expect(changes.notes).toEndWith('Two of us are vegetarians.')

  expect(await trip.callOff('We go by train')).toContain('all of the £660.00 you have paid will be refunded to your card.')
  await trip.visit.expectAccessible('trip-call-off')
  await trip.press('Yes, cancel')
  await trip.waitForAnswer('The trip is cancelled. All of the £660.00 you have paid ')
  await trip.visit.expectAccessible('trip-called-off')
})

test('sends a request without a script, with errors shown and entries kept', async () => {
  const market = await openShared()
  const dales = await market.operator(hostile)
  await using visit = await openVisit(market.server.url, { width: 390, height: 844, isWithoutScript: true })
  const { page } = visit
  await page.goto(`/enquire/${dales.ref}`)
  expect(await page.getByRole('heading').first().textContent()).toBe(`Request a coach from ${hostile}`)
  await fill(page, market, 'textbox')
  await page.getByRole('textbox', { name: 'Passengers' }).fill('no idea')
  visit.expect(/^422: POST \/enquire\//)
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByText('Nothing was sent').waitFor()
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ann Smith')
  await page.getByRole('textbox', { name: 'Passengers' }).fill('45')
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByRole('heading', { name: 'Request sent' }).waitFor()
  expect(ok(await dales.jobs()).length).toBe(1)
  await page.goto('/trip')
  await page.locator('noscript p').waitFor()
})

test('shows the form in a frame of an allowed origin only', async () => {
  const shell = (address: string) =>
    `<!doctype html><title>Dales</title><iframe src="${address}" width="360" height="800"></iframe>`
  let address = ''
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(shell(address), { headers: { 'Content-Type': 'text/html' } }),
  })
  const origin = `http://127.0.0.1:${site.port}`
  try {
    await using market = await openMarket({ env: { CHARABANC_ENQUIRY_FRAMED_BY: origin } })
    const dales = await market.operator()
    address = `${market.server.url}/enquire/${dales.ref}?embed=1`
    await using visit = await openVisit(origin, { width: 390, height: 844 })
    visit.expect(/^foreign: /, /^404: GET \/favicon/)
    await visit.page.goto('/')
    const frame = visit.page.frameLocator('iframe')
    await fill(frame, market)
    await frame.getByRole('button', { name: 'Request prices' }).click()
    await frame.getByRole('heading', { name: 'Request sent' }).waitFor()
    expect(ok(await dales.jobs()).length).toBe(1)

    address = `${market.server.url}/enquire/${dales.ref}`
    visit.expect(/frame-ancestors 'none'/)
    await visit.page.goto('/')
    await visit.page.waitForTimeout(300)
    expect(await frame.getByRole('button').count()).toBe(0)
  } finally {
    await site.stop(true)
  }
})

test('chooses homes for a person and venues for an organisation in the form', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openVisit(market.server.url, { width: 390, height: 844 })
  const { page } = visit
  await page.goto(`/enquire/${dales.ref}`)
  const chosen = (words: string) => page.getByRole('radio', { name: words, checked: true }).count()
  const organisation = page.getByRole('textbox', { name: /^School, club/ })
  expect(await chosen('Home address')).toBe(2)
  expect(await page.getByRole('combobox', { name: 'Place type' }).filter({ visible: true }).count()).toBe(0)
  await organisation.fill('Otley School')
  expect(await chosen('Venue, school, station')).toBe(2)
  const edit = page.getByRole('button', { name: 'Edit address' })
  for (const nth of [0, 1]) await edit.nth(nth).click()
  const types = page.getByRole('combobox', { name: 'Place type' }).filter({ visible: true })
  expect(await types.count()).toBe(2)
  await page.getByRole('radio', { name: 'Home address' }).first().check()
  await organisation.fill('')
  await organisation.fill('Otley School')
  expect(await chosen('Home address')).toBe(1)
  expect(await types.count()).toBe(1)
  await page.getByRole('button', { name: '+ Add stop', exact: true }).click()
  await page.getByRole('combobox', { name: /^Stop 1/ }).fill('Wetherby')
  expect(await chosen('Venue, school, station')).toBe(2)
  await visit.expectAccessible('enquire-places')
  await expectFitAt200Percent(visit)
})

test('charges once if two tabs book at the same time', async () => {
  await using market = await openMarket()
  const dales = await market.operator()
  const customer = await market.trip([dales])
  await dales.makeQuote(customer, { availability: 'confirmed' })
  await using one = await openTripPage(openVisit, market, customer.token)
  await using other = await openTripPage(openVisit, market, customer.token)
  for (const tab of [one, other]) {
    await tab.choose('Book for £640.00')
  }
  await Promise.all([one, other].map((tab) => tab.openPaymentPage('Pay the deposit, £128.00')))
  expect(one.visit.page.url()).toBe(other.visit.page.url())
  await one.takeCard()
  await one.waitForAnswer('Booked with Dales Coaches.')
  await other.takeCard('a card that is declined')
  await other.waitForAnswer('Booked with Dales Coaches.')
  expect(chargesOf(market)).toBe(1)
})

test('pays once after a lost answer, and pays a later amount separately', async () => {
  await using market = await openMarket()
  const dales = await market.operator()
  const customer = await market.bookedTrip(dales, { departsIn: days(10) })
  await using trip = await openTripPage(openVisit, market, customer.token)
  const keys: string[] = []
  await trip.visit.page.route('**/customer/v1/trip/pay', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    await route.fetch()
    await route.abort()
  })
  await trip.press('Pay the balance, £512.00')
  await trip.waitForAnswer('The answer was lost. This page shows the current status.')
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  await trip.payOnPage('Open payment page')
  await trip.waitForAnswer('£512.00 is paid.')
  expect(await trip.isShown('#due')).toBe(false)
  expect(ok(await customer.readTrip()).booking.due_amount).toBe(0)
  expect(chargesOf(market)).toBe(2)

  await trip.visit.page.unroute('**/customer/v1/trip/pay')
  const books = await bookkeepingClientOf(market, dales)
  ok(await books.addExtra(customer, { amount: 1_250 }))
  await trip.waitForText('#due-text', '£12.50')
  await trip.payOnPage('Pay £12.50 now')
  await trip.waitForAnswer('£12.50 is paid.')
  expect(chargesOf(market)).toBe(3)
})

test('compares three offers by price or availability, and names a withdrawn offer', async () => {
  const market = await openShared()
  const [dales, moor, third] = [
    await market.operator('Dales Coaches'),
    await market.operator('Moor Travel'),
    await market.operator(hostile),
  ]
  const customer = await market.trip([dales, moor, third])
  await dales.makeQuote(customer, { price_amount: 70_000, availability: 'confirmed' })
  await moor.makeQuote(customer, {
    price_amount: 64_000,
    note: 'Two drivers, because of the distance. The second joins at Scotch Corner and is included.\n\nWith toilet.',
  })
  await third.makeQuote(customer, { price_amount: 1_234_567_00 / 100, exclusions: ['parking', 'tolls'] })
  await using trip = await openTripPage(openVisit, market, customer.token)
  const names = () => trip.visit.page.locator('.offer h3').allTextContents()
  expect(await names()).toEqual(['Moor Travel', 'Dales Coaches', hostile])
  await trip.visit.page.getByRole('radio', { name: 'Bookable now first' }).check()
  expect(await names()).toEqual(['Dales Coaches', 'Moor Travel', hostile])
  await trip.visit.expectAccessible('trip-offers')
  for (const width of [360, 1024, 1440]) {
    await trip.visit.page.setViewportSize({ width, height: 900 })
    await trip.visit.page.getByRole('table').waitFor({ state: width < 900 ? 'detached' : 'visible' })
    expect({ width, layout: await trip.visit.layout() }).toEqual({ width, layout: [] })
  }
  const table = trip.visit.page.getByRole('table')
  expect(await table.getByRole('rowheader').allTextContents()).toEqual([
    'Booking',
    'Not included',
    'To pay now',
    'Balance',
    'Note',
    'Same for all',
    'Cancellation terms',
  ])
  expect(await table.getByText('Lowest price').count()).toBe(1)
  await trip.visit.page.setViewportSize({ width: 899, height: 900 })
  await trip.visit.page.locator('article.offer').first().waitFor()
  expect(await table.count()).toBe(0)
  await trip.visit.page.setViewportSize({ width: 900, height: 900 })
  await table.waitFor()
  ok(await moor.withdraw(customer))
  await trip.waitForText('#quotes', 'Moor Travel has withdrawn the offer.')
})

test('scrolls five offers within their table', async () => {
  const market = await openShared()
  const operators = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => market.operator(`${name} Coaches of the Dales`)))
  const customer = await market.trip(operators)
  for (const [nth, operator] of operators.entries()) {
    await operator.makeQuote(customer, { price_amount: 64_000 + nth * 100, note: 'Water on board. '.repeat(1 + nth * 5) })
  }
  await using trip = await openTripPage(openVisit, market, customer.token)
  const { page } = trip.visit
  for (const width of [900, 1024, 1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('table').waitFor({ state: width < 900 ? 'detached' : 'visible' })
    expect({ width, layout: await trip.visit.layout() }).toEqual({ width, layout: [] })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const names = page.getByRole('rowheader', { name: 'Note' })
  const left = (await names.boundingBox())?.x
  await page.getByRole('region', { name: 'Offers side by side' }).evaluate('(element) => { element.scrollLeft = 500 }')
  expect((await names.boundingBox())?.x).toBe(left ?? Number.NaN)
  await trip.visit.takeScreenshot('trip-offers-five')
})

test('shows the driver on the day, and payments afterwards, on the trip’s clocks', async () => {
  await using market = await openMarket()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const pat = await signInDriver(dales)
  const customer = await assignedTrip(pat, { departsIn: days(2), returns_at: null })
  ok(await customer.pay())
  await using trip = await openTripPage(openVisit, market, customer.token)
  expect(await trip.text('#facts')).toContain('Thu 4 Mar, 08:00')
  expect(await trip.text('main')).toContain('All times are London time.')
  await market.advance(days(2) - minutes(30))
  await trip.waitForText('#booking-text', 'Pat is your driver. If the coach is not there, call Dales Coaches on 0113 496 0000.')
  expect(await trip.text('.plate')).toBe('YX20 ABC')
  await trip.visit.expectAccessible('trip-on-the-day')

  ok(await pat.submitVehicleCheck())
  await pat.reportSteps(customer, 'en_route')
  await trip.waitForText('#road', 'Pat is on the way in YX20 ABC.')
  ok(await pat.report(customer, 'delayed', { delay_minutes: 10 }))
  await trip.waitForText('#road', 'Pat is on the way in YX20 ABC, 10 minutes late.')
  await trip.visit.expectAccessible('trip-on-the-road')
  await market.advance(hours(1))
  await pat.reportSteps(customer, 'arrived', 'on_board', 'completed')
  await trip.waitForText('#facts', 'Completed')
  expect(await trip.text('#booking-facts')).toContain('Paid£640.00')
  expect(await trip.text('#road')).toBe('')
  const files = ['Add to calendar', 'Confirmation (PDF)', 'Receipt (PDF)', 'Request an invoice']
  expect(await trip.buttons()).toEqual([...files, 'Send to Dales Coaches', 'Request this trip again'])
  await trip.visit.expectAccessible('trip-over')
  const { page } = trip.visit
  await page.getByLabel('Item, and your seat').fill('A blue hat, third row')
  await trip.press('Send to Dales Coaches')
  expect(await trip.waitForAnswer('Dales Coaches has your message and will look for it.')).toBe('lost-property')
  await trip.visit.expectAccessible('trip-lost-property')
  await page.getByRole('button', { name: 'Request this trip again' }).click()
  await page.getByRole('button', { name: 'Request prices' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/enquire/${dales.ref}`)
  // The form appears before its script fills it in.
  await eventually(async () => (await page.getByRole('textbox', { name: 'Passengers' }).inputValue()) === '45')
  expect(await page.getByRole('combobox', { name: /^Pick-up/ }).inputValue()).toContain('Leeds Town Hall')
  expect(await page.getByRole('radio', { name: 'Venue, school, station' }).first().isChecked()).toBe(true)
  expect(await page.getByLabel('Departure date').inputValue()).toBe('')
  const contact = { 'Your name': 'Ann Smith', 'Your email address': 'ann@example.org', 'Your phone number': '07700 900123' }
  for (const [name, value] of Object.entries(contact)) {
    expect([name, await page.getByRole('textbox', { name: new RegExp(`^${name}`) }).inputValue()]).toEqual([name, value])
  }
})

test('fits the page at 200 %, and prints no button', async () => {
  const market = await openShared()
  const dales = await market.operator(hostile)
  const customer = await market.trip([dales], { notes: 'w'.repeat(300) })
  await dales.makeQuote(customer, { availability: 'confirmed', note: 'y'.repeat(300) })
  await using trip = await openTripPage(openVisit, market, customer.token)
  const { page } = trip.visit
  await page.setViewportSize({ width: 195, height: 422 })
  expect(await trip.visit.layout()).toEqual([])
  await trip.visit.takeScreenshot('trip-zoomed')
  await page.goto(`/enquire/${dales.ref}`)
  await page.getByRole('button', { name: 'Request prices' }).waitFor()
  expect(await trip.visit.layout()).toEqual([])
  await page.setViewportSize({ width: 800, height: 1100 })
  await page.goto(`/trip#${customer.token}`)
  await page.locator('#facts').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  await trip.visit.takeScreenshot('trip-on-paper')
})

test('leads a customer from the request to the receipt by links in emails', async () => {
  await using market = await openMarket()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const pat = await signInDriver(dales)
  await using visit = await openVisit(market.server.url, { width: 390, height: 844 })
  await useServerClock(visit, market)
  const { page } = visit
  await page.goto(`/enquire/${dales.ref}`)
  await fill(page, market)
  await page.getByRole('radio', { name: 'One way' }).check()
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByRole('heading', { name: 'Request sent' }).waitFor()
  const mailed = () => market.server.mails().filter(({ to }) => to === 'ann@example.org')
  const link = await eventually(() => /http\S+\/trip#cbt_\w+/.exec(mailed()[0]?.text ?? '')?.[0])
  const token = link.split('#')[1] ?? ''
  await using trip = await openTripPage(openVisit, market, token)
  const ref = await trip.text('#facts .ref')
  await dales.makeQuote({ ref }, { availability: 'confirmed' })
  await trip.waitForText('#quote-list', 'Book for £640.00')
  // The server drops a notice about a past state, so each email is awaited before the next event.
  await eventually(() => mailed().length > 1)
  await trip.choose('Book for £640.00')
  await trip.payOnPage('Pay the deposit, £128.00')
  await trip.waitForAnswer('Booked with Dales Coaches.')
  await eventually(() => mailed().length > 2)
  await trip.payOnPage(/^Pay the balance, £512\.00, due \d+ \w+$/)
  await trip.waitForAnswer('£512.00 is paid.')
  ok(await dales.assign({ ref }, pat.id))
  ok(await pat.acknowledge({ ref }))
  await market.advanceTo(ok(await dales.booking({ ref })).departs_at, -hours(1))
  ok(await pat.submitVehicleCheck())
  await market.advance(hours(1))
  await pat.reportSteps({ ref }, 'en_route', 'arrived', 'on_board', 'completed')
  await trip.waitForText('#facts', 'Completed')
  const saving = trip.visit.page.waitForEvent('download')
  await trip.press('Receipt (PDF)')
  const receipt = await Bun.file(await (await saving).path()).bytes()
  expect(new TextDecoder().decode(receipt.slice(0, 5))).toBe('%PDF-')

  // Every email to this customer leads to the trip.
  const links = mailed().map(({ text }) => /http\S+\/trip#cbt_\w+/.exec(text)?.[0] ?? `no link in: ${text}`)
  for (const address of new Set(links)) {
    await page.goto('about:blank')
    await page.goto(address)
    await page.locator('#facts').getByText(ref).waitFor()
  }
})

test('keeps the entries of a rate-limited request', async () => {
  await using market = await openMarket({ env: { CHARABANC_LIMIT_ENQUIRY: '1/h' } })
  const dales = await market.operator()
  await using visit = await openVisit(market.server.url, { width: 390, height: 844 })
  const { page } = visit
  await useServerClock(visit, market)
  visit.expect(/^429: POST \/enquire\//)
  await page.goto(`/enquire/${dales.ref}`)
  await fill(page, market)
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByRole('heading', { name: 'Request sent' }).waitFor()
  await page.goto(`/enquire/${dales.ref}`)
  await fill(page, market)
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByText('That is 1 request in an hour.').waitFor()
  await visit.expectAccessible('enquire-too-often')
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ann Smith')
  await page.goto(`/enquire/${dales.ref}`)
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ann Smith')
  expect(ok(await dales.jobs()).length).toBe(1)

  await using plain = await openVisit(market.server.url, { width: 390, height: 844, isWithoutScript: true })
  plain.expect(/^429: POST \/enquire\//)
  await plain.page.goto(`/enquire/${dales.ref}`)
  await fill(plain.page, market, 'textbox')
  await plain.page.getByRole('button', { name: 'Request prices' }).click()
  await plain.page.getByText('Your entries are kept.').waitFor()
  expect(await plain.page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ann Smith')
  expect(await plain.page.getByLabel('Departure time').inputValue()).toBe('08:30')
})

test('fills the form of a new request with the trip', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const requirements = { dbs_required: 'enhanced', coach_stays_with_group: true, amenities_required: ['toilet', 'wifi'] }
  const customer = await market.trip([dales], requirements)
  await using trip = await openTripPage(openVisit, market, customer.token)
  const { page } = trip.visit
  await page.getByText('Request a change').click()
  await page.getByRole('button', { name: 'Send a new request' }).click()
  await page.getByRole('button', { name: 'Request prices' }).waitFor()
  await eventually(async () => (await page.getByRole('textbox', { name: 'Passengers' }).inputValue()) === '45')
  for (const name of [/^School or youth group/, 'Coach stays with the group', 'Toilet', 'Wi-Fi']) {
    expect(await page.getByRole('checkbox', { name }).isChecked()).toBe(true)
  }
  expect(await page.getByRole('checkbox', { name: 'Seat belts' }).isChecked()).toBe(false)
  expect(await page.getByLabel('Departure date').inputValue()).toBe(market.at(days(60)).slice(0, 10))
})
