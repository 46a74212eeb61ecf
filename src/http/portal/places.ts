import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findPlaces } from '../../actions/trips/places.ts'
import { respondWithThing } from '../contract.ts'
import { PlacesQuery, PlacesView, toPlacesAsked } from '../contracts/places.ts'
import { createGate } from '../gate.ts'

/** Finds places for a new trip: those of the account, towns, and places of the geocoder. */
export function portalPlaceRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/places',
      async ({ caller, query, context }) =>
        respondWithThing(context, PlacesView, await findPlaces(app, caller, toPlacesAsked(query))),
      {
        forPortal: { needs: ['quotes:write'] },
        query: PlacesQuery,
        response: PlacesView.schema,
        summary: 'Find places of earlier trips, towns and addresses, for a new trip',
      },
    )
}
