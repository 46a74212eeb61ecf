import { createHash } from 'node:crypto'
import { openShelf } from './shelf.ts'

/** Sources from which a page may load what is not inside it. */
type Also = { readonly script?: string; readonly style?: string; readonly image?: string }

/** The terms of a page that stands by itself: what is filled in where it is served, and where else it may load from. */
type LonePageTerms = { readonly fill?: (html: string) => string; readonly also?: Also }

/**
 * A responder for a page of the shelf that stands by itself. What it runs and how it looks are inside it and named by their hashes, so
 * that nothing else can run on it, but for what `also` says. It talks to this server only, is shown in no one's frame, and leaves its
 * address with no one. The page is read at the first request, since a list of routes is made without it.
 */
export function pageResponder(name: string, { fill = (html) => html, also = {} }: LonePageTerms = {}): () => Promise<Response> {
  let page: { readonly html: string; readonly headers: Record<string, string> } | null = null
  return async () => {
    if (page === null) {
      const html = fill(await (await openShelf()).textOf(name))
      page = { html, headers: lonePageHeaders(html, also) }
    }
    return new Response(page.html, { headers: page.headers })
  }
}

/** The headers of a page without an app. The policy names the scripts and styles inside the page by their hashes. */
export function lonePageHeaders(html: string, also: Also): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${[also.script, hashesOf(html, 'script')].filter(Boolean).join(' ')}`,
    `style-src ${[also.style, hashesOf(html, 'style')].filter(Boolean).join(' ')}`,
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

function hashesOf(html: string, tag: 'script' | 'style'): string {
  const inside = [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => text)
  const hashes = inside.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return hashes.length === 0 ? "'none'" : hashes.join(' ')
}
