import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { summariseDays } from '../../actions/trips/marketplace-desk.ts'
import { read } from '../contract.ts'
import { DeskSummaryQuery, DeskSummaryView } from '../contracts/desk.ts'
import { gate } from '../gate.ts'

/** The marketplace in numbers. */
export function platformSummaryRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1' })
    .use(gate(app))
    .get('/summary', ({ query, context }) => read(context, DeskSummaryView, (db) => summariseDays(db, query)), {
      forPlatform: true,
      query: DeskSummaryQuery,
      response: DeskSummaryView.schema,
      summary: 'Read what became of the trips that were entered on some days',
    })
}
