import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { AppProxy } from '../support/app-proxy.ts'
import { shareBrowser } from '../support/browser.ts'
import { Cab, drivenTrip } from '../support/cab.ts'
import { eventually } from '../support/eventually.ts'
import { hours, ok } from '../support/market.ts'
import { driverSignIn } from '../support/people.ts'
import { enterCab, turnClock, useLink } from '../support/phone-visit.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

const eventsOf = async (cab: Cab, trip: { readonly ref: string }) =>
  ok(await cab.trip(trip)).events as readonly { readonly status: string }[]

test('on the road a delay and a stop are told; afterwards the coach is checked, and the trip is among the past ones', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await enterCab(openVisit, market, dales)
  await using _ = visit
  const trip = await drivenTrip(cab, { departsIn: hours(3), returns_at: null })
  ok(await cab.acknowledge(trip))
  ok(await cab.check({ trip_ref: trip.ref }))
  const { page } = visit
  await page.goto('/driver')
  await page.getByText('Late?').click()
  await button(page, '20 min').click()
  await page.getByText('20 min late: written down.').waitFor()
  await eventually(async () => (await eventsOf(cab, trip)).some(({ status }) => status === 'delayed'))
  expect(await button(page, 'Stop reached').count()).toBe(0)
  await button(page, 'Set off').click()
  await button(page, 'Stop reached').click()
  await page.getByText('Stop reached: written down.').waitFor()
  await eventually(async () => (await eventsOf(cab, trip)).at(-1)?.status === 'stop_reached')
  expect(await visit.axe()).toEqual([])

  await cab.reports(trip, 'arrived', 'on_board', 'completed')
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
  await turnClock(visit, hours(24) * 1_000)
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
  await visit.shoot('driver-past-trip')
}, 120_000)

test('a trip that was called off is struck through, with nothing to do and nobody to ring', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await enterCab(openVisit, market, dales)
  await using _ = visit
  const trip = await drivenTrip(cab, { departsIn: hours(30) })
  const { page } = visit
  await page.goto(`/driver/trips/${trip.ref}`)
  await page.getByRole('link', { name: 'Ring Ann Smith' }).waitFor()
  ok(await trip.post('cancel', { reason: 'Nobody wants to go.' }))
  await page.reload()
  await page.getByText('Called off. There is nothing left to do.').waitFor()
  expect(await page.getByRole('link', { name: 'Ring Ann Smith' }).count()).toBe(0)
  expect(await page.locator('h1.off').count()).toBe(1)
  expect(await visit.axe()).toEqual([])
  await visit.shoot('driver-called-off')
}, 120_000)

test('the driver takes along what is held on them, and the app can be put beside others', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { visit, cab } = await enterCab(openVisit, market, dales)
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
  const { visit, cab } = await enterCab(openVisit, market, dales, proxy.url)
  await using _ = visit
  const kimId = await dales.driver({ name: 'Kim Low', phone: '07700 900155' })
  const kim = new Cab(dales, kimId, (await driverSignIn(market, dales.ref, kimId)).token)
  const trip = await drivenTrip(cab, { departsIn: hours(3) })
  const { page } = visit
  await page.goto('/driver')
  await button(page, 'Acknowledge').waitFor()
  visit.expect(/^503: POST /, /^401: /, /^404: GET .*\/trips\/TR-/)
  proxy.isOfficeSilent = true
  await button(page, 'Acknowledge').click()
  await page.getByText(/^Saved 1/).waitFor()
  await visit.context.clearCookies()
  proxy.isOfficeSilent = false
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await page.getByRole('heading', { name: 'Sign in to drive' }).waitFor()
  await useLink(page, market, kim)
  await page.getByText('Saved while Pat Moss was signed in, and not sent.').waitFor()
  expect(ok(await cab.trip(trip)).acknowledged_at).toBeNull()
  expect(await visit.axe()).toEqual([])
  await visit.shoot('driver-of-another')
}, 120_000)

test('what waited for longer than the office remembers a key is sent once all the same', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  using proxy = new AppProxy(market.server.url)
  const { visit, cab } = await enterCab(openVisit, market, dales, proxy.url)
  await using _ = visit
  const trip = await drivenTrip(cab, { departsIn: hours(60) })
  const { page } = visit
  await page.goto(`/driver/trips/${trip.ref}`)
  visit.expect(/^503: POST /)
  proxy.isOfficeSilent = true
  await button(page, 'Acknowledge').click()
  await page.getByText(/^Saved 1/).waitFor()
  await market.advance(hours(25))
  await turnClock(visit, hours(25) * 1_000)
  await page.reload()
  await page.getByText(/^Saved 1/).waitFor()
  proxy.isOfficeSilent = false
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await page.getByText(/^Saved 1/).waitFor({ state: 'hidden' })
  expect(ok(await cab.trip(trip)).acknowledged_at).not.toBeNull()
}, 120_000)
