import type { DriverCaller } from '../../domain/caller.ts'
import { onLegsOf } from '../../domain/coach.ts'
import { hourMs } from '../../domain/instant.ts'
import { isTracked, type Point, type TrackedSpan, trackedSpans } from '../../domain/location.ts'
import { reportedMoment } from '../../domain/reported-moment.ts'
import { keepDriver } from '../../storage/locks.ts'
import { driverTripsUnderWay } from '../../storage/queries/driver-trips.ts'
import { findDriver } from '../../storage/queries/drivers.ts'
import { insertLocation } from '../../storage/queries/locations.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { readJourney } from './convoys.ts'

/** A point at which the phone was, with the time of its clock (ms), and how old the point was when it was sent, if the phone said so. */
export type RecordedPoint = { readonly recordedAt: number; readonly ageMs: number | null; readonly point: Point }

export type Tracking = {
  readonly accepted: number
  readonly ignored: number
  readonly isTracking: boolean
  /** Whether the server used another moment than the one sent for a point it kept. */
  readonly isAdjusted: boolean
}

/** Milliseconds after the end of a trip within which points that a phone could not send are still taken. */
const lateForMs = 48 * hourMs

type Stretch = { readonly bookingId: number; readonly span: TrackedSpan }

/**
 * Keeps the points that a driver agreed to and that lie on a leg they drive, and no others, of identical ones the first. Says
 * whether there is anything to follow now. Refuses `validation_failed` for a time more than 24 hours ahead.
 */
export async function keepLocations(
  tx: Writer,
  caller: DriverCaller,
  points: readonly RecordedPoint[],
  now: number,
): Promise<Tracking> {
  const { driverId } = caller
  const timed = points.map(({ recordedAt, ageMs, point }, nth) => {
    const moment = reportedMoment({ sentAt: recordedAt, ageMs }, now, ['points', nth, 'recordedAt'])
    return { ...moment, point, content: JSON.stringify([recordedAt, ageMs, point]) }
  })
  // A consent that is taken back holds at once.
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

/** The legs this driver is or lately was on, from when they were theirs. */
async function stretchesOf(db: Reader, driverId: number, now: number): Promise<Stretch[]> {
  const stretches: Stretch[] = []
  for (const row of await driverTripsUnderWay(db, driverId, now - lateForMs)) {
    const journey = await readJourney(db, row, row.assignment.vehicleNo)
    for (const { from, until } of trackedSpans(onLegsOf(row.assignment, journey))) {
      stretches.push({ bookingId: row.booking.id, span: { from: Math.max(from, row.assignment.assignedAt), until } })
    }
  }
  return stretches
}
