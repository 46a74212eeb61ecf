import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

test('creates a key, shows it once, uses it and revokes it', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/keys' })
  const { page } = visit

  await page.getByRole('button', { name: 'Create key' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('<b>yard</b> screen')
  await drawer.getByRole('checkbox', { name: 'Read jobs' }).check()
  await visit.expectAccessible('key-new')
  await drawer.getByRole('button', { name: 'Create key' }).click()
  const key = await drawer.getByRole('textbox', { name: 'Key' }).inputValue()
  await visit.expectAccessible('key-shown')

  await page.goto('/portal/settings/keys')
  const row = page.getByRole('row', { name: /yard/ })
  await row.getByText('Waiting for first use').waitFor()
  expect((await market.call('GET', '/api/v1/jobs', { token: key })).status).toBe(200)
  expect((await market.call('GET', '/api/v1/bookings', { token: key })).code).toBe('missing_ability')
  await market.advance(120)
  await market.server.dueTasksDone()
  // The server writes the last use with a delay.
  await eventually(async () => {
    await page.reload()
    await row.waitFor()
    return (await row.getByText('Waiting for first use').count()) === 0
  })
  await visit.expectAccessible('keys')

  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Revoke key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await row.getByText('Revoked').waitFor()
  expect((await market.call('GET', '/api/v1/jobs', { token: key })).status).toBe(401)
})
