import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { printedSetupUrls, startEmptyServer } from '../support/first-run.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'

const openVisit = shareBrowser()

/** One of a list, as it is found by typing or by opening it. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  if (await box.isEditable()) await box.fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a new server is set up in a browser, with a mail that was tried, and its admin is signed in', async () => {
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
  await page.getByLabel('Your e-mail address').fill('jo@dales.example')
  await page.getByLabel('Set up mail now').check()
  await page.getByRole('textbox', { name: 'Mail server', exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(office.port))
  await choose(page, 'Encryption', 'None (a server on this machine)')
  await page.getByLabel('Mails come from').fill('office@dales.example')
  await page.getByRole('button', { name: 'Send me a test mail' }).click()
  await page.getByText('The mail server took a mail to jo@dales.example.').waitFor()
  await page.getByText(/^220 /).waitFor()
  await page.getByLabel('Registration').fill('YJ21 DCL')
  await choose(page, 'Kind', 'Coach, 49 seats')
  expect(await page.getByLabel('Seats').inputValue()).toBe('49')
  await page.getByRole('button', { name: 'Another driver' }).click()
  await page.getByRole('group', { name: 'Your drivers, 2' }).getByLabel('Name').fill('Robin Moss')
  await visit.expectAccessible('first-run')

  await page.getByRole('button', { name: 'Open the office' }).click()
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
  expect(new URL(page.url()).hash).toBe('')

  visit.expect(/^(409|401): GET \/portal\/setup\/state$/)
  await page.goto(address)
  await page.reload()
  await page.getByText('This server is set up already.').waitFor()
})

test('what is wrong stands under its field, and who has no address sees nothing', async () => {
  await using server = await startEmptyServer()
  await using visit = await openVisit(server.url)
  const { page } = visit
  visit.expect(/^422: POST \/portal\/setup\/finish$/, /^401: GET \/portal\/setup\/state$/)
  await page.goto(printedSetupUrls(server).at(-1) ?? '')

  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Dales')
  await choose(page, 'Time zone', 'Europe/London')
  await choose(page, 'Currency', 'GBP · British Pound')
  await page.getByLabel('Your name').fill('Jo Dale')
  await page.getByLabel('Your e-mail address').fill('jo@dales.example')
  await page.getByLabel('Registration').fill('YJ21 DCL')
  await page.getByRole('button', { name: 'Open the office' }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  await page.reload()
  expect(await page.getByLabel('Registration').inputValue()).toBe('YJ21 DCL')

  await page.goto('about:blank')
  await page.goto('/portal/setup#cbs_x')
  await page.getByText('This page opens with the address').waitFor()
  await page.goto('about:blank')
  await page.goto('/portal/setup')
  await page.getByText('This page opens with the address').waitFor()
  await visit.expectAccessible('first-run-without-address')
})
