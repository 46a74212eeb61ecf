import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { AppProxy } from '../support/app-proxy.ts'
import { shareBrowser } from '../support/browser.ts'
import { openSignedInDriverApp, openSignInLink, setPhoneClockAhead } from '../support/driver-app-browser.ts'
import { assignedTrip, DriverClient } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { hours, ok } from '../support/market.ts'
import { signInDriverByLink } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

const eventsOf = async (cab: DriverClient, trip: { readonly ref: string }) =>
  ok(await cab.trip(trip)).events as readonly {
    readonly status: string
    readonly occurred_at: string
    readonly delay_minutes?: number
  }[]

test('on the road a delay and a stop are told; afterwards the coach is checked, and the trip is among the past ones', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3), returns_at: null })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  const { page } = visit
  await page.goto('/driver')
  await page.getByText('Running late?').click()
  await button(page, '20 min').click()
  await page.getByText('20 min late: written down.').waitFor()
  await eventually(async () => (await eventsOf(cab, trip)).some(({ status }) => status === 'delayed'))
  await page.getByText('You reported 20 min late.').waitFor()
  await visit.takeScreenshot('driver-late')
  await button(page, 'On time again').click()
  await page.getByText('Reported: on time again.').waitFor()
  await button(page, 'On time again').waitFor({ state: 'hidden' })
  await eventually(async () => (await eventsOf(cab, trip)).at(-1)?.delay_minutes === 0)
  expect(await button(page, 'Stop reached').count()).toBe(0)
  await button(page, 'Set off').click()
  await button(page, 'Stop reached').click()
  await page.getByText('Stop reached: written down.').waitFor()
  await eventually(async () => (await eventsOf(cab, trip)).at(-1)?.status === 'stop_reached')
  expect(await visit.axe()).toEqual([])

  await cab.reportSteps(trip, 'arrived', 'on_board', 'completed')
  await page.getByRole('link', { name: 'Check', exact: true }).click()
  await page.getByLabel('Registration').fill('YX20 ABC')
  await page.getByText('After', { exact: true }).click()
  await page.getByLabel('Odometer').fill('120400')
  for (const group of ['In the cab', 'Round the outside', 'Inside']) await button(page, `All fine ${group}`).click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
  await button(page, 'Report it fit').click()
  await page.getByRole('heading', { name: 'Fit', exact: true }).waitFor()
  const checks = async () =>
    (await market.server.ask<{ kind: string }>('select kind from vehicle_checks order by id desc limit 1'))[0]
  await eventually(async () => (await checks())?.kind === 'post_trip')

  await market.advance(hours(24))
  await setPhoneClockAhead(visit, hours(24) * 1_000)
  await page.goto('/driver/trips')
  await page.getByText('Past trips').click()
  await page.locator(`a[href$="/trips/${trip.ref}"]`).click()
  await page.getByText('What happened so far').click()
  await page
    .getByText(/Stop reached/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Problem or lost property' }).waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-past-trip')
}, 120_000)

test('a trip that was called off is struck through, with nothing to do and nobody to ring', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(30) })
  const { page } = visit
  await page.goto(`/driver/trips/${trip.ref}`)
  await page.getByRole('link', { name: 'Ring Ann Smith' }).waitFor()
  ok(await trip.post('cancel', { reason: 'Nobody wants to go.' }))
  await page.reload()
  await page.getByText(/^Called off by the customer, /).waitFor()
  await page.getByText('There is nothing left to do.').waitFor()
  expect(await page.getByText('Nobody wants to go.').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Ring Ann Smith' }).count()).toBe(0)
  expect(await page.locator('h1.off').count()).toBe(1)
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-called-off')
}, 120_000)

test('the driver takes along what is held on them, and the app can be put beside others', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const { page } = visit
  await page.goto('/driver/me')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download it' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toEndWith('.json')
  expect(JSON.stringify(await Bun.file(await saved.path()).json())).toContain('"Pat Moss"')
  expect(ok(await cab.call('GET', '/me')).name).toBe('Pat Moss')

  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await page.request.get(new URL(address ?? '', page.url()).href)).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: expect.stringContaining('/driver') })
  const kinds = manifest.icons.map(({ purpose }: { purpose?: string }) => purpose ?? 'any')
  expect(kinds).toContain('maskable')
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(new URL(src, new URL(address ?? '', page.url())).href)
    expect([src, icon.status()]).toEqual([src, 200])
  }
}, 120_000)

test('what one driver left in the outbox is never sent in the name of the next', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  using proxy = new AppProxy(market.server.url)
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales, proxy.url)
  await using _ = visit
  const kimId = await dales.driver({ name: 'Kim Low', phone: '07700 900155' })
  const kim = new DriverClient(dales, kimId, (await signInDriverByLink(market, dales.ref, kimId)).token)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  const { page } = visit
  await page.goto('/driver')
  await button(page, 'Acknowledge').waitFor()
  visit.expect(/^503: POST /, /^401: /, /^404: GET .*\/trips\/TR-/)
  proxy.refusesWrites = true
  await button(page, 'Acknowledge').click()
  await page.getByText(/^Saved 1/).waitFor()
  await visit.context.clearCookies()
  proxy.refusesWrites = false
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await page.getByRole('heading', { name: 'Sign in to drive' }).waitFor()
  // Who has signed in is not known before the office says so: until then nothing leaves the phone.
  await page.route('**/driver/as-me/api/v1/driver/me', (route) => route.fulfill({ status: 503, body: '{}' }))
  visit.expect(/^503: GET /)
  await openSignInLink(page, market, kim)
  await page.getByText(/^Saved 1/).waitFor()
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await page.reload()
  await page.getByText(/^Saved 1/).waitFor()
  expect(ok(await cab.trip(trip)).acknowledged_at).toBeNull()
  await page.unroute('**/driver/as-me/api/v1/driver/me')
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await page.getByText('Saved while Pat Moss was signed in, and not sent.').waitFor()
  expect(ok(await cab.trip(trip)).acknowledged_at).toBeNull()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-of-another')
}, 120_000)

test('what waited for longer than the office remembers a key is sent once all the same', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  using proxy = new AppProxy(market.server.url)
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales, proxy.url)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(60) })
  const { page } = visit
  await page.goto(`/driver/trips/${trip.ref}`)
  visit.expect(/^503: POST /)
  proxy.refusesWrites = true
  await button(page, 'Acknowledge').click()
  await page.getByText(/^Saved 1/).waitFor()
  await market.advance(hours(25))
  await setPhoneClockAhead(visit, hours(25) * 1_000)
  await page.reload()
  await page.getByText(/^Saved 1/).waitFor()
  proxy.refusesWrites = false
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await page.getByText(/^Saved 1/).waitFor({ state: 'hidden' })
  expect(ok(await cab.trip(trip)).acknowledged_at).not.toBeNull()
}, 120_000)

test('a check that was not taken is not said to have been told, also once it is removed; then another is taken', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  const { page } = visit
  await page.goto('/driver')
  await page.getByRole('link', { name: 'Start check' }).click()
  await page.getByLabel('Odometer').fill('120400')
  for (const group of ['In the cab', 'Round the outside', 'Inside']) await button(page, `All fine ${group}`).click()
  await page.getByText('One by one In the cab').click()
  await page.getByLabel('Brakes').selectOption('Defect')
  await page.getByText('1 thing is still to be looked at.').waitFor()
  await page.getByText('Major: ring the workshop first').click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
  await visit.takeScreenshot('driver-check-major')
  visit.expect(/^422: POST .*\/vehicle-checks$/)
  await page.route('**/vehicle-checks', (route) => {
    const error = { code: 'validation_failed', message: 'The odometer cannot go back.', fields: {} }
    return route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error }) })
  })
  await button(page, 'Report it fit').click()
  await page.getByRole('heading', { name: 'Fit', exact: true }).waitFor()
  await page.getByText('A major defect: ring the office before you drive.').waitFor()
  expect(await page.getByRole('link', { name: 'Ring the office' }).getAttribute('href')).toBe('tel:01134960000')
  await page.getByText('The office did not take it. Ring them.').waitFor()
  expect(await visit.axe()).toEqual([])
  await page.unroute('**/vehicle-checks')
  await button(page, 'Mend it').click()
  await page.getByLabel('Odometer').fill('120500')
  await button(page, 'Report it fit').dblclick()
  const checks = () =>
    market.server.ask<{ odometer: number; started_at: number | null }>(
      `select odometer, started_at from vehicle_checks where driver_id = ${cab.id}`,
    )
  await eventually(async () => (await checks()).length === 1)
  // Heard, and the trip goes by it at once, also where the network is gone again.
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await visit.context.setOffline(true)
  await button(page, 'Back to the trip').click()
  await button(page, 'Set off').waitFor()
  await visit.context.setOffline(false)
  expect(await checks()).toMatchObject([{ odometer: 120_500 }])
  expect((await checks())[0]?.started_at).toBeNumber()
}, 120_000)

test('what is typed is told once however often it is pressed, and how many got on is a number of people', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  const { page } = visit
  // Also of a trip that waits for an answer.
  await page.goto(`/driver/trips/${trip.ref}`)
  await page.getByRole('link', { name: 'Problem', exact: true }).click()
  await page.getByText('Wrong details').click()
  await page.getByLabel('What happened?').fill('The gate is locked.')
  await button(page, 'Tell the office').dblclick()
  await eventually(async () => ok(await cab.trip(trip)).incidents.length > 0)

  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  await cab.reportSteps(trip, 'en_route', 'arrived')
  await page.goto('/driver')
  const people = page.getByLabel('People')
  for (const wrong of ['-3', '4500', '12.5']) {
    await people.fill(wrong)
    await button(page, 'Everybody on board').click()
    expect(await people.evaluate((input: unknown) => (input as { validity: { valid: boolean } }).validity.valid)).toBe(false)
  }
  await people.fill('44')
  await button(page, 'Everybody on board').click()
  await button(page, 'Done…').waitFor()
  await eventually(async () => (await eventsOf(cab, trip)).at(-1)?.status === 'on_board')
  const told = await market.server.ask<{ passenger_count: number }>(
    `select passenger_count from trip_events where status = 'on_board' order by id desc limit 1`,
  )
  expect(told).toMatchObject([{ passenger_count: 44 }])
  expect(ok(await cab.trip(trip)).incidents).toHaveLength(1)
}, 120_000)

test('where the phone is can be switched off without network: nothing more is looked at, and the office hears of it', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  const { page, context } = visit
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 53.8, longitude: -1.55 })
  ok(await cab.setLocationConsent(true))
  await page.goto('/driver')
  const sent = page.waitForResponse(/\/driver\/locations$/)
  await button(page, 'Set off').click()
  await sent
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await context.setOffline(true)
  await button(page, 'The office sees where you are: switch off').click()
  await page.getByText('The office sees where you are: switch off').waitFor({ state: 'hidden' })
  expect(ok(await cab.call('GET', '/me')).consents.location_tracking).toBe(true)
  await page.reload()
  await button(page, 'Arrived').waitFor()
  expect(await page.getByText(/switch off/).count()).toBe(0)
  await context.setOffline(false)
  await eventually(async () => !ok(await cab.call('GET', '/me')).consents.location_tracking)
  expect(await page.getByText(/switch off/).count()).toBe(0)
}, 120_000)

test('a check of a coach without a trip goes on after a reload, and where it was not taken it is mended as it was', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(30) })
  const { page } = visit
  await page.goto('/driver/check')
  await eventually(async () => (await page.getByLabel('Registration').inputValue()) === 'YX20 ABC')
  await page.getByLabel('Registration').fill('AB12 CDE')
  await page.getByLabel('Odometer').fill('88000')
  await button(page, 'All fine In the cab').click()
  await page.reload()
  expect(await page.getByLabel('Registration').inputValue()).toBe('AB12 CDE')
  await page.getByText('In the cab (8 of 8)').waitFor()
  for (const group of ['Round the outside', 'Inside']) await button(page, `All fine ${group}`).click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
  visit.expect(/^422: POST .*\/vehicle-checks$/)
  const error = { code: 'validation_failed', message: 'Not like this.', fields: {} }
  await page.route('**/vehicle-checks', (route) =>
    route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error }) }),
  )
  await button(page, 'Report it fit').click()
  await page.getByText('The office did not take it. Ring them.').waitFor()
  await page.unroute('**/vehicle-checks')
  await button(page, 'Mend it').click()
  expect(page.url()).not.toContain('undefined')
  expect(await page.getByLabel('Odometer').inputValue()).toBe('88000')
  await button(page, 'Report it fit').click()
  await page.getByRole('heading', { name: 'Fit', exact: true }).waitFor()
  await button(page, 'Back').click()
  await page.getByText('Leeds Town Hall').first().waitFor()
  const checks = () =>
    market.server.ask<{ vehicle_reg: string; booking_id: number | null }>(
      `select vehicle_reg, booking_id from vehicle_checks where driver_id = ${cab.id}`,
    )
  await eventually(async () => (await checks()).length === 1)
  expect(await checks()).toEqual([{ vehicle_reg: 'AB12 CDE', booking_id: null }])
  expect(ok(await cab.trip(trip)).vehicle_check).toBeNull()
}, 120_000)

test('shows once that the clock of a phone is 10 minutes fast, and keeps offline reports in the order of the taps', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3), returns_at: null })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  await setPhoneClockAhead(visit, 10 * 60_000)
  const { page, context } = visit
  await page.goto('/driver')
  const notice = page.getByText("Your phone's clock is 10 min fast. Times are corrected.")
  await notice.waitFor()
  await visit.takeScreenshot('driver-clock-fast')
  expect(await visit.axe()).toEqual([])
  await button(page, 'OK').click()
  await notice.waitFor({ state: 'hidden' })

  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await context.setOffline(true)
  for (const step of ['Set off', 'Arrived']) {
    // Moments are whole seconds, and a report tells its age: a second that its request is on its way must not reach the tap before.
    await page.waitForTimeout(3_000)
    await button(page, step).click()
  }
  await page.getByText('Saved 2, waiting for network').waitFor()
  await page.getByRole('button', { name: /^Undo “Arrived”/ }).waitFor()
  await context.setOffline(false)
  await eventually(async () => (await eventsOf(cab, trip)).length === 2)
  const log = await eventsOf(cab, trip)
  expect(log.map(({ status }) => status)).toEqual(['en_route', 'arrived'])
  const times = log.map(({ occurred_at }) => Date.parse(occurred_at))
  expect(times[0]).toBeLessThan(times[1] ?? 0)
  for (const time of times) expect(time).toBeLessThanOrEqual(market.now())

  await page.goto(`/driver/trips/${trip.ref}/problem`)
  await page.getByText('Breakdown').click()
  await page.getByLabel('What happened?').fill('A flat tyre.')
  await button(page, 'Tell the office').click()
  await eventually(async () => ok(await cab.trip(trip)).incidents.length === 1)
  expect(Date.parse(ok(await cab.trip(trip)).incidents[0].occurred_at)).toBeLessThanOrEqual(market.now())
  expect(await notice.count()).toBe(0)
}, 120_000)

test('a defect without a severity is named at its field, and a minor one ends in a fit coach with a report', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  const { page } = visit
  await page.goto(`/driver/check?trip=${trip.ref}`)
  await eventually(async () => (await page.getByLabel('Registration').inputValue()) !== '')
  await page.getByLabel('Odometer').fill('120400')
  await page.getByText('One by one In the cab').click()
  await page.getByLabel('Horn').selectOption('Defect')
  for (const group of ['In the cab', 'Round the outside', 'Inside']) await button(page, `All fine ${group}`).click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
  await page.getByText('Horn: choose how bad this defect is.').waitFor()
  await page.getByText('Choose a severity for horn.').waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-check-ungraded')
  await page.getByText('One by one In the cab').click()
  await button(page, 'Report it fit').click()
  const minor = page.getByRole('radio', { name: 'Minor: drive, and report it' })
  await eventually(() => page.evaluate(`document.activeElement?.closest('[data-code]')?.dataset.code === 'horn'`))
  await minor.check()
  await page.getByText('Horn: choose how bad this defect is.').waitFor({ state: 'hidden' })
  await button(page, 'Report it fit').click()
  await page.getByRole('heading', { name: 'Fit, 1 defect reported to the office', exact: true }).waitFor()
  await visit.takeScreenshot('driver-fit-with-defect')
  expect(ok(await cab.trip(trip)).vehicle_check).toMatchObject({ result: 'safe_with_defects' })
}, 120_000)

test('signing out counts what waits, and not what was refused', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  const { page } = visit
  visit.expect(/^422: POST .*\/incidents$/)
  await page.goto(`/driver/trips/${trip.ref}/problem`)
  await page.getByText('Breakdown').click()
  await page.getByLabel('What happened?').fill('  ')
  await button(page, 'Tell the office').click()
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await button(page, 'Sign out').click()
  const dialog = page.getByRole('dialog', { name: 'Sign out', exact: true })
  await dialog.getByText('Sign out on this phone?').waitFor()
  expect(await dialog.getByText('not reached the office').count()).toBe(0)
}, 120_000)

test('two refused reports stack into one card, and Refresh removes what the office knows better', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref, checked_at: market.at(-60) }))
  const { page, context } = visit
  await page.goto('/driver')
  await button(page, 'Set off').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await context.setOffline(true)
  for (const step of ['Set off', 'Arrived']) {
    await page.waitForTimeout(1_000)
    await button(page, step).click()
  }
  await page.getByText('Saved 2, waiting for network').waitFor()
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref, safe_to_drive: false, checked_at: market.at(-30) }))
  visit.expect(/^409: POST .*\/progress$/)
  await context.setOffline(false)
  await page.getByText('2 reports need attention').waitFor()
  const card = page.getByRole('region', { name: 'Refused reports' })
  await card.getByText('YX20 ABC was reported unsafe. Do not drive it.').waitFor()
  await card.getByText('The office does not have the step before this one.').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await visit.takeScreenshot(`driver-refused-two-${colorScheme}`)
    expect(await visit.axe()).toEqual([])
  }
  await button(page, 'Refresh').click()
  await page.getByText('1 report needs attention').waitFor()
  expect(await card.getByText('The office does not have the step before this one.').count()).toBe(0)
  expect(await eventsOf(cab, trip)).toEqual([])
}, 120_000)

/** A step that is refused, the words for it and the buttons below. */
const refusals = [
  [
    { code: 'vehicle_check_required' },
    "Complete today's vehicle check for YX20 ABC before you set off.",
    ['Start check', 'Remove'],
  ],
  [{ code: 'trip_cancelled' }, 'The office cancelled this job. Nothing more is needed.', ['Call office', 'Remove']],
  [{ code: 'trip_finished' }, 'This job is already completed.', ['Remove']],
  [{ code: 'undo_expired' }, 'Too late to undo. Ask the office to correct it.', ['Call office', 'Remove']],
  [
    { code: 'not_found' },
    'This job is no longer yours; it was changed while you were offline. Your report was not sent.',
    ['Call office', 'Remove'],
  ],
  [
    { code: 'invalid_transition', current_status: 'on_board', allowed: ['completed'] },
    'The office already has a later step: On board.',
    ['Refresh', 'Remove'],
  ],
  [{ code: 'no_show_too_early' }, 'Call the passengers first.', ['Call Ann Smith', 'Remove']],
  [{ code: 'trip_on_fire', message: 'It burns.' }, 'This could not be saved. It burns. Request req-7', ['Call office', 'Remove']],
] as const

test('a refused step has the words and the buttons of its code', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  const { page } = visit
  visit.expect(/^409: POST .*\/progress$/)
  await page.goto('/driver')
  const card = page.getByRole('region', { name: 'Refused reports' })
  for (const [error, says, buttons] of refusals) {
    await page.route('**/progress', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        headers: { 'X-Request-Id': 'req-7' },
        body: JSON.stringify({ error }),
      }),
    )
    await button(page, 'Set off').click()
    await card.getByText(says).waitFor()
    const found = await card.locator('.grid > a, .grid > button, .grid > div > button').allTextContents()
    expect([error.code, ...found]).toEqual([error.code, ...buttons])
    await page.unroute('**/progress')
    await card.getByRole('button', { name: 'Remove', exact: true }).click()
    await button(page, 'Remove it').click()
    await card.waitFor({ state: 'hidden' })
    await page.waitForTimeout(1_000)
  }
  await button(page, 'Set off').click()
  await eventually(async () => (await eventsOf(cab, trip)).length === 1)
}, 120_000)

test('a tap before the office’s time is known is saved with that time, and told once', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  const { page, context } = visit
  await page.goto('/driver')
  await button(page, 'Set off').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await setPhoneClockAhead(visit, 10 * 60_000)
  await context.setOffline(true)
  await page.reload()
  await button(page, 'Set off').click()
  await page.getByText('Saved 1, waiting for network').waitFor()
  await context.setOffline(false)
  const notice = page.getByText("Your phone's clock is ahead. The report was saved with the office's time.")
  await notice.waitFor()
  await visit.takeScreenshot('driver-time-adjusted')
  expect(await visit.axe()).toEqual([])
  await button(page, 'OK').click()
  await notice.waitFor({ state: 'hidden' })
  const [event] = await eventsOf(cab, trip)
  expect(Date.parse(event?.occurred_at ?? '')).toBeLessThanOrEqual(market.now())
}, 120_000)
