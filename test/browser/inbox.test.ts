import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { failPageReads, refusePageReads } from '../support/failing-page-reads.ts'
import { days, hours, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

const hostile = '<img src=x onerror="throw 1"> & two prams'

test('quotes a job, revises the quote, sets it to on request and withdraws it', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.trip([dales], { purpose: 'school', dbs_required: 'enhanced', notes: hostile })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/inbox' })
  const { page } = visit

  // A wide screen shows the first job at once.
  await page.getByText(hostile).waitFor()
  await page.getByRole('textbox', { name: 'Price' }).waitFor()
  await page.keyboard.press('q')
  await page.keyboard.type('640.50')
  await page.getByText('Bookable now', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Vehicle' }).click()
  await page.getByRole('option', { name: 'Any coach, 49 seats' }).click()
  await page.getByText('49 seats for 45 passengers').waitFor()
  await page.getByRole('button', { name: /^VAT/ }).click()
  await page.getByText('£576.45').waitFor()
  await visit.expectAccessible('inbox')

  await page.reload()
  expect(await page.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('640.50')
  await page.getByRole('textbox', { name: 'Price' }).press('Control+Enter')
  await page.getByText(/^Quote sent\. Valid until .*\d\d:\d\d\.$/).waitFor()
  expect(ok(await dales.job(trip)).my_quote).toMatchObject({ price_amount: 64_050, status: 'confirmed', inclusions: ['vat'] })

  await page.getByRole('button', { name: 'Send revised quote' }).waitFor()
  await page.getByRole('textbox', { name: 'Price' }).fill('600')
  await page.getByRole('button', { name: 'Send revised quote' }).click()
  await page.getByText('Revised quote sent.').waitFor()
  await page.goto(`/portal/jobs/${trip.ref}`)
  // The page of a job begins in its price.
  await page.locator('.quote-price input:focus').waitFor()
  await page.getByText('Quote history').click()
  const versions = page.getByRole('table', { name: 'Versions of the quote' })
  const prices = await versions
    .getByRole('row', { name: /^Price/ })
    .getByRole('cell')
    .allTextContents()
  expect(prices).toEqual(['£640.50', '£600.00changed'])
  await visit.expectAccessible('job')

  await page.getByRole('button', { name: `Actions for the quote for ${trip.ref}` }).click()
  await page.getByRole('menuitem', { name: 'Set to on request' }).click()
  await page.getByText('Quoted, on request').waitFor()
  await page.getByRole('button', { name: `Actions for the quote for ${trip.ref}` }).click()
  await page.getByRole('menuitem', { name: 'Withdraw quote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw quote' }).click()
  await page.getByText('Quote withdrawn. The customer is notified.').waitFor()
  expect(ok(await dales.job(trip)).my_quote.status).toBe('withdrawn')
})

test('fills a quote in from the last quote for the route', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const before = await market.trip([dales])
  ok(await dales.quote(before, { price_amount: 71_300, note: 'Water on board.' }))
  const trip = await market.trip([dales])
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}` })
  const { page } = visit

  await page.getByRole('button', { name: 'Use last quote' }).click()
  await page.getByText(`Filled in from ${before.ref}.`).waitFor()
  expect(await page.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('713.00')
  expect(await page.getByRole('textbox', { name: 'Note to the customer' }).inputValue()).toBe('Water on board.')
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByText('Quote sent.').waitFor()
  expect(ok(await dales.job(trip)).my_quote).toMatchObject({ price_amount: 71_300, note: 'Water on board.' })
})

test('sends a quote from a sheet on a phone', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.trip([dales])
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}`, width: 390 })
  const { page } = visit
  await page.getByRole('button', { name: 'Quote', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Quote' })
  await sheet.getByRole('textbox', { name: 'Price' }).fill('640')
  await sheet.getByText('On request', { exact: true }).click()
  await visit.takeScreenshot('job-sheet')
  await sheet.getByRole('combobox', { name: 'Vehicle' }).click()
  await page.getByRole('option', { name: 'Any coach, 49 seats' }).click()
  await sheet.getByRole('button', { name: 'Send quote' }).click()
  await page.getByText(/^Quote sent\. Valid until /).waitFor()
  await page.getByRole('button', { name: 'Revise quote' }).waitFor()
  expect(ok(await dales.job(trip)).my_quote).toMatchObject({ price_amount: 64_000, status: 'likely' })
})

test('keeps the draft of a quote for a job that closed meanwhile', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const moors = await market.operator('Moors Coaches')
  const trip = await market.trip([dales, moors])
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}` })
  const { page } = visit
  await page.getByRole('textbox', { name: 'Price' }).fill('-')
  await page.getByText('Enter a price, such as 640.00.').waitFor()
  await page.getByRole('textbox', { name: 'Price' }).fill('1234567')
  await page.getByText('On request', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Vehicle' }).click()
  await page.getByRole('option', { name: 'Any minibus, 16 seats' }).click()
  await page.getByText('45 passengers, 16 seats: 29 seats short.').waitFor()
  visit.expect(/^422: POST .*\/quote$/, /^409: POST .*\/quote$/)
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByText('1 vehicle').or(page.getByRole('alert')).first().waitFor()

  await page.getByLabel('Quantity').fill('3')
  await page.getByRole('button', { name: '+ Note' }).click()
  await page.getByLabel('Note to the customer').fill('Water on board.')
  const quoteId = await moors.makeQuote(trip, { availability: 'confirmed' })
  await page.route('**/api/v1/jobs/*/quote', async (route) => {
    ok(await trip.book(quoteId))
    await route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'job_closed', message: 'This job is closed.', current_status: 'lost' } }),
    })
  })
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByText('The customer booked another operator.').waitFor()
  const unsent = page.getByRole('region', { name: 'Not sent' })
  await unsent.getByText('Quoting closed while you were writing. Your draft is kept.').waitFor()
  await unsent.getByRole('button', { name: 'Copy' }).waitFor()
  await unsent.getByRole('button', { name: 'Back to Inbox' }).waitFor()
  const price = unsent.getByRole('textbox', { name: 'Price' })
  expect([await price.inputValue(), await price.isDisabled()]).toEqual(['1234567.00', true])
  const note = unsent.getByRole('textbox', { name: 'Note to the customer' })
  expect([await note.inputValue(), await note.isDisabled()]).toEqual(['Water on board.', true])
  expect(await unsent.getByRole('button', { name: 'Send quote' }).count()).toBe(0)
  await visit.expectAccessible('job-lost')
  await unsent.getByRole('button', { name: 'Discard draft' }).click()
  await unsent.waitFor({ state: 'hidden' })
})

test('declines several jobs with one reason, and one job after its Undo', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trips = [await market.trip([dales]), await market.trip([dales]), await market.trip([dales], { departsIn: hours(30) })]
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/inbox' })
  const { page } = visit

  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Decline 2 jobs' }).click()
  await page.getByRole('menuitem', { name: 'Too far away' }).click()
  await eventually(async () => (await page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').count()) === 1)
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('menuitem', { name: 'No vehicle free' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('menuitem', { name: 'No vehicle free' }).click()
  await page.reload()
  await page.getByText('No new jobs.').waitFor()
  const statuses = await Promise.all(trips.map(async (trip) => ok(await dales.job(trip)).status))
  expect(statuses).toEqual(['declined', 'declined', 'declined'])
  await visit.expectAccessible('inbox-none')
})

test('counts down after a rate limit and reads the list again automatically', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await market.trip([dales])
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  visit.expect(/^429: GET .*\/jobs\?/)
  const refused = await refusePageReads(page, '**/api/v1/jobs?*')
  await page.goto('/portal/inbox?filter=fresh')
  await page.getByText(/^Too many requests\. Trying again in [12] s\.$/).waitFor()
  await visit.expectAccessible('inbox-busy')
  await eventually(() => refused.count() > 1)
  await page.getByText(/^Too many requests\. Trying again in [12] s\.$/).waitFor()
  await refused.admit()
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor()
})

test('moves through rows, opens their menu and opens a job by keys', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const coaches = { vehicles_requested: [{ type: 'coach_49', count: 2 }], quote_by: market.at(hours(40)) }
  const first = await market.trip([dales], { quote_by: market.at(hours(30)) })
  const second = await market.trip([dales], coaches)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/inbox?filter=all' })
  const { page } = visit
  const row = (ref: string) => page.getByRole('listitem').filter({ has: page.locator(`a[href*="${ref}"]`) })
  await row(second.ref).getByText('2 × Coach, 49 seats').waitFor()
  const ofFocus = () => page.evaluate('new URL(document.activeElement.href).searchParams.get("ref")')

  const [above, below] = (await page.getByRole('list', { name: 'Jobs' }).getByRole('link').all()) as [Locator, Locator]
  const refOf = async (link: Locator) => new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('ref')
  expect(new Set([await refOf(above), await refOf(below)])).toEqual(new Set([first.ref, second.ref]))
  // The first job is open already.
  await page.getByRole('textbox', { name: 'Price' }).waitFor()
  await page.keyboard.press('j')
  expect(await ofFocus()).toBe(await refOf(below))
  await page.keyboard.press('k')
  expect(await ofFocus()).toBe(await refOf(above))

  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Open full page' }).waitFor()
  await page.getByText('Decline with reason').waitFor()
  await visit.expectAccessible('inbox-row-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Price' }).waitFor()
  expect(new URL(page.url()).searchParams.get('filter')).toBe('all')
  await page.keyboard.press('q')
  await page.keyboard.type('640')
  expect(await page.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('640')

  await page.keyboard.press('Escape')
  await page.locator('main').focus()
  await row(first.ref).getByRole('link').focus()
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'No driver free' }).click()
  await page.getByText(`${first.ref} declined.`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(ok(await dales.job(first)).status).toBe('fresh')
})

test('shows the warnings of a quote before it is sent', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const coach = { registration: 'YX20 ABC', type: 'coach_49', seats: 49, mot_due: market.at(days(300)) }
  const { id } = ok(await office.call('POST', '/vehicles', coach))
  const vehicles = [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: id }]
  const other = await market.trip([dales], { departsIn: days(90) })
  ok(await other.book(await dales.makeQuote(other, { availability: 'confirmed', vehicles })))
  const trip = await market.trip([dales], { departsIn: days(90), driving_seconds: 20 * 3_600 })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}` })
  const { page } = visit

  await page.getByText('probably two drivers').waitFor()
  const warnings = page.locator('form .job-warnings')
  await warnings.getByText("Drivers' hours rules require a second driver").waitFor()
  await page.getByRole('button', { name: '+ 8 more' }).click()
  await page.getByRole('button', { name: /^Second driver/ }).click()
  await warnings.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Vehicle', exact: true }).click()
  await page.getByRole('option', { name: 'YX20 ABC · 49 seats · not free' }).click()
  await warnings.getByText(/YX20 ABC is out until \d\d:\d\d that day\.$/).waitFor()
  await visit.expectAccessible('job-warned')
})

test('sends a decline again with the same key after a lost answer', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.trip([dales])
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/inbox?filter=all' })
  const { page } = visit
  const keys: (string | undefined)[] = []
  await page.route('**/api/v1/jobs/*/decline', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  const decline = async () => {
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Decline 1 job' }).click()
    await page.getByRole('menuitem', { name: 'Too far away' }).click()
  }
  visit.expect(/ERR_FAILED/)
  // The page cannot learn that the decline succeeded.
  await page.route('**/api/v1/jobs?*', (route) => (keys.length === 1 ? route.abort() : route.continue()))
  await decline()
  await page.getByText(`${trip.ref}: No connection to the server.`).waitFor()
  await decline()
  await page.getByText(`${trip.ref}: declined`).waitFor()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('shows a failed read of the inbox with its request id, and retries', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await market.trip([dales])
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  visit.expect(/^500: GET /)
  const reads = await failPageReads(page, '**/api/v1/jobs?*')
  // The counts fail as well, and the list of new jobs is still read.
  const counts = await failPageReads(page, '**/portal/v1/board*')
  await page.goto('/portal/inbox')
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  await visit.expectAccessible('inbox-loading')
  reads.fail()
  counts.fail()
  const failed = page.getByRole('alert')
  await failed.getByText('The disk is full.').waitFor()
  await failed.getByText('req-of-the-test').waitFor()
  await visit.expectAccessible('inbox-failed')
  await reads.mend()
  await counts.mend()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor()
  await failed.waitFor({ state: 'detached' })
})
