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

/** A booked trip, who drives it, and what happens on the road. */
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
      /** Counts up whenever what was booked is changed. */
      revision: c.int().notNull().default(1),
      priceAmount: c.int().notNull(),
      depositAmount: c.int().notNull(),
      balanceAmount: c.int().notNull(),
      commissionAmount: c.int().notNull(),
      payoutAmount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      /**
       * Way of paying that was agreed, as the operator says, with the next two; null where the money of a deposit made
       * the booking.
       */
      terms: c.text().$type<Agreement['terms']>(),
      agreedBy: c.text().$type<Agreement['agreedBy']>(),
      poNumber: c.text(),
      paymentStatus: c.text().$type<BookingPaymentStatus>().notNull(),
      balanceDueAt: c.instant(),
      /** Instant at which the customer asked for an invoice that is not issued yet. */
      invoiceRequestedAt: c.instant(),
      /** The sum of its extras; with the next three worked out from payments and extras whenever one of them moves. */
      extrasAmount: c.int().notNull().default(0),
      /** Minor units that are cleared, less what went back. */
      paidAmount: c.int().notNull().default(0),
      dueAmount: c.int().notNull().default(0),
      /** Instant at which what is due counts as overdue; null while nothing is due. */
      overdueAt: c.instant(),
      departsAt: c.instant().notNull(),
      endsAt: c.instant().notNull(),
      /** Whether a change of it was ever asked for. */
      hasAmendments: c.bool().notNull().default(false),
      /** Coaches that go, where an amendment changed what the quote offers; null where they are those of the quote. */
      vehicles: c.json<readonly QuoteVehicle[]>(),
      /** Number of coaches it takes. */
      vehiclesNeeded: c.int().notNull().default(1),
      /** Number of them that somebody is on; null as long as it was given to no one. Written with the next two. */
      vehiclesAssigned: c.int(),
      /** Whether each coach has somebody to drive it wherever the group is still to be driven. */
      isCrewed: c.bool().notNull().default(false),
      /** Duty of the driver who drives the first coach, or declined to. */
      assignmentId: c.int(),
      cancellation: c.json<Cancellation>(),
      /** Text it is found by, as `searchTextOfTrip` makes it; null until a start has made that of an older row. */
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
      // Those that may reach into another day than the one they begin on or the next: over twelve hours.
      c
        .index('bookings_tours')
        .on(t.operatorId, t.departsAt, t.endsAt, t.id, t.status)
        .where(sql`ends_at - departs_at > 43200000`),
    ],
  )

  /**
   * A duty: who is on which coach of a booking, as what and on which legs. Written by the operator, then by the driver's answer and the
   * log. Never deleted; an erasure rewrites the reason of a decline and where to report.
   */
  const assignments = c.table(
    'assignments',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      driverId: c.ref(() => drivers.id).notNull(),
      vehicleReg: c.text().notNull(),
      vehicleId: c.ref(() => vehicles.id),
      /** Number of the coach among those of the booking, counted from 1. */
      vehicleNo: c.int().notNull().default(1),
      role: c.text().$type<DutyRole>().notNull().default('driver'),
      /** By their sequences; null for all. */
      legs: c.json<readonly number[]>(),
      reportAt: c.instant(),
      reportPlace: c.text(),
      /** Number of passengers who ride in this coach, where that was said. */
      passengerCount: c.int(),
      /** State of the coach on these legs, or of the staffing before the first of them; written with the log. */
      tripStatus: c.text().$type<TripStatus>().notNull().default('assigned'),
      /**
       * Instants between which they are on the road: worked out from the legs of the trip, so that one index tells who
       * is free.
       */
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
   * The log of a booking. Written by drivers, operators and the clock; it only grows. A change of the booking counts coaches anew. Never deleted; an erasure takes out points and
   * names.
   */
  const tripEvents = c.table(
    'trip_events',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      assignmentId: c.ref(() => assignments.id),
      /**
       * Number of the coach whose log it is: each has its own. A change of the booking may count them anew; 0 is one it
       * called off.
       */
      vehicleNo: c.int().notNull().default(1),
      leg: c.int().notNull(),
      status: c.text().$type<EventStatus>().notNull(),
      by: c.text().$type<Reporter>().notNull(),
      occurredAt: c.instant().notNull(),
      /** The time that the phone sent, where the server used another for `occurredAt`. */
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
   * An incident on a trip. Written by its driver, or its customer who lost something, until 14 days after the end; then
   * closed and opened by the operator's people. Never deleted; an erasure takes out the point and names.
   */
  const incidents = c.table(
    'incidents',
    {
      id: c.id(),
      /** Copied from the booking, where it never changes, so that one index lists an account's. */
      operatorId: c.ref(() => operators.id).notNull(),
      bookingId: c.ref(() => bookings.id).notNull(),
      /** Driver who told of it; null for the customer. */
      driverId: c.ref(() => drivers.id),
      /** The coach its driver was on, as in the log. */
      vehicleNo: c.int().notNull().default(1),
      kind: c.text().$type<IncidentKind>().notNull(),
      severity: c.text().$type<IncidentSeverity>().notNull(),
      status: c.text().$type<IncidentStatus>().notNull(),
      note: c.text().notNull(),
      delayMinutes: c.int(),
      point: c.json<Fix>(),
      /** The last closing or opening of it: when, by whom, and why. */
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
   * An extra on top of a price. Written by the operator until 14 days after the end. Never deleted: what was taken back
   * has `removedAt`.
   */
  const extras = c.table(
    'extras',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      kind: c.text().$type<ExtraKind>().notNull(),
      /** Minutes, miles or what else the kind counts; the amount is the sum. */
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
   * A change of what was booked, wished for, proposed or made. Written by the operator, the customer or the platform, then by their
   * answers, the charge and the clock. Never deleted; forgetting an operator's own customer takes homes and names out.
   */
  const amendments = c.table(
    'amendments',
    {
      id: c.id(),
      bookingId: c.ref(() => bookings.id).notNull(),
      status: c.text().$type<AmendmentStatus>().notNull(),
      by: c.text().$type<Amender>().notNull(),
      changes: c.packed(packedChanges).notNull(),
      /** Values that stood in the place of the changes when they were asked for. */
      before: c.packed(packedChanges).notNull(),
      /** Drives that were found for its legs when it was asked for; null where it is older than they are kept. */
      drives: c.json<readonly LegDrive[]>(),
      /** Minor units that the booking is to cost; null where the price stays. */
      priceAmount: c.int(),
      /** By how much more that is than it cost before. */
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
