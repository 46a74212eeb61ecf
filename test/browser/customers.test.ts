import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

const school = "Kingston upon Hull Grammar School Parents' Association"

test('adds a customer with an account, changes and deletes it', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/customers' })
  const { page } = visit
  await page.getByText('No customers yet.').waitFor()
  await visit.expectAccessible('customers-none')

  await page.getByRole('button', { name: 'Add customer' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('Jo <b>Field</b>')
  await drawer.getByLabel('Organisation').fill(school)
  await drawer.getByLabel('Phone').fill('07700 900456')
  await drawer.getByLabel('Has an account').check()
  await drawer.getByLabel('Payment terms, days').fill('14')
  await drawer.getByLabel('Purchase order number required').check()
  await drawer.getByRole('combobox', { name: 'Invoices' }).click()
  await page.getByRole('option', { name: 'One each month' }).click()
  await visit.expectAccessible('customers-add')
  await drawer.getByRole('button', { name: 'Add' }).click()
  await page.getByText('14 days from the invoice').waitFor()
  await visit.expectAccessible('customers')
  const [kept] = ok(await office.call('GET', '/customers'))
  expect(kept).toMatchObject({
    name: 'Jo <b>Field</b>',
    organisation: school,
    account: { terms_days: 14, po_required: true, invoice: 'monthly' },
  })

  await page.getByRole('link', { name: school }).click()
  await page.waitForURL(`**/portal/customers/${kept.id}`)
  await page.getByLabel('Internal notes').fill('Wants the bill by post.')
  await page.getByLabel('Has an account').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await visit.expectAccessible('customer')
  expect(ok(await office.call('GET', `/customers/${kept.id}`))).toMatchObject({ account: null, notes: 'Wants the bill by post.' })

  // The page can read the customer again before it closes.
  visit.expect(/^404: GET .*\/customers\/\d+$/)
  await page.getByRole('button', { name: 'Delete customer' }).click()
  await page.getByText('You cannot undo this.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click()
  await page.getByText('No customers yet.').waitFor()
  expect((await office.call('GET', `/customers/${kept.id}`)).status).toBe(404)
})

test('shows customers without changes to the accounts role', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const { id } = ok(await office.call('POST', '/customers', { name: 'Jo Field', phone: '07700 900456' }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/customers', role: 'accounts' })
  const { page } = visit
  await page.getByRole('link', { name: 'Jo Field', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Add customer' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Jo Field', exact: true }).click()
  await page.waitForURL(`**/portal/customers/${id}`)
  await page.getByRole('link', { name: 'Find trips' }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete customer' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
})
