import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { failPageReads, refusePageReads } from '../support/failing-page-reads.ts'
import { days, hours, type Market, minutes, OperatorClient, ok } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const hostile = '<img src=x onerror="throw 1">'

async function callAs(market: Market, { ref }: OperatorClient) {
  const { token } = await addSignedInPerson(market, ref)
  return (method: string, path: string, body: unknown) => market.call(method, `/portal/v1${path}`, { token, body })
}

const contact = { phone: '0113 496 0000', email: 'office@dales.example', operator_licence: 'PB1234567' }

/** Reports a breakdown on a driver's trip, and returns the incident's id. */
async function reportBreakdown(pat: DriverClient, { ref }: { readonly ref: string }): Promise<number> {
  const incident = { kind: 'breakdown', severity: 'high', occurred_at: pat.market.at(0), note: 'The clutch.' }
  return ok(await pat.call('POST', `/trips/${ref}/incidents`, incident)).id
}

/** The address of the page for the day on which a trip departs. */
async function dayOf(desk: OperatorClient, trip: { readonly ref: string }): Promise<string> {
  return `?day=${ok(await desk.booking(trip)).departs_at.slice(0, 10)}`
}

async function attributesOf(elements: Locator, name: string): Promise<readonly (string | null)[]> {
  return Promise.all((await elements.all()).map((element) => element.getAttribute(name)))
}

test('lists open points first, each with its target', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  const call = await callAs(market, dales)
  const pat = await signInDriver(dales, { name: `Pat ${hostile}`, phone: '07700 900111' })
  const driven = await assignedTrip(pat, { departsIn: hours(3) })
  const unstaffed = await market.bookedTrip(dales, { departsIn: hours(4) })
  const requested = await market.requestedTrip(dales)
  const closing = await market.trip([dales], { quote_by: market.at(hours(1)) })
  const changed = await market.bookedTrip(dales)
  ok(await changed.post('amendments', { changes: { passenger_count: 30 } }))
  const incident = await reportBreakdown(pat, driven)
  ok(
    await pat.submitVehicleCheck({
      items: [{ code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Gone.' }],
      safe_to_drive: false,
    }),
  )
  ok(await call('PATCH', `/drivers/${pat.id}`, { license_expires_at: market.at(days(5)) }))
  const coach = ok(
    await call('POST', '/vehicles', { registration: 'YX20 ABC', type: 'coach_49', seats: 49, mot_due: market.at(days(50)) }),
  ).id

  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: await dayOf(dales, unstaffed) })
  const { page } = visit
  const needs = page.locator('.today-column').first()
  await needs.getByText('Booking request').waitFor()
  expect((await attributesOf(needs.locator('[data-kind]'), 'data-kind')).toSorted()).toEqual(
    [
      'amendment',
      'booking_request',
      'document_expiring',
      'document_expiring',
      'incident',
      'job_closing',
      'unsafe_vehicle',
      'unstaffed',
    ].toSorted(),
  )
  await needs.locator(`[data-kind="unsafe_vehicle"] [href="/portal/vehicles/${coach}"]`).waitFor()
  expect(await attributesOf(needs.locator('.today-button'), 'href')).toEqual(
    expect.arrayContaining([
      `/portal/incidents?incident=${incident}`,
      `/portal/bookings/${unstaffed.ref}?assign=1`,
      `/portal/inbox?filter=requests&ref=${requested.ref}`,
      `/portal/jobs/${closing.ref}`,
      `/portal/drivers/${pat.id}`,
    ]),
  )
  // A vehicle that must not be used comes first, and the first button is the primary one.
  const urgent = page.getByRole('region', { name: 'Urgent' })
  expect(await attributesOf(urgent.locator('[data-kind]'), 'data-kind')).toEqual([
    'unsafe_vehicle',
    'incident',
    'unstaffed',
    'job_closing',
  ])
  expect(await urgent.locator('[data-primary]').getAttribute('data-kind')).toBe('unsafe_vehicle')
  await urgent.getByText('Pat ').first().waitFor()
  // No line and no button of the lists names a reference.
  expect(await needs.textContent()).not.toContain('TR-')
  expect(driven.ref).toStartWith('TR-')

  const trips = page.getByRole('region', { name: 'Departures' }).last()
  await trips.getByText(hostile).first().waitFor()
  expect(await page.getByRole('link', { name: /^Call Pat/ }).getAttribute('href')).toBe('tel:07700900111')
  await trips.getByText('No driver').waitFor()
  await visit.expectAccessible('today')

  // The keys pass the folded lines.
  await page.locator('main').focus()
  for (let row = 0; row < 12; row++) await page.keyboard.press('j')
  expect(await page.evaluate('document.activeElement.closest(".today-departures") !== null')).toBe(true)

  await page.locator('main').focus()
  await page.keyboard.press('a')
  await page.waitForURL(`**/portal/bookings/${unstaffed.ref}?assign=1`)
})

test('reports and undoes a step for a driver, and keeps the form of an early one', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  const pat = await signInDriver(dales)
  const trip = await assignedTrip(pat, { departsIn: hours(2) })
  ok(await pat.submitVehicleCheck())
  // Steps are recorded by the minute, and only after a driver was assigned.
  await market.advance(minutes(1))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: await dayOf(dales, trip) })
  const { page } = visit
  const report = async (step: string) => {
    await page.getByRole('region', { name: 'Departures' }).getByRole('link', { name: 'Leeds Town Hall → York Minster' }).focus()
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Report step' }).click()
    await page.getByRole('dialog').getByText(step, { exact: true }).click()
  }
  const send = () => page.getByRole('dialog').getByRole('button', { name: 'Report step' }).click()

  await report('Set off')
  await visit.expectAccessible('today-report')
  await send()
  await page.getByText(`${trip.ref}: Set off.`).waitFor()
  await page.getByText(/^Set off, /).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^Set off, /).waitFor({ state: 'detached' })
  expect(ok(await dales.booking(trip)).trip_status).toBe('acknowledged')

  await pat.reportSteps(trip, 'en_route', 'arrived')
  await page.getByText(/^Arrived, /).waitFor()
  await report('No-show')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Note').fill('No answer at the door.')
  await drawer.getByLabel('We tried to call the customer').check()
  visit.expect(/^409: POST .*\/progress$/)
  await send()
  await drawer.getByRole('alert').waitFor()
  expect(await drawer.getByLabel('Note').inputValue()).toBe('No answer at the door.')
})

test('updates two open browsers with each other’s changes', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  const pat = await signInDriver(dales)
  const trip = await assignedTrip(pat, { departsIn: days(3) })
  const incident = await reportBreakdown(pat, trip)
  await using left = await openSignedInPortal(openVisit, market, dales.ref)
  await using right = await openSignedInPortal(openVisit, market, dales.ref, { path: `/incidents?incident=${incident}` })
  const line = left.page.getByText('reports a breakdown')
  await line.waitFor()

  const drawer = right.page.getByRole('dialog')
  await drawer.getByLabel('Action taken').fill('Another coach went out.')
  await drawer.getByRole('button', { name: 'Close incident' }).click()
  await line.waitFor({ state: 'detached' })
  await left.page.getByText('Nothing needs you.').waitFor()

  await left.page.goto(`${left.url}/portal/incidents?status=closed&incident=${incident}`)
  await left.page.getByLabel('Reason').fill('It broke down once more.')
  await right.page.getByRole('link', { name: 'Today', exact: true }).click()
  await right.page.getByText('Nothing needs you.').waitFor()
  await left.page.getByRole('button', { name: 'Reopen incident' }).click()
  await right.page.getByText('reports a breakdown').waitFor()
})

test('shows a new account its next departure and setup steps, also offline', async () => {
  const market = await openShared()
  const account = { name: 'Dales Coaches', currency_code: 'GBP', timezone: 'Europe/London', commission_bps: 1000, ...contact }
  const { operator_ref: ref } = ok(await market.platform('POST', '/operators', account))
  await using visit = await openSignedInPortal(openVisit, market, ref)
  const { page } = visit

  await page.getByRole('heading', { name: 'Getting started' }).waitFor()
  await page.getByRole('link', { name: 'Add vehicles' }).waitFor()
  await visit.takeScreenshot('today-new')
  const dales = new OperatorClient(market, ref, await market.key(ref))
  const trip = await market.bookedTrip(dales, { departsIn: days(30) })
  await page.getByText('Nothing needs you. Next departure').waitFor()
  await page.getByRole('link', { name: 'Leeds → York, 45 passengers, return' }).waitFor()
  await page.getByText('Setup steps left').click()
  await page.getByText('Add your coaches').waitFor()
  await visit.expectAccessible('today-nothing')

  const { departs_at } = ok(await dales.booking(trip))
  await page.getByLabel('Day', { exact: true }).fill(departs_at.slice(0, 10))
  await page.getByRole('region', { name: 'Departures' }).getByText(trip.ref).waitFor()
  await page.getByRole('link', { name: 'Next day' }).click()
  await page.getByText('No departures on').waitFor()

  await visit.context.setOffline(true)
  await page.getByText('No connection since').waitFor()
  await page.getByText('Nothing needs you.').waitFor()
  await visit.context.setOffline(false)
  await page.getByText('No connection since').waitFor({ state: 'detached' })
})

test('offers the accounts role no action without access', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  const trip = await market.bookedTrip(dales, { departsIn: hours(4) })
  await market.requestedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { role: 'accounts', path: await dayOf(dales, trip) })
  const { page } = visit

  await page.getByRole('link', { name: /^Open: .*Leeds Town Hall → York Minster$/ }).waitFor()
  expect(await page.getByText('Booking request').count()).toBe(0)
  await page.getByRole('button', { name: `Actions for ${trip.ref}` }).click()
  await page.getByRole('menuitem', { name: 'Job sheet (PDF)' }).waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Job sheet (PDF)'])
  // The browser's PDF viewer is not a page of the product.
  const asked = Promise.withResolvers<string>()
  await visit.context.route('**/job-sheet.pdf', (route) => {
    asked.resolve(route.request().url())
    return route.fulfill({ status: 204 })
  })
  await page.getByRole('menuitem').click()
  const sheet = await page.request.get(await asked.promise)
  expect([sheet.status(), sheet.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.getByRole('menu').waitFor({ state: 'detached' })

  // A date is typed letter by letter, and applied once it is complete: “3 Apr 20” is another date.
  const day = page.getByLabel('Day', { exact: true })
  const before = page.url()
  await day.selectText()
  await page.keyboard.type('3 Apr 2027')
  expect(page.url()).toBe(before)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal/?day=2027-04-03')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('dialog', { name: 'Calendar' }).getByRole('button', { name: '5 April 2027', exact: true }).click()
  await page.waitForURL('**/portal/?day=2027-04-05')
  await page.reload()
  await page.getByText('No departures on').waitFor()
  await page.getByRole('link', { name: 'Open diary' }).waitFor()
})

test('shows a failed read of the day, retries, and counts down after a rate limit', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/drivers' })
  const { page } = visit
  visit.expect(/^500: GET /, /^429: GET /)
  const reads = await failPageReads(page, '**/portal/v1/board*')
  await page.goto('/portal')
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  await visit.expectAccessible('today-loading')
  reads.fail()
  const failed = page.getByRole('alert')
  await failed.getByText('The disk is full.').waitFor()
  await failed.getByText('req-of-the-test').waitFor()
  await visit.expectAccessible('today-failed')
  await reads.mend()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Nothing needs you.').waitFor()

  const refused = await refusePageReads(page, '**/portal/v1/board*')
  await page.reload()
  await page.getByText(/^Too many requests\. Trying again in [12] s\.$/).waitFor()
  await visit.expectAccessible('today-busy')
  await refused.admit()
  await page.getByText('Nothing needs you.').waitFor()
})

test('shows the previous count for a moment after a change', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  await market.trip([dales], { quote_by: market.at(hours(1)) })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  const waiting = page.getByRole('navigation', { name: 'Main' }).first().locator('.rail-count')
  await waiting.getByText('1', { exact: true }).waitFor()
  await page.evaluate(`{
    const seen = (globalThis.seenBefore = [])
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.nodeName === 'DEL') seen.push(node.textContent)
    }).observe(document.body, { childList: true, subtree: true })
  }`)
  await market.trip([dales], { quote_by: market.at(hours(1)) })
  await eventually(async () => {
    const seen = (await page.evaluate('globalThis.seenBefore')) as string[]
    return seen.filter((text) => text === '1').length >= 2
  })
  await waiting.locator('del').waitFor({ state: 'detached' })
  expect(await waiting.textContent()).toBe('2 waiting')
  expect(await page.getByRole('link', { name: 'Inbox' }).first().textContent()).toContain('2')
})
