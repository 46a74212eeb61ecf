import type { DriverCaller } from '../domain/caller.ts'
import { exportAllowedAt } from '../domain/consent.ts'
import { dayMs } from '../domain/instant.ts'
import { Refusal } from '../domain/refusal.ts'
import { showPushToken } from '../storage/encryption.ts'
import { lockDriver } from '../storage/locks.ts'
import { blocksOfDriver } from '../storage/queries/blocks.ts'
import { dbsReadingsOf } from '../storage/queries/dbs-readings.ts'
import { assignmentsOfDriver } from '../storage/queries/driver-trips.ts'
import { incidentsBy } from '../storage/queries/incidents.ts'
import { locationsOf } from '../storage/queries/locations.ts'
import { messagesToDriver } from '../storage/queries/messages.ts'
import { consentsOf, devicesOfDriver, exportsSince, insertPrivacyRequest, privacyRequestsOf } from '../storage/queries/privacy.ts'
import { tripEventsBy } from '../storage/queries/trip-events.ts'
import { checksBy } from '../storage/queries/vehicle-checks.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Writer } from '../storage/storage.ts'
import { driverOf } from './driver-me.ts'

/** Everything held on a driver; of other people only what the driver typed. */
export type DriverExport = Awaited<ReturnType<typeof exportDriver>>

/** Hands a driver everything held on them, and writes down that it did. Refuses `rate_limited` after two in 24 hours. */
export async function exportDriver(tx: Writer, secretBox: SecretBox, caller: DriverCaller, now: number) {
  const { driverId } = caller
  await lockDriver(tx, driverId)
  const allowedAt = exportAllowedAt(await exportsSince(tx, driverId, now - dayMs), now)
  if (allowedAt !== null) {
    const wait = Math.ceil((allowedAt - now) / 1000)
    throw new Refusal('rate_limited', `Two exports a day; the next one is welcome in ${wait} s.`, {}, wait)
  }
  await insertPrivacyRequest(tx, { driverId, kind: 'export', status: 'done', doneAt: now, createdAt: now })
  const driver = await driverOf(tx, caller)
  return {
    driver,
    devices: (await devicesOfDriver(tx, driverId)).map((device) => ({ ...device, pushToken: showPushToken(secretBox, device) })),
    assignments: await assignmentsOfDriver(tx, driverId),
    blocks: await blocksOfDriver(tx, driverId),
    events: await tripEventsBy(tx, driverId),
    incidents: await incidentsBy(tx, driverId),
    checks: await checksBy(tx, driverId),
    locations: await locationsOf(tx, driverId),
    consents: await consentsOf(tx, driverId),
    requests: await privacyRequestsOf(tx, driverId),
    messages: await messagesToDriver(tx, driver),
    dbsReadings: await dbsReadingsOf(tx, driverId),
  }
}
