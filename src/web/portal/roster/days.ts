import { formatWithOffset, listInstants, toWallAt } from '../../plain/zone.ts'

/** The end of a document's last valid day in the operator's time zone, as an instant of the API. Null for no day. */
export function findEndOfDay(day: string, zone: string): string | null {
  const [instant] = day === '' ? [] : listInstants(`${day}T23:59`, zone)
  return instant === undefined ? null : formatWithOffset(instant, zone)
}

/** The day of an instant in the operator's time zone, for a date field. Empty for none. */
export function toZoneDay(instant: string | null, zone: string): string {
  return instant === null ? '' : toWallAt(Date.parse(instant), zone).slice(0, 10)
}
