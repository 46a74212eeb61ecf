import { createHash } from 'node:crypto'

/** Where a page may load what is not inside it from. */
type Also = { readonly script?: string; readonly style?: string; readonly image?: string }

/**
 * A page that stands alone: what it runs and how it looks are inside it and named by their hashes, so that nothing else can
 * run on it, but for what `also` says. It talks to this server only, is shown in no one's frame, and leaves its address with
 * no one.
 */
export function pageResponder(html: string, also: Also = {}): () => Response {
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
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  return () => new Response(html, { headers })
}

function hashesOf(html: string, tag: 'script' | 'style'): string {
  const inside = [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => text)
  const hashes = inside.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return hashes.length === 0 ? "'none'" : hashes.join(' ')
}
