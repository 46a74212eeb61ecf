import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listActivity } from '../../actions/office/activities.ts'
import { ActivityPage, ActivityQuery, ChangeTold, toActivityFilter } from '../contracts/activity.ts'
import { eventStream } from '../event-stream.ts'
import { gate } from '../gate.ts'
import { list } from '../pagination.ts'

/** Routes of what happened on the account, and who did it. */
export function portalActivityRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get(
      '/activity',
      ({ caller, query, context }) =>
        list(context, ActivityPage, query, (db, page) =>
          listActivity(db, caller, { ...page, ...toActivityFilter(query) }, context.now),
        ),
      {
        forPortal: true,
        refuses: ['not_found'],
        query: ActivityQuery,
        response: ActivityPage.schema,
        summary: 'List what happened and who did it, the latest first',
      },
    )
    .get('/events', ({ caller, request }) => eventStream((stream) => app.live.open(caller, stream), request.method === 'HEAD'), {
      forPortal: true,
      streams: ChangeTold,
      summary: 'Hear of every change as it happens',
    })
}
