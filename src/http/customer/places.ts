import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findPublicPlaces } from '../../actions/trips/places.ts'
import { respondWithThing } from '../contract.ts'
import { PlacesView, PublicPlacesQuery, toPublicPlacesAsked } from '../contracts/places.ts'
import { createGate } from '../gate.ts'

/** Finds towns for the public form of enquiries. */
export function customerPlaceRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(createGate(app))
    .get(
      '/places',
      async ({ query, context }) =>
        respondWithThing(context, PlacesView, await findPublicPlaces(app, toPublicPlacesAsked(query))),
      {
        forAnyone: { rateLimit: 'places' },
        query: PublicPlacesQuery,
        response: PlacesView.schema,
        summary: 'Find towns, for an enquiry',
      },
    )
}
