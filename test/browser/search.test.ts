import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { days } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const choir = 'Kingston upon Hull Grammar School Parents’ Association <img src=x onerror="throw 1">'

test('finds a booking and its crew by keyboard', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await dales.driver({ name: 'Yorick Moss', phone: '07700 900111' })
  const customer = { name: 'Ann Smith', organisation: choir, email: 'ann@example.org', phone: '07700 900123' }
  const trip = await market.bookedTrip(dales, { departsIn: days(30), customer })
  const job = await market.trip([dales])
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  const field = page.getByRole('combobox', { name: /^Search/ })
  const lit = page.locator('[role="option"][aria-selected="true"]')

  await page.keyboard.press('/')
  await page.keyboard.type('yor')
  await page.getByRole('group', { name: 'Drivers' }).getByText('Yorick Moss').waitFor()
  await page.getByRole('group', { name: 'Jobs' }).getByText(job.ref).waitFor()
  await page.getByRole('group', { name: 'Bookings' }).getByText(choir).waitFor()
  await visit.expectAccessible('search-palette')
  expect(await lit.textContent()).toContain(trip.ref)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await lit.textContent()).toContain('Yorick Moss')
  await page.keyboard.press('Escape')
  expect(await lit.count()).toBe(0)

  await field.fill(`assign ${trip.ref.slice(3).toLowerCase()}`)
  await page.getByText(`Assign ${trip.ref}`).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/portal/bookings/${trip.ref}?assign=1`)

  await page.goto('/portal')
  await field.focus()
  await page.keyboard.type('york')
  await page.getByText('All results for “york”').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal/search?q=york')
  await page.getByRole('heading', { name: 'Search: york' }).waitFor()
  await page.getByRole('link', { name: new RegExp(trip.ref) }).waitFor()
  await visit.expectAccessible('search')
  await page.locator('main').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/portal/bookings/${trip.ref}`)
})

test('shows an empty result and a too short search text', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/search?q=%3Cb%3Enobody' })
  const { page } = visit

  await page.getByText('Nothing found for “<b>nobody”.').waitFor()
  await page.getByRole('combobox').fill('x')
  await page.getByText('Type two or more letters').waitFor()
  await page.getByRole('combobox').fill('incid')
  // Enter waits for the answer.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Incidents' }).waitFor()
})
