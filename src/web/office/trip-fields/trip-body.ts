import type { Records } from '../api/records.ts'
import type { TypedBody } from '../form/typed.ts'
import { buildPlaceBody, findPlaceAt } from './places.ts'

/** The vehicles of a trip in a draft. A row is a vehicle of the fleet, or a number of a type. */
export type VehicleDraft = TypedBody<Records['QuoteVehicleInput']> & { readonly registration?: string | null }

/** Number of seats in the vehicles of a draft. */
export function countSeats(vehicles: readonly VehicleDraft[] | null | undefined): number {
  return (vehicles ?? []).reduce((sum, { seats, count }) => sum + (seats ?? 0) * (count ?? 1), 0)
}

type Details = Pick<Records['ChangesInput'], 'luggage' | 'accessibility' | 'flight' | 'lead_passenger'>

/** The details of a trip in a request body. Null without an amount of luggage, a need, a flight number, the name of a lead passenger. */
export function buildDetails({ luggage, accessibility, flight, lead_passenger }: Details): Details {
  return {
    luggage: luggage && (luggage.suitcases ?? luggage.hand_luggage ?? null) !== null ? luggage : null,
    ...(accessibility !== undefined && { accessibility: accessibility && hasNeeds(accessibility) ? accessibility : null }),
    flight: flight?.number ? flight : null,
    lead_passenger: lead_passenger?.name ? lead_passenger : null,
  }
}

/** Whether any need is named. */
function hasNeeds(accessibility: Records['AccessibilityInput']): boolean {
  return Object.values(accessibility).some(Boolean)
}

/** The ends of a trip in a request body. */
export function buildEnds(values: object) {
  return { pickup: buildPlaceBody(findPlaceAt(values, 'pickup')), dropoff: buildPlaceBody(findPlaceAt(values, 'dropoff')) }
}
