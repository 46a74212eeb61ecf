import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { endFeed, listOwnFeeds, makeFeed } from '../../actions/office/feeds.ts'
import { NoContent } from '../contract.ts'
import { FeedBody, FeedPage, FeedsQuery, MadeFeedView, toNewFeed } from '../contracts/feed.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

const terms = { forPortal: { needs: ['drivers:read'] } } as const

/** Calendars that are read by a secret address. */
export function portalFeedRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/feeds' })
    .use(gate(app))
    .get('', ({ caller, query, context }) => list(context, FeedPage, query, (db, page) => listOwnFeeds(db, caller, page)), {
      ...terms,
      query: FeedsQuery,
      response: FeedPage.schema,
      summary: 'List the calendars, without their addresses',
    })
    .post(
      '',
      ({ caller, body, context }) =>
        write(context, MadeFeedView, (tx) => makeFeed(tx, app, caller, toNewFeed(body), context.now), 201),
      {
        ...terms,
        body: FeedBody,
        response: { 201: MadeFeedView.schema },
        summary: 'Make a calendar of duties; its secret address is told once',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) => write(context, NoContent, (tx) => endFeed(tx, caller, idOrNotFound(params.id)), 204),
      { ...terms, refuses: ['not_found'], summary: 'End a calendar; its address is dead at once' },
    )
}
