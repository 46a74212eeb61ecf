import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { showConsent } from '../../actions/drivers/driver-privacy.ts'
import { endDriverFeed, listDriverFeeds, makeDriverFeed } from '../../actions/office/feeds.ts'
import { NoContent, respondWithRead } from '../contract.ts'
import { ConsentView } from '../contracts/driver-privacy.ts'
import { FeedsView, MadeFeedView } from '../contracts/feed.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { parseIdOrRefuse } from '../schema.ts'

/** Further routes of the driver's app: calendars of duties at secret addresses, and consent. */
export function driverOwnRoutes(app: AppContext) {
  return new Elysia({ prefix: '/driver/v1' })
    .use(createGate(app))
    .get('/feeds', ({ caller, context }) => respondWithRead(context, FeedsView, (db) => listDriverFeeds(db, caller)), {
      forDriver: true,
      response: FeedsView.schema,
      summary: 'List the calendars of your duties, without their addresses',
    })
    .post(
      '/feeds',
      ({ caller, context }) => respondWithWrite(context, MadeFeedView, (tx) => makeDriverFeed(tx, app, caller, context.now), 201),
      {
        forDriver: true,
        response: { 201: MadeFeedView.schema },
        summary: 'Create a calendar of your duties; the answer shows its secret address once',
      },
    )
    .delete(
      '/feeds/:id',
      ({ caller, params, context }) =>
        respondWithWrite(context, NoContent, (tx) => endDriverFeed(tx, caller, parseIdOrRefuse(params.id)), 204),
      {
        forDriver: true,
        refuses: ['not_found'],
        summary: 'Delete a calendar of your duties; its address stops working immediately',
      },
    )
    .get('/consents', ({ caller, context }) => respondWithRead(context, ConsentView, (db) => showConsent(db, caller)), {
      forDriver: true,
      response: ConsentView.schema,
      summary: 'Read your consent to location tracking, with its history',
    })
}
