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

/** A driver who has tapped “Set off” while the office hears nothing. */
async function setOffUnheard() {
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

const tryAgain = (page: Page) => page.evaluate(`dispatchEvent(new Event('focus'))`)

test('the next version is installed with a full outbox: nothing is lost, and it is sent once', async () => {
  const { cab, trip, visit, page, proxy } = await setOffUnheard()
  await using _ = visit
  using _1 = proxy
  await page.goto(`/driver/trips/${trip.ref}/problem`)
  await page.getByLabel('What happened?').fill('The gate is locked.')
  await proxy.serveNextRelease()
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => null)')
  await button(page, 'New version: switch to it').waitFor()
  expect(await page.locator('html').getAttribute('data-release')).toBeNull()
  await button(page, 'New version: switch to it').click()
  await page.locator('html[data-release="next"]').waitFor({ state: 'attached' })
  await page.getByText(/^Saved 1/).waitFor()
  await page.getByLabel('What happened?').waitFor()
  expect(await page.getByLabel('What happened?').inputValue()).toBe('The gate is locked.')
  expect(await steps(cab, trip)).toEqual([])

  proxy.refusesWrites = false
  await tryAgain(page)
  await eventually(async () => (await steps(cab, trip)).length === 1)
  await page.getByText(/^Saved 1/).waitFor({ state: 'hidden' })
  expect(await steps(cab, trip)).toEqual(['en_route'])
}, 120_000)

test('who is signed out meanwhile signs in again, and the outbox is still there', async () => {
  const { market, cab, trip, visit, page, proxy } = await setOffUnheard()
  await using _ = visit
  using _1 = proxy
  visit.expect(/^401: /)
  await page.getByText("The office's system did not answer. Your report is kept and sent again automatically.").waitFor()
  await visit.takeScreenshot('driver-office-silent')
  expect(await visit.axe()).toEqual([])
  await visit.context.clearCookies()
  proxy.refusesWrites = false
  await tryAgain(page)
  await page.getByRole('heading', { name: 'Sign in to drive' }).waitFor()
  await page.getByText('You have been signed out. 1 report is kept on this phone.').waitFor()
  await page.evaluate(`location.hash = 'cbl_used'`)
  await button(page, 'Sign in').click()
  await page.getByText('This sign-in link has expired or was already used. Request a new one.').waitFor()
  await button(page, 'Text me a code').waitFor()
  await visit.takeScreenshot('driver-signed-out')
  expect(await visit.axe()).toEqual([])
  expect(await steps(cab, trip)).toEqual([])
  await openSignInLink(page, market, cab)
  await eventually(async () => (await steps(cab, trip)).length === 1)
  await page.getByText(/^Saved 1/).waitFor({ state: 'hidden' })
}, 120_000)

test('signing out with a full outbox asks first, and takes it along only then', async () => {
  const { cab, trip, visit, page, proxy } = await setOffUnheard()
  await using _ = visit
  using _1 = proxy
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await button(page, 'Sign out').click()
  const dialog = page.getByRole('dialog', { name: 'Sign out', exact: true })
  await dialog.getByText('1 thing has not reached the office. Signing out removes it from this phone.').waitFor()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await page.getByText(/^Saved 1/).waitFor()
  proxy.refusesWrites = false
  await button(page, 'Sign out').click()
  proxy.refusesWrites = true
  await dialog.getByRole('button', { name: 'Sign out and lose it' }).click()
  await page.getByRole('heading', { name: 'Sign in to drive' }).waitFor()
  expect(await page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('charabanc.driver'))`)).toEqual([])
  expect(await steps(cab, trip)).toEqual([])
}, 120_000)

test('one phone that drives for two operators is asked for which, and comes to where it wanted', async () => {
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
  await button(page, 'Text me a code').click()
  const [sms] = await messagesTo(market.server, phone)
  await page.getByLabel('The six digits').fill(codeIn(sms?.text ?? ''))
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'For which operator?' }).waitFor()
  await page.getByText('You drive for several companies. Choose one.').waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-operator-choice')
  await button(page, 'Moors Coaches').click()
  await page.getByRole('heading', { name: 'Robin Moss' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/driver/me')
}, 120_000)

test('a session that runs out within 30 days is renewed by itself', async () => {
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

test('who wants to be forgotten reads what stays and until when, and can change their mind', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { visit, cab } = await openSignedInDriverApp(openVisit, market, dales)
  await using _ = visit
  const { page } = visit
  ok(await cab.submitVehicleCheck())
  await page.goto('/driver/me')
  await button(page, 'Forget me').click()
  await page.getByRole('dialog', { name: 'Forget me' }).getByText('Checks stay for 15 months').waitFor()
  await button(page, 'Forget me in 14 days').click()
  await page.getByText(/^You are forgotten on/).waitFor()
  const staying = page.getByRole('list', { name: 'What stays' })
  await staying.getByText(/Vehicle checks, until /).waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.takeScreenshot('driver-erasure')
  expect(ok(await cab.call('GET', '/me')).erasure).not.toBeNull()
  await button(page, 'Cancel: stay on the roster').click()
  await button(page, 'Forget me').waitFor()
  expect(ok(await cab.call('GET', '/me')).erasure).toBeNull()
}, 120_000)
