import { expect, test } from 'bun:test'
import { type BrowserVisit, shareBrowser } from '../support/browser.ts'
import { days, ok } from '../support/market.ts'
import { openOperatorWithCoaches } from '../support/operator-with-coaches.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

/** A trip in two days with a driver who has a phone, and a second free driver. */
async function staffed() {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 1)
  const pat = await desk.driver({ name: 'Pat Moss', phone: '+447700900111' })
  await desk.driver({ name: 'Kim Low' })
  const offered = await quoted({
    departsIn: days(2),
    customer: { name: 'Otley Primary School', email: 'ann@example.org', phone: '+447700900222' },
  })
  ok(await offered.book())
  ok(await desk.assign(offered.trip, pat, 'YX21 ABC'))
  return { market, desk, ref: offered.trip.ref, trip: offered.trip }
}

/** The address and type of the job sheet that a click opens. */
async function sheetOf({ context, page }: BrowserVisit, press: () => Promise<void>) {
  const asked = Promise.withResolvers<string>()
  // The browser's PDF viewer is not a page of the product.
  await context.route('**/job-sheet.pdf', (route) => {
    asked.resolve(route.request().url())
    return route.fulfill({ status: 204 })
  })
  await press()
  const sheet = await page.request.get(await asked.promise)
  return { path: new URL(sheet.url()).pathname, type: sheet.headers()['content-type'] }
}

test('opens a bar with links to call, print and assign', async () => {
  const { market, desk, ref, trip } = await staffed()
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary' })
  const { page } = visit
  const bar = page.getByRole('listitem', { name: 'YX21 ABC' }).getByRole('button', { name: /Otley Primary School/ })
  await bar.click()
  const drawer = page.getByRole('dialog')
  expect(await drawer.getByRole('link', { name: 'Call Pat Moss' }).getAttribute('href')).toBe('tel:+447700900111')
  expect(await drawer.getByRole('link', { name: 'Call Otley Primary School' }).getAttribute('href')).toBe('tel:+447700900222')
  await visit.expectAccessible('diary-item')
  await drawer.getByRole('button', { name: 'More actions' }).click()
  const sheet = await sheetOf(visit, () => drawer.getByRole('menuitem', { name: 'Job sheet (PDF)' }).click())
  expect(sheet).toEqual({ path: `/portal/as-me/portal/v1/bookings/${ref}/job-sheet.pdf`, type: 'application/pdf' })

  await drawer.getByRole('button', { name: 'Assign driver' }).click()
  await page.getByRole('dialog', { name: /^Assign: / }).waitFor()
  await page.mouse.move(0, 0)
  await page.goBack()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(ok(await desk.booking(trip)).driver.name).toBe('Pat Moss')
  await bar.press('Enter')
  await drawer.getByRole('link', { name: 'Open booking' }).click()
  await page.waitForURL(`**/portal/bookings/${ref}`)
})

test('assigns both vehicles of a trip in one drawer, opened from the diary', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 2)
  for (const name of ['Pat Moss', 'Kim Low']) await desk.driver({ name })
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  const { trip, book } = await quoted({ departsIn: days(2), passenger_count: 90 }, { vehicles })
  ok(await book())
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary' })
  const { page } = visit
  await page
    .getByRole('listitem', { name: 'Unallocated' })
    .getByRole('button', { name: /Ann Smith/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Assign driver' }).click()
  const drawer = page.getByRole('dialog', { name: /^Assign: / })
  for (const nth of [1, 2]) {
    const vehicle = drawer.getByRole('region', { name: `Assign vehicle ${nth} of 2` })
    await vehicle.getByRole('button', { name: /^Assign .+, YX2/ }).click()
    await page
      .getByText(/ assigned/)
      .nth(nth - 1)
      .waitFor()
  }
  await drawer.waitFor({ state: 'detached' })
  expect(ok(await desk.booking(trip)).needs_driver).toBe(false)
})

test('opens one block of two that begin at the same time', async () => {
  const market = await openShared()
  const { desk, office, fleet } = await openOperatorWithCoaches(market, 2)
  const week = { starts_at: market.at(days(1)), ends_at: market.at(days(2)) }
  for (const vehicle_id of fleet) ok(await office.call('POST', '/blocks', { kind: 'mot', vehicle_id, ...week }))
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary' })
  const { page } = visit
  await page.getByRole('listitem', { name: 'YX22 ABC' }).getByRole('button', { name: /MOT/ }).first().click()
  await page.getByRole('dialog').first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await page.locator('[aria-expanded="true"][aria-haspopup="dialog"]').count()).toBe(1)
})

test('shows the diary as a list with the same actions on a phone', async () => {
  const { market, desk, ref, trip } = await staffed()
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary', width: 360 })
  const { page } = visit
  const row = page.getByRole('listitem').filter({ hasText: 'Otley Primary School' })
  await row.waitFor()
  expect(await page.getByRole('region', { name: 'Timeline' }).count()).toBe(0)
  expect(await page.getByRole('radiogroup', { name: 'View' }).getByRole('radio').count()).toBe(2)
  expect(await page.getByRole('navigation', { name: 'Days' }).getByRole('link').allTextContents()).toEqual(['Thu 4'])
  expect((await row.textContent())?.replaceAll(/\s+/g, ' ')).toMatch(
    /Leeds → York Otley Primary School · 45 YX21 ABC · Pat Moss Awaiting driver/,
  )
  await visit.expectAccessible('diary-narrow')

  await row.getByRole('button').click()
  const card = page.getByRole('dialog', { name: 'Otley Primary School' })
  expect(await card.getByRole('link', { name: 'Call Pat Moss' }).getAttribute('href')).toBe('tel:+447700900111')
  expect(await card.getByRole('link', { name: 'Call Otley Primary School' }).getAttribute('href')).toBe('tel:+447700900222')
  await card.getByRole('button', { name: 'More actions' }).click()
  const sheet = await sheetOf(visit, () => card.getByRole('menuitem', { name: 'Job sheet (PDF)' }).click())
  expect(sheet).toEqual({ path: `/portal/as-me/portal/v1/bookings/${ref}/job-sheet.pdf`, type: 'application/pdf' })
  await card.getByRole('button', { name: 'Assign driver' }).click()
  const drawer = page.getByRole('dialog', { name: /^Assign: / })
  await drawer.getByRole('radio', { name: /Kim Low/ }).check()
  await drawer.getByRole('button', { name: 'Assign Kim Low, YX21 ABC' }).click()
  await row.filter({ hasText: 'Kim Low' }).waitFor()
  expect(ok(await desk.booking(trip)).driver.name).toBe('Kim Low')
  await drawer.waitFor({ state: 'detached' })
  await row.getByRole('button').click()
  await card.getByRole('link', { name: 'Open booking' }).click()
  await page.waitForURL(`**/portal/bookings/${ref}`)
})
