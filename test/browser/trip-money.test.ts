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

describe('card payments by a provider', () => {
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

  test('emails a payment page from the job and the booking, and shows its state', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    await using visit = await enter(`/jobs/${trip.ref}`, { role: 'dispatcher' })
    const { page } = visit
    const mail = page.getByRole('button', { name: 'Email payment page' })
    await mail.click()
    await page.getByRole('dialog').getByText('receives a page to pay the deposit of £128.00 by card').waitFor()
    await visit.expectAccessible('money-mail-page')
    await page.getByRole('button', { name: 'Send email' }).click()
    await page.getByText(/^Payment page sent to the customer\. It is open until /).waitFor()
    const notes = page.getByRole('list', { name: 'Payment notes' })
    await notes.getByText(/^The customer can pay the deposit of £128\.00 on the payment page until /).waitFor()
    await visit.expectAccessible('money-job')

    shop.fillInCardPage(ok(await trip.readTrip()), 'visa')
    await shop.returnFromCardPage(trip)
    await page.goto(`/portal/bookings/${trip.ref}?tab=money`)
    await mail.click()
    await page.getByRole('dialog').getByText('Ann Smith receives a page to pay the amount due of £512.00 by card').waitFor()
    // Meanwhile another person has recorded the payment.
    ok(await (await bookkeepingClientOf(shop.market, dales)).record(trip))
    visit.expect(/^409: POST .*\/payment-page$/)
    await page.getByRole('button', { name: 'Send email' }).click()
    await page.getByRole('alert').getByText('No payment is due for this trip.').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await mail.waitFor({ state: 'detached' })
  })

  test('shows a payment page without an email, with its end by the server’s clock', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    // The server's clock and the provider's differ.
    await shop.market.advance(days(3))
    await using visit = await enter(`/jobs/${trip.ref}`, { role: 'dispatcher' })
    const { page } = visit
    await page.route('**/payment-page', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.sent = false
      await route.fulfill({ response, json })
    })
    await page.getByRole('button', { name: 'Email payment page' }).click()
    await page.getByRole('button', { name: 'Send email' }).click()
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.getByText('but no email was sent. Email is not set up, or the customer has no email address.').waitFor()
    const ends = shop.market.now() + hours(23) * 1_000
    const [day] = toSpokenTime(ends, 'Europe/London', shop.market.now()).split(',')
    expect(await alert.textContent()).toContain(`The page is open until ${day},`)
    await visit.expectAccessible('money-not-mailed')
    await page.getByRole('button', { name: 'Back' }).click()
    await page
      .getByRole('list', { name: 'Payment notes' })
      .getByText(`The customer can pay the deposit of £128.00 on the payment page until ${day},`)
      .waitFor()
    ok(await trip.cancelRequest())
  })

  test('shows a failed read of payments on the job and the booking', async () => {
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
      await page.getByRole('button', { name: 'Email payment page' }).waitFor()
    }
  })

  test('offers no payment page to the accounts role', async () => {
    const trip = await paid('visa')
    await using visit = await enter(`/bookings/${trip.ref}?tab=money`, { role: 'accounts' })
    await visit.page.getByRole('button', { name: 'Record payment' }).waitFor()
    await visit.page.getByRole('cell', { name: 'Received', exact: true }).waitFor()
    expect(await visit.page.getByRole('button', { name: 'Email payment page' }).count()).toBe(0)
  })

  test('shows a dispute at the head of the booking, with facts to copy', async () => {
    const trip = await paid('visa')
    shop.stripe.dispute(shop.charges(trip)[0]?.intent ?? '')
    await shop.market.advance(hours(1) + 60)
    await eventually(async () => ok(await dales.booking(trip)).dispute !== null)
    await using visit = await enter(`/bookings/${trip.ref}`)
    const { page, context } = visit
    await page.getByText('The customer’s bank disputes £128.00.').waitFor()
    await visit.expectAccessible('booking-disputed')
    await page.getByRole('link', { name: 'Open dispute' }).click()
    await page.getByText('Your payout is on hold until the bank decides.').waitFor()
    const where = page.getByRole('link', { name: /^dashboard\.stripe\.com\/test\/disputes\// })
    expect(await where.getAttribute('rel')).toBe('noopener noreferrer')
    const facts = await page.getByRole('textbox', { name: 'Facts to copy' }).inputValue()
    expect(facts).toStartWith(`Booking ${trip.ref}: `)
    expect(facts).toContain('THE CUSTOMER’S CONSENT\n“')
    await visit.expectAccessible('booking-dispute')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(facts)
  })

  test('lists unsent refunds first, and marks one as refunded', async () => {
    const waits = await paid('refund_pending')
    await calledOff(waits, 'refund refund_pending')
    const failed = await paid('refund_fails')
    await calledOff(failed, 'refund refund_failed')
    await using visit = await enter('/money?tab=in', { role: 'accounts' })
    const { page } = visit
    const list = page.getByRole('list', { name: 'Payments to check' })
    const lineOf = ({ ref }: CustomerClient) => list.getByRole('listitem').filter({ hasText: ref })
    await lineOf(waits).getByText('The balance of the card account is too low').waitFor()
    expect(await lineOf(waits).getByRole('button').count()).toBe(0)
    await visit.expectAccessible('money-to-settle')

    await page.goto(`/portal/bookings/${failed.ref}?tab=money`)
    await page.getByText('The card refund of £128.00 failed.').waitFor()
    await visit.expectAccessible('booking-refund-failed')
    await page.getByRole('button', { name: 'Mark as refunded' }).click()
    await page.getByRole('dialog').getByLabel('Reference').fill('FPO 000123')
    await visit.expectAccessible('money-settle')
    await page.getByRole('button', { name: 'Mark £128.00 as refunded' }).click()
    await page.getByText('£128.00 refunded to Ann Smith.').waitFor()
    await page.getByRole('cell', { name: 'Refunded' }).waitFor()
    await page.goto('/portal/money?tab=in')
    await lineOf(waits).waitFor()
    expect(await lineOf(failed).count()).toBe(0)
  })
})

test('links an unconfirmed payment from Today to Money and marks it as received', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const bank = sandboxProviderOf(market)
  const trip = await market.trip([dales])
  const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
  bank.breakDown()
  await trip.book(quoteId, goodCard)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  await page.getByRole('link', { name: /^Check payment: / }).click()
  await page.getByText('The card provider has not confirmed the deposit of £128.00.').waitFor()
  await visit.expectAccessible('money-in-doubt')
  await page.getByRole('button', { name: 'Mark as received' }).click()
  await page.getByText('This books the trip and notifies the customer.').waitFor()
  await page.getByRole('button', { name: 'Mark £128.00 as received' }).click()
  await page.getByText(`£128.00 for ${trip.ref} marked as received.`).waitFor()
  await page.getByRole('list', { name: 'Payments to check' }).waitFor({ state: 'detached' })
  expect(ok(await trip.readTrip()).status).toBe('booked')
  bank.recover()
})
