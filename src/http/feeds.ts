import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { readFeed } from '../actions/office/feeds.ts'
import { notFound } from '../domain/refusal.ts'
import { calendarResponse } from './calendar-response.ts'
import { gate } from './gate.ts'

/** `GET /feeds/cbf_….ics`: who has the address may read the calendar, and sees nothing else. */
export function feedRoutes(app: AppContext) {
  return new Elysia({ prefix: '/feeds' }).use(gate(app)).get(
    '/:file',
    async ({ params, request, context }) => {
      // Elysia says null of a name that cannot be decoded, `%` for one.
      const [, token] = /^(.*)\.ics$/.exec(params.file ?? '') ?? []
      if (token === undefined) throw notFound()
      const text = await app.storage.read((db) => readFeed(db, app, token, context.now))
      return calendarResponse(text, request, 'duties.ics')
    },
    {
      forAnyone: { rateLimit: 'feed' },
      refuses: ['not_found'],
      files: 'text/calendar',
      summary: 'Read a calendar by its secret address',
    },
  )
}
