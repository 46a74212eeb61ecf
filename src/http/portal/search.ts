import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { searchAccount } from '../../actions/trips/search.ts'
import { read } from '../contract.ts'
import { SearchQuery, SearchView } from '../contracts/search.ts'
import { gate } from '../gate.ts'

/** Finds what somebody remembers a word of. */
export function portalSearchRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get(
      '/search',
      ({ caller, query, context }) => read(context, SearchView, (db) => searchAccount(db, app, caller, query.q, context.now)),
      {
        forPortal: true,
        query: SearchQuery,
        response: SearchView.schema,
        summary: 'Find trips, customers, drivers, coaches and invoices by words of them',
      },
    )
}
