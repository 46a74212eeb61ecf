import type { DriverCaller } from '../../domain/caller.ts'
import { erasureGraceMs } from '../../domain/consent.ts'
import { type Erasure, erasedCategories, retainedCategories } from '../../domain/erasure.ts'
import { Refusal } from '../../domain/refusal.ts'
import { lockDriver } from '../../storage/locks.ts'
import { saveDriver } from '../../storage/queries/drivers.ts'
import {
  consentsOf,
  insertConsent,
  insertPrivacyRequest,
  privacyRequestsOf,
  savePrivacyRequest,
} from '../../storage/queries/privacy.ts'
import { schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { checksBy } from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import { driverOf } from './driver-me.ts'
import { erasureTask } from './erasures.ts'

/** A driver's consent to be followed, as it stands and as it changed before. */
export type LocationConsent = {
  readonly isGranted: boolean
  /** Every change, the oldest first. */
  readonly history: readonly Row<'consents'>[]
}

/** Whether the driver lets the app follow them, and every change of it, the oldest first. */
export async function showConsent(db: Reader, caller: DriverCaller): Promise<LocationConsent> {
  const { locationConsentAt } = await driverOf(db, caller)
  return { isGranted: locationConsentAt !== null, history: await consentsOf(db, caller.driverId) }
}

/** The driver lets the app follow them on a trip, or no longer, which holds at once; the same again changes nothing. */
export async function setLocationConsent(
  tx: Writer,
  caller: DriverCaller,
  granted: boolean,
  now: number,
): Promise<LocationConsent> {
  await lockDriver(tx, caller.driverId)
  const driver = await driverOf(tx, caller)
  if ((driver.locationConsentAt !== null) !== granted) {
    await saveDriver(tx, driver, { locationConsentAt: granted ? now : null, updatedAt: now })
    await insertConsent(tx, { driverId: driver.id, purpose: 'location_tracking', granted, changedAt: now })
  }
  return showConsent(tx, caller)
}

/** The driver asks to be forgotten after 14 days. Refuses `erasure_already_scheduled`. */
export async function scheduleErasure(tx: Writer, caller: DriverCaller, reason: string | null, now: number): Promise<Erasure> {
  await lockDriver(tx, caller.driverId)
  const driver = await driverOf(tx, caller)
  if (driver.erasureScheduledFor !== null) {
    throw new Refusal('erasure_already_scheduled', 'Your erasure is scheduled already.', { currentStatus: 'scheduled' })
  }
  const scheduledFor = now + erasureGraceMs
  await saveDriver(tx, driver, { erasureScheduledFor: scheduledFor, updatedAt: now })
  await insertPrivacyRequest(tx, {
    driverId: driver.id,
    kind: 'erasure',
    status: 'scheduled',
    reason,
    scheduledFor,
    createdAt: now,
  })
  await schedule(tx, erasureTask, driver.id, scheduledFor, now)
  const lastCheckAt = (await checksBy(tx, driver.id))[0]?.check.checkedAt ?? null
  return { scheduledFor, erased: erasedCategories, retained: retainedCategories(lastCheckAt) }
}

/** The driver stays after all; nothing scheduled is nothing changed. */
export async function cancelErasure(tx: Writer, caller: DriverCaller, now: number): Promise<Erasure> {
  await lockDriver(tx, caller.driverId)
  const driver = await driverOf(tx, caller)
  if (driver.erasureScheduledFor !== null) {
    await saveDriver(tx, driver, { erasureScheduledFor: null, updatedAt: now })
    await unschedule(tx, erasureTask, driver.id)
    for (const request of await privacyRequestsOf(tx, driver.id)) {
      if (request.status === 'scheduled') await savePrivacyRequest(tx, request, { status: 'cancelled', doneAt: now })
    }
  }
  return { scheduledFor: null, erased: [], retained: [] }
}
