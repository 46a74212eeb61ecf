import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { days } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const hostile = '<img src=x onerror="throw 1"> Pat'

test('lists drivers with documents and next duty, changes one and adds time off', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const trip = await assignedTrip(pat, { departsIn: days(3) })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/drivers' })
  const { page } = visit

  await page.getByRole('link', { name: trip.ref }).waitFor()
  await visit.expectAccessible('drivers')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Time off' }).waitFor()

  await page.getByRole('button', { name: 'Add time off' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Note' }).fill('A week by the sea')
  await drawer.getByLabel('From').fill('2027-08-02T00:00')
  await drawer.getByLabel('To').fill('2027-08-01T00:00')
  visit.expect(/^422: POST .*\/blocks$/)
  await drawer.getByRole('button', { name: 'Add' }).click()
  await drawer.locator('[aria-invalid="true"]').first().waitFor()
  await drawer.getByLabel('To').fill('2027-08-09T00:00')
  await drawer.getByRole('button', { name: 'Add' }).click()
  await page.getByText('A week by the sea').waitFor()

  await page.getByRole('textbox', { name: 'Name' }).fill(hostile)
  // Typed digit by digit, as a day without its whole year is another day.
  await page.getByLabel('Licence expires').pressSequentially('29/2/2028')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('heading', { name: hostile }).waitFor()
  await page.getByText('29 Feb 2028').waitFor()
  await visit.expectAccessible('driver')

  await page.getByRole('button', { name: 'Actions for Holiday' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('No time off entered.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('A week by the sea').waitFor()

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('1 trip will need a driver.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No drivers yet.').waitFor()
})

test('adds and invites the first driver, with errors at their fields', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/drivers' })
  const { page } = visit

  await page.getByText('No drivers yet.').waitFor()
  await visit.expectAccessible('drivers-none')
  await page.getByRole('button', { name: 'Add driver' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Robin Moss')
  visit.expect(/^422: POST .*\/drivers$/)
  await drawer.getByRole('button', { name: 'Add and invite' }).click()
  await drawer.getByText('Enter an email address or a phone number for the invitation.').waitFor()
  await visit.expectAccessible('driver-new')
  await page.reload()
  await drawer.getByRole('textbox', { name: 'Mobile number' }).fill('07700 900190')
  await drawer.getByRole('button', { name: 'Add and invite' }).click()
  await page.getByText('Robin Moss added. Invitation sent.').waitFor()
  await drawer.getByText('Ask Robin Moss to scan this code.').waitFor()
  const link = await drawer.getByRole('textbox', { name: 'Link' }).inputValue()
  await visit.expectAccessible('driver-link')
  await page.keyboard.press('Escape')
  await page.getByRole('rowheader', { name: 'Robin Moss' }).waitFor()

  await using phone = await openVisit(market.server.url, { width: 390, height: 844 })
  await phone.page.goto(link)
  await phone.page.getByRole('button', { name: 'Sign in' }).click()
  await phone.page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.getByRole('rowheader', { name: 'Robin Moss' }).getByRole('link').click()
  await page.getByText('Active').waitFor()
  await page.getByRole('button', { name: 'Show sign-in code' }).click()
  await drawer.getByRole('textbox', { name: 'Link' }).waitFor()
})

test('shows no roster to a role without drivers', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await dales.driver()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/drivers', role: 'accounts' })
  await visit.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await visit.page.getByText('Pat Moss').count()).toBe(0)
  await visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
  await visit.page.getByRole('heading', { name: 'To do' }).waitFor()
  expect(await visit.page.getByRole('navigation', { name: 'Main' }).first().textContent()).not.toContain('NaN')
})
