import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listActivity } from '../../actions/office/activities.ts'
import { ActivityPage, ActivityQuery, ChangeTold, toActivityFilter } from '../contracts/activity.ts'
import { openEventStream } from '../event-stream.ts'
import { createGate } from '../gate.ts'
import { respondWithList } from '../pagination.ts'

/** Routes of the account's history. */
export function portalActivityRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/activity',
      ({ caller, query, context }) =>
        respondWithList(context, ActivityPage, query, (db, page) =>
          listActivity(db, caller, { ...page, ...toActivityFilter(query) }, context.now),
        ),
      {
        forPortal: true,
        refuses: ['not_found'],
        query: ActivityQuery,
        response: ActivityPage.schema,
        summary: 'List changes and their authors, the newest first',
      },
    )
    .get(
      '/events',
      ({ caller, request }) => openEventStream((stream) => app.live.open(caller, stream), request.method === 'HEAD'),
      {
        forPortal: true,
        streams: ChangeTold,
        summary: 'Stream changes as they happen',
      },
    )
}
