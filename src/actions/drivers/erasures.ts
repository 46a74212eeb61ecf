import { formatFormerName } from '../../domain/consent.ts'
import { isDutyDone } from '../../domain/duty.ts'
import { hourMs } from '../../domain/instant.ts'
import { makeOmission, makeScrub } from '../../domain/scrub.ts'
import { lockLeavingDriver } from '../../storage/locks.ts'
import { touchBookingsOfDriver } from '../../storage/queries/booking-changes.ts'
import { signOutEverywhere } from '../../storage/queries/devices.ts'
import { listDriverTripsUnderWay } from '../../storage/queries/driver-trips.ts'
import { type DriverRow, findDriverById, saveDriver } from '../../storage/queries/drivers.ts'
import { dropTracesOf, rewriteWordsOf } from '../../storage/queries/erasure.ts'
import { listPrivacyRequests, savePrivacyRequest } from '../../storage/queries/privacy.ts'
import { type DueTask, finishTask, scheduleTask } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { lockEndingCredential } from '../credentials.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { releaseTrips } from '../transitions/assignment-moves.ts'

/** The scheduler's name for the erasure of a driver who requested it. */
export const erasureTask = 'erasure'

/** Milliseconds until an erasure is tried again; a driver is not erased during a trip. */
const onTheRoadMs = hourMs

/**
 * Erases a driver after 14 days: identity, tokens, messages and points are deleted, and their planned trips need a driver. The
 * file keeps no trace. Storage frees overwritten data later, so the task stays due until then.
 */
export async function eraseDriver(context: WorkerContext, driverId: number, claimed: DueTask): Promise<void> {
  const now = context.clock()
  const inTransaction = (work: DriverWork) => context.storage.transact((tx) => runWhenErasable(tx, driverId, now, work))
  // No request of the driver commits after the first transaction, so the second finds all of their data.
  const isDue = await inTransaction(async (tx) => {
    await lockEndingCredential(tx, { driverId }, null)
    await signOutEverywhere(tx, { driverId }, now)
  })
  const isForgotten = isDue === true ? await inTransaction((tx, driver) => erase(tx, driver, now)) : isDue
  if (isForgotten === null) return
  if (isForgotten) await context.storage.scour()
  await context.storage.transact((tx) => finishTask(tx, claimed))
}

type DriverWork = (tx: Writer, driver: DriverRow) => Promise<void>

/**
 * Does `work` if the driver can be erased now; true if they are erased or can be, false if no erasure is scheduled, null if it
 * must wait.
 */
async function runWhenErasable(tx: Writer, driverId: number, now: number, work: DriverWork): Promise<boolean | null> {
  await lockLeavingDriver(tx, driverId)
  const driver = await findDriverById(tx, driverId)
  if (driver === null || driver.erasedAt !== null) return driver !== null
  if (driver.erasureScheduledFor === null) return false
  if (driver.erasureScheduledFor > now) {
    await scheduleTask(tx, erasureTask, driverId, driver.erasureScheduledFor, now)
    return null
  }
  if (await isOnTheRoad(tx, driverId, now)) {
    await scheduleTask(tx, erasureTask, driverId, now + onTheRoadMs, now)
    return null
  }
  await work(tx, driver)
  return true
}

async function isOnTheRoad(tx: Writer, driverId: number, now: number): Promise<boolean> {
  const moving = await listDriverTripsUnderWay(tx, driverId, now)
  return moving.some(({ booking, assignment }) => booking.finishedAt === null && !isDutyDone(assignment))
}

async function erase(tx: Writer, driver: DriverRow, now: number): Promise<void> {
  const identities = listDriverIdentities(driver)
  await rewriteWordsOf(tx, driver.id, { own: makeScrub(identities), others: makeOmission(identities) })
  const left = await releaseTrips(tx, driver.id, now)
  const news = { fact: 'driver_left', operatorIds: [driver.operatorId], subjectId: driver.id } as const
  if (left.length > 0) await notifyReaders(tx, news, now)
  await touchBookingsOfDriver(tx, driver.id, now)
  await signOutEverywhere(tx, { driverId: driver.id }, now)
  await dropTracesOf(tx, driver)
  for (const request of await listPrivacyRequests(tx, driver.id)) {
    const isThis = request.status === 'scheduled'
    await savePrivacyRequest(tx, request, { reason: null, ...(isThis && { status: 'done' as const, doneAt: now }) })
  }
  await saveDriver(tx, driver, {
    name: formatFormerName(driver.id),
    email: null,
    phone: null,
    phoneHash: null,
    licenseNumber: null,
    licenseKind: null,
    licenseExpiresAt: null,
    dbsCheckKind: null,
    dbsCertificateNumber: null,
    dbsExpiresAt: null,
    locale: null,
    emergencyContactName: null,
    emergencyContactPhone: null,
    locationConsentAt: null,
    appLastSeenAt: null,
    erasureScheduledFor: null,
    erasedAt: now,
    removedAt: driver.removedAt ?? now,
    updatedAt: now,
  })
}

function listDriverIdentities(driver: DriverRow): string[] {
  const { name, email, phone, licenseNumber, dbsCertificateNumber, emergencyContactName, emergencyContactPhone } = driver
  const known = [name, email, phone, licenseNumber, dbsCertificateNumber, emergencyContactName, emergencyContactPhone]
  // A number may be stored without its spaces.
  const inOnePiece = [phone, emergencyContactPhone].map((text) => text?.replace(/\s/g, '') ?? null)
  return [...known, ...inOnePiece].filter((text) => text !== null)
}
