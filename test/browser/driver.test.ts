import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type BrowserVisit, lanHostName, shareBrowser } from '../support/browser.ts'
import {
  brokenWords,
  openSignedInDriverApp as enterCabAt,
  openPhone,
  phoneSize,
  signInOnPhone,
} from '../support/driver-app-browser.ts'
import { assignedTrip, DriverClient } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { hours, type Market, type OperatorClient, ok } from '../support/market.ts'
import { codeIn, signInDriverByLink } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

type Driven = Awaited<ReturnType<typeof assignedTrip>>

const enterCab = (market: Market, operator: OperatorClient, url?: string) => enterCabAt(openVisit, market, operator, url)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The statuses in the log of a trip, oldest first. */
async function steps(cab: DriverClient, trip: Driven): Promise<string[]> {
  return ok(await cab.trip(trip)).events.map(({ status }: { status: string }) => status)
}

/** Slides a track from one end to the other. */
async function slide(page: Page, label: string): Promise<void> {
  const track = page.locator('.slide', { hasText: label })
  await track.scrollIntoViewIfNeeded()
  const box = await track.boundingBox()
  if (box === null) throw new Error(`No slide ${label}`)
  await page.mouse.move(box.x + 30, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 30)
  await page.mouse.move(box.x + box.width - 10, box.y + 30)
  await page.mouse.up()
}

async function fillCheck(page: Page): Promise<void> {
  await page.getByLabel('Odometer').fill('120345')
  for (const group of ['In the cab', 'Round the outside', 'Inside']) await button(page, `All OK ${group}`).click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
}

/** A phone, the narrowest phone, and the first phone at 200 %. */
const phoneSizes = [
  [390, 844],
  [360, 780],
  [195, 422],
] as const

/** Checks that every control is large enough for a thumb and that nothing is cut off on the narrowest phone. */
async function fitsThumbs(visit: BrowserVisit, name: string, page: Page = visit.page): Promise<void> {
  for (const [width, height] of phoneSizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      const look = `driver-${name}-${width}-${colorScheme}`
      await visit.takeScreenshot(look, page)
      const small =
        await page.evaluate(`[...document.querySelectorAll('a, button, summary, select, textarea, input:not(.unseen)')]
        .filter((one) => one.checkVisibility())
        .map((one) => [(one.closest('label.tick, label.choice') ?? one).getBoundingClientRect(), one.textContent || one.type])
        .filter(([{ width, height }]) => width < 48 || height < 48).map(([, text]) => text)`)
      const found = await visit.axe(page)
      expect({ look, found, layout: await visit.layout(page), small, broken: await brokenWords(page) }).toEqual({
        look,
        found: [],
        layout: [],
        small: [],
        broken: [],
      })
    }
  }
  await page.setViewportSize(phoneSize)
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  const look = `driver-${name}-large-text`
  await visit.takeScreenshot(look, page)
  expect({ look, layout: await visit.layout(page), broken: await brokenWords(page) }).toEqual({ look, layout: [], broken: [] })
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  await page.setViewportSize(phoneSize)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('completes a day from the link to the last step, with an offline part, and reports each step once', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  await visit.page.reload()
  const { page, context } = visit

  await button(page, 'Accept job').waitFor()
  await fitsThumbs(visit, 'acknowledge')
  await button(page, 'Accept job').click()
  await page.getByRole('link', { name: 'Start check' }).click()
  await fillCheck(page)
  await fitsThumbs(visit, 'check')
  await button(page, 'Report safe').click()
  await page.getByRole('heading', { name: 'Safe to drive', exact: true }).waitFor()
  await fitsThumbs(visit, 'fit')
  await button(page, 'Back to job').click()
  await page.getByRole('link', { name: 'Now' }).click()
  await button(page, 'Set off').click()
  await eventually(async () => (await steps(cab, trip)).includes('en_route'))
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')

  // The answer has arrived, so only later taps wait.
  await page.locator('.bar').waitFor({ state: 'hidden' })
  await context.setOffline(true)
  await page.waitForTimeout(1_000)
  await button(page, 'Arrived').click()
  await page.getByText('Saved 1, waiting for a connection').waitFor()
  await page.getByText('Arrived', { exact: true }).waitFor()
  await page.waitForTimeout(1_000)
  await page.getByRole('spinbutton', { name: 'Passengers' }).fill('44')
  await button(page, 'All on board').click()
  await page.getByText('Saved 2, waiting for a connection').waitFor()
  await fitsThumbs(visit, 'offline')

  await page.close()
  const again = await context.newPage()
  await again.goto('/driver')
  await again.getByText('Saved 2, waiting for a connection').waitFor()
  await again.getByText('On board', { exact: true }).waitFor()
  expect(await steps(cab, trip)).toEqual(['en_route'])

  await context.setOffline(false)
  await eventually(async () => (await steps(cab, trip)).length === 3)
  await again.getByText('waiting for a connection').waitFor({ state: 'hidden' })
  await fitsThumbs(visit, 'on-board', again)
  await slide(again, 'Complete')
  await eventually(async () => (await steps(cab, trip)).length === 4)
  expect(await steps(cab, trip)).toEqual(['en_route', 'arrived', 'on_board', 'completed'])
  await again.getByRole('button', { name: /^Undo “Completed”/ }).waitFor()
  await fitsThumbs(visit, 'done', again)
}, 180_000)

test('opens a trip from an SMS through the sign-in', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit } = await enterCab(market, dales)
  await using _ = visit
  await visit.page.goto('/driver/sign-in')
  await visit.page.getByRole('navigation', { name: 'Main' }).waitFor()
  await visit.context.clearCookies()
  visit.expect(/^401: /)
  await visit.page.goto('/driver/sign-in')
  await visit.page.getByLabel('Your mobile number').waitFor()
})

test('sends one event for two taps, and reverts it with Undo', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  await visit.page.goto('/driver')
  await button(visit.page, 'Set off').dblclick()
  await eventually(async () => (await steps(cab, trip)).includes('en_route'))
  await visit.page.waitForTimeout(1_500)
  expect(await steps(cab, trip)).toEqual(['en_route'])
  await visit.page.getByRole('button', { name: /^Undo “Set off”/ }).click()
  await eventually(async () => (await steps(cab, trip)).includes('reverted'))
  await button(visit.page, 'Set off').waitFor()
}, 120_000)

test('shows a refused report with its reason and the office’s phone until it is removed', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref, checked_at: market.at(-60) }))
  const { page, context } = visit
  await page.goto('/driver')
  await button(page, 'Set off').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await context.setOffline(true)
  await button(page, 'Set off').click()
  await page.getByText('Saved 1, waiting for a connection').waitFor()
  // The vehicle was found unsafe before departure.
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref, safe_to_drive: false, checked_at: market.at(-30) }))
  visit.expect(/^409: POST .*\/progress$/)
  await context.setOffline(false)
  await page.getByText('YX20 ABC was reported unsafe. Do not drive it.').waitFor()
  await page.getByText('1 report needs attention').waitFor()
  expect(await page.getByRole('alert').getByRole('link', { name: 'Call office' }).getAttribute('href')).toBe('tel:01134960000')
  await page.getByText('Do not drive.').waitFor()
  await fitsThumbs(visit, 'refused')
  await button(page, 'Remove').click()
  await button(page, 'Remove report').click()
  await page.getByText('1 report needs attention').waitFor({ state: 'hidden' })
  expect(await steps(cab, trip)).toEqual([])
}, 120_000)

test('restores the entries of a refused report for correction', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  const { page } = visit
  visit.expect(/^422: POST .*\/incidents$/)
  await page.goto(`/driver/trips/${trip.ref}/problem`)
  await page.getByText('Delay').click()
  await page.getByLabel('Minutes late').fill('20')
  // Spaces satisfy the browser's required field and fail at the server.
  await page.getByLabel('Description').fill('  ')
  await button(page, 'Report to office').click()
  await page.getByText('1 report needs attention').waitFor()
  await page.getByText(/^Problem.*Enter a description\./).waitFor()
  await fitsThumbs(visit, 'mend')
  await button(page, 'Correct').click()
  await page.getByText('1 report needs attention').waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Minutes late').inputValue()).toBe('20')
  await page.getByLabel('Description').fill('The ring road is closed.')
  await button(page, 'Report to office').click()
  await eventually(async () => ok(await cab.trip(trip)).incidents.length === 1)
  expect(ok(await cab.trip(trip)).incidents).toMatchObject([{ kind: 'delay', note: 'The ring road is closed.' }])
}, 120_000)

test('keeps a check through a reload and another check, and stops a vehicle with a dangerous defect', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  const next = await assignedTrip(cab, { departsIn: hours(26) })
  ok(await cab.acknowledge(trip))
  const { page } = visit
  await page.goto('/driver')
  await page.getByRole('link', { name: 'Start check' }).click()
  await page.getByText('One by one In the cab').click()
  await page.getByLabel('Brakes').selectOption('Defect')
  await page.getByRole('radio', { name: 'Dangerous: do not drive' }).check()
  await page.getByLabel('Description').fill('The pedal sinks.')
  await page.goto(`/driver/check?trip=${next.ref}`)
  await page.getByLabel('Odometer').fill('1')
  await page.goto(`/driver/check?trip=${trip.ref}`)
  expect(await page.getByLabel('Description').inputValue()).toBe('The pedal sinks.')
  await page.evaluate('location.reload()')
  expect(await page.getByLabel('Description').inputValue()).toBe('The pedal sinks.')
  expect(await page.getByLabel('Registration').inputValue()).toBe('YX20 ABC')
  await fillCheck(page)
  await fitsThumbs(visit, 'defect')
  await button(page, 'Report unsafe').click()
  await page.getByRole('heading', { name: 'Do not drive' }).waitFor()
  await fitsThumbs(visit, 'unfit')
  await button(page, 'Back to job').click()
  await page.getByText('Do not drive. The last check').waitFor()
  expect(ok(await cab.trip(trip)).vehicle_check.items).toHaveLength(22)
}, 120_000)

test('signs a driver in by code, lists the days, declines a job, reports a problem and signs out', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const phoneNumber = '07700 900177'
  const id = await dales.driver({ name: 'Robin Moss', phone: phoneNumber })
  const cab = new DriverClient(dales, id, (await signInDriverByLink(market, dales.ref, id)).token)
  const far = await assignedTrip(cab, { departsIn: hours(50) })
  const near = await assignedTrip(cab, { departsIn: hours(26) })
  ok(await cab.acknowledge(near))
  const visit = await openPhone(openVisit, market)
  const { page } = visit
  visit.expect(/^401: /)
  await page.goto('/driver/trips')
  await page.getByRole('heading', { name: 'Driver sign-in' }).waitFor()
  await page.getByLabel('Your mobile number').fill(phoneNumber)
  await button(page, 'Send code').click()
  const sms = await eventually(() =>
    market.server.mails().findLast(({ to, text }) => to === phoneNumber && /\b\d{6}\b/.test(text)),
  )
  await page.getByLabel('Six-digit code').fill('000000')
  await button(page, 'Sign in').click()
  await page.getByText('That code is wrong or has expired. After five tries, request a new one.').waitFor()
  await button(page, 'New code').waitFor()
  await fitsThumbs(visit, 'sign-in')
  await page.getByLabel('Six-digit code').fill(codeIn(sms.text))
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'New jobs to accept' }).waitFor()
  await fitsThumbs(visit, 'trips')

  await page.locator(`a[href$="/trips/${far.ref}"]`).click()
  await page.getByText("I can't do this job").click()
  await fitsThumbs(visit, 'trip')
  await page.getByLabel('Reason').fill('I am away.')
  await button(page, 'Decline job').click()
  await eventually(async () => (await cab.trip(far)).status === 404)

  await page.goto(`/driver/trips/${near.ref}/problem`)
  await page.getByText('Injury').click()
  await page.getByRole('link', { name: 'Call 999' }).waitFor()
  await page.getByLabel('Description').fill('A passenger fell on the steps.')
  await fitsThumbs(visit, 'problem')
  await button(page, 'Report to office').click()
  await eventually(async () => ok(await cab.trip(near)).incidents.length === 1)

  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Kim Moss')
  await button(page, 'Save').click()
  await page.getByText('Saved.').waitFor()
  await fitsThumbs(visit, 'me')
  await button(page, 'Sign out').click()
  await page.getByRole('dialog', { name: 'Sign out', exact: true }).getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Driver sign-in' }).waitFor()
}, 180_000)

test('reports a no-show after the wait and a call', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit: early, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  await cab.reportSteps(trip, 'en_route', 'arrived')
  await early.page.goto('/driver')
  await early.page.getByText('No passengers?').click()
  await early.page.getByText(/14:\d\d left/).waitFor()
  await early.page.getByRole('checkbox', { name: 'I called them' }).check()
  expect(await button(early.page, 'No-show…').isDisabled()).toBe(true)
  await fitsThumbs(early, 'no-show')

  await market.advance(16 * 60)
  const { page } = await signInOnPhone(openVisit, market, cab)
  await page.getByText('No passengers?').click()
  // The test has no dialler.
  await page.evaluate(`addEventListener('click', (event) => event.target.closest('a[href^="tel:"]') && event.preventDefault())`)
  await page.getByText('No passengers?').locator('..').getByRole('link', { name: 'Call Ann Smith' }).click()
  expect(await page.getByRole('checkbox', { name: 'I called them' }).isChecked()).toBe(true)
  await button(page, 'No-show…').click()
  await button(page, 'No-show').click()
  await eventually(async () => (await steps(cab, trip)).includes('no_show'))
}, 120_000)

test('sends the location only with consent, and stops after it is switched off', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  const { page, context } = visit
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 53.8, longitude: -1.55 })
  await page.goto('/driver/me')
  await page.getByLabel('Share my location with the office').check()
  await page.getByText('The office sees your location during jobs.').waitFor()
  await page.getByRole('link', { name: 'Now' }).click()
  const sent = page.waitForResponse(/\/driver\/locations$/)
  await button(page, 'Set off').click()
  expect(await (await sent).json()).toMatchObject({ data: { accepted: 1, tracking: true } })
  await button(page, 'Stop sharing location').click()
  await page.getByText('Stop sharing location').waitFor({ state: 'hidden' })
  await eventually(async () => !ok(await cab.call('GET', '/me')).consents.location_tracking)
  expect(await steps(cab, trip)).toEqual(['en_route'])
}, 120_000)

test('does not claim that the office sees a phone that gives no location', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  const { page } = visit
  await page.goto('/driver/me')
  await page.getByLabel('Share my location with the office').check()
  await page.getByText('The office sees your location during jobs.').waitFor()
  await page.getByRole('link', { name: 'Now' }).click()
  await button(page, 'Set off').click()
  await page.getByText('This phone gives no location, so the office cannot see it.').waitFor()
  expect(await page.getByText('The office sees your location.').count()).toBe(0)
  await fitsThumbs(visit, 'unseen')
  await button(page, 'Stop sharing location').click()
  await page.getByText('This phone gives no location').waitFor({ state: 'hidden' })
  await eventually(async () => !ok(await cab.call('GET', '/me')).consents.location_tracking)
}, 120_000)

test('warns over plain http that it cannot be installed, and works while it is open', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales, `http://${lanHostName}:${new URL(market.server.url).port}`)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  const { page, context } = visit
  visit.expect(/^console: The Cross-Origin-Opener-Policy header has been ignored/)
  await page.reload()
  await page.getByText('This connection is not encrypted').waitFor()
  await page.getByText('Instructions for the office').click()
  await page.getByText('The server needs a certificate').waitFor()
  await fitsThumbs(visit, 'http')
  await button(page, 'Accept job').waitFor()
  await context.setOffline(true)
  await button(page, 'Accept job').click()
  await page.getByText('Saved 1, waiting for a connection').waitFor()
  await context.setOffline(false)
  await eventually(async () => ok(await cab.trip(trip)).acknowledged_at !== null)
}, 120_000)

test('marks a trip as seen only once the driver opens it, not when it is read ahead', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  await using _ = visit
  const near = await assignedTrip(cab, { departsIn: hours(3) })
  const far = await assignedTrip(cab, { departsIn: hours(50) })
  const seen = async ({ ref }: Driven) => {
    const sql = 'select seen_at from assignments join bookings on bookings.id = booking_id where ref = ?'
    return (await market.server.ask<{ seen_at: number | null }>(sql, ref)).some(({ seen_at: at }) => at !== null)
  }
  const { page, context } = visit
  const kept = page.waitForResponse((response) => response.url().includes(far.ref))
  await page.reload()
  await kept
  await eventually(async () => seen(near))
  expect(await seen(far)).toBe(false)
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await page.locator('.bar').waitFor({ state: 'hidden' })

  await context.setOffline(true)
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page.locator(`a[href$="/trips/${far.ref}"]`).click()
  await button(page, 'Accept job').waitFor()
  expect(await seen(far)).toBe(false)
  await context.setOffline(false)
  await eventually(async () => seen(far))
}, 120_000)

test('keeps a step that is tapped during a reload, once', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  await visit.page.reload()
  const { page } = visit
  await button(page, 'Accept job').waitFor()
  await page.evaluate(`{
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Accept job').click()
    location.reload()
  }`)
  await eventually(async () => ok(await cab.trip(trip)).acknowledged_at !== null)
  await page.getByRole('link', { name: 'Start check' }).waitFor()
  await page.goto(`/driver/trips/${trip.ref}/problem`)
  await page.getByText('Wrong details').click()
  await page.getByLabel('Description').fill('The gate is on the other side.')
  await page.evaluate('location.reload()')
  await page.getByLabel('Description').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('The gate is on the other side.')
  expect(await page.getByRole('radio', { name: 'Wrong details' }).isChecked()).toBe(true)
  await button(page, 'Report to office').click()
  await eventually(async () => ok(await cab.trip(trip)).incidents.length === 1)
  await page.goto(`/driver/trips/${trip.ref}/problem`)
  expect(await page.getByLabel('Description').inputValue()).toBe('')
}, 120_000)

test('shows the first steps once, and keeps entries and switches of the driver’s page', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await enterCab(market, dales)
  const { page } = visit
  const first = page.getByRole('region', { name: 'Before your first job' })
  await first.getByText('Install the app: choose').waitFor()
  expect(await first.getByLabel('Share my location with the office').isChecked()).toBe(false)
  await fitsThumbs(visit, 'first-steps')
  await first.getByLabel('Share my location with the office').check()
  await eventually(async () => ok(await cab.call('GET', '/me')).consents.location_tracking)
  await first.getByLabel('Job messages by SMS').uncheck()
  await eventually(async () => ok(await cab.call('GET', '/me')).notify_by_sms === false)
  await button(page, 'Got it').click()
  await page.reload()
  await page.getByRole('heading', { name: 'No jobs' }).waitFor()
  expect(await first.count()).toBe(0)

  await page.getByRole('link', { name: 'Jobs in your calendar' }).click()
  await page.getByLabel('Share my location with the office').uncheck()
  await page.getByText('Switched off.').waitFor()
  await page.getByText('Sharing history').click()
  await page.getByText(/^Switched off /).waitFor()
  await page.getByText(/^Switched on /).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Sam Moss')
  await page.reload()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sam Moss')
  await button(page, 'Save').click()
  await page.getByText('Saved.').waitFor()
  expect(ok(await cab.call('GET', '/me')).emergency_contact_name).toBe('Sam Moss')

  const trip = await assignedTrip(cab, { departsIn: hours(50) })
  await button(page, 'Create address').click()
  const address = await page.getByLabel('Or copy the address').inputValue()
  expect(await page.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')).toBe(
    address.replace(/^http:/, 'webcal:'),
  )
  const calendar = async () => market.server.fetch(new URL(address).pathname)
  expect(await (await calendar()).text()).toContain(trip.ref)
  await fitsThumbs(visit, 'me-calendar')
  await button(page, 'Delete').click()
  await button(page, 'Delete address').click()
  await button(page, 'Create address').waitFor()
  expect((await calendar()).status).toBe(404)

  await button(page, 'Erase my data').click()
  await button(page, 'Erase in 14 days').click()
  await page.getByRole('list', { name: 'Data that stays' }).waitFor()
  await page.reload()
  await page.getByRole('list', { name: 'Data that stays' }).waitFor()
  await button(page, 'Cancel erasure').click()
  await page.getByText('Cancelled. Your data stays.').waitFor()
}, 120_000)
