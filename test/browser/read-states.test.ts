import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { enterPortal } from '../support/portal-visit.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

for (const screen of ['diary', 'booking'] as const) {
  test(`the ${screen} says that it loads, that it failed and that it is busy, and reads again`, async () => {
    const market = await openShared()
    const desk = await market.operator()
    const trip = await market.bookedTrip(desk)
    await using visit = await enterPortal(openVisit, market, desk.ref)
    const { page } = visit
    const [path, reads] =
      screen === 'diary'
        ? ['/portal/diary', '**/portal/v1/diary?*']
        : [`/portal/bookings/${trip.ref}`, `**/api/v1/bookings/${trip.ref}`]
    visit.expect(/^500: GET /, /^429: GET /)
    const refusal = { code: 'server_error', message: 'Something went wrong here.', request_id: 'req-17' }
    const failed = { status: 500, json: { error: refusal } }
    const busy = { status: 429, headers: { 'Retry-After': '3' }, json: { error: { ...refusal, code: 'rate_limited' } } }
    let state: 'loading' | 'failed' | 'busy' | 'read' = 'loading'
    const held = Promise.withResolvers<void>()
    await page.route(reads, async (route) => {
      if (state === 'loading') await held.promise
      if (state === 'read') return route.continue()
      return route.fulfill(state === 'busy' ? busy : failed)
    })

    await page.goto(path)
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    await visit.looksWell(`${screen}-loading`)
    state = 'failed'
    held.resolve()
    const alert = page.getByRole('alert')
    await alert.getByText('Something went wrong here.').waitFor()
    await visit.looksWell(`${screen}-failed`)
    state = 'busy'
    await alert.getByRole('button', { name: 'Retry' }).click()
    await page.getByText(/^Busy, again in \d seconds?\.$/).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    state = 'read'
    const there =
      screen === 'diary' ? page.getByRole('button', { name: 'Print' }) : page.getByRole('heading', { name: /Leeds → York/ })
    await there.waitFor()
    expect(await page.getByText(/^Busy/).count()).toBe(0)
  })
}
