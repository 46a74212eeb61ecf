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

/** A field by its whole label; a required field has a star after its label. */
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${label}( \\*)?$`))

/** Moves the trip or one of its legs to a wall time, `2027-05-12T09:30`. */
async function moveTo(page: Page, wall: string, leg = '') {
  await field(page, leg === '' ? 'Date' : `${leg} date`).fill(wall.slice(0, 10))
  await field(page, leg === '' ? 'Pick-up time' : `${leg} pick-up time`).fill(wall.slice(11, 16))
}

test('applies a passenger count within the seats, and sends only that change', async () => {
  const { dales, trip, enter } = await bookedTrip()
  await using visit = await enter('amend=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')

  await field(page, 'Passengers').fill('49')
  await drawer.getByText('The customer does not need to approve this.').waitFor()
  await drawer.getByRole('row', { name: 'Passengers 45 49' }).waitFor()
  await field(page, 'Reason').fill('The school has more pupils.')
  await drawer.getByRole('button', { name: 'Apply change' }).click()
  await page.getByText('Booking changed.').waitFor()
  expect(ok(await dales.booking(trip))).toMatchObject({ revision: 2, passenger_count: 49 })
  expect(Object.keys(ok(await dales.booking(trip)).amendments[0].changes)).toEqual(['passenger_count'])
})

test('refuses a change without enough seats, then sends it to the customer and withdraws it', async () => {
  const { dales, trip, enter } = await bookedTrip()
  const pat = await signInDriver(dales)
  ok(await dales.assign(trip, pat.id))
  const { departs_at } = ok(await dales.booking(trip))
  await using visit = await enter('amend=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')

  const later = new Date(Date.parse(`${departs_at.slice(0, 19)}Z`) + minutes(45) * 1000).toISOString().slice(0, 16)
  await moveTo(page, later)
  await field(page, 'Passengers').fill('55')
  await field(page, 'Price').fill('720')
  await drawer.getByText('departure more than 15 minutes earlier or later').waitFor()
  await drawer.getByText('55 passengers, 49 seats: add a vehicle.').waitFor()
  await drawer.getByText('+£80.00').waitFor()
  await drawer.getByText('Pat Moss is notified and must confirm again.').waitFor()
  await field(page, 'Reason').fill('Six more, and later.')
  visit.expect(/^422: POST .*\/amendments$/)
  await drawer.getByRole('button', { name: 'Send to customer' }).click()
  await drawer.getByLabel('Passengers').and(page.locator('[aria-invalid="true"]')).waitFor()
  await visit.expectAccessible('amend')

  await field(page, 'Seats').fill('57')
  await drawer.getByRole('button', { name: 'Send to customer' }).click()
  await page.getByText('Change sent to the customer.').waitFor()
  expect(ok(await dales.booking(trip))).toMatchObject({ revision: 1, amendments: [{ status: 'proposed' }] })

  await page.goto(`/portal/bookings/${trip.ref}?tab=changes`)
  await page.getByText('Awaiting customer').waitFor()
  await visit.expectAccessible('amend-list')
  await page.getByRole('button', { name: 'Withdraw change' }).click()
  await page.getByText('Withdrawn', { exact: true }).waitFor()
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
  await moveTo(page, moved(days(30)))
  const departs_at = `${moved(days(30))}:00${before.slice(19)}`
  const preview = ok(await office.preview(trip, amendmentBody({ departs_at }, { price_amount: 72_000, consent: 'given' })))
  expect(preview).toMatchObject({ due_amount: 59_200, balance_status: 'not_due' })
  await rest.locator(`time[datetime="${preview.balance_due_at}"]`).waitFor()
  expect(await rest.textContent()).toContain('£592.00, due ')

  await moveTo(page, moved(-days(55)))
  await rest.getByText('due now').waitFor()
  expect(await rest.textContent()).toContain('£592.00, due now')
  expect(await rest.locator('time').count()).toBe(0)
})

test('shows crew clashes at the new time and vehicles that are no longer needed', async () => {
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
  const effects = visit.page.getByRole('list', { name: 'Effects on the crew' })
  const later = (local: string) => new Date(Date.parse(`${local.slice(0, 19)}Z`) + hours(5) * 1000).toISOString().slice(0, 16)
  await moveTo(visit.page, later(departs_at))
  if ((await field(visit.page, 'Return date').count()) === 0) await visit.page.getByRole('button', { name: 'Change day' }).click()
  await moveTo(visit.page, later(returns_at), 'Return')
  await effects.getByText(new RegExp(`^Pat Moss is not free: ${other.ref}, `)).waitFor()
  await visit.expectAccessible('amend-taken')

  const pair = await market.trip([dales], { passenger_count: 40 })
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  ok(await pair.book(await dales.makeQuote(pair, { availability: 'confirmed', vehicles })))
  await visit.page.goto(`/portal/bookings/${pair.ref}?amend=1`)
  await field(visit.page, 'Quantity').fill('1')
  await effects.getByText('1 vehicle is no longer needed. The crew is unassigned.').waitFor()
})

test('declines a change request with a reason, and grants another one', async () => {
  const { dales, trip, enter, ann } = await bookedTrip()
  ok(await ann.wish({ notes: '<b>Ring twice.</b>' }, { message: 'We are deaf.' }))
  await using visit = await enter('tab=changes')
  const { page } = visit

  await page.getByText('<b>Ring twice.</b>').waitFor()
  await page.getByRole('button', { name: 'Decline request' }).click()
  await page.getByLabel('Reason').fill('The driver has no bell.')
  await page.getByRole('button', { name: 'Decline request' }).click()
  await page.getByText('Reason: The driver has no bell.').waitFor()

  ok(await ann.wish({ passenger_count: 40 }))
  await page.getByRole('button', { name: 'Apply change' }).click()
  await page.getByText('Applied', { exact: true }).waitFor()
  expect(ok(await dales.booking(trip)).passenger_count).toBe(40)
})

test('keeps the draft while another change is pending', async () => {
  const { office, trip, enter } = await bookedTrip()
  await using visit = await enter('amend=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')

  await field(page, 'Passengers').fill('30')
  await field(page, 'Reason').fill('Some are ill.')
  ok(await office.propose(trip, amendmentBody({ passenger_count: 44 }, { consent: 'ask' })))
  visit.expect(/^409: POST .*\/amendments$/)
  await drawer.getByRole('button', { name: 'Apply change' }).click()
  await drawer.getByRole('alert').waitFor()
  await page.reload()
  expect(await field(page, 'Passengers').inputValue()).toBe('30')
})

test('moves one leg of a tour and leaves the others unchanged', async () => {
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
  await moveTo(page, later, 'Leg 2')
  await drawer.getByLabel('Already approved').check()
  await field(page, 'Reason').fill('The abbey opens later.')
  await visit.expectAccessible('amend-tour')
  await drawer.getByRole('button', { name: 'Apply change' }).click()
  await page.getByText('Booking changed.').waitFor()
  const after = ok(await dales.booking(trip)).legs
  expect([after[0], after[2]]).toEqual([before[0], before[2]])
  expect(after[1].departs_at.slice(0, 16)).toBe(later)
})

test('adds a stop to the return of a booking, and shows it to the customer', async () => {
  const { dales, trip, enter } = await bookedTrip()
  const before = ok(await dales.booking(trip)).legs
  await using visit = await enter('amend=1')
  const { page } = visit
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Add stop (return)' }).click()
  await field(page, 'Return stop 1').and(page.locator(':focus')).waitFor()
  await page.keyboard.insertText('Skipton Station')
  await drawer.getByText('Customer must approve').waitFor()
  await drawer.getByRole('row', { name: /^Legs .*Skipton Station/ }).waitFor()
  await drawer.getByLabel('Already approved').check()
  await field(page, 'Reason').fill('Two more get off there.')
  await visit.expectAccessible('amend-stop')
  await drawer.getByRole('button', { name: 'Apply change' }).click()
  await page.getByText('Booking changed.').waitFor()
  const after = ok(await dales.booking(trip)).legs
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
  expect(after.at(-1)).toMatchObject({
    departs_at: before.at(-1).departs_at,
    stops: [{ kind: 'dropoff', place: { label: 'Skipton Station' } }],
  })
})
