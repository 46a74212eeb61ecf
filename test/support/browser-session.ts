import type { BrowserVisit } from './browser.ts'

/**
 * Spends the token of a link for the cookie that the sign-in page would get, and opens a page of the app. Signing in on the page itself
 * is for tests of that: it loads the app twice more.
 */
export async function openSignedIn({ context, page }: BrowserVisit, app: 'portal' | 'console', token: string, path = '/') {
  const data = { token, device_name: 'Chromium' }
  const answer = await context.request.post(`/${app}/session`, { headers: { 'X-Charabanc-App': app }, data })
  if (!answer.ok()) throw new Error(`The ${app} let nobody in: ${answer.status()} ${await answer.text()}`)
  await page.goto(`/${app}${path}`)
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
  await page.evaluate(`localStorage.setItem('charabanc.${app}.signed-in', '1')`)
}
