import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { printedSetupUrls, startEmptyServer } from '../support/first-run.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'

const openVisit = shareBrowser()

/** Chooses an option of a list, by typing or by opening the list. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  if (await box.isEditable()) await box.fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('sets a new server up with a tested mail server, and signs the admin in', async () => {
  await using office = await startTestMailServer()
  await using server = await startEmptyServer({ CHARABANC_MAIL_DIR: '' })
  await using visit = await openVisit(server.url)
  const { page } = visit
  const address = printedSetupUrls(server).at(-1) ?? ''
  await page.goto(address)

  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Kingston upon Hull & District Coaches')
  await choose(page, 'Time zone', 'Europe/London')
  await choose(page, 'Currency', 'GBP · British Pound')
  const postal = page.getByRole('group', { name: 'Postal address' })
  await postal.getByRole('textbox', { name: 'Address', exact: true }).fill('The Mill')
  await postal.getByRole('textbox', { name: 'Town' }).fill('Ilkley')
  await postal.getByRole('textbox', { name: 'Postcode' }).fill('LS29 8HL')
  await choose(page, 'Country', 'United Kingdom')
  await page.getByLabel('Your name').fill('Jo Dale')
  await page.getByLabel('Your email address').fill('jo@dales.example')
  await page.getByLabel('Set up email now').check()
  await page.getByRole('textbox', { name: 'Mail server', exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(office.port))
  await choose(page, 'Encryption', 'None (a server on this machine)')
  await page.getByLabel('Sender address').fill('office@dales.example')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText('The mail server accepted an email to jo@dales.example.').waitFor()
  await page.getByText(/^220 /).waitFor()
  await page.getByLabel('Registration').fill('YJ21 DCL')
  await choose(page, 'Vehicle type', 'Coach, 49 seats')
  expect(await page.getByLabel('Seats').inputValue()).toBe('49')
  await page.getByRole('button', { name: 'Add driver' }).click()
  await page.getByRole('group', { name: 'Your drivers, 2' }).getByLabel('Name').fill('Robin Moss')
  await visit.expectAccessible('first-run')

  await page.getByRole('button', { name: 'Finish setup' }).click()
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
  expect(new URL(page.url()).hash).toBe('')

  visit.expect(/^(409|401): GET \/portal\/setup\/state$/)
  await page.goto(address)
  await page.reload()
  await page.getByText('This server is already set up.').waitFor()
})

test('shows errors at their fields, and nothing without the setup token', async () => {
  await using server = await startEmptyServer()
  await using visit = await openVisit(server.url)
  const { page } = visit
  visit.expect(/^422: POST \/portal\/setup\/finish$/, /^401: GET \/portal\/setup\/state$/)
  await page.goto(printedSetupUrls(server).at(-1) ?? '')

  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Dales')
  await choose(page, 'Time zone', 'Europe/London')
  await choose(page, 'Currency', 'GBP · British Pound')
  await page.getByLabel('Your name').fill('Jo Dale')
  await page.getByLabel('Your email address').fill('jo@dales.example')
  await page.getByLabel('Registration').fill('YJ21 DCL')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  await page.reload()
  expect(await page.getByLabel('Registration').inputValue()).toBe('YJ21 DCL')

  await page.goto('about:blank')
  await page.goto('/portal/setup#cbs_x')
  await page.getByText('Open the address').waitFor()
  await page.goto('about:blank')
  await page.goto('/portal/setup')
  await page.getByText('Open the address').waitFor()
  await visit.expectAccessible('first-run-without-address')
})
