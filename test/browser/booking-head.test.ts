import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { signInDriver } from '../support/driver-client.ts'
import { minutes, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

test('names the time zone once for a reader in another zone, and offers a calendar file', async () => {
  const market = await openShared()
  const desk = await market.operator()
  const trip = await market.bookedTrip(desk)
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: `/bookings/${trip.ref}` })
  const { page } = visit

  await page.getByText('All times are London time.').waitFor()
  expect(await page.getByText('London time').count()).toBe(1)
  await page.getByRole('button', { name: 'More' }).click()
  const calendar = page.getByRole('menuitem', { name: 'Calendar file (ICS)' })
  const file = await page.request.get((await calendar.getAttribute('href')) ?? '')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'text/calendar;charset=utf-8'])
  expect(await file.text()).toContain(trip.ref)

  const browser = visit.context.browser()
  const storageState = await visit.context.storageState()
  if (browser === null) throw new Error('A visit has a browser.')
  await using context = await browser.newContext({ baseURL: visit.url, timezoneId: 'Europe/London', storageState })
  const atHome = await context.newPage()
  await atHome.goto(`/portal/bookings/${trip.ref}`)
  await atHome.getByRole('heading', { name: /Leeds Town Hall → York Minster/ }).waitFor()
  expect(await atHome.getByText('London time').count()).toBe(0)
})

test('shows each completed step with its time', async () => {
  const market = await openShared()
  const desk = await market.operator()
  const trip = await market.bookedTrip(desk)
  const driver = await signInDriver(desk)
  ok(await desk.assign(trip, driver.id, 'YX20 ABC'))
  const { departs_at } = ok(await desk.booking(trip)) as { departs_at: string }
  await market.advanceTo(departs_at, -minutes(30))
  ok(await driver.submitVehicleCheck())
  for (const status of ['en_route', 'arrived']) ok(await driver.report(trip, status))
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: `/bookings/${trip.ref}` })
  const steps = visit.page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await steps.first().waitFor()
  const texts = await steps.allTextContents()
  const timed = texts.filter((text) => /\d\d:\d\d/.test(text))
  expect(
    timed.map((text) => /^(Confirmed|Allocated|Driver confirmed|Set off|Arrived|On board|Completed)/.exec(text)?.[0]),
  ).toEqual(['Confirmed', 'Allocated', 'Driver confirmed', 'Set off', 'Arrived'])
  expect(await visit.page.locator('[aria-current="step"]').textContent()).toMatch(/^Arrived/)
  await visit.expectAccessible('booking-steps')
})
