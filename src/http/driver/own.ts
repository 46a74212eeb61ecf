import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { showConsent } from '../../actions/drivers/driver-privacy.ts'
import { endDriverFeed, listDriverFeeds, makeDriverFeed } from '../../actions/office/feeds.ts'
import { NoContent, read } from '../contract.ts'
import { ConsentView } from '../contracts/driver-privacy.ts'
import { FeedsView, MadeFeedView } from '../contracts/feed.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

/** Routes of the driver's own page beside the API: calendars of duties at secret addresses, and what they agreed to. */
export function driverOwnRoutes(app: AppContext) {
  return new Elysia({ prefix: '/driver/v1' })
    .use(gate(app))
    .get('/feeds', ({ caller, context }) => read(context, FeedsView, (db) => listDriverFeeds(db, caller)), {
      forDriver: true,
      response: FeedsView.schema,
      summary: 'List the calendars of own duties, without their addresses',
    })
    .post(
      '/feeds',
      ({ caller, context }) => write(context, MadeFeedView, (tx) => makeDriverFeed(tx, app, caller, context.now), 201),
      {
        forDriver: true,
        response: { 201: MadeFeedView.schema },
        summary: 'Make a calendar of own duties; its secret address is told once',
      },
    )
    .delete(
      '/feeds/:id',
      ({ caller, params, context }) => write(context, NoContent, (tx) => endDriverFeed(tx, caller, idOrNotFound(params.id)), 204),
      { forDriver: true, refuses: ['not_found'], summary: 'End a calendar of own duties; its address is dead at once' },
    )
    .get('/consents', ({ caller, context }) => read(context, ConsentView, (db) => showConsent(db, caller)), {
      forDriver: true,
      response: ConsentView.schema,
      summary: 'Read whether location tracking is allowed, and every change of it',
    })
}
