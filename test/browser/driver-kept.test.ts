import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { AppProxy } from '../support/app-proxy.ts'
import { shareBrowser } from '../support/browser.ts'
import { openPhone, openSignedInDriverApp, openSignInLink, setPhoneClockAhead } from '../support/driver-app-browser.ts'
import { assignedTrip, type DriverClient } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, ok, openMarket } from '../support/market.ts'
import { codeIn, messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function steps(cab: DriverClient, trip: { readonly ref: string }): Promise<string[]> {
  return ok(await cab.trip(trip)).events.map(({ status }: { status: string }) => status)
}

/** A driver who has tapped “Set off” while the office accepts no writes. */
async function setOffDuringFailure() {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const proxy = new AppProxy(market.server.url)
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales, proxy.url)
  const trip = await assignedTrip(cab, { departsIn: hours(3) })
  ok(await cab.acknowledge(trip))
  ok(await cab.submitVehicleCheck({ trip_ref: trip.ref }))
  const { page } = visit
  await page.goto('/driver')
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await button(page, 'Set off').waitFor()
  visit.expect(/^503: POST /)
  proxy.refusesWrites = true
  await button(page, 'Set off').click()
  await page.getByText(/^Saved 1/).waitFor()
  return { market, cab, trip, visit, page, proxy }
}

const wakeApp = (page: Page) => page.evaluate(`dispatchEvent(new Event('focus'))`)

test('installs the next version with a full outbox, and sends the outbox once', async () => {
  const { cab, trip, visit, page, proxy } = await setOffDuringFailure()
  await using _ = visit
  using _1 = proxy
  await page.goto(`/driver/trips/${trip.ref}/problem`)
  await page.getByLabel('Description').fill('The gate is locked.')
  await proxy.serveNextRelease()
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => null)')
  await button(page, 'Update the app').waitFor()
  expect(await page.locator('html').getAttribute('data-release')).toBeNull()
  await button(page, 'Update the app').click()
  await page.locator('html[data-release="next"]').waitFor({ state: 'attached' })
  await page.getByText(/^Saved 1/).waitFor()
  await page.getByLabel('Description').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('The gate is locked.')
  expect(await steps(cab, trip)).toEqual([])

  proxy.refusesWrites = false
  await wakeApp(page)
  await eventually(async () => (await steps(cab, trip)).length === 1)
  await page.getByText(/^Saved 1/).waitFor({ state: 'hidden' })
  expect(await steps(cab, trip)).toEqual(['en_route'])
}, 120_000)

test('keeps the outbox of a driver who is signed out and signs in again', async () => {
  const { market, cab, trip, visit, page, proxy } = await setOffDuringFailure()
  await using _ = visit
  using _1 = proxy
  visit.expect(/^401: /)
  await page.getByText("The office's system did not answer. Your report is kept and sent again automatically.").waitFor()
  await visit.takeScreenshot('driver-office-silent')
  expect(await visit.axe()).toEqual([])
  await visit.context.clearCookies()
  proxy.refusesWrites = false
  await wakeApp(page)
  await page.getByRole('heading', { name: 'Driver sign-in' }).waitFor()
  await page.getByText('You have been signed out. 1 report is kept on this phone.').waitFor()
  await page.evaluate(`location.hash = 'cbl_used'`)
  await button(page, 'Sign in').click()
  await page.getByText('This sign-in link has expired or was already used. Request a new one.').waitFor()
  await button(page, 'Send code').waitFor()
  await visit.takeScreenshot('driver-signed-out')
  expect(await visit.axe()).toEqual([])
  expect(await steps(cab, trip)).toEqual([])
  await openSignInLink(page, market, cab)
  await eventually(async () => (await steps(cab, trip)).length === 1)
  await page.getByText(/^Saved 1/).waitFor({ state: 'hidden' })
}, 120_000)

test('asks before a sign-out that deletes a full outbox', async () => {
  const { cab, trip, visit, page, proxy } = await setOffDuringFailure()
  await using _ = visit
  using _1 = proxy
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await button(page, 'Sign out').click()
  const dialog = page.getByRole('dialog', { name: 'Sign out', exact: true })
  await dialog.getByText('1 report has not reached the office. Signing out deletes it.').waitFor()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await page.getByText(/^Saved 1/).waitFor()
  proxy.refusesWrites = false
  await button(page, 'Sign out').click()
  proxy.refusesWrites = true
  await dialog.getByRole('button', { name: 'Sign out and delete' }).click()
  await page.getByRole('heading', { name: 'Driver sign-in' }).waitFor()
  expect(await page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('charabanc.driver'))`)).toEqual([])
  expect(await steps(cab, trip)).toEqual([])
}, 120_000)

test('asks a driver of two operators which to open, and continues to the requested page', async () => {
  const market = await openShared()
  const [dales, moors] = [await market.operator('Dales Coaches'), await market.operator('Moors Coaches')]
  const phone = '07700 900191'
  await dales.driver({ name: 'Robin Moss', phone })
  await moors.driver({ name: 'Robin Moss', phone })
  await using visit = await openPhone(openVisit, market)
  const { page } = visit
  visit.expect(/^401: /, /^409: POST \/driver\/session\/verify$/)
  await page.goto('/driver/me')
  await page.getByLabel('Your mobile number').fill(phone)
  await button(page, 'Send code').click()
  const [sms] = await messagesTo(market.server, phone)
  await page.getByLabel('Six-digit code').fill(codeIn(sms?.text ?? ''))
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'Choose an operator' }).waitFor()
  await page.getByText('You drive for several companies. Choose one.').waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-operator-choice')
  await button(page, 'Moors Coaches').click()
  await page.getByRole('heading', { name: 'Robin Moss' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/driver/me')
}, 120_000)

test('renews a session that expires within 30 days', async () => {
  await using market = await openMarket()
  const dales = await market.operator()
  const { visit } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const { page, context } = visit
  const token = async () => (await context.cookies(`${market.server.url}/driver`))[0]?.value
  const before = await token()
  await market.advance(days(155))
  await setPhoneClockAhead(visit, days(155) * 1000)
  const renewed = page.waitForResponse(/\/driver\/session\/rotate$/)
  await page.goto('/driver')
  expect((await renewed).status()).toBe(201)
  await eventually(async () => (await token()) !== before)
  await page.goto('/driver/me')
  await page.getByRole('heading', { name: 'Pat Moss' }).waitFor()
}, 120_000)

test('shows what an erasure keeps and until when, and allows its cancellation', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const { page } = visit
  ok(await cab.submitVehicleCheck())
  await page.goto('/driver/me')
  await button(page, 'Erase my data').click()
  await page.getByRole('dialog', { name: 'Erase my data' }).getByText('Checks stay for 15 months').waitFor()
  await button(page, 'Erase in 14 days').click()
  await page.getByText(/^Your data will be erased on/).waitFor()
  const staying = page.getByRole('list', { name: 'Data that stays' })
  await staying.getByText(/Vehicle checks, until /).waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-erasure')
  expect(ok(await cab.call('GET', '/me')).erasure).not.toBeNull()
  await button(page, 'Cancel erasure').click()
  await button(page, 'Erase my data').waitFor()
  expect(ok(await cab.call('GET', '/me')).erasure).toBeNull()
}, 120_000)
