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

/** What the log of a trip holds, oldest first. */
async function steps(cab: DriverClient, trip: Driven): Promise<string[]> {
  return ok(await cab.trip(trip)).events.map(({ status }: { status: string }) => status)
}

/** Slid from one end of the track to the other. */
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
  for (const group of ['In the cab', 'Round the outside', 'Inside']) await button(page, `All fine ${group}`).click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
}

/** A phone, the narrowest one, and the first at 200 %. */
const phoneSizes = [
  [390, 844],
  [360, 780],
  [195, 422],
] as const

/** Everything a thumb has to meet is as large as it was promised, and nothing is cut off on the narrowest phone. */
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

test('a whole day: by link, acknowledged, checked, half of it without network and over a killed page, told once and in order', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  await visit.page.reload()
  const { page, context } = visit

  await button(page, 'Acknowledge').waitFor()
  await fitsThumbs(visit, 'acknowledge')
  await button(page, 'Acknowledge').click()
  await page.getByRole('link', { name: 'Start check' }).click()
  await fillCheck(page)
  await fitsThumbs(visit, 'check')
  await button(page, 'Report it fit').click()
  await page.getByRole('heading', { name: 'Fit', exact: true }).waitFor()
  await fitsThumbs(visit, 'fit')
  await button(page, 'Back to the trip').click()
  await page.getByRole('link', { name: 'Now' }).click()
  await button(page, 'Set off').click()
  await eventually(async () => (await steps(cab, trip)).includes('en_route'))
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')

  // The answer was heard: what is tapped next is all that waits.
  await page.locator('.bar').waitFor({ state: 'hidden' })
  await context.setOffline(true)
  await page.waitForTimeout(1_000)
  await button(page, 'Arrived').click()
  await page.getByText('Saved 1, waiting for network').waitFor()
  await page.getByText('At the pickup').waitFor()
  await page.waitForTimeout(1_000)
  await page.getByRole('spinbutton', { name: 'People' }).fill('44')
  await button(page, 'Everybody on board').click()
  await page.getByText('Saved 2, waiting for network').waitFor()
  await fitsThumbs(visit, 'offline')

  await page.close()
  const again = await context.newPage()
  await again.goto('/driver')
  await again.getByText('Saved 2, waiting for network').waitFor()
  await again.getByText('On board', { exact: true }).waitFor()
  expect(await steps(cab, trip)).toEqual(['en_route'])

  await context.setOffline(false)
  await eventually(async () => (await steps(cab, trip)).length === 3)
  await again.getByText('waiting for network').waitFor({ state: 'hidden' })
  await fitsThumbs(visit, 'on-board', again)
  await slide(again, 'Done')
  await eventually(async () => (await steps(cab, trip)).length === 4)
  expect(await steps(cab, trip)).toEqual(['en_route', 'arrived', 'on_board', 'completed'])
  await again.getByRole('button', { name: /^Undo “Done”/ }).waitFor()
  await fitsThumbs(visit, 'done', again)
}, 180_000)

test('an SMS that leads to signing in leads on who is signed in', async () => {
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

test('two taps on one button are one event, and Undo takes it back', async () => {
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

test('a refused report names the reason and calls the office, until it is removed', async () => {
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
  await page.getByText('Saved 1, waiting for network').waitFor()
  // Found unfit before they set off.
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref, safe_to_drive: false, checked_at: market.at(-30) }))
  visit.expect(/^409: POST .*\/progress$/)
  await context.setOffline(false)
  await page.getByText('YX20 ABC was reported unsafe. Do not drive it.').waitFor()
  await page.getByText('1 report needs attention').waitFor()
  expect(await page.getByRole('link', { name: 'Call office' }).getAttribute('href')).toBe('tel:01134960000')
  await page.getByText('Do not drive.').waitFor()
  await fitsThumbs(visit, 'refused')
  await button(page, 'Remove').click()
  await button(page, 'Remove it').click()
  await page.getByText('1 report needs attention').waitFor({ state: 'hidden' })
  expect(await steps(cab, trip)).toEqual([])
}, 120_000)

test('what was typed and is not taken is put back to where it was typed, and mended', async () => {
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
  // Enough for a browser that asks for something, and nothing to who reads it.
  await page.getByLabel('What happened?').fill('  ')
  await button(page, 'Tell the office').click()
  await page.getByText('1 report needs attention').waitFor()
  await page.getByText(/^Problem.*Write what happened\./).waitFor()
  await fitsThumbs(visit, 'mend')
  await button(page, 'Mend it').click()
  await page.getByText('1 report needs attention').waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Minutes late').inputValue()).toBe('20')
  await page.getByLabel('What happened?').fill('The ring road is closed.')
  await button(page, 'Tell the office').click()
  await eventually(async () => ok(await cab.trip(trip)).incidents.length === 1)
  expect(ok(await cab.trip(trip)).incidents).toMatchObject([{ kind: 'delay', note: 'The ring road is closed.' }])
}, 120_000)

test('a check goes on after a reload and after another trip’s; a dangerous defect keeps the coach where it is', async () => {
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
  await page.getByLabel('What is wrong with it?').fill('The pedal sinks.')
  await page.goto(`/driver/check?trip=${next.ref}`)
  await page.getByLabel('Odometer').fill('1')
  await page.goto(`/driver/check?trip=${trip.ref}`)
  expect(await page.getByLabel('What is wrong with it?').inputValue()).toBe('The pedal sinks.')
  await page.evaluate('location.reload()')
  expect(await page.getByLabel('What is wrong with it?').inputValue()).toBe('The pedal sinks.')
  expect(await page.getByLabel('Registration').inputValue()).toBe('YX20 ABC')
  await fillCheck(page)
  await fitsThumbs(visit, 'defect')
  await button(page, 'Report it unfit').click()
  await page.getByRole('heading', { name: 'Do not drive' }).waitFor()
  await fitsThumbs(visit, 'unfit')
  await button(page, 'Back to the trip').click()
  await page.getByText('Do not drive. The last check').waitFor()
  expect(ok(await cab.trip(trip)).vehicle_check.items).toHaveLength(22)
}, 120_000)

test('a driver signs in by a code, sees the days, declines, tells a problem, and signs out', async () => {
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
  await page.getByRole('heading', { name: 'Sign in to drive' }).waitFor()
  await page.getByLabel('Your mobile number').fill(phoneNumber)
  await button(page, 'Text me a code').click()
  const sms = await eventually(() =>
    market.server.mails().findLast(({ to, text }) => to === phoneNumber && /\b\d{6}\b/.test(text)),
  )
  await page.getByLabel('The six digits').fill('000000')
  await button(page, 'Sign in').click()
  await page.getByText('That code is wrong or has expired. After five tries, request a new one.').waitFor()
  await button(page, 'New code').waitFor()
  await fitsThumbs(visit, 'sign-in')
  await page.getByLabel('The six digits').fill(codeIn(sms.text))
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'Waiting for your answer' }).waitFor()
  await fitsThumbs(visit, 'trips')

  await page.locator(`a[href$="/trips/${far.ref}"]`).click()
  await page.getByText('I cannot drive this').click()
  await fitsThumbs(visit, 'trip')
  await page.getByLabel('Why').fill('I am away.')
  await button(page, 'Decline the trip').click()
  await eventually(async () => (await cab.trip(far)).status === 404)

  await page.goto(`/driver/trips/${near.ref}/problem`)
  await page.getByText('Injury').click()
  await page.getByRole('link', { name: 'Ring 999' }).waitFor()
  await page.getByLabel('What happened?').fill('A passenger fell on the steps.')
  await fitsThumbs(visit, 'problem')
  await button(page, 'Tell the office').click()
  await eventually(async () => ok(await cab.trip(near)).incidents.length === 1)

  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByLabel('Whom to ring').fill('Kim Moss')
  await button(page, 'Save').click()
  await page.getByText('Saved.').waitFor()
  await fitsThumbs(visit, 'me')
  await button(page, 'Sign out').click()
  await page.getByRole('dialog', { name: 'Sign out', exact: true }).getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to drive' }).waitFor()
}, 180_000)

test('nobody came: the wait counts down, somebody is rung, then it is told', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit: early, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  await cab.reportSteps(trip, 'en_route', 'arrived')
  await early.page.goto('/driver')
  await early.page.getByText('Nobody there?').click()
  await early.page.getByText(/14:\d\d to go/).waitFor()
  await early.page.getByRole('checkbox', { name: 'I rang them' }).check()
  expect(await button(early.page, 'Nobody came…').isDisabled()).toBe(true)
  await fitsThumbs(early, 'no-show')

  await market.advance(16 * 60)
  const { page } = await signInOnPhone(openVisit, market, cab)
  await page.getByText('Nobody there?').click()
  // The dialler is the phone's; here nothing answers to it.
  await page.evaluate(`addEventListener('click', (event) => event.target.closest('a[href^="tel:"]') && event.preventDefault())`)
  await page.getByText('Nobody there?').locator('..').getByRole('link', { name: 'Ring Ann Smith' }).click()
  expect(await page.getByRole('checkbox', { name: 'I rang them' }).isChecked()).toBe(true)
  await button(page, 'Nobody came…').click()
  await button(page, 'Nobody came').click()
  await eventually(async () => (await steps(cab, trip)).includes('no_show'))
}, 120_000)

test('the office sees where the coach is with consent alone, and not after it was switched off', async () => {
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
  await page.getByLabel('The office may see where I am').check()
  await page.getByText('The office sees where you are while you drive.').waitFor()
  await page.getByRole('link', { name: 'Now' }).click()
  const sent = page.waitForResponse(/\/driver\/locations$/)
  await button(page, 'Set off').click()
  expect(await (await sent).json()).toMatchObject({ data: { accepted: 1, tracking: true } })
  await button(page, 'The office sees where you are: switch off').click()
  await page.getByText('The office sees where you are: switch off').waitFor({ state: 'hidden' })
  await eventually(async () => !ok(await cab.call('GET', '/me')).consents.location_tracking)
  expect(await steps(cab, trip)).toEqual(['en_route'])
}, 120_000)

test('a phone that may not say where it is does not claim that the office sees it', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  const { page } = visit
  await page.goto('/driver/me')
  await page.getByLabel('The office may see where I am').check()
  await page.getByText('The office sees where you are while you drive.').waitFor()
  await page.getByRole('link', { name: 'Now' }).click()
  await button(page, 'Set off').click()
  await page.getByText('This phone does not say where it is, so the office does not see it.').waitFor()
  expect(await button(page, 'The office sees where you are: switch off').count()).toBe(0)
  await fitsThumbs(visit, 'unseen')
  await button(page, 'The office may see where you are: switch off').click()
  await page.getByText('This phone does not say where it is').waitFor({ state: 'hidden' })
  await eventually(async () => !ok(await cab.call('GET', '/me')).consents.location_tracking)
}, 120_000)

test('over plain http it says that it cannot be kept, and works while it is open', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales, `http://${lanHostName}:${new URL(market.server.url).port}`)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  const { page, context } = visit
  visit.expect(/^console: The Cross-Origin-Opener-Policy header has been ignored/)
  await page.reload()
  await page.getByText('Over plain http this app cannot be kept').waitFor()
  await page.getByText('How the office changes that').click()
  await page.getByText('The server needs a name with a certificate').waitFor()
  await fitsThumbs(visit, 'http')
  await button(page, 'Acknowledge').waitFor()
  await context.setOffline(true)
  await button(page, 'Acknowledge').click()
  await page.getByText('Saved 1, waiting for network').waitFor()
  await context.setOffline(false)
  await eventually(async () => ok(await cab.trip(trip)).acknowledged_at !== null)
}, 120_000)

test('what is read ahead for the days without network is not seen before the driver looks', async () => {
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
  await page.getByRole('link', { name: 'Trips', exact: true }).click()
  await page.locator(`a[href$="/trips/${far.ref}"]`).click()
  await button(page, 'Acknowledge').waitFor()
  expect(await seen(far)).toBe(false)
  await context.setOffline(false)
  await eventually(async () => seen(far))
}, 120_000)

test('a step tapped in the instant of a reload is in the outbox, once', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await enterCab(market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  await visit.page.reload()
  const { page } = visit
  await button(page, 'Acknowledge').waitFor()
  await page.evaluate(`{
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Acknowledge').click()
    location.reload()
  }`)
  await eventually(async () => ok(await cab.trip(trip)).acknowledged_at !== null)
  await page.getByRole('link', { name: 'Start check' }).waitFor()
  await page.goto(`/driver/trips/${trip.ref}/problem`)
  await page.getByText('Wrong details').click()
  await page.getByLabel('What happened?').fill('The gate is on the other side.')
  await page.evaluate('location.reload()')
  await page.getByLabel('What happened?').waitFor()
  expect(await page.getByLabel('What happened?').inputValue()).toBe('The gate is on the other side.')
  expect(await page.getByRole('radio', { name: 'Wrong details' }).isChecked()).toBe(true)
  await button(page, 'Tell the office').click()
  await eventually(async () => ok(await cab.trip(trip)).incidents.length === 1)
  await page.goto(`/driver/trips/${trip.ref}/problem`)
  expect(await page.getByLabel('What happened?').inputValue()).toBe('')
}, 120_000)

test('somebody new is told once what there is to decide; their own page keeps what they type, and every switch', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await enterCab(market, dales)
  const { page } = visit
  const first = page.getByRole('region', { name: 'Before the first trip' })
  await first.getByText('Put the app beside your others').waitFor()
  expect(await first.getByLabel('The office may see where I am').isChecked()).toBe(false)
  await fitsThumbs(visit, 'first-steps')
  await first.getByLabel('The office may see where I am').check()
  await eventually(async () => ok(await cab.call('GET', '/me')).consents.location_tracking)
  await first.getByLabel('Tell me of trips by SMS').uncheck()
  await eventually(async () => ok(await cab.call('GET', '/me')).notify_by_sms === false)
  await button(page, 'All right').click()
  await page.reload()
  await page.getByRole('heading', { name: 'Nothing to drive' }).waitFor()
  expect(await first.count()).toBe(0)

  await page.getByRole('link', { name: 'Trips in your calendar' }).click()
  await page.getByLabel('The office may see where I am').uncheck()
  await page.getByText('Switched off.').waitFor()
  await page.getByText('When it was switched').click()
  await page.getByText(/^Switched off /).waitFor()
  await page.getByText(/^Switched on /).waitFor()
  await page.getByLabel('Whom to ring').fill('Sam Moss')
  await page.reload()
  expect(await page.getByLabel('Whom to ring').inputValue()).toBe('Sam Moss')
  await button(page, 'Save').click()
  await page.getByText('Saved.').waitFor()
  expect(ok(await cab.call('GET', '/me')).emergency_contact_name).toBe('Sam Moss')

  const trip = await assignedTrip(cab, { departsIn: hours(50) })
  await button(page, 'Make an address').click()
  const address = await page.getByLabel('Or copy the address').inputValue()
  expect(await page.getByRole('link', { name: 'Open it in the calendar' }).getAttribute('href')).toBe(
    address.replace(/^http:/, 'webcal:'),
  )
  const calendar = async () => market.server.fetch(new URL(address).pathname)
  expect(await (await calendar()).text()).toContain(trip.ref)
  await fitsThumbs(visit, 'me-calendar')
  await button(page, 'End it').click()
  await button(page, 'End the address').click()
  await button(page, 'Make an address').waitFor()
  expect((await calendar()).status).toBe(404)

  await button(page, 'Forget me').click()
  await button(page, 'Forget me in 14 days').click()
  await page.getByRole('list', { name: 'What stays' }).waitFor()
  await page.reload()
  await page.getByRole('list', { name: 'What stays' }).waitFor()
  await button(page, 'Cancel: stay on the roster').click()
  await page.getByText('Cancelled: everything stays.').waitFor()
}, 120_000)
