import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { toSpokenTime } from '../../src/domain/instant.ts'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { failPageReads } from '../support/failing-page-reads.ts'
import { type CustomerClient, days, goodCard, hours, type OperatorClient, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

describe('cards that a provider takes', () => {
  let shop: StripeMarket
  let dales: OperatorClient

  beforeAll(async () => {
    shop = await openStripeMarket({}, { isMute: false })
    dales = await shop.market.operator()
  })

  afterAll(() => shop[Symbol.asyncDispose]())

  const enter = (path: string, wishes: object = {}) => openSignedInPortal(openVisit, shop.market, dales.ref, { path, ...wishes })

  async function paid(card: Parameters<StripeMarket['fillInCardPage']>[1]) {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), card)
    expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
    return trip
  }

  async function calledOff(trip: CustomerClient, row: string) {
    ok(await trip.cancel())
    await eventually(async () => (await shop.paymentStatuses(trip)).includes(row))
  }

  test('a payment page is mailed from the job and from the booking, and how it stands is told', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    await using visit = await enter(`/jobs/${trip.ref}`, { role: 'dispatcher' })
    const { page } = visit
    const mail = page.getByRole('button', { name: 'Mail a payment page' })
    await mail.click()
    await page.getByRole('dialog').getByText('is told where to pay the deposit of £128.00, by card').waitFor()
    await visit.expectAccessible('money-mail-page')
    await page.getByRole('button', { name: 'Mail it' }).click()
    await page.getByText(/^The page is on its way to the customer, and is open until /).waitFor()
    const notes = page.getByRole('list', { name: 'How payments stand' })
    await notes.getByText(/^The customer can pay the deposit of £128\.00 on the payment page until /).waitFor()
    await visit.expectAccessible('money-job')

    shop.fillInCardPage(ok(await trip.readTrip()), 'visa')
    await shop.returnFromCardPage(trip)
    await page.goto(`/portal/bookings/${trip.ref}?tab=money`)
    await mail.click()
    await page.getByRole('dialog').getByText('Ann Smith is told where to pay what is due, £512.00, by card').waitFor()
    // Meanwhile somebody else has recorded it.
    ok(await (await bookkeepingClientOf(shop.market, dales)).record(trip))
    visit.expect(/^409: POST .*\/payment-page$/)
    await page.getByRole('button', { name: 'Mail it' }).click()
    await page.getByRole('alert').getByText('No payment is awaited for this trip.').waitFor()
    await page.getByRole('button', { name: 'Leave it' }).click()
    await mail.waitFor({ state: 'detached' })
  })

  test('a page of which nothing was mailed is told where it was asked for, and its end by the clock of the server', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    // Its clock and that of the provider part.
    await shop.market.advance(days(3))
    await using visit = await enter(`/jobs/${trip.ref}`, { role: 'dispatcher' })
    const { page } = visit
    await page.route('**/payment-page', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.sent = false
      await route.fulfill({ response, json })
    })
    await page.getByRole('button', { name: 'Mail a payment page' }).click()
    await page.getByRole('button', { name: 'Mail it' }).click()
    const told = page.getByRole('dialog').getByRole('alert')
    await told.getByText('but nothing was mailed: no mail is set up, or the customer has no address.').waitFor()
    const ends = shop.market.now() + hours(23) * 1_000
    const [day] = toSpokenTime(ends, 'Europe/London', shop.market.now()).split(',')
    expect(await told.textContent()).toContain(`The page is open until ${day},`)
    await visit.expectAccessible('money-not-mailed')
    await page.getByRole('button', { name: 'Leave it' }).click()
    await page
      .getByRole('list', { name: 'How payments stand' })
      .getByText(`The customer can pay the deposit of £128.00 on the payment page until ${day},`)
      .waitFor()
    ok(await trip.cancelRequest())
  })

  test('money that cannot be read says so, on the job and on the booking', async () => {
    const [offered, booked] = [await shop.quotedTrip(dales, 'confirmed'), await paid('visa')]
    await using visit = await enter(`/jobs/${offered.ref}`)
    const { page } = visit
    visit.expect(/^500: GET .*\/payments$/)
    for (const path of [`/jobs/${offered.ref}`, `/bookings/${booked.ref}?tab=money`]) {
      const reads = await failPageReads(page, '**/portal/v1/trips/*/payments')
      reads.fail()
      await page.goto(`/portal${path}`)
      await page.getByRole('alert').getByText('The disk is full.').waitFor()
      await reads.mend()
      await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('button', { name: 'Mail a payment page' }).waitFor()
    }
  })

  test('who only keeps the books mails no page', async () => {
    const trip = await paid('visa')
    await using visit = await enter(`/bookings/${trip.ref}?tab=money`, { role: 'accounts' })
    await visit.page.getByRole('button', { name: 'Record a payment' }).waitFor()
    await visit.page.getByRole('cell', { name: 'In', exact: true }).waitFor()
    expect(await visit.page.getByRole('button', { name: 'Mail a payment page' }).count()).toBe(0)
  })

  test('a dispute stands at the head of the booking, with what there is to answer it with', async () => {
    const trip = await paid('visa')
    shop.stripe.dispute(shop.charges(trip)[0]?.intent ?? '')
    await shop.market.advance(hours(1) + 60)
    await eventually(async () => ok(await dales.booking(trip)).dispute !== null)
    await using visit = await enter(`/bookings/${trip.ref}`)
    const { page, context } = visit
    await page.getByText('The customer’s bank wants £128.00 back.').waitFor()
    await visit.expectAccessible('booking-disputed')
    await page.getByRole('link', { name: 'See the dispute' }).click()
    await page.getByText('Your payout is held until the bank has decided.').waitFor()
    const where = page.getByRole('link', { name: /^dashboard\.stripe\.com\/test\/disputes\// })
    expect(await where.getAttribute('rel')).toBe('noopener noreferrer')
    const facts = await page.getByRole('textbox', { name: 'Facts to copy' }).inputValue()
    expect(facts).toStartWith(`Booking ${trip.ref}: `)
    expect(facts).toContain('WHAT THE CUSTOMER AGREED TO BESIDE THIS PAYMENT\n“')
    await visit.expectAccessible('booking-dispute')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(facts)
  })

  test('refunds that have not gone are listed first of the money, and told as sent', async () => {
    const waits = await paid('refund_pending')
    await calledOff(waits, 'refund refund_pending')
    const failed = await paid('refund_fails')
    await calledOff(failed, 'refund refund_failed')
    await using visit = await enter('/money?tab=in', { role: 'accounts' })
    const { page } = visit
    const list = page.getByRole('list', { name: 'To be seen to' })
    const lineOf = ({ ref }: CustomerClient) => list.getByRole('listitem').filter({ hasText: ref })
    await lineOf(waits).getByText('the account that takes cards holds too little').waitFor()
    expect(await lineOf(waits).getByRole('button').count()).toBe(0)
    await visit.expectAccessible('money-to-settle')

    await page.goto(`/portal/bookings/${failed.ref}?tab=money`)
    await page.getByText('£128.00 could not be sent back to the card.').waitFor()
    await visit.expectAccessible('booking-refund-failed')
    await page.getByRole('button', { name: 'It has been sent' }).click()
    await page.getByRole('dialog').getByLabel('Reference').fill('FPO 000123')
    await visit.expectAccessible('money-settle')
    await page.getByRole('button', { name: '£128.00 has been sent' }).click()
    await page.getByText('£128.00 has gone back to Ann Smith.').waitFor()
    await page.getByRole('cell', { name: 'Sent back' }).waitFor()
    await page.goto('/portal/money?tab=in')
    await lineOf(waits).waitFor()
    expect(await lineOf(failed).count()).toBe(0)
  })
})

test('money that nobody knows of yet leads from today to where somebody says that it is there', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const bank = sandboxProviderOf(market)
  const trip = await market.trip([dales])
  const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
  bank.breakDown()
  await trip.book(quoteId, goodCard)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  await page.getByRole('link', { name: `Look: ${trip.ref}` }).click()
  await page.getByText('It is not known whether the deposit of £128.00 was taken.').waitFor()
  await visit.expectAccessible('money-in-doubt')
  await page.getByRole('button', { name: 'The money is there' }).click()
  await page.getByText('The trip is booked with you then, and the customer is told.').waitFor()
  await page.getByRole('button', { name: '£128.00 is there' }).click()
  await page.getByText(`£128.00 for ${trip.ref} is noted as received.`).waitFor()
  await page.getByRole('list', { name: 'To be seen to' }).waitFor({ state: 'detached' })
  expect(ok(await trip.readTrip()).status).toBe('booked')
  bank.recover()
})
