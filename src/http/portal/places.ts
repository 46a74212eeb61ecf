import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findPlaces } from '../../actions/trips/places.ts'
import { read } from '../contract.ts'
import { KnownPlacesView, PlacesQuery, toPlacesAsked } from '../contracts/places.ts'
import { gate } from '../gate.ts'

/** Finds places that an account knows, for somebody who enters a trip. */
export function portalPlaceRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get(
      '/places',
      ({ caller, query, context }) => read(context, KnownPlacesView, (db) => findPlaces(db, caller, toPlacesAsked(query))),
      {
        forPortal: { needs: ['quotes:write'] },
        query: PlacesQuery,
        response: KnownPlacesView.schema,
        summary: 'Find places that your trips have called at, to enter another',
      },
    )
}
