import type { BrowserApp } from '../domain/browser-app.ts'
import { deviceLifeMs } from '../domain/device.ts'
import { findTokenKind, isTokenText } from '../domain/token.ts'
import { readPathPrefix } from './path-prefix.ts'

const lifeSeconds = deviceLifeMs / 1000

/** The device's token in a request's `Cookie`, or null. With several cookies of the name, the last one counts. */
export function readSessionToken(app: BrowserApp, cookies: string | null, baseUrl: string): string | null {
  const start = `${buildCookieName(app, baseUrl)}=`
  const found = (cookies ?? '').split(';').findLast((pair) => pair.trim().startsWith(start))
  const token = found?.trim().slice(start.length)
  return token !== undefined && isTokenText(token) && findTokenKind(token) === findCredentialKind(app) ? token : null
}

/** The `Set-Cookie` that stores a token in a browser for as long as a device is signed in, hidden from scripts. */
export function buildSessionCookie(app: BrowserApp, token: string, baseUrl: string): string {
  return buildCookie(app, token, lifeSeconds, baseUrl)
}

/** The `Set-Cookie` that removes it. */
export function buildClearedCookie(app: BrowserApp, baseUrl: string): string {
  return buildCookie(app, '', 0, baseUrl)
}

function buildCookie(app: BrowserApp, value: string, seconds: number, baseUrl: string): string {
  const terms = [`Path=${readPathPrefix(baseUrl)}/${app}`, 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`]
  return [`${buildCookieName(app, baseUrl)}=${value}`, ...terms, ...(isHttps(baseUrl) ? ['Secure'] : [])].join('; ')
}

/**
 * The name of the cookie. It is not `__Host-`, which requires the whole host as its path and would send the token to other
 * services there.
 */
function buildCookieName(app: BrowserApp, baseUrl: string): string {
  return `${isHttps(baseUrl) ? '__Secure-' : ''}charabanc_${app}`
}

/** The operator's and the marketplace's people have tokens of one kind. Each call checks which of the two it is. */
function findCredentialKind(app: BrowserApp) {
  return app === 'driver' ? 'driver_device' : 'operator_device'
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}
