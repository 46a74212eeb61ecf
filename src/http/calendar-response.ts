import { createHash } from 'node:crypto'
import { isKnown } from './asset.ts'

/** A calendar as an answer: with its tag, and nothing but that for who has this very one. */
export function calendarResponse(text: string, request: Request, fileName: string): Response {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  // Kept by who reads it, asked for again each time.
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
  if (isKnown(request, tag)) return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar;charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  })
}
