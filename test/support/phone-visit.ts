import type { Page } from 'playwright-core'
import { driverLink } from './back-office.ts'
import type { OpenVisit, Visit } from './browser.ts'
import { Cab } from './cab.ts'
import type { Market, OperatorDesk } from './market.ts'
import { driverSignIn } from './people.ts'

/** How large the pages of a phone are, in CSS pixels. */
export const phoneSize = { width: 390, height: 844 }

/** A phone in a hand, whose clock shows the server's time. */
export async function openPhone(openVisit: OpenVisit, market: Market, url = market.server.url): Promise<Visit> {
  const visit = await openVisit(url, phoneSize)
  await turnClock(visit, market.now() - Date.now())
  return visit
}

/** From the next page on the phone's clock is ahead by so much (ms) more. */
export async function turnClock({ context }: Visit, aheadMs: number): Promise<void> {
  await context.addInitScript(`{
    const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...parts) { if (parts.length === 0) super(Date.now()); else super(...parts) }
      static now() { return Real.now() + ${aheadMs} }
    }
  }`)
}

/** Signs a driver in on a phone by their link, and comes to Now. */
export async function signInPhone(openVisit: OpenVisit, market: Market, cab: Cab, url = market.server.url): Promise<Visit> {
  const visit = await openPhone(openVisit, market, url)
  await useLink(visit.page, market, cab)
  return visit
}

/** Opens a new link of the driver's and presses its button. */
export async function useLink(page: Page, market: Market, cab: Cab): Promise<void> {
  await page.goto(`/driver/sign-in#${await driverLink(market.server, cab.operator.ref, cab.id)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

/** A driver with the app open at Now, and an integration of theirs that sees the same trips. */
export async function enterCab(
  openVisit: OpenVisit,
  market: Market,
  operator: OperatorDesk,
  url = market.server.url,
): Promise<{ visit: Visit; cab: Cab }> {
  const id = await operator.driver({ name: 'Pat Moss', phone: '07700 900101' })
  const cab = new Cab(operator, id, (await driverSignIn(market, operator.ref, id)).token)
  return { visit: await signInPhone(openVisit, market, cab, url), cab }
}
