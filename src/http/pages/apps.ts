import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { type BrowserApp, browserApps } from '../../domain/browser-app.ts'
import { acceptsEncoding, isTagKnown, makeAsset } from '../asset.ts'
import { refuseUnknownPath } from '../errors.ts'
import { createGate } from '../gate.ts'
import { findRootPath } from '../path-prefix.ts'
import { appAddresses } from './addresses.ts'
import { openShelf, type ShelvedAsset } from './shelf.ts'

/** Content security policy of a page: only files of this server run, and nothing else is loaded. */
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

/** Headers of every page of an app. */
export const pageHeaders = {
  'Content-Security-Policy': pagePolicy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const forGood = 'public, max-age=31536000, immutable'
const open = { forAnyone: true, detail: { hide: true } } as const

/**
 * The pages of the apps that people sign in to, and their files. They are the same for all callers and use the API. An unknown
 * address is an ordinary 404.
 */
export function createAppPages(app: AppContext) {
  const elysia = new Elysia().use(createGate(app))
  for (const name of browserApps) {
    for (const { path, title } of appAddresses[name]) elysia.get(path, makePage(app, name, title), open)
    elysia.get(`/${name}/`, ({ request }) => redirectWithoutSlash(request, name), open)
  }
  for (const name of ['portal', 'driver']) {
    elysia.get(`/${name}.webmanifest`, makeText(app, `${name}.webmanifest`, 'application/manifest+json'), open)
  }
  return elysia
    .get('/driver/sw.js', makeText(app, 'driver.sw.js', 'text/javascript;charset=utf-8', { headers: workerHeaders }), open)
    .get('/favicon.svg', makeText(app, 'favicon.svg', 'image/svg+xml'), open)
    .get('/assets/:name', ({ request, params: { name } }) => sendAsset(request, name), open)
}

/** Permits the worker to control `/driver` itself, which is not below its own folder. */
const workerHeaders = { 'Service-Worker-Allowed': '../driver' }

function redirectWithoutSlash({ url }: Request, name: BrowserApp): Response {
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

/**
 * Responds with a text of the shelf. The server's address is read at the first request, because a list of routes is made
 * without it.
 */
export function makeText(app: AppContext, name: string, type: string, { change, headers = {} }: TextTerms = {}): Responder {
  const respond = makeAsset(type, 'no-cache', async () => {
    const shelf = await openShelf()
    const text = await shelf.textOf(name)
    return (change?.(text) ?? text).replaceAll('{{root}}', findRootPath(app.baseUrl))
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
  if (asset === null) throw refuseUnknownPath()
  const { type, tag } = asset
  const headers = new Headers({ 'Content-Type': type, 'Cache-Control': forGood, ETag: tag, Vary: 'Accept-Encoding' })
  if (isTagKnown(request, tag)) return new Response(null, { status: 304, headers })
  const { bytes, coding } = choosePacked(request, asset)
  if (coding !== null) headers.set('Content-Encoding', coding)
  return new Response(bytes, { headers })
}

function choosePacked(request: Request, { gzip, brotli }: ShelvedAsset) {
  if (acceptsEncoding(request, 'br')) return { bytes: brotli, coding: 'br' }
  if (acceptsEncoding(request, 'gzip')) return { bytes: gzip, coding: 'gzip' }
  return { bytes: Bun.gunzipSync(gzip), coding: null }
}
