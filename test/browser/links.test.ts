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

/** The link of the newest message to somebody that speaks of this. */
async function linkTo(market: Market, recipient: string, of: RegExp): Promise<string> {
  const found = await eventually(() =>
    market.server.mails().findLast(({ to, subject, text }) => to === recipient && of.test(`${subject ?? ''} ${text}`)),
  )
  return /https?:\S+/.exec(found.text)?.[0] ?? `no link in: ${found.text}`
}

test('mails to the office lead to the very job and booking, through signing in and by itself afterwards', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const { email } = await addOperatorPerson(market, dales.ref)
  const trip = await market.trip([dales])
  const job = await linkTo(market, email, /New job/)
  expect(job).toBe(`${market.server.url}/portal/jobs/${trip.ref}`)

  await using visit = await openPhone(openVisit, market)
  const { page } = visit
  visit.expect(/^401: /)
  await page.goto(job)
  await page.getByLabel('Your e-mail address').fill(email)
  await button(page, 'Mail me a link').click()
  const mail = await linkTo(market, email, /cbl_/)
  // In another tab, as from the mail.
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

test('an SMS and a mail to a driver lead to the very trip, signed in or not, on whatever phone', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const pat = await signInDriver(dales, { phone: '07700 900161' })
  const kim = await signInDriver(dales, { name: 'Kim Low', email: 'kim.low@example.org' })
  const trip = await assignedTrip(pat, { departsIn: hours(30) })
  const other = await assignedTrip(new DriverClient(dales, kim.id, kim.token), { departsIn: hours(50) })

  await using texted = await openPhone(openVisit, market)
  texted.expect(/^401: /)
  const sms = await linkTo(market, '07700 900161', /You are to drive/)
  expect(sms).toBe(`${market.server.url}/driver/trips/${trip.ref}`)
  await texted.page.goto(sms)
  await texted.page.getByRole('heading', { name: 'Sign in to drive' }).waitFor()
  const wanted = new URL(texted.page.url()).search
  expect(wanted).toBe(`?to=${encodeURIComponent(`/trips/${trip.ref}`)}`)
  await openSignInLink(texted.page, market, pat)
  await texted.page.goto(sms)
  await button(texted.page, 'Acknowledge').waitFor()

  await using mailed = await openPhone(openVisit, market)
  const mail = await linkTo(market, 'kim.low@example.org', /You are to drive/)
  await mailed.page.goto(mail)
  await button(mailed.page, 'Sign in').click()
  await button(mailed.page, 'Acknowledge').waitFor()
  expect(mailed.page.url()).toBe(`${market.server.url}/driver/trips/${other.ref}`)
  // The link is spent, and its reader signed in: it leads to the trip all the same.
  await mailed.page.goto(mail)
  await button(mailed.page, 'Acknowledge').waitFor()
  expect(new URL(mailed.page.url()).pathname).toBe(`/driver/trips/${other.ref}`)

  // A page that is open goes on reading a trip that is about to be somebody else's.
  await mailed.page.close()
  ok(await dales.assign(other, pat.id))
  const gone = await linkTo(market, 'kim.low@example.org', /no longer drive/)
  expect(new URL(gone).searchParams.get('to')).toBe('/trips')
  expect(linkTokenIn(gone)).toStartWith('cbl_')
}, 120_000)

test('a hostile address to come back to leads nowhere but to the app itself', async () => {
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
