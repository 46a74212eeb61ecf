import type { DriverCaller } from '../../domain/caller.ts'
import { limitJourneyToLegs } from '../../domain/coach.ts'
import { hourMs } from '../../domain/instant.ts'
import { isTracked, listTrackedSpans, type Point, type TrackedSpan } from '../../domain/location.ts'
import { computeReportedMoment } from '../../domain/reported-moment.ts'
import { keepDriver } from '../../storage/locks.ts'
import { listDriverTripsUnderWay } from '../../storage/queries/driver-trips.ts'
import { findDriver } from '../../storage/queries/drivers.ts'
import { insertLocation } from '../../storage/queries/locations.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { readJourney } from '../transitions/convoys.ts'

/** A position of the phone, with the time of its clock (ms), and the age of the point when it was sent, if known. */
export type RecordedPoint = { readonly recordedAt: number; readonly ageMs: number | null; readonly point: Point }

export type Tracking = {
  readonly accepted: number
  readonly ignored: number
  readonly isTracking: boolean
  /** Whether the server used another time than the sent one for a saved point. */
  readonly isAdjusted: boolean
}

/** Milliseconds after the end of a trip within which delayed points are accepted. */
const lateForMs = 48 * hourMs

type Stretch = { readonly bookingId: number; readonly span: TrackedSpan }

/**
 * Saves the points within the driver's consent and on one of their legs, the first of identical ones. Returns whether tracking
 * applies now. Refuses `validation_failed` for a time more than 24 hours ahead.
 */
export async function keepLocations(
  tx: Writer,
  caller: DriverCaller,
  points: readonly RecordedPoint[],
  now: number,
): Promise<Tracking> {
  const { driverId } = caller
  const timed = points.map(({ recordedAt, ageMs, point }, nth) => {
    const moment = computeReportedMoment({ sentAt: recordedAt, ageMs }, now, ['points', nth, 'recordedAt'])
    return { ...moment, point, content: JSON.stringify([recordedAt, ageMs, point]) }
  })
  // A withdrawn consent applies immediately.
  await keepDriver(tx, driverId)
  const consentAt = (await findDriver(tx, caller.operatorId, driverId))?.locationConsentAt ?? null
  if (consentAt === null) return { accepted: 0, ignored: points.length, isTracking: false, isAdjusted: false }

  const stretches = await stretchesOf(tx, driverId, now)
  const kept = new Map<string, boolean>()
  for (const { at: recordedAt, isAdjusted, point, content } of timed) {
    const stretch = stretches.find(({ span }) => isTracked(recordedAt, span, consentAt, now))
    if (stretch === undefined || kept.has(content)) continue
    await insertLocation(tx, { driverId, bookingId: stretch.bookingId, recordedAt, receivedAt: now, point })
    kept.set(content, isAdjusted)
  }
  const isTracking = stretches.some(({ span }) => span.until === null)
  const isAdjusted = [...kept.values()].includes(true)
  return { accepted: kept.size, ignored: points.length - kept.size, isTracking, isAdjusted }
}

/** The present and recent legs of this driver, from their assignment on. */
async function stretchesOf(db: Reader, driverId: number, now: number): Promise<Stretch[]> {
  const stretches: Stretch[] = []
  for (const row of await listDriverTripsUnderWay(db, driverId, now - lateForMs)) {
    const journey = await readJourney(db, row, row.assignment.vehicleNo)
    for (const { from, until } of listTrackedSpans(limitJourneyToLegs(row.assignment, journey))) {
      stretches.push({ bookingId: row.booking.id, span: { from: Math.max(from, row.assignment.assignedAt), until } })
    }
  }
  return stretches
}
