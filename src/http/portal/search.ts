import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { searchAccount } from '../../actions/trips/search.ts'
import { respondWithRead } from '../contract.ts'
import { SearchQuery, SearchView } from '../contracts/search.ts'
import { createGate } from '../gate.ts'

export function portalSearchRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/search',
      ({ caller, query, context }) =>
        respondWithRead(context, SearchView, (db) => searchAccount(db, app, caller, query.q, context.now)),
      {
        forPortal: true,
        query: SearchQuery,
        response: SearchView.schema,
        summary: 'Search trips, customers, drivers, vehicles and invoices',
      },
    )
}
