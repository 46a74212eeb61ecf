import { hoursAndMinutes } from '../../domain/spoken.ts'

/** A drive as the API tells it: metres, seconds at the wheel, and where both come from. */
export type ToldDistance = {
  readonly distance_m: number | null
  readonly driving_seconds: number | null
  readonly distance_source: string | null
}

/** Line that stands in place of a distance where no one knows where a place is. */
export const noCoordinates = 'no distance: the place has no coordinates'

/** Metres as people say them: `45 km`, and below ten with a decimal, `3.4 km`. */
export function spokenKm(metres: number): string {
  const tenths = Math.round(metres / 100)
  if (tenths === 0) return '0 km'
  return tenths < 100 ? `${(tenths / 10).toFixed(1)} km` : `${Math.round(metres / 1000).toLocaleString('en-GB')} km`
}

/**
 * A drive in words: `45 km, 45 min driving` as it was given, `about …` from a router, `about … (estimated)` as it was
 * reckoned. Null where nothing of it is known.
 */
export function distanceSaid({ distance_m, driving_seconds, distance_source }: ToldDistance): string | null {
  // A phone may keep a trip from before there were such members.
  const said = [
    distance_m == null ? '' : spokenKm(distance_m),
    driving_seconds == null ? '' : `${hoursAndMinutes(Math.round(driving_seconds / 60))} driving`,
  ]
    .filter(Boolean)
    .join(', ')
  if (said === '') return null
  if (distance_source === 'estimated') return `about ${said} (estimated)`
  return distance_source === 'routed' ? `about ${said}` : said
}

/** The distance of a whole trip in words. Null where it is not known, or its only leg says just the same. */
export function wholeDistanceSaid(trip: ToldDistance, legs: readonly ToldDistance[]): string | null {
  const said = distanceSaid(trip)
  const [first] = legs
  return legs.length === 1 && first !== undefined && distanceSaid(first) === said ? null : said
}

/** The way between the depot and a trip in words, of its metres there and back. */
export function depotWaySaid(metres: number): string {
  return `about ${spokenKm(metres)} empty (from and to the depot)`
}
