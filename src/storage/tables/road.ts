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
      status: c.text().notNull(),
      by: c.text().$type<'driver' | 'operator' | 'system'>().notNull(),
      occurredAt: c.instant().notNull(),
      receivedAt: c.instant().notNull(),
      latitude: c.text(),
      longitude: c.text(),
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
      point: c.json<Record<string, number | null>>().notNull(),
    },
    (t) => [c.index('locations_booking').on(t.bookingId, t.recordedAt), c.index('locations_driver').on(t.driverId)],
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
      kind: c.text().notNull(),
      odometer: c.int(),
      odometerUnit: c.text(),
      items: c.json<Record<string, unknown>[]>().notNull(),
      safeToDrive: c.bool().notNull(),
      result: c.text().notNull(),
      checkedAt: c.instant().notNull(),
      receivedAt: c.instant().notNull(),
      resolvedAt: c.instant(),
    },
    (t) => [c.index('vehicle_checks_vehicle').on(t.operatorId, t.vehicleReg, t.checkedAt)],
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
      kind: c.text().notNull(),
      severity: c.text().notNull(),
      status: c.text().notNull(),
      note: c.text(),
      delayMinutes: c.int(),
      latitude: c.text(),
      longitude: c.text(),
      occurredAt: c.instant().notNull(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.index('incidents_booking').on(t.bookingId)],
  )

  const consents = c.table(
    'consents',
    {
      id: c.id(),
      driverId: c
        .int()
        .notNull()
        .references(() => drivers.id),
      purpose: c.text().notNull(),
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
      status: c.text().notNull(),
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
      readAt: c.instant().notNull(),
    },
    (t) => [c.index('dbs_readings_driver').on(t.driverId)],
  )

  return { tripEvents, locations, vehicleChecks, incidents, consents, privacyRequests, dbsReadings }
}
