import { sql } from 'drizzle-orm'
import type { BlockKind } from '../../domain/block.ts'
import type { ConsentPurpose, PrivacyRequestStatus } from '../../domain/consent.ts'
import type { Point } from '../../domain/location.ts'
import type { CheckItem, CheckKind, CheckResult, OdometerUnit, Resolution } from '../../domain/vehicle-check.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { BookingTables } from './bookings.ts'

/** The tables of data about a driver apart from the account: positions, checks and consents. */
export function driverTables(c: Columns, { bookings, drivers, operators, vehicles }: AccountTables & BookingTables) {
  /**
   * A point of a driver on a leg. Written by the app, with consent. Deleted by the purge after 30 days, and at the erasure of
   * the driver.
   */
  const locations = c.table(
    'locations',
    {
      id: c.id(),
      driverId: c.ref(() => drivers.id).notNull(),
      bookingId: c.ref(() => bookings.id).notNull(),
      recordedAt: c.instant().notNull(),
      receivedAt: c.instant().notNull(),
      point: c.json<Point>().notNull(),
    },
    (t) => [
      c.index('locations_booking').on(t.bookingId, t.recordedAt),
      c.index('locations_driver').on(t.driverId),
      c.index('locations_age').on(t.recordedAt),
    ],
  )

  /**
   * Walkaround checks. Written by drivers; a later check that finds the plate fit resolves them, or a person of the operator.
   * Deleted by the purge 15 months after the check; an erasure rewrites notes.
   */
  const vehicleChecks = c.table(
    'vehicle_checks',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      driverId: c.ref(() => drivers.id).notNull(),
      bookingId: c.ref(() => bookings.id),
      vehicleReg: c.text().notNull(),
      kind: c.text().$type<CheckKind>().notNull(),
      odometer: c.int(),
      odometerUnit: c.text().$type<OdometerUnit>().notNull(),
      items: c.json<CheckItem[]>().notNull(),
      safeToDrive: c.bool().notNull(),
      result: c.text().$type<CheckResult>().notNull(),
      /** Instant at which the driver began; null if unknown. */
      startedAt: c.instant(),
      checkedAt: c.instant().notNull(),
      receivedAt: c.instant().notNull(),
      resolvedAt: c.instant(),
      resolution: c.json<Resolution>(),
    },
    (t) => [
      c.index('vehicle_checks_newest').on(t.operatorId, t.checkedAt, t.id, t.result),
      c.index('vehicle_checks_vehicle').on(t.operatorId, t.vehicleReg, t.checkedAt, t.id, t.bookingId, t.result),
      c
        .index('vehicle_checks_unsafe')
        .on(t.operatorId, t.vehicleReg, t.checkedAt)
        .where(sql`result = 'unsafe' and resolved_at is null`),
      c.index('vehicle_checks_driver').on(t.driverId, t.checkedAt, t.id),
      c.index('vehicle_checks_booking').on(t.bookingId),
      c.index('vehicle_checks_age').on(t.checkedAt),
    ],
  )

  /**
   * A consent that a driver gave or withdrew. Written by the driver; it only grows. Never deleted: it proves that tracking was
   * allowed.
   */
  const consents = c.table(
    'consents',
    {
      id: c.id(),
      driverId: c.ref(() => drivers.id).notNull(),
      purpose: c.text().$type<ConsentPurpose>().notNull(),
      granted: c.bool().notNull(),
      changedAt: c.instant().notNull(),
    },
    (t) => [c.index('consents_driver').on(t.driverId)],
  )

  /**
   * Exports and erasures that drivers requested. Written by the driver, then by the clock. Never deleted; the erasure empties
   * reasons.
   */
  const privacyRequests = c.table(
    'privacy_requests',
    {
      id: c.id(),
      driverId: c.ref(() => drivers.id).notNull(),
      kind: c.text().$type<'export' | 'erasure'>().notNull(),
      status: c.text().$type<PrivacyRequestStatus>().notNull(),
      reason: c.text(),
      scheduledFor: c.instant(),
      doneAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.index('privacy_requests_driver').on(t.driverId, t.id, t.kind)],
  )

  /**
   * A note of who saw a DBS check, once daily per credential. Written when a roster or driver is shown. Never deleted.
   */
  const dbsReadings = c.table(
    'dbs_readings',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      driverId: c.ref(() => drivers.id).notNull(),
      credentialId: c.int().notNull(),
      /** Days since 1970, so that there is one row a day. */
      day: c.int().notNull(),
      readAt: c.instant().notNull(),
    },
    (t) => [c.unique('dbs_readings_once_a_day').on(t.driverId, t.credentialId, t.day)],
  )

  /**
   * A time at which a vehicle or a driver is unavailable: it has `vehicleId` or `driverId`. Written in the portal. Deleted there,
   * and a driver's at the erasure of the driver.
   */
  const blocks = c.table(
    'blocks',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      kind: c.text().$type<BlockKind>().notNull(),
      vehicleId: c.ref(() => vehicles.id),
      driverId: c.ref(() => drivers.id),
      startsAt: c.instant().notNull(),
      endsAt: c.instant().notNull(),
      note: c.text(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.index('blocks_latest').on(t.operatorId, t.startsAt, t.id),
      c.index('blocks_vehicle').on(t.vehicleId, t.endsAt, t.startsAt).where(sql`vehicle_id is not null`),
      c.index('blocks_driver').on(t.driverId, t.endsAt, t.startsAt).where(sql`driver_id is not null`),
    ],
  )

  return { locations, vehicleChecks, consents, privacyRequests, dbsReadings, blocks }
}
