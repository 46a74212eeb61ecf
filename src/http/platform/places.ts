import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findPlatformPlaces } from '../../actions/trips/places.ts'
import { respondWithThing } from '../contract.ts'
import { PlacesView, PublicPlacesQuery, toPublicPlacesAsked } from '../contracts/places.ts'
import { createGate } from '../gate.ts'

/** Finds places for a trip of the marketplace: those of its trips, towns, and places of the geocoder. */
export function platformPlaceRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1' })
    .use(createGate(app))
    .get(
      '/places',
      async ({ query, context }) =>
        respondWithThing(context, PlacesView, await findPlatformPlaces(app, toPublicPlacesAsked(query))),
      {
        forPlatform: true,
        query: PublicPlacesQuery,
        response: PlacesView.schema,
        summary: 'Find places of earlier trips, towns and addresses, for a new trip',
      },
    )
}
