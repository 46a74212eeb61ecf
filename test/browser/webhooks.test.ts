import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { isSigned, startWebhookReceiver } from '../support/webhook-receiver.ts'

const openVisit = shareBrowser()

test('creates a webhook, shows it stopped after failures and replaces it', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ env: { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '0.02' } })
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/webhooks' })
  const { page } = visit
  const drawer = page.getByRole('dialog')

  await page.getByText('No webhooks yet.').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Dispatch')
  await drawer.getByRole('textbox', { name: 'Address' }).fill('http://localhost/in')
  visit.expect(/^422: POST .*\/webhooks$/)
  await drawer.getByRole('button', { name: 'Add webhook' }).click()
  await drawer.locator('[aria-invalid="true"]').first().waitFor()
  await drawer.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/in'))
  await drawer.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await drawer.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.goto('/portal/settings/webhooks')
  await page.getByText('No deliveries yet.').waitFor()
  await page.getByText('Verify webhook signatures').click()
  await page.getByText('PHP', { exact: true }).click()
  expect(await page.getByRole('textbox', { name: 'Example in PHP' }).inputValue()).toContain('hash_equals')

  receiver.answer('/in', 204, 500)
  await market.trip([dales])
  const [hit] = await receiver.atLeast(1, '/in')
  expect(hit && isSigned(hit, secret)).toBe(true)
  for (let nth = 0; nth < 8; nth++) await market.trip([dales])
  await receiver.atLeast(21, '/in')
  const alert = page.getByRole('alert').filter({ hasText: 'consecutive deliveries failed' })
  await alert.waitFor()
  await page.getByRole('button', { name: 'Show log' }).click()
  await page.getByText('job.offered').first().click()
  // A later delivery is listed above it, collapsed.
  await page.getByText('response 500').filter({ visible: true }).first().waitFor()
  await visit.expectAccessible('webhooks-parked')

  receiver.answer('/again', 204)
  // The page can read the log of the replaced webhook again.
  visit.expect(/^404: GET .*\/webhooks\/1\/deliveries\?/)
  await alert.getByRole('button', { name: 'Replace webhook' }).click()
  await drawer.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/again'))
  await drawer.getByRole('button', { name: 'Replace webhook' }).click()
  const next = await drawer.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(next).not.toBe(secret)
  await page.goto('/portal/settings/webhooks')
  await page.getByText('Active').waitFor()
  expect(await page.getByText('Stopped').count()).toBe(0)
  await market.trip([dales])
  const [heard] = await receiver.atLeast(1, '/again')
  expect(heard && isSigned(heard, next)).toBe(true)
  await page.getByText('1 of the last 1 delivered').waitFor()
})
