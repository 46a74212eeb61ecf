import { formatHoursAndMinutes } from '../../domain/spoken.ts'

/** A drive in the form of the API: metres, driving seconds, and the source of both. */
export type ShownDistance = {
  readonly distance_m: number | null
  readonly driving_seconds: number | null
  readonly distance_source: string | null
}

/** Text in place of a distance for a place without coordinates. */
export const noCoordinates = 'no distance: the place has no coordinates'

/** The time zones of the British Isles without Ireland, and of the United States: their roads have miles. */
// Beginnings of names: the page of a trip is near its size limit.
const zonesWithMiles =
  /^Europe\/(London|Belfast|Guernsey|Isle_of_Man|Jersey)|^America\/(Adak|Anchorage|Boise|Chicago|Denver|Detroit|Ind|Juneau|Ken|Lo[su]|Menom|Metla|New_|Nom|North|Phoenix|Sitka|Yaku)|^Pacific\/Hono/

/** The unit of distances in a time zone: its name, and its length in metres. */
export function findDistanceUnit(zone: string): { readonly name: 'miles' | 'km'; readonly metres: number } {
  return zonesWithMiles.test(zone) ? { name: 'miles', metres: 1609.344 } : { name: 'km', metres: 1000 }
}

/** Formats metres in the unit of the time zone: `28 miles`, and below ten with a decimal, `3.4 km`. */
export function formatDistance(metres: number, zone: string): string {
  const unit = findDistanceUnit(zone)
  const tenths = Math.round((metres / unit.metres) * 10)
  const count =
    tenths === 0 ? '0' : tenths < 100 ? (tenths / 10).toFixed(1) : Math.round(metres / unit.metres).toLocaleString('en-GB')
  return `${count} ${unit.name}`
}

/** Whether the distance or the time of a drive is known. */
export function isDriveKnown({ distance_m, driving_seconds }: Omit<ShownDistance, 'distance_source'>): boolean {
  // A trip in a phone's cache may lack these members.
  return distance_m != null || driving_seconds != null
}

/**
 * Formats a drive: `28 miles, 45 min driving` as entered, `about …` from a router, `about … (estimated)` if calculated.
 * Null if neither distance nor time is known.
 */
export function formatDrive(drive: ShownDistance, zone: string): string | null {
  const { distance_m, driving_seconds, distance_source } = drive
  if (!isDriveKnown(drive)) return null
  const said = [
    distance_m == null ? '' : formatDistance(distance_m, zone),
    driving_seconds == null ? '' : `${formatHoursAndMinutes(Math.round(driving_seconds / 60))} driving`,
  ]
    .filter(Boolean)
    .join(', ')
  if (distance_source === 'estimated') return `about ${said} (estimated)`
  return distance_source === 'routed' ? `about ${said}` : said
}

/** Formats the distance of a whole trip. Null if it is unknown, or if its only leg shows the same text. */
export function formatWholeDistance(trip: ShownDistance, legs: readonly ShownDistance[], zone: string): string | null {
  const said = formatDrive(trip, zone)
  const [first] = legs
  return legs.length === 1 && first !== undefined && formatDrive(first, zone) === said ? null : said
}

/** Formats the empty distance between the depot and a trip, both ways. */
export function formatDepotDistance(metres: number, zone: string): string {
  return `about ${formatDistance(metres, zone)} empty (from and to the depot)`
}
