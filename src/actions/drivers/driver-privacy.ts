import type { DriverCaller } from '../../domain/caller.ts'
import { erasureGraceMs } from '../../domain/consent.ts'
import { type Erasure, erasedCategories, listRetainedCategories } from '../../domain/erasure.ts'
import { Refusal } from '../../domain/refusal.ts'
import { lockDriver } from '../../storage/locks.ts'
import { saveDriver } from '../../storage/queries/drivers.ts'
import {
  insertConsent,
  insertPrivacyRequest,
  listConsents,
  listPrivacyRequests,
  savePrivacyRequest,
} from '../../storage/queries/privacy.ts'
import { scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { listChecksByDriver } from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import { findOwnDriver } from './driver-me.ts'
import { erasureTask } from './erasures.ts'

/** A driver's consent to location tracking, with its history. */
export type LocationConsent = {
  readonly isGranted: boolean
  /** Every change, oldest first. */
  readonly history: readonly Row<'consents'>[]
}

/** Shows the driver's consent to location tracking, with every change, oldest first. */
export async function showConsent(db: Reader, caller: DriverCaller): Promise<LocationConsent> {
  const { locationConsentAt } = await findOwnDriver(db, caller)
  return { isGranted: locationConsentAt !== null, history: await listConsents(db, caller.driverId) }
}

/** Gives or withdraws the driver's consent to location tracking from now on. A repeat changes nothing. */
export async function setLocationConsent(
  tx: Writer,
  caller: DriverCaller,
  granted: boolean,
  now: number,
): Promise<LocationConsent> {
  await lockDriver(tx, caller.driverId)
  const driver = await findOwnDriver(tx, caller)
  if ((driver.locationConsentAt !== null) !== granted) {
    await saveDriver(tx, driver, { locationConsentAt: granted ? now : null, updatedAt: now })
    await insertConsent(tx, { driverId: driver.id, purpose: 'location_tracking', granted, changedAt: now })
  }
  return showConsent(tx, caller)
}

/** Plans the driver's erasure in 14 days. Refuses `erasure_already_scheduled`. */
export async function scheduleErasure(tx: Writer, caller: DriverCaller, reason: string | null, now: number): Promise<Erasure> {
  await lockDriver(tx, caller.driverId)
  const driver = await findOwnDriver(tx, caller)
  if (driver.erasureScheduledFor !== null) {
    throw new Refusal('erasure_already_scheduled', 'You have already requested erasure.', { currentStatus: 'scheduled' })
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
  await scheduleTask(tx, erasureTask, driver.id, scheduledFor, now)
  const lastCheckAt = (await listChecksByDriver(tx, driver.id))[0]?.check.checkedAt ?? null
  return { scheduledFor, erased: erasedCategories, retained: listRetainedCategories(lastCheckAt) }
}

/** Cancels the driver's scheduled erasure; without one it changes nothing. */
export async function cancelErasure(tx: Writer, caller: DriverCaller, now: number): Promise<Erasure> {
  await lockDriver(tx, caller.driverId)
  const driver = await findOwnDriver(tx, caller)
  if (driver.erasureScheduledFor !== null) {
    await saveDriver(tx, driver, { erasureScheduledFor: null, updatedAt: now })
    await unscheduleTask(tx, erasureTask, driver.id)
    for (const request of await listPrivacyRequests(tx, driver.id)) {
      if (request.status === 'scheduled') await savePrivacyRequest(tx, request, { status: 'cancelled', doneAt: now })
    }
  }
  return { scheduledFor: null, erased: [], retained: [] }
}
