import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { paymentLinesOf } from '../support/bookkeeping-client.ts'
import { shareBrowser } from '../support/browser.ts'
import { ok, openMarket } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { isSigned, startWebhookReceiver } from '../support/webhook-receiver.ts'

const openVisit = shareBrowser()

/** A field of the open drawer by its whole label; a required field has a star after its label. */
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${label}( \\*)?$`))

test('takes a job from the inbox to the payment in the portal, while a colleague watches', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ env: { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '0.02' } })
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  ok(await office.call('POST', '/vehicles', { registration: 'YX21 ABC', type: 'coach_53', seats: 53 }))
  await dales.driver({ name: 'Pat Moss' })
  await dales.driver({ name: 'Kim Low' })
  const trip = await market.trip([dales])
  const { ref } = trip
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  await using colleague = await openSignedInPortal(openVisit, market, dales.ref, { path: '/inbox', role: 'dispatcher' })
  const { page } = visit
  const dialog = page.getByRole('dialog')
  await colleague.page.getByText('New', { exact: true }).first().waitFor()

  // A failing endpoint receives every event from here on.
  await page.goto('/portal/settings/webhooks')
  receiver.answer('/in', 500)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dispatch')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/in'))
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByRole('textbox', { name: 'Secret' }).waitFor()

  await page.goto('/portal/inbox')
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor()
  await page.keyboard.press('q')
  await page.getByRole('textbox', { name: 'Price' }).fill('640')
  await page.getByText('On request', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Vehicle' }).click()
  await page.getByRole('option', { name: 'Any coach, 53 seats' }).click()
  await page.getByRole('textbox', { name: 'Price' }).press('Control+Enter')
  await page.getByText('Quote sent.').waitFor()

  ok(await trip.request(ok(await dales.job(trip)).my_quote.id))
  await page.goto(`/portal/jobs/${ref}?request=1`)
  await page.getByRole('button', { name: 'Accept and charge £128.00' }).click()
  await page.waitForURL(`**/portal/bookings/${ref}?assign=1`)
  await colleague.page.locator('.badge', { hasText: 'Booking request' }).waitFor({ state: 'detached' })
  // The best driver is chosen and has the focus; the arrow keys move to the other driver and back.
  const chosen = (name: RegExp) => dialog.getByRole('radio', { name, checked: true })
  await dialog.locator('input[type="radio"]:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const isPat = (await chosen(/Pat Moss/).count()) === 1
  if (!isPat) await page.keyboard.press('ArrowDown')
  await chosen(/Pat Moss/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Pat Moss assigned.').waitFor()
  expect(ok(await dales.booking(trip)).driver.name).toBe('Pat Moss')

  const day = ok(await dales.booking(trip)).departs_at.slice(0, 10)
  const rowOf = (on: Page, name: string) => on.getByRole('listitem', { name })
  const barOf = (on: Page, name: string) => rowOf(on, name).getByRole('button', { name: /Ann Smith/ })
  await colleague.page.goto(`/portal/diary?by=drivers&from=${day}`)
  await barOf(colleague.page, 'Pat Moss').waitFor()
  await page.goto(`/portal/diary?by=drivers&from=${day}`)
  await barOf(page, 'Pat Moss').dragTo(rowOf(page, 'Kim Low').locator('.diary-track'))
  await barOf(colleague.page, 'Kim Low').waitFor()
  expect(ok(await dales.booking(trip)).driver.name).toBe('Kim Low')

  await page.goto(`/portal/bookings/${ref}`)
  await page.getByText(ref).first().waitFor()
  await page.keyboard.press('e')
  await field(page, 'Passengers').fill('50')
  await field(page, 'Reason').fill('Five more pupils.')
  await dialog.getByRole('button', { name: 'Apply change' }).click()
  await page.getByText('Booking changed.').waitFor()

  await page.goto(`/portal/money?pay=${ref}`)
  await dialog.getByRole('textbox', { name: 'Amount' }).waitFor()
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText(`£512.00 for ${ref} recorded.`).waitFor()
  expect(ok(await dales.booking(trip))).toMatchObject({ passenger_count: 50, due_amount: 0 })
  expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual([
    'deposit card 12800 cleared',
    'balance bank_transfer 51200 cleared',
  ])

  await page.goto('/portal/settings/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Yard screen')
  await dialog.getByRole('checkbox', { name: 'Read bookings' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const token = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(ok(await market.call('GET', `/api/v1/bookings/${ref}`, { token })).driver.name).toBe('Kim Low')

  // Each event is two requests at most, and the server stops after twenty failures in a row.
  for (let nth = 0; nth < 10; nth++) await market.trip([dales])
  await page.goto('/portal')
  await page.locator('[data-kind="webhook_parked"]').getByRole('link').last().click()
  const alert = page.getByRole('alert').filter({ hasText: 'consecutive deliveries failed' })
  receiver.answer('/again', 204)
  // The page can read the log of the replaced webhook again.
  visit.expect(/^404: GET .*\/webhooks\/\d+\/deliveries\?/)
  await alert.getByRole('button', { name: 'Replace webhook' }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/again'))
  await dialog.getByRole('button', { name: 'Replace webhook' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
  await market.trip([dales])
  const [heard] = await receiver.atLeast(1, '/again')
  expect(heard && isSigned(heard, secret)).toBe(true)
})
