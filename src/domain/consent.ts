import { dayMs } from './instant.ts'

export type ConsentPurpose = 'location_tracking'

export type PrivacyRequestStatus =
  /** An export is immediately done; an erasure after 14 days, once the clock has erased the driver. Final. */
  | 'done'
  /** The driver requested their erasure. The clock or the driver changes it within 14 days. */
  | 'scheduled'
  /** The driver cancelled the request. Final. */
  | 'cancelled'

/** Time between an erasure request and the erasure, in which the driver can cancel it. */
export const erasureGraceMs = 14 * dayMs

/** Number of exports of their data that a driver can request in 24 hours. */
const exportsADay = 2

/**
 * Instant (ms) from which the driver can request the next export; null for now. An export dated slightly ahead by another node
 * counts as made now. An export dated a day ahead by a wrong clock does not count.
 */
export function findExportAllowedTime(exportedAt: readonly number[], now: number): number | null {
  const isRecent = (at: number) => Math.abs(at - now) < dayMs
  const recent = exportedAt
    .filter(isRecent)
    .map((at) => Math.min(at, now))
    .sort((a, b) => b - a)
  const oldest = recent[exportsADay - 1]
  return oldest === undefined ? null : oldest + dayMs
}

/** The name of an erased driver. */
export function formatFormerName(driverId: number): string {
  return `Former driver #${driverId}`
}
