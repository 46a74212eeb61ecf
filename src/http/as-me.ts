import { type BrowserApp, browserApps } from '../domain/browser-app.ts'
import { Refusal } from '../domain/refusal.ts'
import { unknownPath } from './errors.ts'
import { pathOf } from './request-context.ts'
import { sessionTokenIn } from './session-cookie.ts'

/** A request as it goes on: to where it leads, or with why it is not let in. `isOfBrowser` for those that a browser's cookie speaks for. */
export type Entrance = { readonly request: Request; readonly refusal: Refusal | null; readonly isOfBrowser: boolean }

/**
 * Turns what an app's page asks under `/portal/as-me/…` (`/driver/…`, `/console/…`) into the call an integrator sends, with the
 * token of that app's cookie as its bearer; each app reaches the calls of its own people alone. `/portal/session…` keeps its
 * address and gets the bearer too. Nothing else looks at a cookie. Refuses `wrong_credential` what another site may have caused,
 * and `not_found` what tells a token or lies elsewhere.
 */
export function makeEntrance(baseUrl: string): (request: Request) => Entrance {
  const base = new URL(baseUrl)
  return (request) => {
    const path = pathOf(request.url)
    const app = browserApps.find((one) => path.startsWith(`/${one}/`)) ?? null
    const below = app === null ? '' : path.slice(app.length + 1)
    const isAsMe = below.startsWith('/as-me/')
    if (app === null || (!isAsMe && !sessionPath.test(below))) return { request, refusal: null, isOfBrowser: false }

    const target = isAsMe ? targetOf(app, below.slice('/as-me'.length)) : path
    const refusal = isFromElsewhere(request, app, base) ? fromElsewhere() : target === null ? unknownPath() : null
    if (refusal !== null || target === null) return { request, refusal, isOfBrowser: true }
    return { request: withBearer(request, app, target, baseUrl), refusal, isOfBrowser: true }
  }
}

const sessionPath = /^\/session(\/|$)/

/** Regular expression of a path that could lead to another place than it seems to, once it is read again. */
const crooked = /\\|%(2e|2f|5c|00)|\/\/|\/\.{1,2}(\/|$)/i

/** Regular expressions of the calls open to each app's people; none answers with a token, which no script shall see. */
const reachable: Readonly<Record<BrowserApp, RegExp>> = {
  portal: /^\/(?!api\/v1\/auth\/(?:exchange|rotate)$|portal\/v1\/switch$|api\/v1\/driver(?:\/|$))(?:api|portal)\/v1\/.+$/,
  driver: /^\/(?:driver\/v1\/.+|api\/v1\/(?:driver\/(?!auth(?:\/|$)).+|auth\/(?!(?:exchange|rotate)$).+))$/,
  console: /^\/(?:platform\/v1\/.+|api\/v1\/auth\/(?!(?:exchange|rotate)$).+)$/,
}

function targetOf(app: BrowserApp, path: string): string | null {
  return reachable[app].test(path) && !crooked.test(path) ? path : null
}

/**
 * Whether another site's page may have sent this. Browsers say so in `Sec-Fetch-Site`, but over plain HTTP only in the `Origin`
 * of writes; a header of our own cannot be sent across origins without leave, which is given to no one.
 */
function isFromElsewhere({ method, headers }: Request, app: BrowserApp, base: URL): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false
  const origin = headers.get('origin')
  return headers.get('x-charabanc-app') !== app || (origin !== null && !isOwnOrigin(origin, headers.get('host'), base))
}

/** The address the world sees, or, where no proxy stands between, the one that was called. */
function isOwnOrigin(origin: string, host: string | null, base: URL): boolean {
  return origin === base.origin || (host !== null && origin === URL.parse(`${base.protocol}//${host}`)?.origin)
}

function fromElsewhere(): Refusal {
  return new Refusal('wrong_credential', "A browser's session is for this server's own page.")
}

function withBearer(request: Request, app: BrowserApp, target: string, baseUrl: string): Request {
  const token = sessionTokenIn(app, request.headers.get('cookie'), baseUrl)
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const query = request.url.slice(start + pathOf(request.url).length)
  const turned = new Request(request.url.slice(0, start) + target + query, request)
  turned.headers.delete('cookie')
  turned.headers.delete('authorization')
  if (token !== null) turned.headers.set('Authorization', `Bearer ${token}`)
  return turned
}
