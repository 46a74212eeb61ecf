import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { days, type Market, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const school = "Kingston upon Hull Grammar School Parents' Association"

async function officeWithFleet(market: Market) {
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  for (const [registration, seats] of [
    ['AB12 CDE', 53],
    ['XY70 ZZZ', 16],
  ]) {
    ok(await office.call('POST', '/vehicles', { registration, type: seats === 53 ? 'coach_53' : 'minibus_16', seats }))
  }
  return { dales, office }
}

/** The wall time of so many seconds from now, on the hour, as a native field takes it. */
function onTheHour(market: Market, seconds: number): string {
  return `${market.at(seconds).slice(0, 13)}:00`
}

/** A field by the whole of its label; what is required has a star behind it. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))

async function typeTrip(page: Page, market: Market) {
  await field(page, 'Leaves').fill(onTheHour(market, days(20)))
  await field(page, 'From').fill('Otley Primary School')
  await field(page, 'To').fill('National Railway Museum')
  await page.getByLabel('Town (to)').fill('York')
  await page.getByLabel('They come back').check()
  await page.getByLabel('Leaves to come back').fill(onTheHour(market, days(20) + 6 * 3600))
  await page.getByLabel('How many people').fill('45')
}

test('a trip by telephone is saved as a quote; a reload loses nothing, and a refusal stands under its field', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit

  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'New booking' }).waitFor()
  await typeTrip(page, market)
  await page.getByRole('button', { name: 'Take AB12 CDE' }).click()
  await page.getByText('53 seats for 45 people.').waitFor()
  await page.reload()
  await page.getByText('53 seats for 45 people.').waitFor()
  expect(await field(page, 'From').inputValue()).toBe('Otley Primary School')
  expect(await field(page, 'Leaves').inputValue()).toBe(onTheHour(market, days(20)))

  visit.expect(/^422: POST .*\/trips$/)
  await field(page, 'Price').fill('640')
  await field(page, 'Who').fill('Ann Smith')
  await page.getByRole('button', { name: 'Save as quote' }).click()
  await page.getByLabel('E-mail').and(page.locator('[aria-invalid="true"]')).waitFor()
  await visit.expectAccessible('new-refused')

  await page.getByLabel('Number').fill('07700 900123')
  await page.getByRole('button', { name: 'Save as quote' }).click()
  await page.getByText('Saved as a quote').waitFor()
  const ref = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(page.url()).toContain('/portal/jobs/TR-')
  expect(ok(await dales.job({ ref })).my_quote).toMatchObject({
    status: 'confirmed',
    price_amount: 64_000,
    vehicles: [{ seats: 53 }],
  })
})

test('what was quoted on the telephone is booked when they say yes, and their link is at hand', async () => {
  const market = await openShared()
  const { dales, office } = await officeWithFleet(market)
  const body = {
    customer: { name: 'Ann Smith', organisation: school, phone: '07700 900123' },
    pickup: { label: 'Otley Primary School', kind: 'school' },
    dropoff: { label: 'National Railway Museum', kind: 'venue' },
    departs_at: market.at(days(20)),
    passenger_count: 45,
    quote: {
      price_amount: 64_000,
      currency_code: 'GBP',
      availability: 'likely',
      vehicles: [{ type: 'coach_53', count: 1, seats: 53 }],
    },
  }
  const { ref } = ok(await office.call('POST', '/trips', body))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/jobs/${ref}` })
  const { page } = visit

  const rang = page.getByRole('region', { name: 'Who rang' })
  await rang.getByText(`Ann Smith, ${school}`).waitFor()
  // The marketplace takes nothing of it.
  await page.getByText('Commission').locator('..').getByText('£0.00').waitFor()
  await visit.expectAccessible('job-own')
  await rang.getByRole('button', { name: "Customer's link" }).click()
  await page.getByText('It is for Ann Smith only.').waitFor()
  await page.keyboard.press('Escape')
  await rang.getByRole('button', { name: 'They say yes' }).click()
  await page.getByLabel(/Cash/).check()
  await page.getByLabel('Their order number').fill('BPS-4712')
  await visit.expectAccessible('job-own-agreed')
  await page.getByRole('button', { name: 'Book it' }).click()
  await page.waitForURL(`**/portal/bookings/${ref}?assign=1`)
  expect(ok(await dales.booking({ ref }))).toMatchObject({ terms: 'cash', po_number: 'BPS-4712', price_amount: 64_000 })
})

test('a caller who asked before is found by number, and is kept as a customer with one click', async () => {
  const market = await openShared()
  const { dales, office } = await officeWithFleet(market)
  ok(await office.enter({ customer: { name: 'Ada Before', phone: '07700 900654' } }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  await page.getByLabel('Number').fill('+44 7700 900654')
  await page.getByRole('button', { name: /Ada Before/ }).click()
  await page.getByRole('button', { name: 'Somebody else' }).waitFor()
  await page.getByText('Ada Before is now one of your customers.').waitFor()
  expect(ok(await office.call('GET', '/customers'))).toMatchObject([{ name: 'Ada Before', phone: '07700 900654' }])
})

test('a known customer is found by name or number, and books on their account at once', async () => {
  const market = await openShared()
  const { dales, office } = await officeWithFleet(market)
  const account = { terms_days: 30, po_required: true, invoice: 'monthly' }
  ok(await office.call('POST', '/customers', { name: 'Jo Field', organisation: school, phone: '+44 7700 900456', account }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit

  await typeTrip(page, market)
  await page.getByLabel('Number').fill('07700900456')
  await page.getByRole('button', { name: /Jo Field.*900456/ }).waitFor()
  await page.getByLabel('Number').fill('')
  await field(page, 'Who').fill('field')
  // By the name: what was found by the number may go in the very instant of the click.
  const named = page.getByRole('status').filter({ hasText: 'Known by that name' })
  await named.getByRole('button', { name: /Jo Field/ }).click()
  await page.getByText('pays 30 days after the invoice').waitFor()
  await page.getByRole('button', { name: 'Take AB12 CDE' }).click()
  await field(page, 'Price').fill('987,654.00')
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByLabel(/On account/).check()
  await page.getByLabel('Their order number').fill('BPS-4712')
  await visit.expectAccessible('new-agreed')
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByText('Booked: TR-').waitFor()
  const ref = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(page.url()).toContain('/portal/bookings/TR-')
  expect(ok(await dales.booking({ ref }))).toMatchObject({
    terms: 'account',
    po_number: 'BPS-4712',
    price_amount: 98_765_400,
    customer: { name: 'Jo Field', organisation: school },
    pickup: { label: 'Otley Primary School', kind: 'school' },
  })

  await page.goto('/portal/new')
  await typeTrip(page, market)
  await page.getByText('£987,654.00').waitFor()
  await page.getByText(`booking ${ref}`).waitFor()
})

test('without a connection nothing is sent and nothing is lost', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit

  await field(page, 'From').waitFor()
  await visit.context.setOffline(true)
  await field(page, 'Leaves').fill(onTheHour(market, days(20)))
  await page.getByText(/No connection since/).waitFor()
  await field(page, 'From').fill('Ilkley Scouts')
  expect(await page.getByRole('button', { name: 'Save as quote' }).isDisabled()).toBe(true)
  await visit.context.setOffline(false)
  await page.reload()
  expect(await field(page, 'From').inputValue()).toBe('Ilkley Scouts')
})
