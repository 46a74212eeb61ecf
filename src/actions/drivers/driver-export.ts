import type { DriverCaller } from '../../domain/caller.ts'
import { findExportAllowedTime } from '../../domain/consent.ts'
import { dayMs } from '../../domain/instant.ts'
import { Refusal } from '../../domain/refusal.ts'
import { lockDriver } from '../../storage/locks.ts'
import { type BlockRow, listBlocksOfDriver } from '../../storage/queries/blocks.ts'
import { listDbsReadings } from '../../storage/queries/dbs-readings.ts'
import type { DeviceRow } from '../../storage/queries/devices.ts'
import { listAssignmentsOfDriver, type OwnAssignment } from '../../storage/queries/driver-trips.ts'
import type { DriverRow } from '../../storage/queries/drivers.ts'
import { type IncidentRow, listIncidentsByDriver } from '../../storage/queries/incidents.ts'
import { type LocationRow, listLocations } from '../../storage/queries/locations.ts'
import { listMessagesToDriver, type MessageRow } from '../../storage/queries/messages.ts'
import {
  insertPrivacyRequest,
  listConsents,
  listDevicesOfDriver,
  listExportsSince,
  listPrivacyRequests,
} from '../../storage/queries/privacy.ts'
import { listTripEventsByDriver, type TripEventRow } from '../../storage/queries/trip-events.ts'
import { listChecksByDriver, type VehicleCheckRow } from '../../storage/queries/vehicle-checks.ts'
import { showPushToken } from '../../storage/rows/encryption.ts'
import type { Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import type { AppContext } from '../context.ts'
import { findOwnDriver } from './driver-me.ts'

/** All data stored about a driver; about other people only what the driver entered. */
export type DriverExport = {
  readonly driver: DriverRow
  /** Devices with their decrypted push tokens; null for a device without notices, or a token that cannot be decrypted. */
  readonly devices: readonly (DeviceRow & { readonly pushToken: string | null })[]
  readonly assignments: readonly OwnAssignment[]
  readonly blocks: readonly BlockRow[]
  readonly events: readonly { readonly ref: string; readonly event: TripEventRow }[]
  readonly incidents: readonly { readonly ref: string; readonly incident: IncidentRow }[]
  /** Walkarounds; `ref` is null for one without a trip. */
  readonly checks: readonly { readonly ref: string | null; readonly check: VehicleCheckRow }[]
  readonly locations: readonly LocationRow[]
  readonly consents: readonly Row<'consents'>[]
  readonly requests: readonly Row<'privacyRequests'>[]
  readonly messages: readonly MessageRow[]
  readonly dbsReadings: readonly Row<'dbsReadings'>[]
}

/** Exports all data stored about a driver, and records the export. Refuses `rate_limited` after two in 24 hours. */
export async function exportDriver(tx: Writer, app: AppContext, caller: DriverCaller): Promise<DriverExport> {
  const { driverId } = caller
  await lockDriver(tx, driverId)
  // Read after the lock, because other exports may have run before it.
  const now = app.clock()
  const allowedAt = findExportAllowedTime(await listExportsSince(tx, driverId, now - dayMs), now)
  if (allowedAt !== null) {
    const wait = Math.ceil((allowedAt - now) / 1000)
    throw new Refusal('rate_limited', `You can export your data twice a day. Try again in ${wait} s.`, {}, wait)
  }
  await insertPrivacyRequest(tx, { driverId, kind: 'export', status: 'done', doneAt: now, createdAt: now })
  const driver = await findOwnDriver(tx, caller)
  return {
    driver,
    devices: (await listDevicesOfDriver(tx, driverId)).map((device) => ({
      ...device,
      pushToken: showPushToken(app.secretBox, device),
    })),
    assignments: await listAssignmentsOfDriver(tx, driverId),
    blocks: await listBlocksOfDriver(tx, driverId),
    events: await listTripEventsByDriver(tx, driverId),
    incidents: await listIncidentsByDriver(tx, driverId),
    checks: await listChecksByDriver(tx, driverId),
    locations: await listLocations(tx, driverId),
    consents: await listConsents(tx, driverId),
    requests: await listPrivacyRequests(tx, driverId),
    messages: await listMessagesToDriver(tx, driver),
    dbsReadings: await listDbsReadings(tx, driverId),
  }
}
