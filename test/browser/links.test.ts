import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { openPhone, openSignInLink } from '../support/driver-app-browser.ts'
import { assignedTrip, DriverClient, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { hours, type Market, ok } from '../support/market.ts'
import { addOperatorPerson, linkTokenIn } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The link in the newest message to a recipient with this text. */
async function linkTo(market: Market, recipient: string, of: RegExp): Promise<string> {
  const found = await eventually(() =>
    market.server.mails().findLast(({ to, subject, text }) => to === recipient && of.test(`${subject ?? ''} ${text}`)),
  )
  return /https?:\S+/.exec(found.text)?.[0] ?? `no link in: ${found.text}`
}

test('emails to the office link to the job and booking, also through the sign-in', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { email } = await addOperatorPerson(market, dales.ref)
  const trip = await market.trip([dales])
  const job = await linkTo(market, email, /^Quote by /)
  expect(job).toBe(`${market.server.url}/portal/jobs/${trip.ref}`)

  await using visit = await openPhone(openVisit, market)
  const { page } = visit
  visit.expect(/^401: /)
  await page.goto(job)
  await page.getByLabel('Your email address').fill(email)
  await button(page, 'Email me a link').click()
  const mail = await linkTo(market, email, /cbl_/)
  // In a new tab, as from an email.
  const tab = await visit.context.newPage()
  await tab.goto(mail)
  await tab.getByRole('button', { name: 'Sign in' }).first().click()
  await tab.getByRole('navigation', { name: 'Main' }).first().waitFor()
  expect(tab.url()).toBe(job)
  await tab.getByText(trip.ref).first().waitFor()

  const booked = await market.bookedTrip(dales, { departsIn: hours(40) })
  const booking = await linkTo(market, email, /is booked|Booked/)
  expect(booking).toBe(`${market.server.url}/portal/bookings/${booked.ref}`)
  await tab.goto(booking)
  await tab.getByText(booked.ref).first().waitFor()
  expect(tab.url()).toBe(booking)
}, 120_000)

test('links an SMS and an email to a driver’s trip, signed in or not', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const pat = await signInDriver(dales, { phone: '07700 900161' })
  const kim = await signInDriver(dales, { name: 'Kim Low', email: 'kim.low@example.org' })
  const trip = await assignedTrip(pat, { departsIn: hours(30) })
  const other = await assignedTrip(new DriverClient(dales, kim.id, kim.token), { departsIn: hours(50) })

  await using texted = await openPhone(openVisit, market)
  texted.expect(/^401: /)
  const sms = await linkTo(market, '07700 900161', /New job /)
  expect(sms).toBe(`${market.server.url}/driver/trips/${trip.ref}`)
  await texted.page.goto(sms)
  await texted.page.getByRole('heading', { name: 'Driver sign-in' }).waitFor()
  const returnQuery = new URL(texted.page.url()).search
  expect(returnQuery).toBe(`?to=${encodeURIComponent(`/trips/${trip.ref}`)}`)
  await openSignInLink(texted.page, market, pat)
  await texted.page.goto(sms)
  await button(texted.page, 'Accept job').waitFor()

  await using mailed = await openPhone(openVisit, market)
  const mail = await linkTo(market, 'kim.low@example.org', /New job /)
  await mailed.page.goto(mail)
  await button(mailed.page, 'Sign in').click()
  await button(mailed.page, 'Accept job').waitFor()
  expect(mailed.page.url()).toBe(`${market.server.url}/driver/trips/${other.ref}`)
  // The link was used and its reader is signed in, so it opens the trip.
  await mailed.page.goto(mail)
  await button(mailed.page, 'Accept job').waitFor()
  expect(new URL(mailed.page.url()).pathname).toBe(`/driver/trips/${other.ref}`)

  // An open page would keep reading a trip that another driver gets.
  await mailed.page.close()
  ok(await dales.assign(other, pat.id))
  const removed = await linkTo(market, 'kim.low@example.org', /Job removed /)
  expect(new URL(removed).searchParams.get('to')).toBe('/trips')
  expect(linkTokenIn(removed)).toStartWith('cbl_')
}, 120_000)

test('stays within the app for a hostile return address', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const pat = await signInDriver(dales)
  await using visit = await openPhone(openVisit, market)
  const { page } = visit
  for (const to of ['//evil.example/', '/../portal', '/%2e%2e/console', 'https://evil.example', '/\\evil.example']) {
    await openSignInLink(page, market, pat)
    await page.goto(`/driver/sign-in?to=${encodeURIComponent(to)}`)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(page.url()).toBe(`${market.server.url}/driver`)
    await page.evaluate('localStorage.clear()')
  }
}, 120_000)
