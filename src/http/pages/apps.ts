import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { type BrowserApp, browserApps } from '../../domain/browser-app.ts'
import { isKnown, makeAsset, takes } from '../asset.ts'
import { unknownPath } from '../errors.ts'
import { gate } from '../gate.ts'
import { rootOf } from '../path-prefix.ts'
import { appAddresses } from './addresses.ts'
import { openShelf, type ShelvedAsset } from './shelf.ts'

/** Nothing runs on a page but what this server sends as a file of its own, and nothing is loaded from elsewhere. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types charabanc',
].join('; ')

/** Headers that every page of an app is sent with. */
export const pageHeaders = {
  'Content-Security-Policy': pagePolicy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const forGood = 'public, max-age=31536000, immutable'
const open = { forAnyone: true, detail: { hide: true } } as const

/**
 * The pages of the apps that people sign in to, which are the same for everybody and ask the API by themselves, and what they
 * load. An address that is not in the list is the 404 it would be without them.
 */
export function appPages(app: AppContext) {
  const elysia = new Elysia().use(gate(app))
  for (const name of browserApps) {
    for (const { path, title } of appAddresses[name]) elysia.get(path, makePage(app, name, title), open)
    elysia.get(`/${name}/`, ({ request }) => withoutSlash(request, name), open)
  }
  for (const name of ['portal', 'driver']) {
    elysia.get(`/${name}.webmanifest`, makeText(app, `${name}.webmanifest`, 'application/manifest+json'), open)
  }
  return elysia
    .get('/driver/sw.js', makeText(app, 'driver.sw.js', 'text/javascript;charset=utf-8', { headers: workerHeaders }), open)
    .get('/favicon.svg', makeText(app, 'favicon.svg', 'image/svg+xml'), open)
    .get('/assets/:name', ({ request, params: { name } }) => sendAsset(request, name), open)
}

/** Lets the worker control `/driver` itself, which does not stand below its own folder. */
const workerHeaders = { 'Service-Worker-Allowed': '../driver' }

function withoutSlash({ url }: Request, name: BrowserApp): Response {
  return new Response(null, { status: 308, headers: { Location: `../${name}${new URL(url).search}` } })
}

/** Answers one request for a page or another text. */
type Responder = (asking: { readonly request: Request }) => Promise<Response>

function makePage(app: AppContext, name: BrowserApp, title: string): Responder {
  const change = (html: string) => html.replace('<title>Charabanc</title>', `<title>${title} · Charabanc</title>`)
  return makeText(app, `${name}.html`, 'text/html;charset=utf-8', { change, headers: pageHeaders })
}

type TextTerms = {
  readonly change?: (text: string) => string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with a text of the shelf. Where this server stands is asked at the first request, for a list of routes is made without knowing it. */
export function makeText(app: AppContext, name: string, type: string, { change, headers = {} }: TextTerms = {}): Responder {
  const respond = makeAsset(type, 'no-cache', async () => {
    const shelf = await openShelf()
    const text = await shelf.textOf(name)
    return (change?.(text) ?? text).replaceAll('{{root}}', rootOf(app.baseUrl))
  })
  return async ({ request }) => {
    const response = await respond(request)
    for (const [header, value] of Object.entries(headers)) response.headers.set(header, value)
    return response
  }
}

async function sendAsset(request: Request, name: string): Promise<Response> {
  const shelf = await openShelf()
  const asset = await shelf.assetOf(name)
  if (asset === null) throw unknownPath()
  const { type, tag } = asset
  const headers = new Headers({ 'Content-Type': type, 'Cache-Control': forGood, ETag: tag, Vary: 'Accept-Encoding' })
  if (isKnown(request, tag)) return new Response(null, { status: 304, headers })
  const { bytes, coding } = packedFor(request, asset)
  if (coding !== null) headers.set('Content-Encoding', coding)
  return new Response(bytes, { headers })
}

function packedFor(request: Request, { gzip, brotli }: ShelvedAsset) {
  if (takes(request, 'br')) return { bytes: brotli, coding: 'br' }
  if (takes(request, 'gzip')) return { bytes: gzip, coding: 'gzip' }
  return { bytes: Bun.gunzipSync(gzip), coding: null }
}
