import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { hours, ok } from '../support/market.ts'
import { enterPortal } from '../support/portal-visit.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const hostile = '<img src=x onerror="throw 1"> & two prams'

test('a job is quoted from the inbox, sent again, made likely and withdrawn', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.trip([dales], { purpose: 'school', dbs_required: 'enhanced', notes: hostile })
  await using visit = await enterPortal(openVisit, market, dales.ref, { path: '/inbox' })
  const { page } = visit

  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor()
  await page.keyboard.press('q')
  await page.getByText(hostile).waitFor()
  await page.getByRole('textbox', { name: 'Price the customer pays' }).waitFor()
  await page.keyboard.press('q')
  await page.keyboard.type('640.50')
  await page.getByText('Sure', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Coach, 49 seats' }).click()
  await page.getByText('49 seats for 45 people').waitFor()
  await page.getByRole('button', { name: /^VAT/ }).click()
  await page.getByText('£576.45').waitFor()
  await visit.looksWell('inbox')

  await page.reload()
  expect(await page.getByRole('textbox', { name: 'Price the customer pays' }).inputValue()).toBe('640.50')
  await page.getByRole('textbox', { name: 'Price the customer pays' }).press('Control+Enter')
  await page.getByText('Sent. The customer has it.').waitFor()
  expect(ok(await dales.job(trip)).my_quote).toMatchObject({ price_amount: 64_050, status: 'confirmed', inclusions: ['vat'] })

  await page.getByRole('textbox', { name: 'Price the customer pays' }).fill('600')
  await page.getByRole('button', { name: 'Send new version' }).click()
  await page.getByText('The new version is with the customer.').waitFor()
  await page.goto(`/portal/jobs/${trip.ref}`)
  await page.getByText('What was sent').click()
  await page.getByRole('table', { name: 'Versions of the quote' }).getByText('£640.50').waitFor()
  await visit.looksWell('job')

  await page.getByRole('button', { name: `What to do with the quote for ${trip.ref}` }).click()
  await page.getByRole('menuitem', { name: 'Make it likely' }).click()
  await page.getByText('Quoted, likely').waitFor()
  await page.getByRole('button', { name: `What to do with the quote for ${trip.ref}` }).click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Withdrawn. The customer is told.').waitFor()
  expect(ok(await dales.job(trip)).my_quote.status).toBe('withdrawn')
})

test('a quote is filled in like the one sent last for the same route', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const before = await market.trip([dales])
  ok(await dales.quote(before, { price_amount: 71_300, note: 'Water on board.' }))
  const trip = await market.trip([dales])
  await using visit = await enterPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}` })
  const { page } = visit

  await page.getByRole('button', { name: 'Like my last one here' }).click()
  await page.getByText(`Filled in like ${before.ref}.`).waitFor()
  expect(await page.getByRole('textbox', { name: 'Price the customer pays' }).inputValue()).toBe('713.00')
  expect(await page.getByRole('textbox', { name: 'Note to the customer' }).inputValue()).toBe('Water on board.')
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByText('Sent. The customer has it.').waitFor()
  expect(ok(await dales.job(trip)).my_quote).toMatchObject({ price_amount: 71_300, note: 'Water on board.' })
})

test('a job that closed while it was priced keeps what was typed, and says why', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const moors = await market.operator('Moors Coaches')
  const trip = await market.trip([dales, moors])
  await using visit = await enterPortal(openVisit, market, dales.ref, { path: `/jobs/${trip.ref}` })
  const { page } = visit
  await page.getByRole('textbox', { name: 'Price the customer pays' }).fill('-')
  await page.getByText('Write an amount like 640 or 640.50.').waitFor()
  await page.getByRole('textbox', { name: 'Price the customer pays' }).fill('1234567')
  await page.getByText('Likely', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Minibus, 16 seats' }).click()
  await page.getByText('16 seats for 45 people: too few').waitFor()
  visit.expect(/^422: POST .*\/quote$/, /^409: POST .*\/quote$/)
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByText('1 vehicle').or(page.getByRole('alert')).first().waitFor()

  await page.getByLabel('How many').fill('3')
  await page.getByLabel('Note to the customer').fill('Water on board.')
  const quoteId = await moors.quoteId(trip, { availability: 'confirmed' })
  await page.route('**/api/v1/jobs/*/quote', async (route) => {
    ok(await trip.book(quoteId))
    await route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'job_closed', message: 'This job is closed.', current_status: 'lost' } }),
    })
  })
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByText('The customer has booked with somebody else.').waitFor()
  const unsent = page.getByRole('region', { name: 'Not sent' })
  await unsent.getByText('You had typed £1,234,567.00: “Water on board.”. It was not sent.').waitFor()
  await visit.looksWell('job-lost')
  await unsent.getByRole('button', { name: 'Let it go' }).click()
  await unsent.waitFor({ state: 'hidden' })
})

test('several jobs are declined with one reason, one alone after its Undo', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trips = [await market.trip([dales]), await market.trip([dales]), await market.trip([dales], { departsIn: hours(30) })]
  await using visit = await enterPortal(openVisit, market, dales.ref, { path: '/inbox' })
  const { page } = visit

  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Decline 2 jobs' }).click()
  await page.getByRole('menuitem', { name: 'Too far away' }).click()
  await page.getByText('1 job', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('menuitem', { name: 'No coach free' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('menuitem', { name: 'No coach free' }).click()
  await page.reload()
  await page.getByText('Nothing new.').waitFor()
  const statuses = await Promise.all(trips.map(async (trip) => ok(await dales.job(trip)).status))
  expect(statuses).toEqual(['declined', 'declined', 'declined'])
  await visit.looksWell('inbox-none')
})

test('a list that is read too often counts down, each time anew, and is read again by itself', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await market.trip([dales])
  await using visit = await enterPortal(openVisit, market, dales.ref)
  const { page } = visit
  visit.expect(/^429: GET .*\/jobs\?/)
  let refused = 0
  await page.route('**/api/v1/jobs?*', (route) => {
    if (refused === 2) return route.continue()
    refused += 1
    const error = { code: 'rate_limited', message: 'Too many requests.' }
    return route.fulfill({
      status: 429,
      headers: { 'Retry-After': '2' },
      contentType: 'application/json',
      body: JSON.stringify({ error }),
    })
  })
  await page.goto('/portal/inbox?tab=fresh')
  await page.getByText(/^Busy, again in [12] seconds?\.$/).waitFor()
  await visit.looksWell('inbox-busy')
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor()
  expect(refused).toBe(2)
})
