import type { ConsentPurpose, PrivacyRequestStatus } from '../../domain/consent.ts'
import type { IncidentKind, IncidentSeverity, IncidentStatus } from '../../domain/incident.ts'
import type { Fix, Point } from '../../domain/location.ts'
import type { EventStatus, Reporter } from '../../domain/progress.ts'
import type { CheckItem, CheckKind, CheckResult, OdometerUnit } from '../../domain/vehicle-check.ts'
import type { Columns } from '../columns.ts'
import type { DeliveryTables } from './delivery.ts'
import type { PeopleTables } from './people.ts'

/** What happens on the road and what is kept of the driver who was there. */
export function roadTables(c: Columns, { drivers, operators }: PeopleTables, { assignments, bookings }: DeliveryTables) {
  const tripEvents = c.table(
    'trip_events',
    {
      id: c.id(),
      bookingId: c
        .int()
        .notNull()
        .references(() => bookings.id),
      assignmentId: c.int().references(() => assignments.id),
      leg: c.int().notNull(),
      status: c.text().$type<EventStatus>().notNull(),
      by: c.text().$type<Reporter>().notNull(),
      occurredAt: c.instant().notNull(),
      receivedAt: c.instant().notNull(),
      point: c.json<Fix>(),
      passengerCount: c.int(),
      delayMinutes: c.int(),
      note: c.text(),
      revertsEventId: c.int(),
    },
    (t) => [c.index('trip_events_booking').on(t.bookingId, t.id)],
  )

  const locations = c.table(
    'locations',
    {
      id: c.id(),
      driverId: c
        .int()
        .notNull()
        .references(() => drivers.id),
      bookingId: c
        .int()
        .notNull()
        .references(() => bookings.id),
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

  const vehicleChecks = c.table(
    'vehicle_checks',
    {
      id: c.id(),
      operatorId: c
        .int()
        .notNull()
        .references(() => operators.id),
      driverId: c
        .int()
        .notNull()
        .references(() => drivers.id),
      bookingId: c.int().references(() => bookings.id),
      vehicleReg: c.text().notNull(),
      kind: c.text().$type<CheckKind>().notNull(),
      odometer: c.int(),
      odometerUnit: c.text().$type<OdometerUnit>().notNull(),
      items: c.json<CheckItem[]>().notNull(),
      safeToDrive: c.bool().notNull(),
      result: c.text().$type<CheckResult>().notNull(),
      checkedAt: c.instant().notNull(),
      receivedAt: c.instant().notNull(),
      resolvedAt: c.instant(),
    },
    (t) => [
      c.index('vehicle_checks_vehicle').on(t.operatorId, t.vehicleReg, t.checkedAt),
      c.index('vehicle_checks_driver').on(t.driverId),
      c.index('vehicle_checks_age').on(t.checkedAt),
    ],
  )

  const incidents = c.table(
    'incidents',
    {
      id: c.id(),
      bookingId: c
        .int()
        .notNull()
        .references(() => bookings.id),
      driverId: c
        .int()
        .notNull()
        .references(() => drivers.id),
      kind: c.text().$type<IncidentKind>().notNull(),
      severity: c.text().$type<IncidentSeverity>().notNull(),
      status: c.text().$type<IncidentStatus>().notNull(),
      note: c.text().notNull(),
      delayMinutes: c.int(),
      point: c.json<Fix>(),
      occurredAt: c.instant().notNull(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.index('incidents_booking').on(t.bookingId), c.index('incidents_driver').on(t.driverId)],
  )

  const consents = c.table(
    'consents',
    {
      id: c.id(),
      driverId: c
        .int()
        .notNull()
        .references(() => drivers.id),
      purpose: c.text().$type<ConsentPurpose>().notNull(),
      granted: c.bool().notNull(),
      changedAt: c.instant().notNull(),
    },
    (t) => [c.index('consents_driver').on(t.driverId)],
  )

  const privacyRequests = c.table(
    'privacy_requests',
    {
      id: c.id(),
      driverId: c
        .int()
        .notNull()
        .references(() => drivers.id),
      kind: c.text().$type<'export' | 'erasure'>().notNull(),
      status: c.text().$type<PrivacyRequestStatus>().notNull(),
      reason: c.text(),
      scheduledFor: c.instant(),
      doneAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.index('privacy_requests_driver').on(t.driverId)],
  )

  const dbsReadings = c.table(
    'dbs_readings',
    {
      id: c.id(),
      operatorId: c
        .int()
        .notNull()
        .references(() => operators.id),
      driverId: c
        .int()
        .notNull()
        .references(() => drivers.id),
      credentialId: c.int().notNull(),
      /** Days since 1970: who looks again on the same day adds nothing. */
      day: c.int().notNull(),
      readAt: c.instant().notNull(),
    },
    (t) => [c.unique('dbs_readings_once_a_day').on(t.driverId, t.credentialId, t.day)],
  )

  return { tripEvents, locations, vehicleChecks, incidents, consents, privacyRequests, dbsReadings }
}
