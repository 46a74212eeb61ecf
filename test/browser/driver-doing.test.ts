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

test('reports a delay and a stop, then checks the vehicle and lists the trip as past', async () => {
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
  await page.getByText('20 min late: saved.').waitFor()
  await eventually(async () => (await eventsOf(cab, trip)).some(({ status }) => status === 'delayed'))
  await page.getByText('You reported 20 min late.').waitFor()
  await visit.takeScreenshot('driver-late')
  await button(page, 'On time again').click()
  await page.getByText('On time again: saved.').waitFor()
  await button(page, 'On time again').waitFor({ state: 'hidden' })
  await eventually(async () => (await eventsOf(cab, trip)).at(-1)?.delay_minutes === 0)
  expect(await button(page, 'Stop reached').count()).toBe(0)
  await button(page, 'Set off').click()
  await button(page, 'Stop reached').click()
  await page.getByText('Stop reached: saved.').waitFor()
  await eventually(async () => (await eventsOf(cab, trip)).at(-1)?.status === 'stop_reached')
  expect(await visit.axe()).toEqual([])

  await cab.reportSteps(trip, 'arrived', 'on_board', 'completed')
  await page.getByRole('link', { name: 'Check', exact: true }).click()
  await page.getByLabel('Registration').fill('YX20 ABC')
  await page.getByText('After', { exact: true }).click()
  await page.getByLabel('Odometer').fill('120400')
  for (const group of ['In the cab', 'Round the outside', 'Inside']) await button(page, `All OK ${group}`).click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
  await button(page, 'Report safe').click()
  await page.getByRole('heading', { name: 'Safe to drive', exact: true }).waitFor()
  const checks = async () =>
    (await market.server.ask<{ kind: string }>('select kind from vehicle_checks order by id desc limit 1'))[0]
  await eventually(async () => (await checks())?.kind === 'post_trip')

  await market.advance(hours(24))
  await setPhoneClockAhead(visit, hours(24) * 1_000)
  await page.goto('/driver/trips')
  await page.getByText('Past jobs').click()
  await page.locator(`a[href$="/trips/${trip.ref}"]`).click()
  await page.getByText('History').click()
  await page
    .getByText(/Stop reached/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Problem or lost property' }).waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-past-trip')
}, 120_000)

test('shows a cancelled trip without steps and contact', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(30) })
  const { page } = visit
  await page.goto(`/driver/trips/${trip.ref}`)
  await page.getByRole('link', { name: 'Call Ann Smith' }).waitFor()
  ok(await trip.post('cancel', { reason: 'Nobody wants to go.' }))
  await page.reload()
  await page.getByText(/^Cancelled by the customer, /).waitFor()
  await page.getByText('Nothing more is needed.').waitFor()
  expect(await page.getByText('Nobody wants to go.').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Call Ann Smith' }).count()).toBe(0)
  expect(await page.locator('h1.off').count()).toBe(1)
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-called-off')
}, 120_000)

test('downloads the driver’s data and can be installed', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const { page } = visit
  await page.goto('/driver/me')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
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

test('never sends the outbox of one driver in the name of the next', async () => {
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
  await button(page, 'Accept job').waitFor()
  visit.expect(/^503: POST /, /^401: /, /^404: GET .*\/trips\/TR-/)
  proxy.refusesWrites = true
  await button(page, 'Accept job').click()
  await page.getByText(/^Saved 1/).waitFor()
  await visit.context.clearCookies()
  proxy.refusesWrites = false
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await page.getByRole('heading', { name: 'Driver sign-in' }).waitFor()
  // The app must not send anything until the office confirms who has signed in.
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

test('sends a report once that waited longer than the office keeps its key', async () => {
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
  await button(page, 'Accept job').click()
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

test('shows a refused check as not reported, also after removal, and sends the corrected one', async () => {
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
  for (const group of ['In the cab', 'Round the outside', 'Inside']) await button(page, `All OK ${group}`).click()
  await page.getByText('One by one In the cab').click()
  await page.getByLabel('Brakes').selectOption('Defect')
  await page.getByText('1 item is not checked yet.').waitFor()
  await page.getByText('Major: call the workshop first').click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
  await visit.takeScreenshot('driver-check-major')
  visit.expect(/^422: POST .*\/vehicle-checks$/)
  await page.route('**/vehicle-checks', (route) => {
    const error = { code: 'validation_failed', message: 'The odometer cannot go back.', fields: {} }
    return route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error }) })
  })
  await button(page, 'Report safe').click()
  await page.getByRole('heading', { name: 'Safe to drive', exact: true }).waitFor()
  await page.getByText('Major defect: call the office before you drive.').waitFor()
  expect(await page.getByRole('link', { name: 'Call the office' }).getAttribute('href')).toBe('tel:01134960000')
  await page.getByText('The office refused the report. Call the office.').waitFor()
  expect(await visit.axe()).toEqual([])
  await page.unroute('**/vehicle-checks')
  await button(page, 'Correct').click()
  await page.getByLabel('Odometer').fill('120500')
  await button(page, 'Report safe').dblclick()
  const checks = () =>
    market.server.ask<{ odometer: number; started_at: number | null }>(
      `select odometer, started_at from vehicle_checks where driver_id = ${cab.id}`,
    )
  await eventually(async () => (await checks()).length === 1)
  // The check was received, so the trip continues, also offline.
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await visit.context.setOffline(true)
  await button(page, 'Back to job').click()
  await button(page, 'Set off').waitFor()
  await visit.context.setOffline(false)
  expect(await checks()).toMatchObject([{ odometer: 120_500 }])
  expect((await checks())[0]?.started_at).toBeNumber()
}, 120_000)

test('sends a report once per form, and accepts only a number of passengers', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  const { page } = visit
  // A trip without an answer accepts reports as well.
  await page.goto(`/driver/trips/${trip.ref}`)
  await page.getByRole('link', { name: 'Problem', exact: true }).click()
  await page.getByText('Wrong details').click()
  await page.getByLabel('Description').fill('The gate is locked.')
  await button(page, 'Report to office').dblclick()
  await eventually(async () => ok(await cab.trip(trip)).incidents.length > 0)

  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  await cab.reportSteps(trip, 'en_route', 'arrived')
  await page.goto('/driver')
  const people = page.getByLabel('Passengers')
  for (const wrong of ['-3', '4500', '12.5']) {
    await people.fill(wrong)
    await button(page, 'All on board').click()
    expect(await people.evaluate((input: unknown) => (input as { validity: { valid: boolean } }).validity.valid)).toBe(false)
  }
  await people.fill('44')
  await button(page, 'All on board').click()
  await button(page, 'Complete…').waitFor()
  await eventually(async () => (await eventsOf(cab, trip)).at(-1)?.status === 'on_board')
  const reported = await market.server.ask<{ passenger_count: number }>(
    `select passenger_count from trip_events where status = 'on_board' order by id desc limit 1`,
  )
  expect(reported).toMatchObject([{ passenger_count: 44 }])
  expect(ok(await cab.trip(trip)).incidents).toHaveLength(1)
}, 120_000)

test('withdraws the location consent without a network, and notifies the office later', async () => {
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
  await button(page, 'Stop sharing location').click()
  await page.getByText('Stop sharing location').waitFor({ state: 'hidden' })
  expect(ok(await cab.call('GET', '/me')).consents.location_tracking).toBe(true)
  await page.reload()
  await button(page, 'Arrived').waitFor()
  expect(await page.getByText(/Stop sharing/).count()).toBe(0)
  await context.setOffline(false)
  await eventually(async () => !ok(await cab.call('GET', '/me')).consents.location_tracking)
  expect(await page.getByText(/Stop sharing/).count()).toBe(0)
}, 120_000)

test('keeps a check without a trip through a reload, and restores it after a refusal', async () => {
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
  await button(page, 'All OK In the cab').click()
  await page.reload()
  expect(await page.getByLabel('Registration').inputValue()).toBe('AB12 CDE')
  await page.getByText('In the cab (8 of 8)').waitFor()
  for (const group of ['Round the outside', 'Inside']) await button(page, `All OK ${group}`).click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
  visit.expect(/^422: POST .*\/vehicle-checks$/)
  const error = { code: 'validation_failed', message: 'Not like this.', fields: {} }
  await page.route('**/vehicle-checks', (route) =>
    route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error }) }),
  )
  await button(page, 'Report safe').click()
  await page.getByText('The office refused the report. Call the office.').waitFor()
  await page.unroute('**/vehicle-checks')
  await button(page, 'Correct').click()
  expect(page.url()).not.toContain('undefined')
  expect(await page.getByLabel('Odometer').inputValue()).toBe('88000')
  await button(page, 'Report safe').click()
  await page.getByRole('heading', { name: 'Safe to drive', exact: true }).waitFor()
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
    // Times are whole seconds, and a report sends its age: a second in transit must not change the order of the taps.
    await page.waitForTimeout(3_000)
    await button(page, step).click()
  }
  await page.getByText('Saved 2, waiting for a connection').waitFor()
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
  await page.getByLabel('Description').fill('A flat tyre.')
  await button(page, 'Report to office').click()
  await eventually(async () => ok(await cab.trip(trip)).incidents.length === 1)
  expect(Date.parse(ok(await cab.trip(trip)).incidents[0].occurred_at)).toBeLessThanOrEqual(market.now())
  expect(await notice.count()).toBe(0)
}, 120_000)

test('requires a severity for a defect, and reports a vehicle with a minor defect as safe', async () => {
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
  for (const group of ['In the cab', 'Round the outside', 'Inside']) await button(page, `All OK ${group}`).click()
  await page.getByRole('checkbox', { name: /have walked round/ }).check()
  await page.getByText('Horn: choose a severity.').waitFor()
  await page.getByText('Choose a severity for horn.').waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-check-ungraded')
  await page.getByText('One by one In the cab').click()
  await button(page, 'Report safe').click()
  const minor = page.getByRole('radio', { name: 'Minor: drive and report' })
  await eventually(() => page.evaluate(`document.activeElement?.closest('[data-code]')?.dataset.code === 'horn'`))
  await minor.check()
  await page.getByText('Horn: choose a severity.').waitFor({ state: 'hidden' })
  await button(page, 'Report safe').click()
  await page.getByRole('heading', { name: 'Safe to drive, 1 defect reported to the office', exact: true }).waitFor()
  await visit.takeScreenshot('driver-fit-with-defect')
  expect(ok(await cab.trip(trip)).vehicle_check).toMatchObject({ result: 'safe_with_defects' })
}, 120_000)

test('counts only waiting reports when the driver signs out', async () => {
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
  await page.getByLabel('Description').fill('  ')
  await button(page, 'Report to office').click()
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await button(page, 'Sign out').click()
  const dialog = page.getByRole('dialog', { name: 'Sign out', exact: true })
  await dialog.getByText('Sign out on this phone?').waitFor()
  expect(await dialog.getByText('not reached the office').count()).toBe(0)
}, 120_000)

test('groups two refused reports in one card, and removes outdated ones with Refresh', async () => {
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
  await page.getByText('Saved 2, waiting for a connection').waitFor()
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

/** A refused step, its text and its buttons. */
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

test('shows a refused step with the text and buttons of its code', async () => {
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
    await button(page, 'Remove report').click()
    await card.waitFor({ state: 'hidden' })
    await page.waitForTimeout(1_000)
  }
  await button(page, 'Set off').click()
  await eventually(async () => (await eventsOf(cab, trip)).length === 1)
}, 120_000)

test('saves a tap before the office’s time is known with that time, and shows that once', async () => {
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
  await page.getByText('Saved 1, waiting for a connection').waitFor()
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
