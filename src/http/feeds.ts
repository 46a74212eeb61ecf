import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { readFeed } from '../actions/office/feeds.ts'
import { notFound } from '../domain/refusal.ts'
import { createCalendarResponse } from './calendar-response.ts'
import { createGate } from './gate.ts'

/** `GET /feeds/cbf_….ics`: reads a calendar by its secret address, and nothing else. */
export function feedRoutes(app: AppContext) {
  return new Elysia({ prefix: '/feeds' }).use(createGate(app)).get(
    '/:file',
    async ({ params, request, context }) => {
      // Elysia returns null for a name that cannot be decoded, such as `%`.
      const [, token] = /^(.*)\.ics$/.exec(params.file ?? '') ?? []
      if (token === undefined) throw notFound()
      const text = await app.storage.read((db) => readFeed(db, app, token, context.now))
      return createCalendarResponse(text, request, 'duties.ics')
    },
    {
      forAnyone: { rateLimit: 'feed' },
      refuses: ['not_found'],
      files: 'text/calendar',
      summary: 'Read a calendar by its secret address',
    },
  )
}
