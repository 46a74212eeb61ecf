import { createHash } from 'node:crypto'
import { isTagKnown } from './asset.ts'

/** A calendar as a response, with its tag, and without a body for clients that have this version. */
export function createCalendarResponse(text: string, request: Request, fileName: string): Response {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  // Cached by the client, and revalidated for each use.
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
  if (isTagKnown(request, tag)) return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar;charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  })
}
