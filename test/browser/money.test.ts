import { expect, test } from 'bun:test'
import { bookkeepingClientOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { days, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { schoolAddress } from '../support/sample-addresses.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const longName = "Kingston upon Hull Grammar School Parents' Association"
const hostile = '<img src=x onerror="throw 1">'

test('finds a transfer by its statement line, records it and reverses it with Undo', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await (await bookkeepingClientOf(market, dales)).settings({ charge_balance: false })
  const trip = await market.bookedTrip(dales, {
    customer: { name: 'Ann Smith', organisation: longName, email: 'ann@example.org' },
  })
  const late = await market.bookedTrip(dales, { departsIn: days(16) })
  await market.advanceTo(ok(await dales.booking(late)).balance_due_at, days(5))
  await market.bookedTrip(dales, { departsIn: days(30), customer: { name: hostile, email: 'bob@example.org' } })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/money', role: 'accounts' })
  const { page } = visit
  const owed = page.getByRole('region', { name: 'Outstanding amounts' })
  await owed.getByRole('link', { name: longName }).waitFor()
  await owed.getByText('5 days overdue').waitFor()
  await page.getByText('£512.00', { exact: true }).first().waitFor()
  await visit.expectAccessible('money-due')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reconcile bank statement' }).click()
  const drawer = page.getByRole('dialog')
  const line = `FPI A SMITH ${trip.ref.toLowerCase().replace('-', ' ')} 500.00`
  visit.expect(/^404: GET .*\/bookings\/TR-000000$/)
  await drawer.getByLabel('Bank statement line').fill('TR-000000')
  await drawer.getByRole('button', { name: 'TR-000000' }).click()
  await drawer.getByText('No booking TR-000000 found.').waitFor()
  await drawer.getByRole('button', { name: 'Find another trip' }).click()
  await drawer.getByLabel('Bank statement line').fill(line)
  await drawer.getByRole('button', { name: trip.ref }).click()
  await drawer.getByRole('textbox', { name: 'Amount' }).waitFor()
  expect(await drawer.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('500.00')
  expect(await drawer.getByLabel('Reference').inputValue()).toBe(line)
  await drawer.getByText(/^Balance left £12\.00, due /).waitFor()
  await visit.expectAccessible('money-record')

  await drawer.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText(`£500.00 for ${trip.ref} recorded.`).waitFor()
  await owed.getByText('£12.00', { exact: true }).waitFor()
  expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual([
    'deposit card 12800 cleared',
    'balance bank_transfer 50000 cleared',
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await owed.getByText('£12.00', { exact: true }).waitFor({ state: 'detached' })
  expect(paymentLinesOf(ok(await dales.booking(trip)))).toContain('balance bank_transfer 50000 reversed')
})

test('records the payment of a row by its button and by the key r', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await (await bookkeepingClientOf(market, dales)).settings({ charge_balance: false })
  const first = await market.bookedTrip(dales)
  const later = await market.bookedTrip(dales, { departsIn: days(60), customer: { name: 'Bea One', email: 'bea@example.org' } })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/money' })
  const { page } = visit
  const drawer = page.getByRole('dialog')
  const buttons = page.getByRole('button', { name: /^Record payment of / })
  await buttons.nth(1).waitFor()
  await page.getByRole('button', { name: 'Record payment of Ann Smith' }).click()
  await page.waitForURL(new RegExp(`pay=${first.ref}`))
  await drawer.getByText('Nothing left to pay.').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Bea One' }).focus()
  await page.keyboard.press('r')
  await page.waitForURL(new RegExp(`pay=${later.ref}`))
  await drawer.getByRole('textbox', { name: 'Amount' }).fill('500')
  await drawer.getByText(/^Balance left £12\.00, due /).waitFor()
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText(`£500.00 for ${later.ref} recorded.`).waitFor()
  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByText('£12.00', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await drawer.getByRole('link', { name: 'Overdue' }).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByText('No bookings with this status.').waitFor()
})

test('shows a refusal at its field and keeps the typed values', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/money?pay=${trip.ref}` })
  visit.expect(/^422: POST .*\/payments$/)
  const drawer = visit.page.getByRole('dialog')

  await drawer.getByRole('textbox', { name: 'Amount' }).fill('600')
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  await drawer.locator('[aria-invalid="true"]').waitFor()
  expect(await drawer.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('600.00')
  await drawer.getByLabel('Record more than the amount due').check()
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  await visit.page.getByText('Nothing outstanding.').waitFor()
  expect(paymentLinesOf(ok(await dales.booking(trip)))).toContain('balance bank_transfer 60000 cleared')
})

test('reverses a payment after a confirmation, but not offline', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const books = await bookkeepingClientOf(market, dales)
  const trip = await market.bookedTrip(dales)
  ok(await books.record(trip, { method: 'cheque', reference: '=1+1' }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/money?tab=in' })
  const { page, context } = visit
  await page.getByText('=1+1').waitFor()

  await page.getByRole('button', { name: `Actions for ${trip.ref}, cheque of Ann Smith` }).click()
  await page.getByRole('menuitem', { name: 'Reverse payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The cheque bounced.')
  await visit.expectAccessible('money-reverse')
  await context.setOffline(true)
  await page.getByText(/^No connection since/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Reverse £512.00' }).isDisabled()).toBe(true)
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Reverse £512.00', disabled: false }).click()
  await page.getByText(`£512.00 for ${trip.ref} reversed.`).waitFor()
  await page.getByRole('cell', { name: /^Reversed/ }).waitFor()
})

test('invoices a month of an account customer, and issues a credit note', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const customer_id = await office.customer()
  const trip = await office.booked({ terms: 'account' }, { customer: undefined, customer_id })
  const month = ok(await dales.booking(trip)).departs_at.slice(0, 7)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/money?tab=invoices' })
  const { page } = visit

  await page.getByText('No invoices yet.').waitFor()
  await page.getByRole('button', { name: 'Create invoice' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option', { name: /Wharfedale School/ }).click()
  await drawer.getByRole('textbox', { name: 'Month' }).fill(month)
  await drawer.getByRole('button', { name: 'Create invoice' }).click()
  await page.getByText(/^Invoice \d{6} created\.$/).waitFor()
  await visit.takeScreenshot('money-invoice')
  await drawer.getByText('Issue credit note', { exact: true }).click()
  await drawer.getByLabel('Reason').fill('The wrong price.')
  await drawer.getByRole('button', { name: /^Issue credit note for £/ }).click()
  await page.getByText(/^Credit note \d{6} issued for invoice/).waitFor()
  await drawer.getByText('Credited', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/^Credit note for/).waitFor()
  await page.getByText('not emailed').waitFor()
  await visit.expectAccessible('money-invoices')
})

test('requires the buyer’s address for a VAT-registered operator, and fills in the customer’s', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const vat = { number: 'GB123456789', standard_rate_bps: 2_000 }
  ok(await office.call('PATCH', '/operator', { settings: { vat } }))
  const trip = await office.booked({ terms: 'cash' })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/money?tab=invoices&make=${trip.ref}` })
  const { page } = visit
  const drawer = page.getByRole('dialog')
  const address = drawer.getByRole('group', { name: 'Invoice address' })
  visit.expect(/^422: POST .*\/invoices$/)
  await drawer.getByRole('button', { name: 'Create invoice' }).click()
  await drawer.getByRole('link', { name: 'Enter it in Settings' }).waitFor()
  await office.registerForVat(vat)
  await drawer.getByRole('button', { name: 'Create invoice' }).click()
  await drawer.locator('[data-path="customer.address.lines.0"][aria-invalid="true"]').waitFor()
  await visit.expectAccessible('money-invoice-address')
  await address.getByRole('textbox', { name: 'Address', exact: true }).fill('4 Grove Road')
  await address.getByRole('textbox', { name: 'Town' }).fill('Ilkley')
  await address.getByRole('textbox', { name: 'Postcode' }).fill('LS29 9PJ')
  await drawer.getByRole('button', { name: 'Create invoice' }).click()
  await page.getByText(/^Invoice \d{6} created\.$/).waitFor()
  await drawer.getByText('4 Grove Road').waitFor()

  const asking = await office.booked({ terms: 'cash' })
  ok(await market.call('POST', '/customer/v1/trip/invoice-request', { token: asking.token, body: { address: schoolAddress } }))
  await page.goto('/portal')
  await page.locator('[data-kind="invoice_requested"]').getByRole('link').last().click()
  await page.getByRole('button', { name: 'Create invoice' }).last().waitFor()
  await eventually(
    async () => (await address.getByRole('textbox', { name: 'Address', exact: true }).inputValue()) === 'Wharfedale School',
  )
  await drawer.getByRole('button', { name: 'Create invoice' }).click()
  await page.getByText(/^Invoice \d{6} created\.$/).waitFor()
  expect(ok(await asking.readTrip()).booking.invoice).not.toBeNull()
})

test('shows payouts only to roles with access', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/money', role: 'accounts' })
  await visit.page.getByRole('link', { name: 'Payouts' }).click()
  await visit.page.getByRole('cell', { name: 'After the trip' }).waitFor()
  await visit.page.getByRole('link', { name: 'Leeds → York' }).waitFor()
  await visit.page.getByText(trip.ref).waitFor()
  await visit.takeScreenshot('money-payouts')
  await visit.page.getByRole('link', { name: 'Failed' }).click()
  await visit.page.getByText('No payouts with this status.').waitFor()

  await using other = await openSignedInPortal(openVisit, market, dales.ref, { path: '/money?tab=payouts', role: 'dispatcher' })
  await other.page.getByRole('row', { name: trip.ref }).waitFor()
  expect(await other.page.getByRole('link', { name: 'Payouts' }).count()).toBe(0)
})

test('lists a refund to send and marks it as refunded', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const trip = await office.booked({ terms: 'cash' })
  ok(await office.record(trip, { method: 'bank_transfer', amount: 50_000 }))
  ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach has burnt down.' }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/money?tab=in&line=pending', width: 360 })
  const { page } = visit

  const books = page.getByRole('region', { name: 'Payments and refunds' })
  await books.getByText('Refund to send', { exact: true }).waitFor()
  await books.getByText('−£500.00').waitFor()
  await visit.takeScreenshot('money-in')
  await page.getByRole('button', { name: `Actions for ${trip.ref}, bank transfer of Ann Smith` }).click()
  await page.getByRole('menuitem', { name: 'Mark as refunded' }).click()
  await page.getByRole('dialog').getByLabel('Reference').fill('FPO 000123')
  await page.getByRole('button', { name: 'Mark £500.00 as refunded' }).click()
  await page.getByText('£500.00 refunded to Ann Smith.').waitFor()
  await page.getByText('No matching payments.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Refunded', { exact: true }).waitFor()
  expect(paymentLinesOf(ok(await dales.booking(trip)))).toContain('refund bank_transfer 50000 cleared')
})
