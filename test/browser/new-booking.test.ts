import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { formatTypedDay } from '../../src/web/plain/typed-date.ts'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
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

/** The day this many seconds from now, as ISO text, which every date field reads. */
const dayIn = (market: Market, seconds: number) => market.at(seconds).slice(0, 10)

/** A field by its whole label; a required field has a star after its label. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))

/** Fills in the caller, the trip and the price of a return, except the vehicle. */
async function typeTrip(page: Page, market: Market) {
  await page.getByText('Return', { exact: true }).click()
  await field(page, 'Date').fill(dayIn(market, days(20)))
  await field(page, 'Pick-up time').fill('830')
  await field(page, 'Pick-up').fill('Otley Primary School')
  await field(page, 'Drop-off').fill('National Railway Museum')
  await page.getByRole('button', { name: 'Edit address (drop-off)' }).click()
  await page.getByRole('group', { name: 'Address (drop-off)' }).getByLabel('Town').fill('York')
  await field(page, 'Return pick-up time').fill('15:00')
  await page.getByLabel('Passengers').fill('45')
}

const vehicles = (page: Page) => page.getByRole('region', { name: 'Vehicles' })

/** Sends the quote, and returns the ref of its job. */
async function sendQuote(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.waitForURL('**/portal/jobs/TR-*')
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('sends a trip by phone as a quote, keeps the draft through a reload and shows errors at fields', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit

  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'New booking' }).waitFor()
  expect(await field(page, 'Name').and(page.locator(':focus')).count()).toBe(1)
  await vehicles(page).getByText('Enter a date to see free vehicles.').waitFor()
  await visit.expectAccessible('new-empty')
  await typeTrip(page, market)
  await vehicles(page).getByText('29 seats short').waitFor()
  await page.getByRole('button', { name: 'Add AB12 CDE' }).click()
  await page.getByText('53 seats for 45 passengers.').waitFor()
  await page.getByText(/^Draft saved \d\d:\d\d · /).waitFor()
  await page.reload()
  await page.getByText('53 seats for 45 passengers.').waitFor()
  expect(await field(page, 'Pick-up').inputValue()).toBe('Otley Primary School')
  expect(await field(page, 'Return drop-off').inputValue()).toBe('Otley Primary School')
  expect(await field(page, 'Date').inputValue()).toBe(formatTypedDay(dayIn(market, days(20))))
  expect(await field(page, 'Pick-up time').inputValue()).toBe('08:30')

  await field(page, 'Name').fill('Ann Smith')
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByText('2 fields need attention').waitFor()
  await field(page, 'Phone').and(page.locator('[aria-invalid="true"]:focus')).waitFor()
  await visit.expectAccessible('new-refused')

  await field(page, 'Price').fill('640')
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByText('£14.22').waitFor()
  await summary.getByText('£512.00').waitFor()
  expect(await page.getByLabel('Deposit, 20%').inputValue()).toBe('128.00')
  await page.getByLabel('Phone').fill('07700 900123')
  await visit.expectAccessible('new-filled')
  await field(page, 'Price').press('Control+Enter')
  await page.getByText(/^Quote TR-\S+ sent\.$/).waitFor()
  const ref = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(page.url()).toContain('/portal/jobs/TR-')
  expect(ok(await dales.job({ ref }))).toMatchObject({
    trip_type: 'return',
    dropoff: { label: 'National Railway Museum', locality: 'York' },
    my_quote: { status: 'confirmed', price_amount: 64_000, deposit_amount: 12_800, vehicles: [{ seats: 53 }] },
  })
})

test('sends a return with two stops and a wheelchair, and moves by Enter', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  const focused = () => page.evaluate("document.activeElement.getAttribute('data-path')")
  const type = async (...texts: readonly string[]) => {
    for (const text of texts) {
      const before = await focused()
      await page.keyboard.insertText(text)
      // Enter stays in the field of a place during its search.
      await eventually(async () => {
        await page.keyboard.press('Enter')
        return (await focused()) !== before
      })
    }
  }

  await page.getByText('Return', { exact: true }).click()
  await field(page, 'Name').focus()
  await type('Ann Smith', '07700 900123', '', 'Otley Parents')
  // The choice of the type of trip is before the date.
  await field(page, 'Date').focus()
  await type(dayIn(market, days(20)), '45', '2')
  await field(page, 'Pick-up time').focus()
  await type('0830', 'Otley Primary School', '10.15', 'National Railway Museum', '15:00')
  await field(page, 'Pick-up').focus()
  await page.keyboard.press('Alt+S')
  await field(page, 'Stop 1').and(page.locator(':focus')).waitFor()
  await page.keyboard.insertText('Menston Station')
  await field(page, 'Stop 1 time').fill('8:45')
  await page.keyboard.press('Alt+S')
  await page.keyboard.insertText('Guiseley Station')
  expect(await field(page, 'Return stop 1').inputValue()).toBe('Guiseley Station')
  await field(page, 'Return stop 2 time').fill('16:30')
  await page.getByLabel('Coach stays with the group').check()
  await page.getByText(/same day · coach waits 4 h 45 min/).waitFor()
  await page.getByRole('button', { name: '+ Luggage' }).click()
  await field(page, 'Suitcases').and(page.locator(':focus')).waitFor()
  await page.keyboard.insertText('3')
  await page.getByRole('button', { name: '+ Other vehicle' }).click()
  await page.getByText('49 seats for 45 passengers.').waitFor()
  await visit.expectAccessible('new-stops')
  await field(page, 'Price').fill('640')
  const ref = await sendQuote(page)
  const job = ok(await dales.job({ ref }))
  expect(job).toMatchObject({
    trip_type: 'return',
    passenger_count: 45,
    coach_stays_with_group: true,
    accessibility: { wheelchair_spaces: 2 },
    luggage: { suitcases: 3 },
    my_quote: { vehicles: [{ type: 'coach_49', vehicle_id: null }] },
  })
  const day = dayIn(market, days(20))
  type Stop = { place: { label: string }; arrive_at: string | null }
  type Leg = { kind: string; departs_at: string; arrive_by: string | null; stops: readonly Stop[] }
  expect(
    job.legs.map(({ kind, departs_at, arrive_by, stops }: Leg) => [
      ...[kind, departs_at.slice(0, 16), arrive_by?.slice(11, 16)],
      ...stops.map(({ place, arrive_at }) => `${place.label} ${arrive_at?.slice(11, 16)}`),
    ]),
  ).toEqual([
    ['transfer', `${day}T08:30`, '10:15', 'Menston Station 08:45', 'Guiseley Station undefined'],
    ['standby', `${day}T10:15`, '15:00'],
    ['transfer', `${day}T15:00`, undefined, 'Guiseley Station undefined', 'Menston Station 16:30'],
  ])
})

test('sends a trip of several days', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  await typeTrip(page, market)
  await page.getByText('Multi-day', { exact: true }).click()
  await field(page, 'Leg 2 date').fill(dayIn(market, days(21)))
  await field(page, 'Leg 2 drop-off').fill('Castle Howard')
  await page.getByRole('button', { name: '+ Add leg' }).click()
  expect(await field(page, 'Leg 3 date').inputValue()).toBe(formatTypedDay(dayIn(market, days(22))))
  expect(await field(page, 'Leg 3 pick-up').inputValue()).toBe('Castle Howard')
  await field(page, 'Leg 3 pick-up time').fill('0900')
  await field(page, 'Leg 3 drop-off').fill('Otley Primary School')
  await page.getByLabel('Coach stays with the group').check()
  await page.getByRole('button', { name: 'Add AB12 CDE' }).click()
  await field(page, 'Price').fill('1900')
  await field(page, 'Phone').fill('07700 900123')
  await visit.expectAccessible('new-tour')
  const ref = await sendQuote(page)
  const job = ok(await dales.job({ ref }))
  expect(job).toMatchObject({
    trip_type: 'multi_day',
    coach_stays_with_group: true,
    dropoff: { label: 'National Railway Museum' },
  })
  expect(job.legs.map(({ departs_at }: { departs_at: string }) => departs_at.slice(0, 16))).toEqual([
    `${dayIn(market, days(20))}T08:30`,
    `${dayIn(market, days(21))}T15:00`,
    `${dayIn(market, days(22))}T09:00`,
  ])
})

test('asks which town is meant if several have its name', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  const question = page.getByRole('group', { name: 'Town (pick-up)' })
  await typeTrip(page, market)
  await field(page, 'Pick-up').fill('Newport')
  await field(page, 'Drop-off').focus()
  await page.waitForResponse(/places\?q=Newport/)
  expect(await question.count()).toBe(0)
  await field(page, 'Pick-up').fill('Ashford')
  expect(await question.isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await question.getByText('Which Ashford?').waitFor()
  await visit.expectAccessible('new-which')
  const near = await question.getByRole('button', { name: /^Ashford, near / }).allTextContents()
  expect(near.length).toBeGreaterThan(1)
  expect(new Set(near).size).toBe(near.length)
  await question.getByRole('button', { name: near[0] ?? '' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit address (pick-up)' }).click()
  expect(await page.getByRole('group', { name: 'Address (pick-up)' }).getByLabel('Pin on map').inputValue()).toMatch(/^51\.\d+, /)
  await page.getByRole('button', { name: 'Add AB12 CDE' }).click()
  await field(page, 'Price').fill('640')
  await field(page, 'Phone').fill('07700 900123')
  const ref = await sendQuote(page)
  expect(ok(await dales.job({ ref })).pickup).toMatchObject({ label: 'Ashford', locality: 'Ashford', country_code: 'GB' })
})

test('books a quote for the customer, and shows the customer link', async () => {
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

  const rang = page.getByRole('region', { name: 'Caller' })
  await rang.getByText(`Ann Smith, ${school}`).waitFor()
  // The marketplace takes no commission.
  await page.getByText('You receive £640.00').waitFor()
  await visit.expectAccessible('job-own')
  await rang.getByRole('button', { name: 'Customer link' }).click()
  await page.getByText('Share it with Ann Smith only.').waitFor()
  await page.keyboard.press('Escape')
  await rang.getByRole('button', { name: 'Book for customer' }).click()
  await page.getByLabel(/Cash/).check()
  await page.getByLabel('Purchase order number').fill('BPS-4712')
  await visit.expectAccessible('job-own-agreed')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.waitForURL(`**/portal/bookings/${ref}?assign=1`)
  expect(ok(await dales.booking({ ref }))).toMatchObject({ terms: 'cash', po_number: 'BPS-4712', price_amount: 64_000 })
})

test('finds an earlier caller by phone number and saves them as a customer', async () => {
  const market = await openShared()
  const { dales, office } = await officeWithFleet(market)
  ok(await office.enter({ customer: { name: 'Ada Before', phone: '07700 900654' } }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  await field(page, 'Phone').fill('+44 7700 900654')
  await page.getByRole('option', { name: /Ada Before/ }).click()
  await page.getByText('Known customer').waitFor()
  await page.getByText('Ada Before saved as a customer.').waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('Ada Before')
  expect(ok(await office.call('GET', '/customers'))).toMatchObject([{ name: 'Ada Before', phone: '07700 900654' }])
})

test('finds a customer by name or number, and books on account', async () => {
  const market = await openShared()
  const { dales, office } = await officeWithFleet(market)
  const account = { terms_days: 30, po_required: true, invoice: 'monthly' }
  ok(await office.call('POST', '/customers', { name: 'Jo Field', organisation: school, phone: '+44 7700 900456', account }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  const dialog = page.getByRole('dialog')

  await typeTrip(page, market)
  await field(page, 'Phone').fill('07700900456')
  await page.getByRole('option', { name: /Jo Field.*900456/ }).waitFor()
  await field(page, 'Phone').fill('')
  await field(page, 'Name').fill('field')
  await page.getByRole('option', { name: /Jo Field/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('0 trips · pays by invoice, 30 days').waitFor()
  expect(await field(page, 'Phone').inputValue()).toBe('+44 7700 900456')
  await page.getByRole('button', { name: 'Add AB12 CDE' }).click()
  await page.getByRole('button', { name: 'Book now…' }).click()
  await page.getByText('1 field needs attention').waitFor()
  expect(await dialog.count()).toBe(0)
  await field(page, 'Price').fill('987,654.00')
  await page.getByRole('button', { name: 'Book now…' }).click()
  await dialog.getByText('Book for Jo Field, £987,654.00').waitFor()
  await dialog.getByRole('button', { name: 'Confirm booking' }).click()
  await dialog.getByText('Choose how they pay.').waitFor()
  await dialog.getByLabel(/Invoice, 30 days/).check()
  await visit.expectAccessible('new-agreed')
  await dialog.getByRole('button', { name: 'Confirm booking' }).click()
  await dialog.getByText('Purchase order number is required.').waitFor()
  await dialog.getByLabel('Purchase order number').fill('BPS-4712')
  await dialog.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByText(/^TR-\S+ booked\.$/).waitFor()
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
  await field(page, 'Name').fill('Jo Fie')
  await page.getByRole('option', { name: /Jo Field/ }).click()
  await page.getByText('1 trip · pays by invoice, 30 days').waitFor()
  await page.getByRole('button', { name: 'Use their last trip' }).click()
  expect(await field(page, 'Drop-off').inputValue()).toBe('National Railway Museum')
  expect(await field(page, 'Return pick-up time').inputValue()).toBe('15:00')
  expect(await field(page, 'Passengers').inputValue()).toBe('45')
  const row = page.getByRole('region', { name: 'Last prices for this route' }).getByRole('listitem')
  await row.getByText('Won').waitFor()
  await row.getByRole('button', { name: 'Use £987,654.00' }).click()
  expect(await field(page, 'Price').inputValue()).toBe('987654.00')
  await field(page, 'Name').fill('Jo Fielding')
  await page.getByText('Known customer').waitFor({ state: 'detached' })
})

test('shows the reason why a vehicle is not free', async () => {
  const market = await openShared()
  const { dales, office } = await officeWithFleet(market)
  const [coach] = ok(await office.call('GET', '/vehicles')).filter(({ seats }: { seats: number }) => seats === 53)
  const day = dayIn(market, days(20))
  const vehicle = { type: 'coach_53', count: 1, seats: 53, vehicle_id: coach.id }
  ok(
    await office.enter({
      departs_at: `${day}T08:15:00Z`,
      returns_at: null,
      quote: { price_amount: 50_000, currency_code: 'GBP', availability: 'likely', vehicles: [vehicle] },
    }),
  )
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  await typeTrip(page, market)
  await vehicles(page)
    .getByText(/^Provisional to \d\d:\d\d$/)
    .waitFor()
  await page.getByRole('button', { name: 'Add AB12 CDE' }).click()
  await page.getByRole('button', { name: 'Remove AB12 CDE' }).click()
  await page.getByRole('button', { name: 'Send quote' }).click()
  await vehicles(page).getByText('Choose a vehicle.').waitFor()
})

test('has steps and a fixed button on a phone', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new', width: 390 })
  const { page } = visit
  await field(page, 'Phone').fill('07700 900123')
  await page.getByRole('button', { name: 'Next: Trip' }).tap()
  await field(page, 'Date').fill(dayIn(market, days(20)))
  await field(page, 'Passengers').fill('45')
  await field(page, 'Pick-up time').fill('08:30')
  await field(page, 'Pick-up').fill('Otley Primary School')
  await field(page, 'Drop-off').fill('National Railway Museum')
  await page.getByRole('button', { name: '+ Add stop' }).tap()
  await field(page, 'Stop 1').fill('Menston Station')
  await visit.takeScreenshot('new-phone-trip')
  expect(await visit.layout()).toEqual([])
  await page.getByRole('button', { name: 'Next: Vehicles' }).tap()
  await page.getByRole('button', { name: 'Add AB12 CDE' }).tap()
  await page.getByRole('button', { name: 'Next: Price' }).tap()
  await page.getByRole('button', { name: 'Send quote' }).tap()
  await page.getByText('Enter a price, such as 640.00.').waitFor()
  await field(page, 'Price').fill('640')
  await page.getByRole('button', { name: /^\d\. Trip$/ }).tap()
  await field(page, 'Passengers').fill('')
  await page.getByRole('button', { name: /^\d\. Price$/ }).tap()
  await page.getByRole('button', { name: 'Send quote' }).tap()
  await field(page, 'Passengers').and(page.locator('[aria-invalid="true"]:focus')).waitFor()
  await field(page, 'Passengers').fill('45')
  await page.getByRole('button', { name: /^\d\. Price$/ }).tap()
  await visit.takeScreenshot('new-phone-price')
  expect(await visit.layout()).toEqual([])
  const ref = await sendQuote(page)
  expect(ok(await dales.job({ ref })).legs).toMatchObject([{ stops: [{ place: { label: 'Menston Station' } }] }])
})

test('sends nothing and keeps the draft offline', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit

  await field(page, 'Pick-up').waitFor()
  await visit.context.setOffline(true)
  await field(page, 'Date').fill(dayIn(market, days(20)))
  await page.getByText(/No connection since/).waitFor()
  await field(page, 'Pick-up').fill('Ilkley Scouts')
  expect(await page.getByRole('button', { name: 'Send quote' }).isDisabled()).toBe(true)
  await visit.context.setOffline(false)
  await page.reload()
  expect(await field(page, 'Pick-up').inputValue()).toBe('Ilkley Scouts')
})

test('opens a draft of an earlier release', async () => {
  const market = await openShared()
  const { dales } = await officeWithFleet(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  const place = { kind: null, locality: 'York', postcode: '', access_note: '', coordinates: '' }
  const draft = {
    ...{ purpose: 'school', isReturn: true, isAgreed: true, passenger_count: 45, customer: { phone: '07700 900123' } },
    ...{ departs_at: `${dayIn(market, days(20))}T08:30:00+00:00`, returns_at: `${dayIn(market, days(21))}T15:00:00+00:00` },
    ...{ pickup: { ...place, label: 'Otley Primary School' }, dropoff: { ...place, label: 'National Railway Museum' } },
    quote: {
      currency_code: 'GBP',
      availability: 'confirmed',
      price_amount: 64_000,
      vehicles: [{ type: 'coach_53', seats: 53, count: 1 }],
    },
  }
  await field(page, 'Name').waitFor()
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key ?? '', text ?? ''),
    [`charabanc.draft.2.new-${dales.ref}`, JSON.stringify(draft)],
  )
  await page.reload()
  await page.getByText('Draft saved').waitFor()
  expect(await field(page, 'Pick-up time').inputValue()).toBe('08:30')
  expect(await field(page, 'Return date').inputValue()).toBe(formatTypedDay(dayIn(market, days(21))))
  const ref = await sendQuote(page)
  expect(ok(await dales.job({ ref }))).toMatchObject({
    returns_at: `${dayIn(market, days(21))}T15:00:00+00:00`,
    dropoff: { label: 'National Railway Museum', locality: 'York' },
    my_quote: { price_amount: 64_000 },
  })
})
