import { type BrowserApp, browserApps } from '../domain/browser-app.ts'
import { Refusal } from '../domain/refusal.ts'
import { refuseUnknownPath } from './errors.ts'
import { readUrlPath } from './request-context.ts'
import { readSessionToken } from './session-cookie.ts'

/** The forwarded request: its target, or the reason for its refusal. `isOfBrowser` for requests with a browser's cookie. */
export type Entrance = { readonly request: Request; readonly refusal: Refusal | null; readonly isOfBrowser: boolean }

/**
 * Converts an app's request under `/portal/as-me/…` (`/driver/…`, `/console/…`) into an integrator's request, with the cookie's
 * token as bearer. Each app reaches only the calls of its own people. `/portal/session…` keeps its address and gets the bearer
 * too. No other code reads a cookie. Refuses `wrong_credential` for requests that another site can cause, and `not_found` for
 * calls that return a token or are not listed.
 */
export function makeEntrance(baseUrl: string): (request: Request) => Entrance {
  const base = new URL(baseUrl)
  return (request) => {
    const path = readUrlPath(request.url)
    const app = browserApps.find((one) => path.startsWith(`/${one}/`)) ?? null
    const below = app === null ? '' : path.slice(app.length + 1)
    const isAsMe = below.startsWith('/as-me/')
    if (app === null || (!isAsMe && !sessionPath.test(below))) return { request, refusal: null, isOfBrowser: false }

    const target = isAsMe ? findReachablePath(app, below.slice('/as-me'.length)) : path
    const refusal = isForeignOrigin(request, app, base) ? refuseForeignOrigin() : target === null ? refuseUnknownPath() : null
    if (refusal !== null || target === null) return { request, refusal, isOfBrowser: true }
    return { request: addBearer(request, app, target, baseUrl), refusal, isOfBrowser: true }
  }
}

const sessionPath = /^\/session(\/|$)/

/** Regular expression of a path that could lead to another place after a second decoding. */
const crooked = /\\|%(2e|2f|5c|00)|\/\/|\/\.{1,2}(\/|$)/i

/** Regular expressions of the calls open to each app's people. None of them returns a token, because no script may see it. */
const reachable: Readonly<Record<BrowserApp, RegExp>> = {
  portal: /^\/(?!api\/v1\/auth\/(?:exchange|rotate)$|portal\/v1\/switch$|api\/v1\/driver(?:\/|$))(?:api|portal)\/v1\/.+$/,
  driver: /^\/(?:driver\/v1\/.+|api\/v1\/(?:driver\/(?!auth(?:\/|$)).+|auth\/(?!(?:exchange|rotate)$).+))$/,
  console: /^\/(?:platform\/v1\/.+|api\/v1\/auth\/(?!(?:exchange|rotate)$).+)$/,
}

function findReachablePath(app: BrowserApp, path: string): string | null {
  return reachable[app].test(path) && !crooked.test(path) ? path : null
}

/**
 * Whether another site's page could have sent this request. Browsers send `Sec-Fetch-Site`, but over plain HTTP only the `Origin`
 * of writes. A custom header cannot be sent across origins without permission, and this server gives none.
 */
function isForeignOrigin({ method, headers }: Request, app: BrowserApp, base: URL): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false
  const origin = headers.get('origin')
  return headers.get('x-charabanc-app') !== app || (origin !== null && !isOwnOrigin(origin, headers.get('host'), base))
}

/** The public address or, without a proxy, the called address. */
function isOwnOrigin(origin: string, host: string | null, base: URL): boolean {
  return origin === base.origin || (host !== null && origin === URL.parse(`${base.protocol}//${host}`)?.origin)
}

function refuseForeignOrigin(): Refusal {
  return new Refusal('wrong_credential', "A browser session works only on this server's own pages.")
}

function addBearer(request: Request, app: BrowserApp, target: string, baseUrl: string): Request {
  const token = readSessionToken(app, request.headers.get('cookie'), baseUrl)
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const query = request.url.slice(start + readUrlPath(request.url).length)
  const turned = new Request(request.url.slice(0, start) + target + query, request)
  turned.headers.delete('cookie')
  turned.headers.delete('authorization')
  if (token !== null) turned.headers.set('Authorization', `Bearer ${token}`)
  return turned
}
