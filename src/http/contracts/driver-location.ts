import { Type } from '@sinclair/typebox'
import type { RecordedPoint, Tracking } from '../../actions/road/locations.ts'
import { parseInstant } from '../../domain/instant.ts'
import { locationIntervalSeconds } from '../../domain/location.ts'
import { defineContract } from '../contract.ts'
import { decimal, input, instant, nullable, type Of, record } from '../schema.ts'
import { listAllFields } from './fields.ts'
import { accuracy, adjusted, age, asAdjusted, latitude, longitude } from './fix.ts'

const optionalDecimal = (limits: { min: number; max?: number }) => Type.Optional(nullable(decimal(limits)))

const Point = input({
  latitude,
  longitude,
  accuracy_m: accuracy,
  speed_mps: optionalDecimal({ min: 0 }),
  heading_deg: optionalDecimal({ min: 0, max: 360 }),
  battery_percent: optionalDecimal({ min: 0, max: 100 }),
})

export const LocationsBody = input({
  points: Type.Array(input({ recorded_at: instant(), age_ms: age, ...Point.properties }), { minItems: 1, maxItems: 200 }),
})

/** Validated points for the action. */
export function toPoints(body: Of<typeof LocationsBody>): RecordedPoint[] {
  return body.points.map(({ recorded_at, age_ms, ...point }) => ({
    recordedAt: parseInstant(recorded_at) ?? 0,
    ageMs: age_ms ?? null,
    point: listAllFields(Point, point),
  }))
}

const Tracked = record({
  accepted: Type.Integer(),
  ignored: Type.Integer(),
  tracking: Type.Boolean(),
  interval_seconds: Type.Integer(),
  ...adjusted,
})

/** The result of sent points, and whether and how often to send more. */
function asTracking({ accepted, ignored, isTracking, isAdjusted }: Tracking): Of<typeof Tracked> {
  const kept = { accepted, ignored, tracking: isTracking, interval_seconds: locationIntervalSeconds }
  return { ...kept, ...asAdjusted({ isAdjusted }) }
}

export const TrackingView = defineContract(Tracked, asTracking)
