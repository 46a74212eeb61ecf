import { Type } from '@sinclair/typebox'
import type { RecordedPoint, Tracking } from '../../actions/road/locations.ts'
import { parseInstant } from '../../domain/instant.ts'
import { locationIntervalSeconds } from '../../domain/location.ts'
import { contract } from '../contract.ts'
import { decimal, input, instant, nullable, type Of, record } from '../schema.ts'
import { allFields } from './fields.ts'
import { accuracy, adjusted, age, asAdjusted, latitude, longitude } from './fix.ts'

const maybe = (limits: { min: number; max?: number }) => Type.Optional(nullable(decimal(limits)))

const Point = input({
  latitude,
  longitude,
  accuracy_m: accuracy,
  speed_mps: maybe({ min: 0 }),
  heading_deg: maybe({ min: 0, max: 360 }),
  battery_percent: maybe({ min: 0, max: 100 }),
})

export const LocationsBody = input({
  points: Type.Array(input({ recorded_at: instant(), age_ms: age, ...Point.properties }), { minItems: 1, maxItems: 200 }),
})

/** Validated points as the action takes them. */
export function toPoints(body: Of<typeof LocationsBody>): RecordedPoint[] {
  return body.points.map(({ recorded_at, age_ms, ...point }) => ({
    recordedAt: parseInstant(recorded_at) ?? 0,
    ageMs: age_ms ?? null,
    point: allFields(Point, point),
  }))
}

const Tracked = record({
  accepted: Type.Integer(),
  ignored: Type.Integer(),
  tracking: Type.Boolean(),
  interval_seconds: Type.Integer(),
  ...adjusted,
})

/** The outcome of sending points, and whether and how often to send more. */
function asTracking({ accepted, ignored, isTracking, isAdjusted }: Tracking): Of<typeof Tracked> {
  const kept = { accepted, ignored, tracking: isTracking, interval_seconds: locationIntervalSeconds }
  return { ...kept, ...asAdjusted({ isAdjusted }) }
}

export const TrackingView = contract(Tracked, asTracking)
