import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { openSignedInDriverApp } from '../support/driver-app-browser.ts'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { days, hours, ok } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage } from '../support/trip-page-browser.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

/** A4 at 96 dots per inch. */
const sheet = { width: 794, height: 1123 }

/** Faults of a printed page in dark mode: visible controls, text that is not black on white, and parts that can be split. */
async function faultsOnPaper(page: Page, whole: string): Promise<string[]> {
  await page.setViewportSize(sheet)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  return page.evaluate(`(() => {
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const levels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number)
    const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
    const all = shown('body, body *').filter((one) => !one.matches('.plate'))
    return [
      ...shown('button, form, nav, dialog, select, .button:not(.ring)').map((one) => 'pressed: ' + one.textContent),
      ...all.filter((one) => hasText(one) && Math.max(...levels(getComputedStyle(one).color).slice(0, 3)) > 0)
        .map((one) => 'not black: ' + one.textContent),
      ...all.filter((one) => {
        const [red, green, blue, share = 1] = levels(getComputedStyle(one).backgroundColor)
        return share > 0 && Math.min(red, green, blue) < 255
      }).map((one) => 'not on white: ' + one.textContent),
      ...shown(${JSON.stringify(whole)}).filter((one) => getComputedStyle(one).breakInside !== 'avoid').map((one) => 'cut: ' + one.textContent),
    ]
  })()`)
}

test('prints a trip in black on white with addresses and phone numbers, whatever the theme and colours', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  ok(await (await portalClientOf(market, dales)).call('PUT', '/brand', { accent: '#d4007f' }))
  const customer = await market.bookedTrip(dales, { notes: 'A quiet coach, please.' })
  await using trip = await openTripPage(openVisit, market, customer.token)
  const { page } = trip.visit
  await page.getByRole('button', { name: 'Confirmation (PDF)' }).waitFor()
  await page.locator('#colours').waitFor({ state: 'attached' })
  expect(await faultsOnPaper(page, 'article, dl > div, tr')).toEqual([])
  for (const words of ['Leeds Town Hall, Leeds, LS1 3AD', '0113 496 0000', customer.ref, 'A quiet coach, please.'])
    expect(await page.getByText(words).filter({ visible: true }).count()).toBeGreaterThan(0)
  for (const part of ['#documents', '#change', '#cancel']) expect(await trip.isShown(part)).toBe(false)
  await trip.visit.takeScreenshot('trip-on-paper')

  const asked = await market.trip([dales])
  await dales.makeQuote(asked, { availability: 'confirmed' })
  await using open = await openTripPage(openVisit, market, asked.token)
  await open.visit.page.locator('article.offer').waitFor()
  expect(await faultsOnPaper(open.visit.page, 'article, dl > div, tr')).toEqual([])
  expect(await open.text('article.offer .price')).toContain('£640.00')
  await open.visit.takeScreenshot('offer-on-paper')
})

test("prints a driver's trip in black on white with every address and phone number", async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const kim = await signInDriver(dales, { name: 'Kim Low' })
  const gate = {
    label: 'York Minster',
    kind: 'venue',
    address_lines: ['Deangate'],
    postcode: 'YO1 7HH',
    access_note: 'By the east gate.',
    latitude: 53.962,
    longitude: -1.0819,
  }
  const trip = await assignedTrip(cab, { departsIn: hours(3), dropoff: gate, returns_at: market.at(hours(9)) })
  ok(await dales.assign(trip, kim.id, 'YX20 ABC', { role: 'second' }))
  const { page } = visit
  await page.goto(`/driver/trips/${trip.ref}`)
  await page.getByRole('link', { name: 'Call Ann Smith', exact: true }).waitFor()
  await page
    .getByRole('link', { name: /^Map of York Minster/ })
    .first()
    .waitFor()
  expect(await faultsOnPaper(page, '.card, .legs li, .lines li')).toEqual([])
  for (const words of [
    'Deangate, YO1 7HH',
    'By the east gate.',
    'LS1 3AD',
    '07700 900123',
    '0113 496 0000',
    'Kim',
    `${trip.ref}, Tue 2 Mar 2027`,
  ])
    expect(await page.getByText(words).filter({ visible: true }).count()).toBeGreaterThan(0)
  expect(await page.getByText('Map', { exact: true }).filter({ visible: true }).count()).toBe(0)
  await visit.takeScreenshot('driver-trip-on-paper')

  const later = await assignedTrip(cab, { departsIn: days(10) })
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/driver/trips/${later.ref}`)
  await page.getByText('The contact shows from').waitFor()
  expect(await faultsOnPaper(page, '.card, .legs li')).toEqual([])
  expect(await page.getByText('07700 900123').count()).toBe(0)
})
