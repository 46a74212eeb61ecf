import { sql } from 'drizzle-orm'
import type { Agreement } from '../../domain/agreement.ts'
import type { Amender, AmendmentStatus } from '../../domain/amendment.ts'
import type { BookingPaymentStatus, BookingStatus, Cancellation, TripStatus } from '../../domain/booking.ts'
import type { DutyRole } from '../../domain/duty.ts'
import type { ExtraKind } from '../../domain/extra.ts'
import type { IncidentKind, IncidentSeverity, IncidentStatus } from '../../domain/incident.ts'
import type { Fix } from '../../domain/location.ts'
import type { EventStatus, Reporter } from '../../domain/progress.ts'
import type { QuoteVehicle } from '../../domain/quote.ts'
import type { LegDrive } from '../../domain/road-distance.ts'
import type { Columns } from '../columns.ts'
import { packedChanges } from '../rows/packed-changes.ts'
import type { AccountTables } from './accounts.ts'
import type { QuoteTables } from './quotes.ts'
import type { TripTables } from './trips.ts'

/** Tables of booked trips, their drivers and events on the road. */
export function bookingTables(
  c: Columns,
  { drivers, operators, payments, quotes, trips, users, vehicles }: AccountTables & TripTables & QuoteTables,
) {
  /** A trip that is won. Written when its money clears, then by crewing, the log, cancelling and the clock. Never deleted. */
  const bookings = c.table(
    'bookings',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      ref: c.text().notNull(),
      operatorId: c.ref(() => operators.id).notNull(),
      quoteId: c.ref(() => quotes.id).notNull(),
      status: c.text().$type<BookingStatus>().notNull(),
      tripStatus: c.text().$type<TripStatus>().notNull(),
      /** Counts up with each change of the booking. */
      revision: c.int().notNull().default(1),
      priceAmount: c.int().notNull(),
      depositAmount: c.int().notNull(),
      balanceAmount: c.int().notNull(),
      commissionAmount: c.int().notNull(),
      payoutAmount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      /** Agreed payment terms, as the operator reports them, with the next two; null for a booking made by a deposit. */
      terms: c.text().$type<Agreement['terms']>(),
      agreedBy: c.text().$type<Agreement['agreedBy']>(),
      poNumber: c.text(),
      paymentStatus: c.text().$type<BookingPaymentStatus>().notNull(),
      balanceDueAt: c.instant(),
      /** Instant at which the customer requested an invoice that is not issued yet. */
      invoiceRequestedAt: c.instant(),
      /** The sum of its extras. With the next three, recalculated after each change of payments and extras. */
      extrasAmount: c.int().notNull().default(0),
      /** Cleared payments less refunds, in minor units. */
      paidAmount: c.int().notNull().default(0),
      dueAmount: c.int().notNull().default(0),
      /** Instant at which an amount due counts as overdue; null while nothing is due. */
      overdueAt: c.instant(),
      departsAt: c.instant().notNull(),
      endsAt: c.instant().notNull(),
      /** Whether an amendment of it was ever requested. */
      hasAmendments: c.bool().notNull().default(false),
      /** Vehicles of the booking, if an amendment changed those of the quote; otherwise null. */
      vehicles: c.json<readonly QuoteVehicle[]>(),
      /** Number of its vehicles. */
      vehiclesNeeded: c.int().notNull().default(1),
      /** Number of them with a driver; null while the booking was never assigned. Written with the next two. */
      vehiclesAssigned: c.int(),
      /** Whether each vehicle has a driver on every remaining leg. */
      isCrewed: c.bool().notNull().default(false),
      /** Duty of the first vehicle's driver, or of a driver who declined it. */
      assignmentId: c.int(),
      cancellation: c.json<Cancellation>(),
      /** Search text from `buildTripSearchText`; null until a start fills it in for an older row. */
      searchText: c.text(),
      confirmedAt: c.instant().notNull(),
      cancelledAt: c.instant(),
      finishedAt: c.instant(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('bookings_trip').on(t.tripId),
      c.unique('bookings_ref').on(t.ref),
      c.index('bookings_diary').on(t.operatorId, t.status, t.departsAt, t.id),
      c.index('bookings_under_way').on(t.operatorId, t.endsAt, t.departsAt).where(sql`status = 'active'`),
      // Also serves the whole diary in its order.
      c.index('bookings_search').on(t.operatorId, t.departsAt, t.id, t.searchText),
      c.index('bookings_unsearchable').on(t.searchText).where(sql`search_text is null`),
      c.index('bookings_changed').on(t.operatorId, t.updatedAt, t.departsAt, t.id, t.status),
      c
        .index('bookings_invoice_requested')
        .on(t.operatorId, t.invoiceRequestedAt, t.id)
        .where(sql`status = 'active' and invoice_requested_at is not null`),
      c.index('bookings_owing').on(t.operatorId, t.overdueAt, t.id).where(sql`overdue_at is not null`),
      // Bookings that may last beyond the day after their first: over twelve hours.
      c
        .index('bookings_tours')
        .on(t.operatorId, t.departsAt, t.endsAt, t.id, t.status)
        .where(sql`ends_at - departs_at > 43200000`),
    ],
  )

  /**
   * A duty: a driver on a vehicle of a booking, with role and legs. Written by the operator, then by the driver's answer and the
   * log. Never deleted; an erasure rewrites the reason of a decline and the place to report.
   */
  const assignments = c.table(
    'assignments',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      driverId: c.ref(() => drivers.id).notNull(),
      vehicleReg: c.text().notNull(),
      vehicleId: c.ref(() => vehicles.id),
      /** Number of the coach in the booking, counted from 1. */
      vehicleNo: c.int().notNull().default(1),
      role: c.text().$type<DutyRole>().notNull().default('driver'),
      /** Sequences of the legs; null for all. */
      legs: c.json<readonly number[]>(),
      reportAt: c.instant(),
      reportPlace: c.text(),
      /** Number of passengers who ride in this vehicle, if given. */
      passengerCount: c.int(),
      /** Status of the coach on these legs, or of the staffing before the first step; written with the log. */
      tripStatus: c.text().$type<TripStatus>().notNull().default('assigned'),
      /** Span on the road, derived from the legs of the trip, so that one index shows free drivers. */
      departsAt: c.instant().notNull().default(0),
      endsAt: c.instant().notNull().default(0),
      assignedAt: c.instant().notNull(),
      seenAt: c.instant(),
      acknowledgedAt: c.instant(),
      declinedAt: c.instant(),
      declineReason: c.text(),
      endedAt: c.instant(),
    },
    (t) => [
      c.index('assignments_booking').on(t.bookingId),
      c.index('assignments_of_driver').on(t.driverId, t.bookingId),
      c.index('assignments_driver').on(t.driverId, t.endsAt, t.departsAt).where(sql`ended_at is null`),
      c.index('assignments_vehicle').on(t.vehicleReg, t.endsAt, t.departsAt).where(sql`ended_at is null`),
      c.index('assignments_fleet').on(t.vehicleId, t.endsAt, t.departsAt).where(sql`ended_at is null`),
    ],
  )

  /**
   * The log of a booking. Written by drivers, operators and the clock; it only grows. An amendment renumbers vehicles. Never
   * deleted; an erasure removes points and names.
   */
  const tripEvents = c.table(
    'trip_events',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      assignmentId: c.ref(() => assignments.id),
      /** Number of the vehicle. An amendment may renumber it; 0 is a removed vehicle. */
      vehicleNo: c.int().notNull().default(1),
      leg: c.int().notNull(),
      status: c.text().$type<EventStatus>().notNull(),
      by: c.text().$type<Reporter>().notNull(),
      occurredAt: c.instant().notNull(),
      /** The time that the phone sent, if the server used another for `occurredAt`. */
      sentAt: c.instant(),
      receivedAt: c.instant().notNull(),
      point: c.json<Fix>(),
      passengerCount: c.int(),
      delayMinutes: c.int(),
      note: c.text(),
      revertsEventId: c.int(),
    },
    (t) => [
      c.index('trip_events_booking').on(t.bookingId, t.id),
      c.index('trip_events_assignment').on(t.assignmentId),
      c.index('trip_events_arrived').on(t.bookingId, t.leg, t.id).where(sql`status = 'arrived'`),
    ],
  )

  /**
   * An incident on a trip. Written by its driver, or its customer who lost something, until 14 days after the end; then closed
   * and reopened by the operator's people. Never deleted; an erasure removes the point and names.
   */
  const incidents = c.table(
    'incidents',
    {
      id: c.id(),
      /** Copied from the booking, where it never changes, so that one index lists an account's rows. */
      operatorId: c.ref(() => operators.id).notNull(),
      bookingId: c.ref(() => bookings.id).notNull(),
      /** Driver who reported it; null for the customer. */
      driverId: c.ref(() => drivers.id),
      /** The vehicle of its driver, as in the log. */
      vehicleNo: c.int().notNull().default(1),
      kind: c.text().$type<IncidentKind>().notNull(),
      severity: c.text().$type<IncidentSeverity>().notNull(),
      status: c.text().$type<IncidentStatus>().notNull(),
      note: c.text().notNull(),
      delayMinutes: c.int(),
      point: c.json<Fix>(),
      /** The last closing or reopening: time, person and reason. */
      movedAt: c.instant(),
      movedById: c.ref(() => users.id),
      moveNote: c.text(),
      occurredAt: c.instant().notNull(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.index('incidents_booking').on(t.bookingId),
      c.index('incidents_driver').on(t.driverId),
      c.index('incidents_newest').on(t.operatorId, t.createdAt, t.id),
      c.index('incidents_by_status').on(t.operatorId, t.status, t.createdAt, t.id),
    ],
  )

  /**
   * An extra on top of a price. Written by the operator until 14 days after the end. Never deleted: a withdrawn one has
   * `removedAt`.
   */
  const extras = c.table(
    'extras',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      kind: c.text().$type<ExtraKind>().notNull(),
      /** Minutes, miles or another unit of the kind; the amount is the sum. */
      quantity: c.json<number>(),
      amount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      note: c.text(),
      addedAt: c.instant().notNull(),
      removedAt: c.instant(),
    },
    (t) => [c.index('extras_booking').on(t.bookingId, t.removedAt, t.id)],
  )

  /**
   * An amendment of a booking: wished, proposed or applied. Written by the operator, the customer or the platform, then by their
   * answers, the charge and the clock. Never deleted; erasing an operator's own customer removes homes and names.
   */
  const amendments = c.table(
    'amendments',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      status: c.text().$type<AmendmentStatus>().notNull(),
      by: c.text().$type<Amender>().notNull(),
      changes: c.packed(packedChanges).notNull(),
      /** Earlier values of the changes, at the time of the request. */
      before: c.packed(packedChanges).notNull(),
      /** Drives of its legs at the time of the request; null if it is older than this column. */
      drives: c.json<readonly LegDrive[]>(),
      /** The new price of the booking in minor units; null if it does not change. */
      priceAmount: c.int(),
      /** Increase of the price. */
      priceDifferenceAmount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      reason: c.text(),
      declineReason: c.text(),
      /** The charge of the difference, once the customer has accepted. */
      paymentId: c.ref(() => payments.id),
      respondBy: c.instant(),
      createdAt: c.instant().notNull(),
      closedAt: c.instant(),
    },
    (t) => [
      c.index('amendments_booking').on(t.bookingId, t.id),
      c.index('amendments_wished').on(t.id, t.bookingId).where(sql`status = 'wished'`),
    ],
  )

  return { bookings, assignments, tripEvents, incidents, extras, amendments }
}

export type BookingTables = ReturnType<typeof bookingTables>
