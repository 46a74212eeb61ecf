import { dayMs } from './instant.ts'
import { findLegStatus, type Journey, removeReverted } from './progress.ts'
import { clockSlackMs, toSecond } from './reported-moment.ts'

/** A position of a phone, in degrees of WGS 84. */
export type Fix = { readonly latitude: number; readonly longitude: number; readonly accuracyM: number | null }

/** A position on the way, as the app sends it repeatedly. */
export type Point = Fix & {
  readonly speedMps: number | null
  readonly headingDeg: number | null
  readonly batteryPercent: number | null
}

/** Seconds between two positions that the app sends. */
export const locationIntervalSeconds = 15

/** Milliseconds for which points are stored: to find a vehicle on the road, and for complaints. */
export const locationsKeptMs = 30 * dayMs

/** A span (ms, both ends included) in which a driver was on the road; `until` is null while they are. */
export type TrackedSpan = { readonly from: number; readonly until: number | null }

/**
 * The spans of a trip in which its driver may be tracked: each leg from `en_route` to its end. A standby between two legs is
 * private.
 */
export function listTrackedSpans(journey: Journey): TrackedSpan[] {
  const log = removeReverted(journey.log)
  return journey.legs.flatMap(({ sequence }) => {
    const from = log.find(({ leg, status }) => leg === sequence && status === 'en_route')?.occurredAt
    if (from === undefined) return []
    const status = findLegStatus(journey, sequence)
    const end = log.findLast(({ leg }) => leg === sequence)
    return [{ from, until: status === 'completed' || status === 'no_show' ? (end?.occurredAt ?? from) : null }]
  })
}

/** True if a point of this instant (ms) may be stored. Consent applies from its start. */
export function isTracked(recordedAt: number, span: TrackedSpan, consentAt: number, now: number): boolean {
  const from = toSecond(Math.max(span.from, consentAt))
  return recordedAt >= from && recordedAt <= (span.until ?? now + clockSlackMs)
}
