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
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const lit = page.locator('[role="option"][aria-selected="true"]')

  await page.keyboard.press('/')
  await page.keyboard.type('yor')
  await page.getByRole('group', { name: 'Drivers' }).getByText('Yorick Moss').waitFor()
  await page.getByRole('group', { name: 'Jobs' }).getByRole('option', { name: / → / }).waitFor()
  await page.getByRole('group', { name: 'Upcoming bookings' }).getByText(choir).waitFor()
  await visit.expectAccessible('search-palette')
  expect(await lit.textContent()).toContain(choir)
  // The reference shows only if the text matches it.
  expect(await dialog.getByText(trip.ref).count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await lit.textContent()).toContain('Yorick Moss')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await lit.count()).toBe(0)

  await page.getByRole('button', { name: /^Search/ }).click()
  await field.fill(job.ref)
  await dialog.getByRole('option', { name: job.ref }).first().waitFor()
  await field.fill(`assign ${trip.ref.slice(3).toLowerCase()}`)
  await page.getByText(`Assign ${choir}`).waitFor()
  await dialog.getByText(trip.ref).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/portal/bookings/${trip.ref}?assign=1`)

  await page.goto('/portal')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('york')
  await page.getByText('All results for “york”').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal/search?q=york')
  await page.getByRole('heading', { name: 'Search: york' }).waitFor()
  await page.getByRole('link', { name: /^Kingston upon Hull/ }).waitFor()
  await visit.expectAccessible('search')
  await page.locator('main').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/portal/bookings/${trip.ref}`)
})

test('offers the last opened records and the actions before anything is typed', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const customer = { name: 'Ann Smith', organisation: 'Hull Choir', email: 'ann@example.org', phone: '07700 900123' }
  const trip = await market.bookedTrip(dales, { departsIn: days(30), customer })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}` })
  const { page } = visit
  visit.expect(/^404: GET .*TR-ZZZZZZ/)
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const linesOf = async (group: string) => await dialog.getByRole('group', { name: group }).getByRole('option').allTextContents()

  await page.getByRole('heading', { level: 1, name: /Hull Choir/ }).waitFor()
  await page.goto('/portal/bookings/TR-ZZZZZZ')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.keyboard.press('/')
  await dialog.waitFor()
  await visit.expectAccessible('search-empty')
  const opened = await linesOf('Last opened')
  expect(opened).toHaveLength(1)
  expect(opened[0]).toContain('Hull Choir')
  expect(await linesOf('Actions')).toEqual(['New booking', 'Record payment'])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/portal/bookings/${trip.ref}`)
  await page.getByRole('heading', { level: 1, name: /Hull Choir/ }).waitFor()

  await page.keyboard.press('/')
  await dialog.getByRole('option', { name: 'Record payment' }).click()
  await page.getByRole('dialog', { name: 'Record payment' }).waitFor()
})

test('shows an empty result and a too short search text', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/search?q=%3Cb%3Enobody' })
  const { page } = visit

  await page.getByText('Nothing found for “<b>nobody”.').waitFor()
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('ilkly')
  await page.getByText('Nothing found for “ilkly”. Try a name, place, plate or reference.', { exact: true }).waitFor()
  await page.getByRole('combobox').fill('x')
  await page.getByText('Type two or more letters').waitFor()
  await page.getByRole('combobox').fill('incid')
  // Enter waits for the answer.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Incidents' }).waitFor()
})
