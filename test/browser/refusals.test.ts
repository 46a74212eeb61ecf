import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { amendmentBody, amendmentClientOf } from '../support/amendment-clients.ts'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { shareBrowser } from '../support/browser.ts'
import { days, hours, type Market, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage } from '../support/trip-page-browser.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

/** A field by its whole label; a required field has a star after its label. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))

/** Refuses the writes to an address until the returned function is called. */
async function refuseWrites(page: Page, address: string, status: number, error: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ error: { message: 'The server has its own sentence.', ...error } })
  await page.route(address, (route) =>
    route.fulfill({ status, headers: { 'Content-Type': 'application/json', ...headers }, body }),
  )
  return () => page.unroute(address)
}

/** Fills in a form for a new booking so that it can be sent. */
async function openNewBooking(market: Market) {
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  ok(await office.call('POST', '/vehicles', { registration: 'AB12 CDE', type: 'coach_53', seats: 53 }))
  const visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/new' })
  const { page } = visit
  await field(page, 'Date').fill(market.at(days(20)).slice(0, 10))
  await field(page, 'Pick-up time').fill('01:30')
  await field(page, 'Pick-up').fill('Otley Primary School')
  await field(page, 'Drop-off').fill('National Railway Museum')
  await field(page, 'Passengers').fill('45')
  await page.getByRole('button', { name: 'Add AB12 CDE' }).click()
  await field(page, 'Price').fill('640')
  await field(page, 'Name').fill('Ann Smith')
  await field(page, 'Phone').fill('07700 900123')
  return { visit, page, send: () => page.getByRole('button', { name: 'Send quote' }).click() }
}

test('shows the office errors at the fields of a new booking', async () => {
  const market = await openShared()
  const { visit: opened, page, send } = await openNewBooking(market)
  await using visit = opened
  visit.expect(/^422: POST .*\/trips$/)
  const wrong: readonly (readonly [label: string, typed: string, says: string])[] = [
    ['Date', market.at(-days(1)).slice(0, 10), 'This time has passed.'],
    ['Date', '2027-03-28', 'The clocks go forward then; choose another time.'],
    ['Date', '', 'Date is required.'],
    ['Pick-up time', '', 'Enter a time.'],
    ['Pick-up time', 'half two', 'Enter a time, such as 8:30.'],
    ['Pick-up', '', 'Enter a pick-up.'],
    ['Drop-off', ' ', 'Enter a drop-off.'],
    ['Passengers', '0', 'Enter the number of passengers, 1 or more.'],
    ['Passengers', '', 'Enter the number of passengers, 1 or more.'],
    ['Price', '', 'Enter a price, such as 640.00.'],
    ['Price', '0', 'Enter a price, such as 640.00.'],
    ['Price', 'about 600', 'Enter a price, such as 640.00.'],
    ['Phone', '', 'Enter a phone number or an email address we can use.'],
    ['Phone', '07700 900 1234', 'Enter a phone number or an email address we can use.'],
  ]
  for (const [label, typed, says] of wrong) {
    const one = field(page, label)
    const right = await one.inputValue()
    await one.fill(typed)
    await send()
    await page.getByText(says, { exact: true }).first().waitFor()
    await page.getByText(/^\d fields? needs? attention$/).waitFor()
    await one.fill(right)
  }
  await page.getByLabel(/^Deposit/).fill('700')
  await send()
  await page.getByText('The deposit is more than the price.').waitFor()
  await page.locator('[aria-invalid="true"]:focus').waitFor()
})

test('shows the office each refusal with its next step', async () => {
  const market = await openShared()
  const { visit: opened, page, send } = await openNewBooking(market)
  await using visit = opened
  visit.expect(/^(403|409|429): POST .*\/trips$/)
  const until = market.at(hours(1))
  const time = String.raw`(\w{3} \d+ \w{3}, )?\d\d:\d\d`
  type Case = readonly [status: number, error: object, says: string, button?: string]
  const refused: readonly Case[] = [
    [409, { code: 'quote_locked', until }, `The customer is paying for this quote until ${time}. You can change it after that.`],
    [409, { code: 'quote_locked' }, 'The customer is paying for this quote. You can change it after that.'],
    [409, { code: 'live_quote_exists' }, 'This job already has a quote. Revise it instead.'],
    [409, { code: 'no_booking_request' }, 'This request has been answered or has lapsed.', 'Reload'],
    [
      409,
      { code: 'deposit_charge_failed', payment_status: 'declined', until },
      `The card was declined. Nothing is booked. The customer has until ${time} to pay another way.`,
    ],
    [403, { code: 'missing_ability' }, 'Your role cannot do this. Ask an admin.'],
    [403, { code: 'admin_required' }, 'Your role cannot do this. Ask an admin.'],
    [409, { code: 'idempotency_key_reused' }, 'This form was already sent. Check the booking before you send it again.', 'Open'],
    [409, { code: 'trip_on_fire' }, 'The server has its own sentence.'],
    [409, { code: 'idempotency_in_progress' }, 'Still saving. Please wait.'],
    [429, { code: 'rate_limited' }, String.raw`Too many requests. Trying again in \d+ s.`],
  ]
  const notice = page.locator('.write-failure')
  for (const [status, error, says, button] of refused) {
    const admit = await refuseWrites(page, '**/portal/v1/trips', status, error, { 'Retry-After': '100', 'X-Request-Id': 'req-7' })
    await send()
    await notice.getByText(new RegExp(`^${says}$`)).waitFor()
    const isInTable = says !== 'The server has its own sentence.'
    const buttons = button !== undefined ? [button] : isInTable ? [] : ['Copy']
    expect(await notice.getByRole('button').allTextContents()).toEqual(buttons)
    expect(await notice.getByText('This could not be saved').count()).toBe(isInTable ? 0 : 1)
    expect(await notice.getByText('req-7').count()).toBe(isInTable ? 0 : 1)
    await admit()
  }
})

test('links the office to the team, the pending change and a new sign-in link', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/team' })
  const { page } = visit
  const drawer = page.getByRole('dialog')
  visit.expect(/^409: POST .*\/amendments$/, /^409: PATCH .*\/users\//, /^401: /)

  await page.getByRole('row', { name: /Admin/ }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Change role or phone' }).click()
  await drawer.getByText('Accounts', { exact: true }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('Make somebody else an admin first.').waitFor()
  await drawer.getByRole('button', { name: 'Team' }).click()
  await drawer.waitFor({ state: 'detached' })

  const office = await amendmentClientOf(market, dales)
  ok(await office.propose(trip, amendmentBody({ passenger_count: 47 }, { price_amount: 70_000, consent: 'ask' })))
  await page.goto(`/portal/bookings/${trip.ref}?amend=1`)
  await drawer.getByLabel(/^Passengers/).fill('46')
  await drawer.getByLabel(/^Reason/).fill('One more.')
  await drawer.getByRole('button', { name: 'Apply change' }).click()
  await drawer.getByText('A change to this booking is waiting for the customer. Withdraw it first.').waitFor()
  await drawer.getByRole('button', { name: 'Open change' }).click()
  await page.waitForURL(/tab=changes/)

  // The portal opens its own sign-in page once a call is refused, so it closes first.
  await page.goto('about:blank')
  await visit.context.clearCookies()
  await page.goto('/portal/sign-in')
  await page.getByText('Sign in with a code').click()
  await page.getByLabel(/^Code from the email/).fill('psl_unknown')
  await page.getByRole('button', { name: 'Sign in with code' }).click()
  await page.getByText('This sign-in link has expired or was already used. Request a new one.').waitFor()
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.locator('input[type="email"]:focus').waitFor()
})

test('shows the customer each refusal with its next step', async () => {
  const market = await openShared()
  const [dales, moor] = [await market.operator(), await market.operator('Moor Travel')]
  const customer = await market.trip([dales, moor])
  const asked = await dales.makeQuote(customer, { price_amount: 60_000 })
  await moor.makeQuote(customer, { price_amount: 64_000, availability: 'confirmed' })
  await using trip = await openTripPage(openVisit, market, customer.token)
  const { page } = trip.visit
  trip.visit.expect(/^(409|422): POST .*\/customer\/v1\/trip\//)

  for (const code of ['quote_expired', 'no_live_quote']) {
    const admit = await refuseWrites(page, '**/customer/v1/trip/book', 409, { code })
    await trip.choose('Book for £640.00')
    await trip.press('Pay the deposit, £128.00')
    await trip.waitForAnswer('This offer has ended. Nothing was charged. Choose another offer.')
    await trip.press('Offers')
    await page.locator('#answer').waitFor({ state: 'detached' })
    await admit()
  }

  ok(await customer.request(asked))
  await trip.press('Pay the deposit, £128.00')
  await trip.waitForAnswer('You have already requested Dales Coaches. Cancel that request to choose another.')
  await page.getByRole('region', { name: 'offers' }).getByRole('button', { name: 'Cancel request' }).click()
  await page.getByText('You have already requested Dales Coaches.').waitFor({ state: 'detached' })
  await trip.waitForText('#quote-list', 'Book for £640.00')
  await trip.choose('Book for £640.00')
  ok(await customer.cancel('We go by train'))
  await trip.press('Pay the deposit, £128.00')
  await trip.waitForAnswer('This trip has been cancelled.')
  await trip.press('New request')
  await page.waitForURL(/\/enquire/)
})

test('shows the customer “paid in full” if the office records the payment first', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const customer = await market.bookedTrip(dales)
  const office = await bookkeepingClientOf(market, dales)
  await using trip = await openTripPage(openVisit, market, customer.token)
  trip.visit.expect(/^409: POST .*\/customer\/v1\/trip\/pay$/)
  await trip.visit.page.route('**/customer/v1/trip/pay', async (route) => {
    ok(await office.record(customer))
    await route.continue()
  })
  await trip.press(/^Pay the balance, £512\.00/)
  await trip.waitForAnswer('Nothing is due. You have paid in full.')
})
