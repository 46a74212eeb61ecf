import type { Page, Route } from 'playwright-core'

/** Reads of a page that wait until `fail`, then fail each time, and are answered normally again after the repair. */
export async function failPageReads(page: Page, address: string) {
  const fail = Promise.withResolvers<void>()
  const answer = async (route: Route) => {
    await fail.promise
    await route.fulfill({
      status: 500,
      headers: { 'X-Request-Id': 'req-of-the-test' },
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'server_error', message: 'The disk is full.' } }),
    })
  }
  await page.route(address, answer)
  return { fail: fail.resolve, mend: () => page.unroute(address, answer) }
}

/** Reads of a page that are refused for two seconds each, until `admit`; `count` is the number so far. */
export async function refusePageReads(page: Page, address: string) {
  const error = { code: 'rate_limited', message: 'Too many requests.' }
  let refused = 0
  const answer = async (route: Route) => {
    refused += 1
    await route.fulfill({
      status: 429,
      headers: { 'Retry-After': '2' },
      contentType: 'application/json',
      body: JSON.stringify({ error }),
    })
  }
  await page.route(address, answer)
  return { count: () => refused, admit: () => page.unroute(address, answer) }
}
