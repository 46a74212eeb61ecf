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
