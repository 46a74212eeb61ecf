import { formatHoursAndMinutes } from '../../domain/spoken.ts'

/** A drive in the form of the API: metres, driving seconds, and the source of both. */
export type ShownDistance = {
  readonly distance_m: number | null
  readonly driving_seconds: number | null
  readonly distance_source: string | null
}

/** Text in place of a distance for a place without coordinates. */
export const noCoordinates = 'no distance: the place has no coordinates'

/** Formats metres: `45 km`, and below ten with a decimal, `3.4 km`. */
export function formatKm(metres: number): string {
  const tenths = Math.round(metres / 100)
  if (tenths === 0) return '0 km'
  return tenths < 100 ? `${(tenths / 10).toFixed(1)} km` : `${Math.round(metres / 1000).toLocaleString('en-GB')} km`
}

/**
 * Formats a drive: `45 km, 45 min driving` as entered, `about …` from a router, `about … (estimated)` if calculated.
 * Null if neither distance nor time is known.
 */
export function formatDrive({ distance_m, driving_seconds, distance_source }: ShownDistance): string | null {
  // A trip in a phone's cache may lack these members.
  const said = [
    distance_m == null ? '' : formatKm(distance_m),
    driving_seconds == null ? '' : `${formatHoursAndMinutes(Math.round(driving_seconds / 60))} driving`,
  ]
    .filter(Boolean)
    .join(', ')
  if (said === '') return null
  if (distance_source === 'estimated') return `about ${said} (estimated)`
  return distance_source === 'routed' ? `about ${said}` : said
}

/** Formats the distance of a whole trip. Null if it is unknown, or if its only leg shows the same text. */
export function formatWholeDistance(trip: ShownDistance, legs: readonly ShownDistance[]): string | null {
  const said = formatDrive(trip)
  const [first] = legs
  return legs.length === 1 && first !== undefined && formatDrive(first) === said ? null : said
}

/** Formats the empty distance between the depot and a trip, both ways. */
export function formatDepotDistance(metres: number): string {
  return `about ${formatKm(metres)} empty (from and to the depot)`
}
