import type { DriverCaller } from '../../domain/caller.ts'
import { exportAllowedAt } from '../../domain/consent.ts'
import { dayMs } from '../../domain/instant.ts'
import { Refusal } from '../../domain/refusal.ts'
import { lockDriver } from '../../storage/locks.ts'
import { type BlockRow, blocksOfDriver } from '../../storage/queries/blocks.ts'
import { dbsReadingsOf } from '../../storage/queries/dbs-readings.ts'
import type { DeviceRow } from '../../storage/queries/devices.ts'
import { assignmentsOfDriver, type OwnAssignment } from '../../storage/queries/driver-trips.ts'
import type { DriverRow } from '../../storage/queries/drivers.ts'
import { type IncidentRow, incidentsBy } from '../../storage/queries/incidents.ts'
import { type LocationRow, locationsOf } from '../../storage/queries/locations.ts'
import { type MessageRow, messagesToDriver } from '../../storage/queries/messages.ts'
import {
  consentsOf,
  devicesOfDriver,
  exportsSince,
  insertPrivacyRequest,
  privacyRequestsOf,
} from '../../storage/queries/privacy.ts'
import { type TripEventRow, tripEventsBy } from '../../storage/queries/trip-events.ts'
import { checksBy, type VehicleCheckRow } from '../../storage/queries/vehicle-checks.ts'
import { showPushToken } from '../../storage/rows/encryption.ts'
import type { Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import type { AppContext } from '../context.ts'
import { driverOf } from './driver-me.ts'

/** Everything held on a driver; of other people only what the driver typed. */
export type DriverExport = {
  readonly driver: DriverRow
  /** Devices with the token by which each takes its notices, decrypted; null where it takes none or it cannot be opened. */
  readonly devices: readonly (DeviceRow & { readonly pushToken: string | null })[]
  readonly assignments: readonly OwnAssignment[]
  readonly blocks: readonly BlockRow[]
  readonly events: readonly { readonly ref: string; readonly event: TripEventRow }[]
  readonly incidents: readonly { readonly ref: string; readonly incident: IncidentRow }[]
  /** Walkarounds; `ref` is null for one that names no trip. */
  readonly checks: readonly { readonly ref: string | null; readonly check: VehicleCheckRow }[]
  readonly locations: readonly LocationRow[]
  readonly consents: readonly Row<'consents'>[]
  readonly requests: readonly Row<'privacyRequests'>[]
  readonly messages: readonly MessageRow[]
  readonly dbsReadings: readonly Row<'dbsReadings'>[]
}

/** Hands a driver everything held on them, and writes down that it did. Refuses `rate_limited` after two in 24 hours. */
export async function exportDriver(tx: Writer, app: AppContext, caller: DriverCaller): Promise<DriverExport> {
  const { driverId } = caller
  await lockDriver(tx, driverId)
  // Read after the lock, for which this may have waited while others were handed theirs.
  const now = app.clock()
  const allowedAt = exportAllowedAt(await exportsSince(tx, driverId, now - dayMs), now)
  if (allowedAt !== null) {
    const wait = Math.ceil((allowedAt - now) / 1000)
    throw new Refusal('rate_limited', `Two exports a day; the next one is welcome in ${wait} s.`, {}, wait)
  }
  await insertPrivacyRequest(tx, { driverId, kind: 'export', status: 'done', doneAt: now, createdAt: now })
  const driver = await driverOf(tx, caller)
  return {
    driver,
    devices: (await devicesOfDriver(tx, driverId)).map((device) => ({
      ...device,
      pushToken: showPushToken(app.secretBox, device),
    })),
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
