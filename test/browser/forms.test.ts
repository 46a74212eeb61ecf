import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

async function openOffice(path: string, width = 1440) {
  const market = await openShared()
  const dales = await market.operator()
  return openSignedInPortal(openVisit, market, dales.ref, { path, width })
}

/** A field by its whole label; a required field has a star after its label. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))

async function choose(page: Page, label: string, option: string): Promise<string> {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  return box.inputValue()
}

test('keeps the option of a select when the same option is chosen again', async () => {
  await using visit = await openOffice('/new')
  const { page } = visit
  await page.getByRole('button', { name: 'Edit address (pick-up)' }).click()
  for (const [label, option] of [
    ['Place type', 'School'],
    ['Purpose', 'Wedding'],
    ['Availability', 'On request'],
  ] as const)
    for (let time = 0; time < 3; time++) expect(await choose(page, label, option)).toBe(option)
  await page.reload()
  await page.getByRole('button', { name: 'Edit address (pick-up)' }).click()
  expect(await page.getByRole('combobox', { name: 'Place type' }).inputValue()).toBe('School')
})

test.each([1440, 390])('shows missing fields of a form at %d px, counts them and sends nothing', async (width) => {
  await using visit = await openOffice('/new', width)
  const { page } = visit
  const posted: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()))
  if (width < 600) await page.getByRole('button', { name: /^\d\. Price$/ }).click()
  // On a phone it is behind the first steps.
  const send = page.locator('button', { hasText: 'Send quote' })
  await send.click()

  await page.getByText('8 fields need attention').waitFor()
  for (const sentence of [
    'Enter a phone number or an email address we can use.',
    'Date is required.',
    'Enter a time.',
    'Enter a pick-up.',
    'Enter a drop-off.',
    'Enter the number of passengers, 1 or more.',
    'Choose a vehicle.',
    'Enter a price, such as 640.00.',
  ])
    expect(await page.getByText(sentence, { exact: true }).count()).toBe(1)
  expect(await page.evaluate("document.activeElement.getAttribute('data-path')")).toBe('customer.phone')
  const described = page.locator(`[id="${await send.getAttribute('aria-describedby')}"]`)
  expect(await described.textContent()).toBe('8 fields need attention')
  expect(await visit.layout()).toEqual([])
  await visit.expectAccessible(`form-missing-${width}`)

  await field(page, 'Email').fill('ann@example.org')
  if (width < 600) await page.getByRole('button', { name: /^\d\. Price$/ }).click()
  await field(page, 'Price').fill('64o')
  await page.getByText('7 fields need attention').waitFor()
  await send.click()
  expect(await page.getByText('Enter a price, such as 640.00.').count()).toBe(1)
  if (width < 600) await page.getByRole('button', { name: /^\d\. Price$/ }).click()
  await field(page, 'Price').fill('640')
  await page.getByText('6 fields need attention').waitFor()
  expect(posted.filter((url) => url.includes('/portal/v1/trips'))).toEqual([])
})

test('shows an error at checkboxes and choices without a selection', async () => {
  await using visit = await openOffice('/settings/keys?mint=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Create key' }).click()
  await drawer.getByText('Choose at least one.').waitFor()
  await drawer.getByText('Name is required.').waitFor()
  await drawer.getByText('2 fields need attention').waitFor()
  await drawer.getByRole('checkbox').first().check()
  await drawer.getByText('1 field needs attention').waitFor()
  await visit.expectAccessible('form-ticks')

  await page.goto('/portal/settings/team?invite=1')
  await drawer.getByRole('button', { name: /invite/i }).click()
  await drawer.getByText('Choose one.').waitFor()
  await drawer.getByText('3 fields need attention').waitFor()
})

test('keeps a refused value and its error in the draft until it is corrected or cleared', async () => {
  await using visit = await openOffice('/new')
  const { page } = visit
  await field(page, 'Price').fill('64o')
  await page.getByLabel(/^Deposit/).fill('a fifth')
  await page.reload()
  expect(await field(page, 'Price').inputValue()).toBe('64o')
  expect(await page.getByLabel(/^Deposit/).inputValue()).toBe('a fifth')
  expect(await page.getByText('Enter a price, such as 640.00.').count()).toBe(1)
  expect(await page.getByText('Enter an amount, such as 640 or 640.50.').count()).toBe(1)

  await field(page, 'Price').fill('640')
  await page.getByLabel(/^Deposit/).fill('')
  await page.reload()
  expect(await field(page, 'Price').inputValue()).toBe('640.00')
  // The usual deposit, 20 % of the price.
  await eventually(async () => (await page.getByLabel(/^Deposit/).inputValue()) === '128.00')

  await field(page, 'Price').fill('x')
  await page.getByText(/^Draft saved/).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await field(page, 'Price').inputValue()).toBe('')
  expect(await page.getByText(/^Draft saved/).count()).toBe(0)
  await page.reload()
  expect(await field(page, 'Price').inputValue()).toBe('')
})

test('reads a typed date, keeps an unreadable one with its error, and offers a calendar', async () => {
  await using visit = await openOffice('/new')
  const { page } = visit
  const until = field(page, 'Valid until')
  const error = page.getByText('Enter a date and a time, such as 4 Dec 8:30.', { exact: true })
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await until.fill('4 dec 2027')
  expect(await error.count()).toBe(0)
  await until.blur()
  await error.waitFor()
  await page.reload()
  expect(await until.inputValue()).toBe('4 dec 2027')
  await error.waitFor()

  await until.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' 8.30')
  await page.keyboard.press('Tab')
  expect(await until.inputValue()).toBe('Sat 4 Dec 2027, 08:30')
  expect(await error.count()).toBe(0)

  await until.focus()
  await page.keyboard.press('Alt+ArrowDown')
  expect(await calendar.locator('thead th').first().textContent()).toBe('Mo')
  await visit.expectAccessible('form-calendar')
  await calendar.getByRole('button', { name: '6 December 2027', exact: true }).click()
  await calendar.waitFor({ state: 'detached' })
  expect(await until.inputValue()).toBe('Mon 6 Dec 2027, 08:30')
  await page.keyboard.press('Alt+ArrowDown')
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  expect(await page.evaluate("document.activeElement.getAttribute('data-path')")).toBe('quote.valid_until')

  // A day without a time waits for the time to be typed.
  await until.fill('')
  await page.getByRole('button', { name: 'Open calendar' }).last().click()
  await calendar.locator('button[data-today]').click()
  await page.keyboard.type('2345')
  await page.keyboard.press('Tab')
  expect(await until.inputValue()).toEndWith(', 23:45')
})

test('shows the date field of the device on touch', async () => {
  await using visit = await openOffice('/new', 390)
  const until = field(visit.page, 'Valid until')
  const openPrice = () => visit.page.getByRole('button', { name: /^\d\. Price$/ }).tap()
  await openPrice()
  expect(await until.getAttribute('type')).toBe('datetime-local')
  await until.fill('2027-12-04T08:30')
  await visit.page.reload()
  await openPrice()
  expect(await until.inputValue()).toBe('2027-12-04T08:30')
})
