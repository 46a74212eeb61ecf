import { createHash } from 'node:crypto'

/**
 * A page that stands alone: what it runs and how it looks are inside it and named by their hashes, so that nothing else can
 * run on it. It talks to this server only, is shown in nobody's frame, and leaves its address with nobody.
 */
export function pageResponder(html: string): () => Response {
  const policy = [
    "default-src 'none'",
    `script-src ${hashesOf(html, 'script')}`,
    `style-src ${hashesOf(html, 'style')}`,
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
