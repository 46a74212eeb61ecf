import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { summariseDays } from '../../actions/trips/marketplace-desk.ts'
import { respondWithRead } from '../contract.ts'
import { DeskSummaryQuery, DeskSummaryView } from '../contracts/desk.ts'
import { createGate } from '../gate.ts'

/** Routes of the marketplace's summary. */
export function platformSummaryRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1' })
    .use(createGate(app))
    .get('/summary', ({ query, context }) => respondWithRead(context, DeskSummaryView, (db) => summariseDays(db, query)), {
      forPlatform: true,
      query: DeskSummaryQuery,
      response: DeskSummaryView.schema,
      summary: 'Read the results of the trips entered in a period',
    })
}
