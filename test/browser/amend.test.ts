import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { amendmentBody, amendmentClientOf, customerAmendmentClient } from '../support/amendment-clients.ts'
import { shareBrowser } from '../support/browser.ts'
import { signInDriver } from '../support/driver-client.ts'
import { days, hours, minutes, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

async function bookedTrip(fieldsAt: (at: (seconds: number) => string) => object = () => ({})) {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.bookedTrip(
    dales,
    fieldsAt((seconds) => market.at(seconds)),
  )
  const enter = (query: string) => openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}?${query}` })
  return { market, dales, trip, enter, office: await amendmentClientOf(market, dales), ann: customerAmendmentClient(trip) }
}

/** A field by the whole of its label; what is required has a star behind it. */
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${label}( \\*)?$`))

test('more people within the seats are put right at once, and only they are sent', async () => {
  const { dales, trip, enter } = await bookedTrip()
  await using visit = await enter('amend=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')

  await field(page, 'How many people').fill('49')
  await drawer.getByText('Nobody has to agree to this.').waitFor()
  await drawer.getByRole('row', { name: 'People 45 49' }).waitFor()
  await field(page, 'Why').fill('The school has more pupils.')
  await drawer.getByRole('button', { name: 'Apply now' }).click()
  await page.getByText('The booking is changed.').waitFor()
  expect(ok(await dales.booking(trip))).toMatchObject({ revision: 2, passenger_count: 49 })
  expect(Object.keys(ok(await dales.booking(trip)).amendments[0].changes)).toEqual(['passenger_count'])
})

test('a dearer change is refused without seats, then goes to the customer and is taken back', async () => {
  const { dales, trip, enter } = await bookedTrip()
  const pat = await signInDriver(dales)
  ok(await dales.assign(trip, pat.id))
  const { departs_at } = ok(await dales.booking(trip))
  await using visit = await enter('amend=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')

  const later = new Date(Date.parse(`${departs_at.slice(0, 19)}Z`) + minutes(45) * 1000).toISOString().slice(0, 16)
  await field(page, 'Leaves').fill(later)
  await field(page, 'How many people').fill('55')
  await field(page, 'Price').fill('720')
  await drawer.getByText('it leaves more than 15 minutes earlier or later').waitFor()
  await drawer.getByText('55 people, 49 seats: take another coach along.').waitFor()
  await drawer.getByText('+£80.00').waitFor()
  await drawer.getByText('Pat Moss is told, and must acknowledge again.').waitFor()
  await field(page, 'Why').fill('Six more, and later.')
  visit.expect(/^422: POST .*\/amendments$/)
  await drawer.getByRole('button', { name: 'Send to customer' }).click()
  await drawer.getByLabel('How many people').and(page.locator('[aria-invalid="true"]')).waitFor()
  await visit.expectAccessible('amend')

  await field(page, 'Seats').fill('57')
  await drawer.getByRole('button', { name: 'Send to customer' }).click()
  await page.getByText('Sent. The customer is asked.').waitFor()
  expect(ok(await dales.booking(trip))).toMatchObject({ revision: 1, amendments: [{ status: 'proposed' }] })

  await page.goto(`/portal/bookings/${trip.ref}?tab=changes`)
  await page.getByText('Waiting for the customer').waitFor()
  await visit.expectAccessible('amend-list')
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('Taken back', { exact: true }).waitFor()
  expect(ok(await dales.booking(trip)).amendments).toMatchObject([{ status: 'withdrawn' }])
})

test('shows the balance and its due date as the server calculates them, and no due date in the past', async () => {
  const { dales, trip, enter, office } = await bookedTrip(() => ({ returns_at: null }))
  await using visit = await enter('amend=1')
  const { page } = visit
  const rest = page.getByRole('dialog').locator('dl > div', { has: page.getByText('Balance due', { exact: true }) })
  const { departs_at: before } = ok(await dales.booking(trip))
  const moved = (seconds: number) => new Date(Date.parse(`${before.slice(0, 19)}Z`) + seconds * 1000).toISOString().slice(0, 16)

  await field(page, 'Price').fill('720')
  await field(page, 'Leaves').fill(moved(days(30)))
  const departs_at = `${moved(days(30))}:00${before.slice(19)}`
  const preview = ok(await office.preview(trip, amendmentBody({ departs_at }, { price_amount: 72_000, consent: 'given' })))
  expect(preview).toMatchObject({ due_amount: 59_200, balance_status: 'not_due' })
  await rest.locator(`time[datetime="${preview.balance_due_at}"]`).waitFor()
  expect(await rest.textContent()).toContain('£592.00, due ')

  await field(page, 'Leaves').fill(moved(-days(55)))
  await rest.getByText('due now').waitFor()
  expect(await rest.textContent()).toContain('£592.00, due now')
  expect(await rest.locator('time').count()).toBe(0)
})

test('who of the crew is taken at the new time is said, and whose coach is no longer needed', async () => {
  const { market, dales, trip, enter } = await bookedTrip()
  const pat = await signInDriver(dales)
  ok(await dales.assign(trip, pat.id))
  const { departs_at, returns_at } = ok(await dales.booking(trip))
  const other = await market.bookedTrip(dales, {
    departs_at: new Date(Date.parse(returns_at) + hours(4) * 1000).toISOString(),
    returns_at: null,
  })
  ok(await dales.assign(other, pat.id, 'YX29 XYZ'))
  await using visit = await enter('amend=1')
  const effects = visit.page.getByRole('list', { name: 'What it means for the crew' })
  const later = (local: string) => new Date(Date.parse(`${local.slice(0, 19)}Z`) + hours(5) * 1000).toISOString().slice(0, 16)
  await field(visit.page, 'Leaves').fill(later(departs_at))
  await field(visit.page, 'Leaves to come back').fill(later(returns_at))
  await effects.getByText(new RegExp(`^Pat Moss is taken then: ${other.ref}, `)).waitFor()
  await visit.expectAccessible('amend-taken')

  const pair = await market.trip([dales], { passenger_count: 40 })
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  ok(await pair.book(await dales.makeQuote(pair, { availability: 'confirmed', vehicles })))
  await visit.page.goto(`/portal/bookings/${pair.ref}?amend=1`)
  await field(visit.page, 'How many of it').fill('1')
  await effects.getByText('1 coach is no longer needed; its crew is taken off.').waitFor()
})

test('a wish is turned down with a reason, another one is granted', async () => {
  const { dales, trip, enter, ann } = await bookedTrip()
  ok(await ann.wish({ notes: '<b>Ring twice.</b>' }, { message: 'We are deaf.' }))
  await using visit = await enter('tab=changes')
  const { page } = visit

  await page.getByText('<b>Ring twice.</b>').waitFor()
  await page.getByRole('button', { name: 'Turn down' }).click()
  await page.getByLabel('Why not').fill('The driver has no bell.')
  await page.getByRole('button', { name: 'Turn down' }).click()
  await page.getByText('Why not: The driver has no bell.').waitFor()

  ok(await ann.wish({ passenger_count: 40 }))
  await page.getByRole('button', { name: 'Make the change' }).click()
  await page.getByText('Made', { exact: true }).waitFor()
  expect(ok(await dales.booking(trip)).passenger_count).toBe(40)
})

test('while another change waits it says so, and what was typed is kept', async () => {
  const { office, trip, enter } = await bookedTrip()
  await using visit = await enter('amend=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')

  await field(page, 'How many people').fill('30')
  await field(page, 'Why').fill('Some are ill.')
  ok(await office.propose(trip, amendmentBody({ passenger_count: 44 }, { consent: 'ask' })))
  visit.expect(/^409: POST .*\/amendments$/)
  await drawer.getByRole('button', { name: 'Apply now' }).click()
  await drawer.getByRole('alert').waitFor()
  await page.reload()
  expect(await field(page, 'How many people').inputValue()).toBe('30')
})

test('one way of a tour is moved as the customer agreed, and the others stay', async () => {
  const [leeds, york, whitby] = ['Leeds Town Hall', 'York Minster', 'Whitby Abbey'].map((label) => ({ label, kind: 'venue' }))
  const { dales, trip, enter } = await bookedTrip((at) => ({
    pickup: leeds,
    dropoff: whitby,
    departs_at: at(days(60)),
    returns_at: at(days(60) + hours(9)),
    legs: [
      { pickup: leeds, dropoff: york, departs_at: at(days(60)) },
      { pickup: york, dropoff: whitby, departs_at: at(days(60) + hours(4)) },
      { pickup: whitby, dropoff: leeds, departs_at: at(days(60) + hours(9)) },
    ],
  }))
  const before = ok(await dales.booking(trip)).legs
  await using visit = await enter('amend=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')

  const wall = before[1].departs_at.slice(0, 19)
  const later = new Date(Date.parse(`${wall}Z`) + hours(1) * 1000).toISOString().slice(0, 16)
  await field(page, 'Leg 2 leaves').fill(later)
  await drawer.getByLabel('They have agreed').check()
  await field(page, 'Why').fill('The abbey opens later.')
  await visit.expectAccessible('amend-tour')
  await drawer.getByRole('button', { name: 'Apply now' }).click()
  await page.getByText('The booking is changed.').waitFor()
  const after = ok(await dales.booking(trip)).legs
  expect([after[0], after[2]]).toEqual([before[0], before[2]])
  expect(after[1].departs_at.slice(0, 16)).toBe(later)
})
