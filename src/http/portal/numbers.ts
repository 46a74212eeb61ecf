import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readNumbers, summariseBusiness } from '../../actions/money/numbers.ts'
import { read } from '../contract.ts'
import { NumbersQuery, NumbersView } from '../contracts/numbers.ts'
import { SummaryQuery, SummaryView } from '../contracts/summary.ts'
import { gate } from '../gate.ts'

/** Routes of how business goes, open to everybody on the account: what a role may not read is left out. */
export function portalNumberRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get('/summary', ({ caller, query, context }) => read(context, SummaryView, (db) => summariseBusiness(db, caller, query)), {
      forPortal: true,
      query: SummaryQuery,
      response: SummaryView.schema,
      summary: 'Read how business went within some days',
    })
    .get('/numbers', ({ caller, query, context }) => read(context, NumbersView, (db) => readNumbers(db, caller, query)), {
      forPortal: true,
      query: NumbersQuery,
      response: NumbersView.schema,
      summary: 'Read how business went from every side',
    })
}
