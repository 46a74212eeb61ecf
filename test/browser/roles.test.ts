import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Role, roles } from '../../src/domain/ability.ts'
import { shareBrowser } from '../support/browser.ts'
import { type Market, type OperatorClient, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'
import { isDeepRun } from '../support/test-depth.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

const everybody: readonly Role[] = roles
const dispatch: readonly Role[] = ['admin', 'dispatcher']
const admins: readonly Role[] = ['admin']

/** A page of the portal with the roles that can open it, and a button with the roles that see it. */
type Place = { readonly path: string; readonly openTo: readonly Role[]; readonly button?: readonly [string, readonly Role[]] }

const places: readonly Place[] = [
  { path: '/', openTo: everybody },
  { path: '/inbox', openTo: dispatch },
  { path: '/jobs/:ref', openTo: dispatch },
  { path: '/diary', openTo: everybody },
  { path: '/bookings', openTo: everybody },
  { path: '/bookings/:ref', openTo: everybody },
  { path: '/new', openTo: dispatch },
  { path: '/money', openTo: everybody, button: ['Record payment of Ann Smith', everybody] },
  { path: '/money?tab=in', openTo: everybody },
  { path: '/money?tab=invoices', openTo: everybody, button: ['Create invoice', everybody] },
  { path: '/money?tab=payouts', openTo: everybody, button: ['Record payment of Ann Smith', ['dispatcher']] },
  { path: '/drivers', openTo: dispatch, button: ['Add driver', dispatch] },
  { path: '/drivers/:id', openTo: dispatch },
  { path: '/vehicles', openTo: dispatch, button: ['Add vehicle', dispatch] },
  { path: '/vehicles/:id', openTo: dispatch },
  { path: '/incidents', openTo: everybody },
  { path: '/customers', openTo: everybody, button: ['Add customer', dispatch] },
  { path: '/customers/:id', openTo: everybody },
  { path: '/numbers', openTo: everybody },
  { path: '/settings', openTo: everybody },
  { path: '/settings/profile', openTo: admins },
  { path: '/settings/branding', openTo: admins },
  { path: '/settings/terms', openTo: admins },
  { path: '/settings/team', openTo: everybody, button: ['Invite person', admins] },
  { path: '/settings/keys', openTo: admins },
  { path: '/settings/webhooks', openTo: admins },
  { path: '/settings/notifications', openTo: everybody },
  { path: '/settings/messages', openTo: everybody },
  { path: '/settings/wording', openTo: admins },
  { path: '/settings/mail', openTo: admins },
  { path: '/settings/feeds', openTo: dispatch },
  { path: '/settings/data', openTo: everybody },
  { path: '/settings/devices', openTo: everybody },
  { path: '/search', openTo: everybody },
]

const rails: Readonly<Record<Role, readonly string[]>> = {
  admin: ['Today', 'Inbox', 'Diary', 'Money', 'People & fleet', 'Reports', 'Settings'],
  dispatcher: ['Today', 'Inbox', 'Diary', 'Money', 'People & fleet', 'Reports', 'Settings'],
  accounts: ['Today', 'Diary', 'Money', 'People & fleet', 'Reports', 'Settings'],
}

/** Creates one of everything, and returns the address of each page. */
async function createOneOfEach(market: Market, desk: OperatorClient): Promise<(path: string) => string> {
  const office = await portalClientOf(market, desk)
  const trip = await market.bookedTrip(desk)
  const job = await market.trip([desk])
  const customer = await office.customer()
  const driver = await desk.driver()
  const vehicle = ok(await office.call('POST', '/vehicles', { registration: 'YX20 ABC', type: 'coach_49', seats: 49 })).id
  const parts: Readonly<Record<string, string | number>> = {
    '/jobs/:ref': job.ref,
    '/bookings/:ref': trip.ref,
    '/customers/:id': customer,
    '/drivers/:id': driver,
    '/vehicles/:id': vehicle,
  }
  return (path) => (path in parts ? path.replace(/:\w+$/, String(parts[path])) : path)
}

/** Opens another page of the portal as its links do, and waits until it is complete. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/portal${path}`)})`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

test('lists every page of the portal', async () => {
  const written = [...(await Bun.file('src/web/portal/pages.ts').text()).matchAll(/path: '([^']+)'/g)].map(
    ([, path = '']) => path,
  )
  expect([...new Set(places.map(({ path }) => path.replace(/\?.*/, '')))].sort()).toEqual(written.sort())
})

for (const role of roles) {
  test(`${role} sees only pages and actions with access`, async () => {
    const market = await openShared()
    const desk = await market.operator()
    const addressOf = await createOneOfEach(market, desk)
    await using visit = await openSignedInPortal(openVisit, market, desk.ref, { role })
    const { page } = visit
    const rail = await page.getByRole('navigation', { name: 'Main' }).first().locator('.rail-label').allTextContents()
    expect(rail).toEqual([...rails[role]])
    // If several operators share a server, none of them manages its mail server, and the page says so.
    visit.expect(/^404: GET .*\/mail-server$/)

    for (const { path, openTo, button } of places) {
      await goTo(page, addressOf(path))
      const isClosed = (await page.getByRole('heading', { name: 'Page not found' }).count()) > 0
      expect({ path, isClosed }).toEqual({ path, isClosed: !openTo.includes(role) })
      const failed = await page.locator('.failed').count()
      // A short run checks each page with axe once, in the first role that can open it.
      const isReadByAxe = !isClosed && (isDeepRun || role === openTo[0])
      const axe = isReadByAxe ? await visit.axe() : []
      const layout = await visit.layout()
      expect({ path, failed: path === '/settings/mail' ? 0 : failed, axe, layout }).toEqual({
        path,
        failed: 0,
        axe: [],
        layout: [],
      })
      if (button === undefined) continue
      const [name, offeredTo] = button
      const isOffered = (await page.getByRole('button', { name, exact: true }).count()) > 0
      expect({ path, name, isOffered }).toEqual({ path, name, isOffered: offeredTo.includes(role) })
    }
    expect(visit.unexpected()).toEqual([])
  })
}
