import type { Page } from 'playwright-core'
import { driverLinkToken } from './admin-commands.ts'
import type { BrowserVisit, OpenBrowserVisit } from './browser.ts'
import { DriverClient } from './driver-client.ts'
import type { Market, OperatorClient } from './market.ts'
import { signInDriverByLink } from './people.ts'

/** The size of a phone's page, in CSS pixels. */
export const phoneSize = { width: 390, height: 844 }

/** A phone with a clock that shows the server's time. */
export async function openPhone(openVisit: OpenBrowserVisit, market: Market, url = market.server.url): Promise<BrowserVisit> {
  const visit = await openVisit(url, phoneSize)
  await setPhoneClockAhead(visit, market.now() - Date.now())
  return visit
}

/** Sets the phone's clock ahead by this much more (ms), from the next page on. */
export async function setPhoneClockAhead({ context }: BrowserVisit, aheadMs: number): Promise<void> {
  await context.addInitScript(`{
    const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...parts) { if (parts.length === 0) super(Date.now()); else super(...parts) }
      static now() { return Real.now() + ${aheadMs} }
    }
  }`)
}

/** The words that break inside on the current page, one for each break. */
export function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const broken = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      if (!text.parentElement.checkVisibility()) continue
      for (const { 0: word, index } of text.data.matchAll(/[^\\s–—/-]+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return broken
  })()`)
}

/** Signs a driver in on a phone by their link, and opens Now. */
export async function signInOnPhone(
  openVisit: OpenBrowserVisit,
  market: Market,
  cab: DriverClient,
  url = market.server.url,
): Promise<BrowserVisit> {
  const visit = await openPhone(openVisit, market, url)
  await openSignInLink(visit.page, market, cab)
  return visit
}

/** Opens a new link of the driver and presses its button. */
export async function openSignInLink(page: Page, market: Market, cab: DriverClient): Promise<void> {
  await page.goto(`/driver/sign-in#${await driverLinkToken(market.server, cab.operator.ref, cab.id)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

/** A driver with the app open at Now, and their integration that reads the same trips. */
export async function openSignedInDriverApp(
  openVisit: OpenBrowserVisit,
  market: Market,
  operator: OperatorClient,
  url = market.server.url,
): Promise<{ visit: BrowserVisit; cab: DriverClient }> {
  const id = await operator.driver({ name: 'Pat Moss', phone: '07700 900101' })
  const cab = new DriverClient(operator, id, (await signInDriverByLink(market, operator.ref, id)).token)
  return { visit: await signInOnPhone(openVisit, market, cab, url), cab }
}
