import { dayMs } from './instant.ts'
import { type Journey, legStatus, withoutReverted } from './progress.ts'
import { clockSlackMs, toSecond } from './reported-moment.ts'

/** A position of a phone, in degrees of WGS 84. */
export type Fix = { readonly latitude: number; readonly longitude: number; readonly accuracyM: number | null }

/** A position on the way, as it is sent again and again. */
export type Point = Fix & {
  readonly speedMps: number | null
  readonly headingDeg: number | null
  readonly batteryPercent: number | null
}

/** Seconds after which the app is asked to send where it is again. */
export const locationIntervalSeconds = 15

/** Points are for finding a coach on the road, and for a complaint soon after. */
export const locationsKeptMs = 30 * dayMs

/** A span (ms, both ends included) in which a driver was on the road; `until` is null while they are. */
export type TrackedSpan = { readonly from: number; readonly until: number | null }

/**
 * The stretches of a trip on which its driver may be followed: each leg from `en_route` to its end. A standby between
 * two legs, overnight perhaps, is private.
 */
export function trackedSpans(journey: Journey): TrackedSpan[] {
  const log = withoutReverted(journey.log)
  return journey.legs.flatMap(({ sequence }) => {
    const from = log.find(({ leg, status }) => leg === sequence && status === 'en_route')?.occurredAt
    if (from === undefined) return []
    const status = legStatus(journey, sequence)
    const end = log.findLast(({ leg }) => leg === sequence)
    return [{ from, until: status === 'completed' || status === 'no_show' ? (end?.occurredAt ?? from) : null }]
  })
}

/** True when a point of this instant (ms) may be kept. Consent counts from when it was given. */
export function isTracked(recordedAt: number, span: TrackedSpan, consentAt: number, now: number): boolean {
  const from = toSecond(Math.max(span.from, consentAt))
  return recordedAt >= from && recordedAt <= (span.until ?? now + clockSlackMs)
}
