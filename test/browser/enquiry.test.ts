import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { days, type Market, ok, openMarket } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage, useServerClock } from '../support/trip-page-browser.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const dayOf = (market: Market, later: number) => market.at(days(later)).slice(0, 10)
const findFocused = (page: Page) => page.locator(':focus').getAttribute('id')
const addStop = (page: Page) => page.getByRole('button', { name: '+ Add stop', exact: true })

/** Fills in the required fields, except the places. */
async function fillRest(page: Page, market: Market): Promise<void> {
  await page.getByLabel('Departure date').fill(dayOf(market, 40))
  await page.getByLabel('Departure time').fill('08:30')
  await page.getByRole('textbox', { name: 'Passengers' }).fill('45')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann Smith')
  await page.getByRole('textbox', { name: /^Your email/ }).fill('ann@example.org')
}

/** Sends the form and returns the trip. */
async function sendForm(page: Page, market: Market) {
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByRole('heading', { name: 'Request sent' }).waitFor()
  const link = (await page.getByRole('link', { name: 'Open your trip' }).getAttribute('href')) ?? ''
  const token = link.split('#')[1] ?? ''
  return { token, trip: ok(await market.call('GET', '/customer/v1/trip', { token })) }
}

test('searches places, and requests a return with two stops and a wheelchair', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openVisit(market.server.url)
  await useServerClock(visit, market)
  const { page } = visit
  await page.goto(`/enquire/${dales.ref}`)
  const from = page.getByRole('combobox', { name: /^Pick-up/ })
  await from.pressSequentially('Leeds')
  const options = page.getByRole('option')
  await options.first().waitFor()
  expect(await from.getAttribute('aria-expanded')).toBe('true')
  expect(await options.first().textContent()).toContain('Leeds United Kingdom')
  await visit.expectAccessible('enquire-search')
  await from.press('ArrowDown')
  await from.press('ArrowUp')
  expect(await options.last().getAttribute('aria-selected')).toBe('true')
  await from.press('Escape')
  expect([await from.inputValue(), await options.count()]).toEqual(['Leeds', 0])
  await from.press('ArrowDown')
  await options.first().waitFor()
  await from.press('ArrowDown')
  expect(await page.locator('[aria-selected="true"]').getAttribute('id')).toBe(await from.getAttribute('aria-activedescendant'))
  await from.press('Enter')
  expect([await from.inputValue(), await options.count()]).toEqual(['Leeds', 0])
  await page.getByRole('button', { name: 'Edit address' }).first().click()
  expect(await page.getByRole('textbox', { name: 'Town (Pick-up)' }).inputValue()).toBe('Leeds')
  expect(await page.getByRole('radio', { name: 'Venue, school, station' }).first().isChecked()).toBe(true)
  // Another name loses the town of the first one; words after the name keep it.
  await from.fill('Lee')
  expect(await page.getByRole('textbox', { name: 'Town (Pick-up)' }).inputValue()).toBe('')
  await from.pressSequentially('ds')
  await page.getByRole('option', { name: 'Leeds United Kingdom' }).click()
  await from.pressSequentially(', The Headrow')
  expect(await page.getByRole('textbox', { name: 'Town (Pick-up)' }).inputValue()).toBe('Leeds')

  await page.getByRole('combobox', { name: /^Drop-off/ }).fill('York Minster')
  await addStop(page).click()
  expect(await findFocused(page)).toBe('stop_1')
  await page.getByRole('combobox', { name: /^Stop 1/ }).fill('Removed')
  await addStop(page).click()
  await page.getByRole('combobox', { name: /^Stop 2/ }).fill('Wetherby Services')
  await page.getByLabel('Time at stop 2').fill('08:50')
  await page.getByRole('button', { name: 'Remove stop 1' }).click()
  expect(await page.getByRole('combobox', { name: /^Stop 1/ }).inputValue()).toBe('Wetherby Services')
  await addStop(page).click()
  await page.getByRole('combobox', { name: /^Stop 2/ }).fill('Tadcaster Bus Station')
  await page.getByRole('button', { name: '+ Add stop (return)' }).click()
  await page.getByRole('combobox', { name: /^Stop 1 \(return\)/ }).fill('Garforth')
  await page.getByLabel('Return date').fill(dayOf(market, 40))
  await page.getByLabel('Return departs').fill('17:00')
  await fillRest(page, market)
  await page.getByRole('textbox', { name: /^Wheelchair spaces/ }).fill('1')
  await page.getByRole('textbox', { name: /^Hand luggage/ }).fill('45')
  await visit.expectAccessible('enquire-stops')

  // A fault and a new visit of the page keep the rows.
  await page
    .getByLabel(/^Time at stop 1/)
    .first()
    .fill('08:00')
  visit.expect(/^422: POST \/enquire\//)
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByRole('link', { name: /^Stop 1: enter a time after the departure/ }).waitFor()
  await visit.expectAccessible('enquire-stop-faults')
  await page
    .getByLabel(/^Time at stop 1/)
    .first()
    .fill('08:50')
  await page.goto(`/enquire/${dales.ref}`)
  await eventually(async () => (await page.getByRole('combobox', { name: /^Stop 2/ }).count()) === 1)

  const { trip, token } = await sendForm(page, market)
  expect(trip).toMatchObject({
    pickup: { label: 'Leeds, The Headrow', locality: 'Leeds', kind: 'other', country_code: 'GB' },
    accessibility: { wheelchair_spaces: 1 },
    luggage: { suitcases: 0, hand_luggage: 45 },
  })
  expect(Math.round(trip.pickup.latitude)).toBe(54)
  const stops = trip.legs.map((leg: { stops: { place: { label: string } }[] }) => leg.stops.map(({ place }) => place.label))
  expect(stops).toEqual([['Wetherby Services', 'Tadcaster Bus Station'], ['Garforth']])

  await using shown = await openTripPage(openVisit, market, token)
  const request = await shown.text('#way')
  for (const words of ['Wetherby Services', '08:50', 'Garforth', '1 wheelchair space', '45 items of hand luggage']) {
    expect(request).toContain(words)
  }
  await shown.visit.expectAccessible('trip-stops')
  await shown.visit.page.getByText('Request a change').click()
  await shown.visit.page.getByRole('button', { name: 'Send a new request' }).click()
  await shown.visit.page.getByRole('combobox', { name: /^Stop 2/ }).waitFor()
  expect(await shown.visit.page.getByRole('combobox', { name: /^Stop 1 \(return\)/ }).inputValue()).toBe('Garforth')
  expect(
    await shown.visit.page
      .getByLabel(/^Time at stop 1/)
      .first()
      .inputValue(),
  ).toBe('08:50')
  expect(await shown.visit.page.getByRole('textbox', { name: /^Wheelchair spaces/ }).inputValue()).toBe('1')
})

test('requests a trip of three days', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openVisit(market.server.url, { width: 390, height: 844 })
  await useServerClock(visit, market)
  const { page } = visit
  await page.goto(`/enquire/${dales.ref}`)
  await page.getByRole('radio', { name: 'Multi-day' }).check()
  expect(await page.getByLabel('Return date').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Remove day 2' }).isVisible()).toBe(false)
  await page.getByRole('combobox', { name: 'Pick-up Place' }).fill('Rookwood School')
  await page.getByRole('combobox', { name: 'Drop-off Place' }).fill('Castle Hostel')
  await fillRest(page, market)
  await page.getByLabel('Date (day 2)').fill(dayOf(market, 41))
  await page.getByLabel('Departs (day 2)').fill('09:00')
  await page.getByRole('combobox', { name: /^Pick-up \(day 2\)/ }).fill('Castle Hostel')
  await page.getByRole('button', { name: '+ Add stop (day 2)' }).click()
  await page.getByRole('combobox', { name: /^Stop 1 \(day 2\)/ }).fill('Falkirk Wheel')
  await page.getByRole('combobox', { name: /^Drop-off \(day 2\)/ }).fill('Stirling Castle')
  await page.getByRole('button', { name: '+ Add day' }).click()
  expect(await page.getByLabel('Date (day 3)').inputValue()).toBe(dayOf(market, 42))
  expect(await page.getByRole('combobox', { name: /^Pick-up \(day 3\)/ }).inputValue()).toBe('Stirling Castle')
  await page.getByLabel('Departs (day 3)').fill('08:00')
  await page.getByRole('combobox', { name: /^Drop-off \(day 3\)/ }).fill('Rookwood School')
  await page.getByRole('button', { name: '+ Add day' }).click()
  await page.getByRole('button', { name: 'Remove day 4' }).click()
  await page.getByRole('checkbox', { name: 'Coach stays with the group' }).check()
  await visit.expectAccessible('enquire-days')
  const { trip } = await sendForm(page, market)
  expect(trip).toMatchObject({ trip_type: 'multi_day', coach_stays_with_group: true })
  const ends = trip.legs.map((leg: { pickup: { label: string }; dropoff: { label: string } }) => [
    leg.pickup.label,
    leg.dropoff.label,
  ])
  expect(ends).toEqual([
    ['Rookwood School', 'Castle Hostel'],
    ['Castle Hostel', 'Stirling Castle'],
    ['Stirling Castle', 'Rookwood School'],
  ])
  expect(trip.legs[1].stops).toMatchObject([{ place: { label: 'Falkirk Wheel' } }])
})

test('asks which of several towns of one name is meant', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openVisit(market.server.url, { width: 390, height: 844 })
  await useServerClock(visit, market)
  const { page } = visit
  await page.goto(`/enquire/${dales.ref}`)
  await page.getByRole('radio', { name: 'One way' }).check()
  const [from, to] = [page.getByRole('combobox', { name: /^Pick-up/ }), page.getByRole('combobox', { name: /^Drop-off/ })]
  await from.fill('Ashford')
  await to.fill('Hythe')
  const question = page.getByRole('group', { name: 'Which Ashford?' })
  await question.waitFor()
  await page.getByLabel('Departure time').focus()
  await page.getByRole('group', { name: 'Which Hythe?' }).waitFor()
  await visit.expectAccessible('enquire-which')
  const choices = await question.getByRole('button').allTextContents()
  expect(choices.length).toBeGreaterThan(1)
  for (const choice of choices) expect(choice).toMatch(/^Ashford, near \w+$/)
  await question.getByRole('button').first().click()
  expect(await question.count()).toBe(0)
  expect(await findFocused(page)).toBe('from')
  await fillRest(page, market)
  expect(await question.count()).toBe(0)
  const { trip } = await sendForm(page, market)
  expect(trip.pickup).toMatchObject({ label: 'Ashford', locality: 'Ashford', country_code: 'GB' })
  expect(Math.round(trip.pickup.latitude)).toBe(51)
  expect([trip.dropoff.label, trip.dropoff.latitude]).toEqual(['Hythe', null])
})

test('accepts any place silently above the limit of searches', async () => {
  await using market = await openMarket({ env: { CHARABANC_LIMIT_PLACES: '1/m' } })
  const dales = await market.operator()
  await using visit = await openVisit(market.server.url, { width: 390, height: 844 })
  await useServerClock(visit, market)
  visit.expect(/^429: GET \/customer\/v1\/places/)
  const { page } = visit
  const searches: string[] = []
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (pathname.endsWith('/places')) searches.push(`${searchParams.get('q')} ${response.status()}`)
  })
  await page.goto(`/enquire/${dales.ref}`)
  const from = page.getByRole('combobox', { name: /^Pick-up/ })
  await from.fill('Leeds')
  await page.getByRole('option').first().waitFor()
  await from.fill('York Minster')
  await eventually(() => searches.length === 2)
  await page.getByRole('combobox', { name: /^Drop-off/ }).fill('Whitby')
  await page.getByRole('radio', { name: 'One way' }).check()
  await fillRest(page, market)
  expect(await page.getByRole('option').count()).toBe(0)
  const { trip } = await sendForm(page, market)
  expect([trip.pickup.label, trip.dropoff.label]).toEqual(['York Minster', 'Whitby'])
  // A refused search is the last one until the limit allows another.
  expect(searches).toEqual(['Leeds 200', 'York Minster 429'])
})

test('adds stops and days without a script', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openVisit(market.server.url, { width: 390, height: 844, isWithoutScript: true })
  const { page } = visit
  await page.goto(`/enquire/${dales.ref}`)
  expect(await page.getByRole('button', { name: 'Edit address' }).filter({ visible: true }).count()).toBe(0)
  await page.getByRole('radio', { name: 'Multi-day' }).check()
  await page.getByRole('textbox', { name: 'Pick-up Place' }).fill('Rookwood School')
  await page.getByRole('textbox', { name: /^Town \(Pick-up\)/ }).fill('Leeds')
  await page.getByRole('textbox', { name: 'Drop-off Place' }).fill('Castle Hostel')
  await fillRest(page, market)
  await addStop(page).click()
  await page.getByRole('textbox', { name: /^Stop 1/ }).fill('Wetherby Services')
  await addStop(page).click()
  await page.getByRole('textbox', { name: /^Stop 2/ }).fill('Scotch Corner')
  await page.getByRole('button', { name: 'Remove stop 1' }).click()
  expect(await page.getByRole('textbox', { name: /^Stop 1/ }).inputValue()).toBe('Scotch Corner')
  await page.getByLabel('Date (day 2)').fill(dayOf(market, 41))
  await page.getByLabel('Departs (day 2)').fill('09:00')
  await page.getByRole('textbox', { name: /^Pick-up \(day 2\)/ }).fill('Castle Hostel')
  await page.getByRole('textbox', { name: /^Drop-off \(day 2\)/ }).fill('Rookwood School')
  await page.getByRole('button', { name: '+ Add day' }).click()
  expect(await page.getByLabel('Date (day 3)').inputValue()).toBe(dayOf(market, 42))
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ann Smith')
  visit.expect(/^422: POST \/enquire\//)
  await page.getByRole('button', { name: 'Request prices' }).click()
  await page.getByRole('link', { name: /^Day 3: enter a drop-off/ }).waitFor()
  await page.getByRole('button', { name: 'Remove day 3' }).click()
  const { trip } = await sendForm(page, market)
  expect(trip.legs).toMatchObject([
    { pickup: { locality: 'Leeds' }, stops: [{ place: { label: 'Scotch Corner' } }] },
    { pickup: { label: 'Castle Hostel' }, dropoff: { label: 'Rookwood School' } },
  ])
})

test('requests a change of the pick-up to a found place', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const customer = await market.bookedTrip(dales, { departsIn: days(30) })
  await using trip = await openTripPage(openVisit, market, customer.token)
  const { page } = trip.visit
  await trip.press('Request a change')
  const pickup = page.getByRole('combobox', { name: 'Pick-up' })
  await pickup.fill('Wetherby')
  await page.getByRole('option').first().click()
  await page.getByText('Edit address').click()
  expect(await page.getByRole('textbox', { name: 'Town' }).inputValue()).toBe('Wetherby')
  await trip.visit.expectAccessible('trip-change-place')
  await trip.press('Send to Dales Coaches')
  await trip.waitForAnswer('Sent to Dales Coaches.')
  const { changes } = trip.bodies.at(-1) as { changes: { pickup: { label: string; locality: string; latitude: number } } }
  expect(changes.pickup).toMatchObject({ label: 'Wetherby', locality: 'Wetherby' })
  expect(Math.round(changes.pickup.latitude)).toBe(54)
  expect(await trip.text('#changes')).toContain('Wetherby')
})
