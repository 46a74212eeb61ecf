import type { Records } from '../office/api/records.ts'
import { buildBody } from '../office/form/body.ts'
import { readLimits } from '../office/form/limits.ts' with { type: 'macro' }
import type { TypedBody } from '../office/form/typed.ts'
import { buildEnds } from '../office/trip-fields/trip-body.ts'

export type EnteredMarketTrip = Records['TripInput'] & { readonly isReturn?: boolean }

/** The limits of a marketplace trip. */
export const marketTripLimits = readLimits('TripInput')

/** The values of a marketplace trip in a draft. */
export type MarketTripDraft = TypedBody<EnteredMarketTrip>

/** The request body of a trip. The API reports missing values. */
export function buildMarketTripBody(values: MarketTripDraft): Records['TripInput'] {
  const { returns_at = null, ...trip } = buildBody(values, marketTripLimits) as EnteredMarketTrip
  return { ...trip, ...buildEnds(values), returns_at: values.isReturn ? returns_at : null }
}
