import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findPlaces } from '../../actions/trips/places.ts'
import { respondWithRead } from '../contract.ts'
import { KnownPlacesView, PlacesQuery, toPlacesAsked } from '../contracts/places.ts'
import { createGate } from '../gate.ts'

/** Finds known places of an account, for a new trip. */
export function portalPlaceRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/places',
      ({ caller, query, context }) =>
        respondWithRead(context, KnownPlacesView, (db) => findPlaces(db, caller, toPlacesAsked(query))),
      {
        forPortal: { needs: ['quotes:write'] },
        query: PlacesQuery,
        response: KnownPlacesView.schema,
        summary: 'Find places of earlier trips, for a new trip',
      },
    )
}
