import { daysLater } from '../plain/moment.ts'
import { instantsOf, offsetAt, withOffset } from '../plain/zone.ts'

/**
 * The first instant after a day (`2027-04-16`) on the clocks of a zone, as the API takes it: what is before it falls on that day or
 * earlier. Null for what is no day.
 */
export function firstInstantAfter(day: string, zone: string): string | null {
  const noon = Date.parse(`${day}T12:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(noon)) return null
  const midnight = `${daysLater(day, 1)}T00:00`
  // Where the clocks jump over midnight the day ends at that jump, which the clocks of the day itself would call midnight.
  const ms = instantsOf(midnight, zone)[0] ?? Date.parse(`${midnight}:00Z`) - offsetAt(noon, zone)
  return withOffset(ms, zone)
}
