import type { Browser } from 'playwright-core'
import { personLinkToken } from '../test/support/admin-commands.ts'
import type { Market } from '../test/support/market.ts'
import { addOperatorPerson } from '../test/support/people.ts'
import { median } from './figures.ts'

const runs = 7

/** Prints the time from the address of the portal to its first page with content (ms), without a cache but signed in. */
export async function tellPortalReady(
  browser: Browser,
  market: Market,
  operatorRef: string,
  write: (line: string) => void,
): Promise<void> {
  const { email } = await addOperatorPerson(market, operatorRef, 'admin')
  const first = await browser.newContext({ baseURL: market.server.url })
  const door = await first.newPage()
  await door.goto(`/portal/sign-in#${await personLinkToken(market.server, email)}`)
  await door.getByRole('button', { name: 'Sign in' }).first().click()
  await door.getByRole('navigation', { name: 'Main' }).first().waitFor()
  const storageState = await first.storageState()
  await first.close()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ baseURL: market.server.url, storageState })
    const page = await context.newPage()
    const startedAt = performance.now()
    await page.goto('/portal')
    await page.getByRole('heading', { name: 'Needs you' }).waitFor()
    times.push(performance.now() - startedAt)
    await context.close()
  }
  write(`portal: there after ${Math.round(median(times))} ms with nothing kept (slowest ${Math.round(Math.max(...times))} ms)`)
}
