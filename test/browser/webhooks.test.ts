import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { isSigned, startWebhookReceiver } from '../support/webhook-receiver.ts'

const openVisit = shareBrowser()

test('a subscription is made, parked by a receiver that fails, seen, and replaced', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ env: { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '0.02' } })
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/webhooks' })
  const { page } = visit
  const drawer = page.getByRole('dialog')

  await page.getByText('No program is told.').waitFor()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Dispatch')
  await drawer.getByRole('textbox', { name: 'Address' }).fill('http://localhost/in')
  visit.expect(/^422: POST .*\/webhooks$/)
  await drawer.getByRole('button', { name: 'Subscribe' }).click()
  await drawer.locator('[aria-invalid="true"]').first().waitFor()
  await drawer.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/in'))
  await drawer.getByRole('button', { name: 'Subscribe' }).click()
  const secret = await drawer.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.goto('/portal/settings/webhooks')
  await page.getByText('Nothing has been sent yet.').waitFor()
  await page.getByText('Check that a call comes from here').click()
  await page.getByText('PHP', { exact: true }).click()
  expect(await page.getByRole('textbox', { name: 'Check in PHP' }).inputValue()).toContain('hash_equals')

  receiver.answer('/in', 204, 500)
  await market.trip([dales])
  const [hit] = await receiver.atLeast(1, '/in')
  expect(hit && isSigned(hit, secret)).toBe(true)
  for (let nth = 0; nth < 8; nth++) await market.trip([dales])
  await receiver.atLeast(21, '/in')
  const alert = page.getByRole('alert').filter({ hasText: 'failed in a row' })
  await alert.waitFor()
  await page.getByRole('button', { name: 'Open the log' }).click()
  await page.getByText('job.offered').first().click()
  // What has come meanwhile stands above it, closed.
  await page.getByText('answered 500').filter({ visible: true }).first().waitFor()
  await visit.expectAccessible('webhooks-parked')

  receiver.answer('/again', 204)
  // The log of the one that goes may be read once more.
  visit.expect(/^404: GET .*\/webhooks\/1\/deliveries\?/)
  await alert.getByRole('button', { name: 'Delete and subscribe again' }).click()
  await drawer.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/again'))
  await drawer.getByRole('button', { name: 'Delete and subscribe again' }).click()
  const next = await drawer.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(next).not.toBe(secret)
  await page.goto('/portal/settings/webhooks')
  await page.getByText('Active').waitFor()
  expect(await page.getByText('Parked').count()).toBe(0)
  await market.trip([dales])
  const [heard] = await receiver.atLeast(1, '/again')
  expect(heard && isSigned(heard, next)).toBe(true)
  await page.getByText('1 of the last 1 arrived').waitFor()
})
