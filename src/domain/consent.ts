import { dayMs } from './instant.ts'

export type ConsentPurpose = 'location_tracking'

export type PrivacyRequestStatus =
  /** An export is, at once; an erasure once its fortnight is over and the clock has forgotten the driver. Final. */
  | 'done'
  /** The driver asked for their erasure. The clock or the driver moves it on within a fortnight. */
  | 'scheduled'
  /** The driver stays after all. Final. */
  | 'cancelled'

/** Between asking to be forgotten and being forgotten, for a driver who changes their mind. */
export const erasureGraceMs = 14 * dayMs

/** A driver may have everything held on them this often in 24 hours. */
const exportsADay = 2

/**
 * Instant (ms) from which the next export may be had, by the instants of the last ones; null when now. An export that another node dated
 * a little later counts as made now. One that is a day ahead was dated by a wrong clock, and does not count.
 */
export function exportAllowedAt(exportedAt: readonly number[], now: number): number | null {
  const isRecent = (at: number) => Math.abs(at - now) < dayMs
  const recent = exportedAt
    .filter(isRecent)
    .map((at) => Math.min(at, now))
    .sort((a, b) => b - a)
  const oldest = recent[exportsADay - 1]
  return oldest === undefined ? null : oldest + dayMs
}

/** The name of a driver once they have been forgotten. */
export function formerName(driverId: number): string {
  return `Former driver #${driverId}`
}
