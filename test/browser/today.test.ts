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

/** A breakdown on a trip of this driver's; the incident's id. */
async function reportBreakdown(pat: DriverClient, { ref }: { readonly ref: string }): Promise<number> {
  const incident = { kind: 'breakdown', severity: 'high', occurred_at: pat.market.at(0), note: 'The clutch.' }
  return ok(await pat.call('POST', `/trips/${ref}/incidents`, incident)).id
}

/** The address of the page that shows the day on which a trip leaves. */
async function dayOf(desk: OperatorClient, trip: { readonly ref: string }): Promise<string> {
  return `?day=${ok(await desk.booking(trip)).departs_at.slice(0, 10)}`
}

async function attributesOf(elements: Locator, name: string): Promise<readonly (string | null)[]> {
  return Promise.all((await elements.all()).map((element) => element.getAttribute(name)))
}

test('what needs somebody stands first, each line with the way to where it is done', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  const call = await callAs(market, dales)
  const pat = await signInDriver(dales, { name: `Pat ${hostile}`, phone: '07700 900111' })
  const driven = await assignedTrip(pat, { departsIn: hours(3) })
  const unstaffed = await market.bookedTrip(dales, { departsIn: hours(4) })
  const wanted = await market.requestedTrip(dales)
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
  const needs = page.getByRole('region', { name: 'Needs you' })
  await needs.getByText('They want to book').waitFor()
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
      `/portal/inbox?filter=requests&ref=${wanted.ref}`,
      `/portal/jobs/${closing.ref}`,
      `/portal/drivers/${pat.id}`,
    ]),
  )
  // The first line's button is the page's own.
  await page.getByRole('link', { name: `Settle ${driven.ref}`, exact: true }).waitFor()

  const trips = page.getByRole('region', { name: 'Trips of' }).last()
  await trips.getByText(hostile).first().waitFor()
  expect(await page.getByRole('link', { name: /^Ring Pat/ }).getAttribute('href')).toBe('tel:07700900111')
  await trips.getByText('Needs a driver').waitFor()
  await visit.expectAccessible('today')

  await page.locator('main').focus()
  await page.keyboard.press('a')
  await page.waitForURL(`**/portal/bookings/${unstaffed.ref}?assign=1`)
})

test('a step is reported for the driver and taken back, and one that comes too early keeps what was typed', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  const pat = await signInDriver(dales)
  const trip = await assignedTrip(pat, { departsIn: hours(2) })
  ok(await pat.submitVehicleCheck())
  // Steps are told by the minute, and none before somebody is to drive.
  await market.advance(minutes(1))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: await dayOf(dales, trip) })
  const { page } = visit
  const report = async (step: string) => {
    await page
      .getByRole('link', { name: new RegExp(trip.ref) })
      .first()
      .focus()
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Report a step' }).click()
    await page.getByRole('dialog').getByText(step, { exact: true }).click()
  }
  const send = () => page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()

  await report('Set off')
  await visit.expectAccessible('today-report')
  await send()
  await page.getByText(`${trip.ref}: Set off.`).waitFor()
  await page.getByText('Set off, ').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Set off, ').waitFor({ state: 'detached' })
  expect(ok(await dales.booking(trip)).trip_status).toBe('acknowledged')

  await pat.reportSteps(trip, 'en_route', 'arrived')
  await page.getByText('At the pickup, ').waitFor()
  await report('Nobody came')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Note').fill('No answer at the door.')
  await drawer.getByLabel('We tried to reach them').check()
  visit.expect(/^409: POST .*\/progress$/)
  await send()
  await drawer.getByRole('alert').waitFor()
  expect(await drawer.getByLabel('Note').inputValue()).toBe('No answer at the door.')
})

test('two browsers side by side see each other’s changes', async () => {
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
  await drawer.getByLabel('What was done about it').fill('Another coach went out.')
  await drawer.getByRole('button', { name: 'Close incident' }).click()
  await line.waitFor({ state: 'detached' })
  await left.page.getByText('Nothing waits.').waitFor()

  await left.page.goto(`${left.url}/portal/incidents?status=closed&incident=${incident}`)
  await left.page.getByLabel('Why it is open again').fill('It broke down once more.')
  await right.page.getByRole('link', { name: 'Today', exact: true }).click()
  await right.page.getByText('Nothing waits.').waitFor()
  await left.page.getByRole('button', { name: 'Open again' }).click()
  await right.page.getByText('reports a breakdown').waitFor()
})

test('a new account has nothing waiting, sees what leaves next and what is still to be set up, with a connection or without', async () => {
  const market = await openShared()
  const account = { name: 'Dales Coaches', currency_code: 'GBP', timezone: 'Europe/London', commission_bps: 1000, ...contact }
  const { operator_ref: ref } = ok(await market.platform('POST', '/operators', account))
  await using visit = await openSignedInPortal(openVisit, market, ref)
  const { page } = visit

  await page.getByRole('heading', { name: 'To get going' }).waitFor()
  await page.getByRole('link', { name: 'Add coaches' }).waitFor()
  await visit.takeScreenshot('today-new')
  const dales = new OperatorClient(market, ref, await market.key(ref))
  const trip = await market.bookedTrip(dales, { departsIn: days(30) })
  await page.getByText('Nothing waits. Next departure').waitFor()
  await page.getByRole('link', { name: 'Leeds → York, 45 passengers, return' }).waitFor()
  await page.getByText('Still to set up').click()
  await page.getByText('Enter your coaches').waitFor()
  await visit.expectAccessible('today-nothing')

  const { departs_at } = ok(await dales.booking(trip))
  await page.getByLabel('Day', { exact: true }).fill(departs_at.slice(0, 10))
  await page.getByRole('link', { name: new RegExp(trip.ref) }).waitFor()
  await page.getByRole('link', { name: 'The day after' }).click()
  await page.getByText('Nothing leaves on').waitFor()

  await visit.context.setOffline(true)
  await page.getByText('No connection since').waitFor()
  await page.getByText('Nothing waits.').waitFor()
  await visit.context.setOffline(false)
  await page.getByText('No connection since').waitFor({ state: 'detached' })
})

test('who keeps the accounts looks at what others do, and is offered nothing they may not', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', contact)
  const trip = await market.bookedTrip(dales, { departsIn: hours(4) })
  await market.requestedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { role: 'accounts', path: await dayOf(dales, trip) })
  const { page } = visit

  await page.getByRole('link', { name: `Open: ${trip.ref}` }).waitFor()
  expect(await page.getByText('They want to book').count()).toBe(0)
  await page.getByRole('button', { name: `What to do with ${trip.ref}` }).click()
  await page.getByRole('menuitem', { name: 'Job sheet (PDF)' }).waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Job sheet (PDF)'])
  // The browser's own viewer is no page of ours.
  const asked = Promise.withResolvers<string>()
  await visit.context.route('**/job-sheet.pdf', (route) => {
    asked.resolve(route.request().url())
    return route.fulfill({ status: 204 })
  })
  await page.getByRole('menuitem').click()
  const sheet = await page.request.get(await asked.promise)
  expect([sheet.status(), sheet.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.getByRole('menu').waitFor({ state: 'detached' })

  // A date is typed figure by figure, and taken when it is whole.
  const day = page.getByLabel('Day', { exact: true })
  await day.focus()
  for (const figure of '03042027') await page.keyboard.press(figure)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/portal/?day=${await day.inputValue()}`)
  await page.reload()
  await page.getByText('Nothing leaves on').waitFor()
  await page.getByRole('link', { name: 'See the diary' }).waitFor()
})

test('a day that cannot be read says so and is read again; read too often, it counts down', async () => {
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
  await page.getByText('Nothing waits.').waitFor()

  const refused = await refusePageReads(page, '**/portal/v1/board*')
  await page.reload()
  await page.getByText(/^Too many requests\. Trying again in [12] s\.$/).waitFor()
  await visit.expectAccessible('today-busy')
  await refused.admit()
  await page.getByText('Nothing waits.').waitFor()
})

test('a count that changes leaves the one before it readable for a moment', async () => {
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
