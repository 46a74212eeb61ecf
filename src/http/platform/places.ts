import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findPublicPlaces } from '../../actions/trips/places.ts'
import { respondWithThing } from '../contract.ts'
import { PlacesView, PublicPlacesQuery, toPublicPlacesAsked } from '../contracts/places.ts'
import { createGate } from '../gate.ts'

/** Finds towns for a trip of the marketplace. */
export function platformPlaceRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1' })
    .use(createGate(app))
    .get(
      '/places',
      async ({ query, context }) =>
        respondWithThing(context, PlacesView, await findPublicPlaces(app, toPublicPlacesAsked(query))),
      { forPlatform: true, query: PublicPlacesQuery, response: PlacesView.schema, summary: 'Find towns, for a new trip' },
    )
}
