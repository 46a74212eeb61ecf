import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

async function openOffice(path: string, width = 1440) {
  const market = await openShared()
  const dales = await market.operator()
  return openSignedInPortal(openVisit, market, dales.ref, { path, width })
}

/** A field by the whole of its label; what is required has a star behind it. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))

async function choose(page: Page, label: string, option: string): Promise<string> {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  return box.inputValue()
}

test('a select keeps its option when the same option is chosen again', async () => {
  await using visit = await openOffice('/new')
  const { page } = visit
  for (const [label, option] of [
    ['What it is (from)', 'School'],
    ['What it is (to)', 'Station'],
    ['What for', 'Wedding'],
  ] as const)
    for (let time = 0; time < 3; time++) expect(await choose(page, label, option)).toBe(option)
  await page.reload()
  expect(await page.getByRole('combobox', { name: 'What it is (from)' }).inputValue()).toBe('School')
})

test.each([1440, 390])(
  'a form at %d px names what is missing at its field, counts it at the button, and sends nothing',
  async (width) => {
    await using visit = await openOffice('/new', width)
    const { page } = visit
    const posted: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()))
    await page.getByRole('button', { name: 'Book now' }).click()
    const book = page.getByRole('button', { name: 'Book now' })
    await book.click()

    await page.getByText('7 fields need attention').waitFor()
    for (const sentence of [
      'Leaves is required.',
      'Enter a pick-up.',
      'Enter a drop-off.',
      'Enter the number of passengers, 1 or more.',
      'Coach is required.',
      'Enter a price, such as 640.00.',
      'Choose how they pay.',
    ])
      expect(await page.getByText(sentence, { exact: true }).count()).toBe(1)
    expect(await page.evaluate("document.activeElement.getAttribute('data-path')")).toBe('departs_at')
    const described = page.locator(`[id="${await book.getAttribute('aria-describedby')}"]`)
    expect(await described.textContent()).toBe('7 fields need attention')
    expect(await visit.layout()).toEqual([])
    await visit.expectAccessible(`form-missing-${width}`)

    await page.getByText('Cash', { exact: true }).click()
    await field(page, 'Price').fill('64o')
    await page.getByText('6 fields need attention').waitFor()
    expect(await page.getByText('Choose how they pay.').count()).toBe(0)
    await book.click()
    expect(await page.getByText('Enter a price, such as 640.00.').count()).toBe(1)
    await field(page, 'Price').fill('640')
    await page.getByText('5 fields need attention').waitFor()
    expect(posted.filter((url) => url.includes('/portal/v1/trips'))).toEqual([])
  },
)

test('a form names ticks and choices where none is chosen', async () => {
  await using visit = await openOffice('/settings/keys?mint=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Make the key' }).click()
  await drawer.getByText('Choose at least one.').waitFor()
  await drawer.getByText('What it is for is required.').waitFor()
  await drawer.getByText('2 fields need attention').waitFor()
  await drawer.getByRole('checkbox').first().check()
  await drawer.getByText('1 field needs attention').waitFor()
  await visit.expectAccessible('form-ticks')

  await page.goto('/portal/settings/team?invite=1')
  await drawer.getByRole('button', { name: /invite/i }).click()
  await drawer.getByText('Choose one.').waitFor()
  await drawer.getByText('3 fields need attention').waitFor()
})

test('a draft keeps a value that was refused, with its sentence, until it is corrected or cleared', async () => {
  await using visit = await openOffice('/new')
  const { page } = visit
  await field(page, 'Price').fill('64o')
  await page.getByLabel('Deposit (optional)').fill('a fifth')
  await page.reload()
  expect(await field(page, 'Price').inputValue()).toBe('64o')
  expect(await page.getByLabel('Deposit (optional)').inputValue()).toBe('a fifth')
  expect(await page.getByText('Enter a price, such as 640.00.').count()).toBe(1)
  expect(await page.getByText('Enter an amount like 640 or 640.50.').count()).toBe(1)

  await field(page, 'Price').fill('640')
  await page.getByLabel('Deposit (optional)').fill('')
  await page.reload()
  expect(await field(page, 'Price').inputValue()).toBe('640.00')
  expect(await page.getByLabel('Deposit (optional)').inputValue()).toBe('')

  await field(page, 'Price').fill('x')
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(await field(page, 'Price').inputValue()).toBe('')
  await page.reload()
  expect(await field(page, 'Price').inputValue()).toBe('')
})
