import { addDays } from '../plain/moment.ts'
import { findOffset, formatWithOffset, listInstants } from '../plain/zone.ts'

/**
 * The first instant after a day (`2027-04-16`) in a time zone, in the form of the API. Null for an invalid day.
 */
export function findFirstInstantAfter(day: string, zone: string): string | null {
  const noon = Date.parse(`${day}T12:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(noon)) return null
  const midnight = `${addDays(day, 1)}T00:00`
  // If the clocks skip midnight, the day ends at the skip.
  const ms = listInstants(midnight, zone)[0] ?? Date.parse(`${midnight}:00Z`) - findOffset(noon, zone)
  return formatWithOffset(ms, zone)
}
