import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

/** A page of the portal, the read it needs, and the text it shows after that read. */
const pages = [
  { name: 'money', path: '/money', read: '**/portal/v1/dues?*', said: 'Ann Smith' },
  { name: 'team', path: '/settings/team', read: '**/portal/v1/users', said: 'Admin' },
  { name: 'vehicles', path: '/vehicles', read: '**/portal/v1/vehicles*', said: 'YX20 ABC' },
  { name: 'drivers', path: '/drivers', read: '**/api/v1/drivers*', said: 'Pat Moss' },
  { name: 'diary', path: '/diary', read: '**/portal/v1/diary?*', said: 'YX20 ABC' },
  { name: 'booking', path: '/bookings/{ref}', read: '**/api/v1/bookings/TR-*', said: 'Ann Smith' },
] as const

test.each(pages)('shows $path loading, why the read failed, and the data after a retry', async ({ name, path, read, said }) => {
  const market = await openShared()
  const dales = await market.operator()
  await dales.driver()
  const office = await portalClientOf(market, dales)
  await office.call('POST', '/vehicles', { registration: 'YX20 ABC', type: 'coach_49', seats: 49 })
  const { ref } = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  visit.expect(/^(429|500): GET /)
  const refusal = (status: number, code: string, message: string, headers = {}) => ({
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'req-1', ...headers },
    body: JSON.stringify({ error: { code, message } }),
  })

  const answered = Promise.withResolvers<void>()
  await page.route(read, async (route) => {
    await answered.promise
    await route.fulfill(refusal(500, 'server_error', 'Something went wrong here.'))
  })
  await page.goto(`/portal${path.replace('{ref}', ref)}`)
  await page.getByRole('status', { name: 'Loading' }).first().waitFor()
  await visit.expectAccessible(`${name}-loading`)
  answered.resolve()
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' }).first()
  await retry.waitFor()
  await page.getByText('Something went wrong here.').first().waitFor()
  await visit.expectAccessible(`${name}-failed`)

  await page.unroute(read)
  await page.route(read, (route) => route.fulfill(refusal(429, 'rate_limited', 'Too many requests.', { 'Retry-After': '5' })))
  await retry.click()
  await page
    .getByText(/^Too many requests\. Trying again in \d s\.$/)
    .first()
    .waitFor()
  await visit.expectAccessible(`${name}-busy`)
  await page.unroute(read)
  // The page reads again automatically after the wait.
  await page.getByRole('main').getByText(said).first().waitFor()
  expect(await page.getByText(/^Too many requests/).count()).toBe(0)
})
