import type { BrowserApp } from '../domain/browser-app.ts'
import { deviceLifeMs } from '../domain/device.ts'
import { isTokenText, kindOfToken } from '../domain/token.ts'
import { prefixOf } from './path-prefix.ts'

const lifeSeconds = deviceLifeMs / 1000

/** The device's token in a request's `Cookie`, or null; where the name is there more than once, the last one counts. */
export function sessionTokenIn(app: BrowserApp, cookies: string | null, baseUrl: string): string | null {
  const start = `${nameOf(app, baseUrl)}=`
  const found = (cookies ?? '').split(';').findLast((pair) => pair.trim().startsWith(start))
  const token = found?.trim().slice(start.length)
  return token !== undefined && isTokenText(token) && kindOfToken(token) === kindIn(app) ? token : null
}

/** The `Set-Cookie` that keeps a token in a browser for as long as a device is signed in, out of reach of every script. */
export function sessionCookie(app: BrowserApp, token: string, baseUrl: string): string {
  return cookieOf(app, token, lifeSeconds, baseUrl)
}

/** The `Set-Cookie` that takes it out again. */
export function clearedSessionCookie(app: BrowserApp, baseUrl: string): string {
  return cookieOf(app, '', 0, baseUrl)
}

function cookieOf(app: BrowserApp, value: string, seconds: number, baseUrl: string): string {
  const terms = [`Path=${prefixOf(baseUrl)}/${app}`, 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`]
  return [`${nameOf(app, baseUrl)}=${value}`, ...terms, ...(isHttps(baseUrl) ? ['Secure'] : [])].join('; ')
}

/**
 * The name of the cookie. It is not `__Host-`, which demands the whole host as its path and would show the token to
 * whatever else answers there.
 */
function nameOf(app: BrowserApp, baseUrl: string): string {
  return `${isHttps(baseUrl) ? '__Secure-' : ''}charabanc_${app}`
}

/** The office's people and the marketplace's hold tokens of one kind; which of the two they are is asked with every call. */
function kindIn(app: BrowserApp) {
  return app === 'driver' ? 'driver_device' : 'operator_device'
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}
