import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { endFeed, listOwnFeeds, makeFeed } from '../../actions/office/feeds.ts'
import { NoContent } from '../contract.ts'
import { FeedBody, FeedPage, FeedsQuery, MadeFeedView, toNewFeed } from '../contracts/feed.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { parseIdOrRefuse } from '../schema.ts'

const terms = { forPortal: { needs: ['drivers:read'] } } as const

/** Routes of calendars at secret addresses. */
export function portalFeedRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/feeds' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) => respondWithList(context, FeedPage, query, (db, page) => listOwnFeeds(db, caller, page)),
      {
        ...terms,
        query: FeedsQuery,
        response: FeedPage.schema,
        summary: 'List the calendars, without their addresses',
      },
    )
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithWrite(context, MadeFeedView, (tx) => makeFeed(tx, app, caller, toNewFeed(body), context.now), 201),
      {
        ...terms,
        body: FeedBody,
        response: { 201: MadeFeedView.schema },
        summary: 'Create a calendar of duties; the answer shows its secret address once',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) =>
        respondWithWrite(context, NoContent, (tx) => endFeed(tx, caller, parseIdOrRefuse(params.id)), 204),
      { ...terms, refuses: ['not_found'], summary: 'Delete a calendar; its address stops working immediately' },
    )
}
