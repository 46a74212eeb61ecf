import type { BrowserVisit } from './browser.ts'

/**
 * Exchanges the token of a link for the cookie of the sign-in page, and opens a page of the app. Signing in on the page itself
 * loads the app twice more; only tests of signing in do that.
 */
export async function openSignedIn({ context, page }: BrowserVisit, app: 'portal' | 'console', token: string, path = '/') {
  const data = { token, device_name: 'Chromium' }
  const answer = await context.request.post(`/${app}/session`, { headers: { 'X-Charabanc-App': app }, data })
  if (!answer.ok()) throw new Error(`The ${app} let nobody in: ${answer.status()} ${await answer.text()}`)
  await page.goto(`/${app}${path}`)
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
  await page.evaluate(`localStorage.setItem('charabanc.${app}.signed-in', '1')`)
}
