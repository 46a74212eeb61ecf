import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readNumbers, summariseBusiness } from '../../actions/money/numbers.ts'
import { respondWithRead } from '../contract.ts'
import { NumbersQuery, NumbersView } from '../contracts/numbers.ts'
import { SummaryQuery, SummaryView } from '../contracts/summary.ts'
import { createGate } from '../gate.ts'

/** Routes of the reports, open to all people on the account. A report that a role may not read is left out. */
export function portalNumberRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/summary',
      ({ caller, query, context }) => respondWithRead(context, SummaryView, (db) => summariseBusiness(db, caller, query)),
      {
        forPortal: true,
        query: SummaryQuery,
        response: SummaryView.schema,
        summary: 'Read the summary of a period',
      },
    )
    .get(
      '/numbers',
      ({ caller, query, context }) => respondWithRead(context, NumbersView, (db) => readNumbers(db, caller, query)),
      {
        forPortal: true,
        query: NumbersQuery,
        response: NumbersView.schema,
        summary: 'Read the reports of a period',
      },
    )
}
