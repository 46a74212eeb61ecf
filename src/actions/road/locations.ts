import type { DriverCaller } from '../../domain/caller.ts'
import { onLegsOf } from '../../domain/coach.ts'
import { hourMs } from '../../domain/instant.ts'
import { isTracked, type Point, type TrackedSpan, trackedSpans } from '../../domain/location.ts'
import { keepDriver } from '../../storage/locks.ts'
import { driverTripsUnderWay } from '../../storage/queries/driver-trips.ts'
import { findDriver } from '../../storage/queries/drivers.ts'
import { insertLocation } from '../../storage/queries/locations.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { readJourney } from './convoys.ts'

/** A point at which the phone was at an instant (ms). */
export type RecordedPoint = { readonly recordedAt: number; readonly point: Point }

export type Tracking = { readonly accepted: number; readonly ignored: number; readonly isTracking: boolean }

/** Milliseconds after the end of a trip within which points that a phone could not send are still taken. */
const lateForMs = 48 * hourMs

type Stretch = { readonly bookingId: number; readonly span: TrackedSpan }

/**
 * Keeps the points that a driver agreed to and that lie on a leg they drive, and no others, of identical ones the first. Says
 * whether there is anything to follow now.
 */
export async function keepLocations(
  tx: Writer,
  caller: DriverCaller,
  points: readonly RecordedPoint[],
  now: number,
): Promise<Tracking> {
  const { driverId } = caller
  // A consent that is taken back holds at once.
  await keepDriver(tx, driverId)
  const consentAt = (await findDriver(tx, caller.operatorId, driverId))?.locationConsentAt ?? null
  if (consentAt === null) return { accepted: 0, ignored: points.length, isTracking: false }

  const stretches = await stretchesOf(tx, driverId, now)
  const kept = new Set<string>()
  for (const { recordedAt, point } of points) {
    const stretch = stretches.find(({ span }) => isTracked(recordedAt, span, consentAt, now))
    const content = JSON.stringify([recordedAt, point])
    if (stretch === undefined || kept.has(content)) continue
    await insertLocation(tx, { driverId, bookingId: stretch.bookingId, recordedAt, receivedAt: now, point })
    kept.add(content)
  }
  const isTracking = stretches.some(({ span }) => span.until === null)
  return { accepted: kept.size, ignored: points.length - kept.size, isTracking }
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
