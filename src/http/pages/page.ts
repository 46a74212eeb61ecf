import { createHash } from 'node:crypto'
import { openShelf } from './shelf.ts'

/** Allowed sources of a page. */
type Also = { readonly script?: string; readonly style?: string; readonly image?: string }

/** The terms of a page without an app: its placeholders, and other sources that it can load from. */
type LonePageTerms = { readonly fill?: (html: string) => string; readonly also?: Also }

/**
 * A responder for a page without an app. Its policy names its scripts and styles by their hashes, so that only those and the
 * sources in `also` can run. It connects to this server only, is shown in no frame, and sends no referrer. The page is read at
 * the first request, because the list of routes does not need it.
 */
export function createPageResponder(
  name: string,
  { fill = (html) => html, also = {} }: LonePageTerms = {},
): () => Promise<Response> {
  let page: { readonly html: string; readonly headers: Record<string, string> } | null = null
  return async () => {
    if (page === null) {
      const html = fill(await (await openShelf()).textOf(name))
      page = { html, headers: buildPageHeaders(html, also) }
    }
    return new Response(page.html, { headers: page.headers })
  }
}

/** The headers of a page without an app. The policy names the scripts and styles inside the page by their hashes. */
export function buildPageHeaders(html: string, also: Also): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${[also.script, listHashes(html, 'script')].filter(Boolean).join(' ')}`,
    `style-src ${[also.style, listHashes(html, 'style')].filter(Boolean).join(' ')}`,
    ...(also.image ? [`img-src ${also.image}`] : []),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}

function listHashes(html: string, tag: 'script' | 'style'): string {
  const inside = [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => text)
  const hashes = inside.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return hashes.length === 0 ? "'none'" : hashes.join(' ')
}
