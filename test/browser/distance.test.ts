import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { openSignedInDriverApp } from '../support/driver-app-browser.ts'
import { assignedTrip } from '../support/driver-client.ts'
import { days, hours, type Market, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage } from '../support/trip-page-browser.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const leeds = { label: 'Otley Primary School', kind: 'school', locality: 'Otley', postcode: 'LS21 1AB' }
const york = { label: 'National Railway Museum', kind: 'venue', locality: 'York', postcode: 'YO26 4XJ' }
const inLeeds = { ...leeds, latitude: 53.795, longitude: -1.548 }
const inYork = { ...york, latitude: 53.958, longitude: -1.093 }

/** A one-way trip from Leeds to York. */
const oneWay = { pickup: inLeeds, dropoff: inYork, returns_at: undefined }
const estimated = 'about 28 miles, 45 min driving (estimated)'
const nowhere = 'no distance: the place has no coordinates'

/** An office with one earlier trip from Leeds to York. */
async function officeWithEarlierTrip() {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  ok(await office.call('POST', '/vehicles', { registration: 'AB12 CDE', type: 'coach_53', seats: 53 }))
  await office.booked({}, oneWay)
  return { market, dales, office }
}

/** A field by its whole label; a required field has a star after its label. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))

/** The fields of an address, opened by the button after the place. */
async function openAddress(page: Page, place: string) {
  const group = page.getByRole('group', { name: `Address (${place})` })
  if ((await group.count()) === 0) await page.getByRole('button', { name: `Edit address (${place})` }).click()
  const value = (label: string) => group.getByLabel(label).inputValue()
  return { group, value, pin: group.getByLabel('Pin on map') }
}

/** Fills in a trip except its places and sends it as a quote. Returns the ref of its job. */
async function saveAsQuote(page: Page, market: Market): Promise<string> {
  await field(page, 'Date').fill(market.at(days(20)).slice(0, 10))
  await field(page, 'Pick-up time').fill('08:30')
  await field(page, 'Passengers').fill('45')
  await page.getByRole('button', { name: 'Add AB12 CDE' }).click()
  await field(page, 'Price').fill('640')
  await field(page, 'Name').fill('Ann Smith')
  await field(page, 'Phone').fill('07700 900123')
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.waitForURL('**/portal/jobs/TR-*')
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('chooses known places by keys, and estimates the distance from their coordinates', async () => {
  const { market, dales } = await officeWithEarlierTrip()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  const from = field(page, 'Pick-up')
  const offered = page.getByRole('option', { name: /Otley Primary School.*1 trip/ })

  await from.pressSequentially('otley pri')
  await offered.waitFor()
  await page.getByRole('status').filter({ hasText: '1 place' }).waitFor()
  expect(await from.getAttribute('aria-expanded')).toBe('true')
  expect(await from.getAttribute('aria-activedescendant')).toBeNull()
  await page.keyboard.press('Escape')
  await offered.waitFor({ state: 'detached' })
  expect(await from.inputValue()).toBe('otley pri')
  expect(await from.getAttribute('aria-expanded')).toBe('false')

  await page.keyboard.press('ArrowDown')
  await offered.waitFor()
  await page.keyboard.press('ArrowUp')
  expect(await offered.getAttribute('aria-selected')).toBe('true')
  expect(await from.getAttribute('aria-activedescendant')).toBe(await offered.getAttribute('id'))
  await visit.expectAccessible('new-places')
  await page.keyboard.press('Enter')
  await offered.waitFor({ state: 'detached' })
  expect(await from.inputValue()).toBe('Otley Primary School')
  await page.getByText('Otley, LS21 1AB', { exact: true }).waitFor()
  const pickup = await openAddress(page, 'pick-up')
  expect(await Promise.all(['Town', 'Postcode', 'Pin on map'].map(pickup.value))).toEqual(['Otley', 'LS21 1AB', '53.795, -1.548'])

  await field(page, 'Drop-off').pressSequentially('railway')
  await page.getByRole('option', { name: /National Railway Museum/ }).click()
  expect(await (await openAddress(page, 'drop-off')).value('Pin on map')).toBe('53.958, -1.093')
  expect(await page.getByText(nowhere).count()).toBe(0)
  await page.getByRole('region', { name: 'Outward' }).getByText(estimated).waitFor()
  const ref = await saveAsQuote(page, market)
  await page.getByText(estimated).waitFor()
  await page.getByText(/about 45 min driving.* on duty \(estimated\); one driver is enough/).waitFor()
  expect(ok(await dales.job({ ref }))).toMatchObject({
    pickup: { kind: 'school', latitude: 53.795, longitude: -1.548 },
    distance_m: 45_400,
    driving_seconds: 2_724,
    distance_source: 'estimated',
  })
  await visit.expectAccessible('job-distance')
})

test('chooses a known place by touch, and clears its coordinates with a new name', async () => {
  const { market, dales } = await officeWithEarlierTrip()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new', width: 390 })
  const { page } = visit

  await page.getByRole('button', { name: 'Next: Trip' }).tap()
  await field(page, 'Drop-off').tap()
  await field(page, 'Drop-off').pressSequentially('zzz no such place')
  await page.getByRole('status').filter({ hasText: 'No places found' }).waitFor()
  await field(page, 'Drop-off').fill('')
  await field(page, 'Drop-off').pressSequentially('national')
  await page.getByRole('option', { name: /National Railway Museum/ }).tap()
  const { value } = await openAddress(page, 'drop-off')
  expect([await value('Town'), await value('Pin on map')]).toEqual(['York', '53.958, -1.093'])

  await field(page, 'Drop-off').fill('National Railway Museum car park')
  await page.getByText(nowhere).waitFor()
  expect(await value('Town')).toBe('')
  await field(page, 'Drop-off').fill('National Railway Museum')
  await page.getByText(nowhere).waitFor({ state: 'detached' })
  expect([await value('Town'), await value('Pin on map')]).toEqual(['York', '53.958, -1.093'])
  expect(await visit.layout()).toEqual([])
})

test('suggests the home of a customer for that customer only', async () => {
  const { market, dales, office } = await officeWithEarlierTrip()
  const customer_id = await office.customer()
  await office.customer({ name: 'Bo Hill', email: 'bo@hill.example', phone: '07700 900789' })
  const home = { label: '14 Acacia Avenue', kind: 'residential', locality: 'Ilkley', latitude: 53.925, longitude: -1.822 }
  await office.booked({}, { ...oneWay, pickup: home, customer: undefined, customer_id })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  const from = field(page, 'Pick-up')
  const offered = page.getByRole('option', { name: /14 Acacia Avenue/ })
  const isNotOffered = async () => {
    await from.fill('acacia')
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ places?$/ })
      .waitFor()
    expect(await offered.count()).toBe(0)
  }
  const choose = async (name: string) => {
    await field(page, 'Name').fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await page.getByText('Known customer').waitFor()
  }

  await isNotOffered()
  await choose('Jo Field')
  await from.fill('14 aca')
  await offered.click()
  const { value } = await openAddress(page, 'pick-up')
  expect([await value('Pin on map'), await value('Place type')]).toEqual(['53.925, -1.822', 'Home'])
  await field(page, 'Drop-off').fill('railway')
  await page.getByRole('option', { name: /National Railway Museum/ }).click()

  await page.getByRole('button', { name: 'Change customer' }).click()
  await page.getByText('Known customer').waitFor({ state: 'detached' })
  expect(await from.inputValue()).toBe('')
  expect(await Promise.all(['Pin on map', 'Town', 'Place type'].map(value))).toEqual(['', '', 'Venue'])
  expect(await field(page, 'Drop-off').inputValue()).toBe('National Railway Museum')
  expect(await (await openAddress(page, 'drop-off')).value('Pin on map')).toBe('53.958, -1.093')
  await choose('Bo Hill')
  await isNotOffered()
})

test('shows no old suggestions during a slow search, and stops it with Escape', async () => {
  const { market, dales } = await officeWithEarlierTrip()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  const from = field(page, 'Pick-up')
  const options = page.getByRole('option')
  const counted = page.getByRole('status').filter({ hasText: /^(\d+|No) place/ })
  const held = Promise.withResolvers<void>()
  await page.route(/\/places\?q=(railway|museum)/, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = (q: string) => page.waitForRequest((request) => request.url().includes(`/places?q=${q}`))
  const showsNone = async () => {
    expect([await options.count(), await counted.count(), await from.getAttribute('aria-expanded')]).toEqual([0, 0, 'false'])
    // Enter would move the focus.
    expect(await from.and(page.locator(':focus')).count()).toBe(1)
  }

  await from.fill('otley')
  await options.filter({ hasText: 'Otley Primary School' }).waitFor()
  const museum = asked('museum')
  await from.fill('museum')
  await from.press('Enter')
  await showsNone()
  await museum
  await from.press('Enter')
  await showsNone()
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/places?q=museum'))
  await from.press('Escape')
  await givenUp
  await showsNone()

  const railway = asked('railway')
  await from.fill('railway')
  await railway
  await showsNone()
  held.resolve()
  await options.filter({ hasText: 'National Railway Museum' }).waitFor()
  expect(await options.filter({ hasText: '1 trip' }).count()).toBe(1)
  await counted.filter({ hasText: /^\d+ places?$/ }).waitFor()
})

test('accepts typed coordinates if the search for places fails', async () => {
  const { market, dales } = await officeWithEarlierTrip()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  visit.expect(/^500: GET .*\/places\?/)
  await page.route(/\/places\?/, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'server_error', message: 'The disk is full.' } }),
    }),
  )

  const refused = page.waitForResponse(/\/places\?/)
  await field(page, 'Pick-up').pressSequentially('otley')
  expect((await refused).status()).toBe(500)
  const { pin: coordinates } = await openAddress(page, 'pick-up')
  await page.getByText(nowhere).waitFor()
  await field(page, 'Pick-up').focus()
  await page.keyboard.press('ArrowDown')
  expect(await field(page, 'Pick-up').inputValue()).toBe('otley')
  const showsNoAnswer = async () => {
    expect(await page.getByRole('option').count()).toBe(0)
    expect(await page.getByText('The disk is full.').count()).toBe(0)
  }
  await showsNoAnswer()

  await field(page, 'Drop-off').fill('Ilkley Scouts')
  const unreadable = page.getByText('Enter latitude and longitude, such as 53.795, -1.548.')
  await coordinates.fill('95, 0')
  await coordinates.blur()
  await page.getByText('Latitude is from -90 to 90. Longitude is from -180 to 180.').waitFor()
  await coordinates.fill('by the church')
  expect(await coordinates.getAttribute('aria-invalid')).not.toBe('true')
  expect(await unreadable.count()).toBe(0)
  await coordinates.blur()
  await unreadable.waitFor()
  await visit.expectAccessible('new-coordinates')
  await coordinates.fill('53.795, -1.548')
  await (await openAddress(page, 'drop-off')).pin.fill('53.958 -1.093')
  await page.getByText(nowhere).waitFor({ state: 'detached' })
  const refusedAgain = page.waitForResponse(/\/places\?q=otley\+?(%20)?pri/)
  await field(page, 'Pick-up').fill('otley pri')
  await (await refusedAgain).finished()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await showsNoAnswer()
  await saveAsQuote(page, market)
  await page.getByText(estimated).waitFor()
})

test('saves a depot, shows the empty distance of jobs and removes the depot', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const trip = await market.trip([dales], oneWay)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings' })
  const { page } = visit

  await page.getByRole('textbox', { name: 'Depot', exact: true }).fill('Yard at Otley')
  const { group, pin } = await openAddress(page, 'depot')
  await group.getByLabel('Postcode').fill('LS21 1AB')
  await page.getByText(nowhere).waitFor()
  await pin.fill('53.795, -1.548')
  await page.getByRole('button', { name: 'Save depot' }).click()
  await page.getByText('Depot saved.').waitFor()
  await visit.expectAccessible('settings-depot')
  expect(ok(await office.call('GET', '/operator')).settings.depot).toMatchObject({
    label: 'Yard at Otley',
    kind: 'depot',
    postcode: 'LS21 1AB',
    latitude: 53.795,
    longitude: -1.548,
  })
  await page.getByRole('textbox', { name: 'Depot', exact: true }).fill('Otley yard')
  const renamed = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save depot' }).click()
  await renamed
  const { depot } = ok(await office.call('GET', '/operator')).settings
  expect(depot).toMatchObject({ label: 'Otley yard', latitude: 53.795, longitude: -1.548 })

  await page.goto(`/portal/jobs/${trip.ref}`)
  await page.getByText('about 28 miles empty (from and to the depot)').waitFor()
  await page.goto('/portal/settings')
  await page.getByRole('button', { name: 'Remove depot' }).click()
  await page.getByText('Depot removed.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Depot', exact: true }).inputValue()).toBe('')
  await page.goto(`/portal/jobs/${trip.ref}`)
  await page.getByText(estimated).waitFor()
  expect(await page.getByText('empty (from and to the depot)').count()).toBe(0)
})

test('shows an entered distance without “estimated”, and a missing one to the office only', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const given = await market.trip([dales], { returns_at: undefined, distance_m: 45_000, driving_seconds: 2_700 })
  const unnamed = { label: 'Old Mill', kind: 'venue' }
  const unknown = await market.trip([dales], { dropoff: unnamed })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${given.ref}` })
  const { page } = visit

  await page.getByText(/(^|· )28 miles, 45 min driving$/).waitFor()
  expect(await page.getByText(nowhere).count()).toBe(0)
  await page.goto(`/portal/jobs/${unknown.ref}`)
  await page.getByText(nowhere).first().waitFor()
  await using trip = await openTripPage(openVisit, market, unknown.token)
  expect(await trip.text('#legs')).not.toContain('Route')

  const booked = await market.bookedTrip(dales, { returns_at: undefined, distance_m: 45_000, driving_seconds: 2_700 })
  await page.goto(`/portal/bookings/${booked.ref}?amend=1`)
  const drawer = page.getByRole('dialog')
  const from = drawer.getByLabel(/^Pick-up( \*)?$/)
  const { label } = ok(await dales.booking(booked)).pickup
  await drawer.getByRole('button', { name: 'Edit address (pick-up)' }).click()
  expect(await drawer.getByText(nowhere).count()).toBe(0)
  await from.fill('Leeds Station')
  await drawer.getByText(nowhere).waitFor()
  await from.fill(label)
  await drawer.getByText(nowhere).waitFor({ state: 'detached' })
  await visit.expectAccessible('amend-distance')
})

test('shows customers and drivers an estimated distance', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const trip = await assignedTrip(cab, { ...oneWay, departsIn: days(2) })

  await visit.page.goto(`/driver/trips/${trip.ref}`)
  await visit.page.getByText(estimated).waitFor()
  await using page = await openTripPage(openVisit, market, trip.token)
  expect(await page.text('#legs')).toContain(estimated)
  await page.visit.takeScreenshot('customer-distance')

  const tour = await assignedTrip(cab, { ...oneWay, departsIn: days(3), returns_at: market.at(days(3) + hours(6)) })
  await visit.page.goto(`/driver/trips/${tour.ref}`)
  await visit.page.getByText('Total about 56 miles, 1 h 31 min driving (estimated)').waitFor()
  await visit.takeScreenshot('driver-distance')
})
