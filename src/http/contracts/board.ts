import { Type } from '@sinclair/typebox'
import type { Board, BoardTrip } from '../../actions/office/board.ts'
import { tripStatuses } from '../../domain/booking.ts'
import { dutyRoles } from '../../domain/duty.ts'
import { toInstant } from '../../domain/instant.ts'
import { openPointKinds, severities, subjectKinds } from '../../domain/open-point.ts'
import { defineContract, type Showing } from '../contract.ts'
import { date, input, moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { asBooking, Booking } from './booking.ts'
import { asRecord } from './fields.ts'
import { asTripEvent, TripEvent } from './trip-event.ts'

export const BoardQuery = input({ day: Type.Optional(date()), only: Type.Optional(oneOf(['trips'])) })

/** The trip of an open point. */
const OpenPointTripRecord = record({
  summary: Type.String(),
  pickup_label: Type.String(),
  dropoff_label: Type.String(),
  departs_at: moment(),
  passenger_count: Type.Integer(),
  customer_name: nullable(Type.String()),
  vehicle_reg: nullable(Type.String()),
})

const OpenPoint = record({
  kind: oneOf(openPointKinds),
  ref: nullable(Type.String()),
  subject: nullable(record({ kind: oneOf(subjectKinds), id: Type.Integer() })),
  summary: Type.String(),
  due_at: nullable(moment()),
  severity: oneOf(severities),
  trip: nullable(OpenPointTripRecord),
  amount: nullable(Type.Integer()),
  currency_code: nullable(Type.String()),
  subject_name: nullable(Type.String()),
})

const BoardDuty = record({
  vehicle_no: Type.Integer(),
  role: oneOf(dutyRoles),
  driver: nullable(record({ id: Type.Integer(), name: Type.String(), phone: nullable(Type.String()) })),
  vehicle_reg: Type.String(),
  status: oneOf(tripStatuses),
})

const BoardTripRecord = record({
  ...Booking.properties,
  customer: nullable(record({ name: Type.String(), organisation: nullable(Type.String()), phone: nullable(Type.String()) })),
  duties: Type.Array(BoardDuty),
  late_minutes: nullable(Type.Integer()),
  last_location_at: nullable(moment()),
  last_event: nullable(TripEvent),
})

const counted = Type.Optional(Type.Integer())

const BoardRecord = record({
  day: Type.String(),
  needs_you: Type.Array(OpenPoint),
  trips: Type.Optional(Type.Array(BoardTripRecord)),
  counts: record({
    fresh: counted,
    closing: counted,
    requests: counted,
    unstaffed_48h: counted,
    overdue: counted,
    incidents_open: counted,
  }),
  next_departure: Type.Optional(record({ ref: Type.String(), departs_at: moment(), summary: Type.String() })),
})

function asBoardTrip(trip: BoardTrip, showing: Showing): Of<typeof BoardTripRecord> {
  const { record: booked, duties, lastEvent, lastLocationAt } = trip
  return {
    ...asBooking(booked, showing),
    customer: trip.customer,
    duties: duties.map(({ duty, driver }) => asRecord(BoardDuty, duty, { driver, status: duty.tripStatus })),
    late_minutes: trip.lateMinutes,
    last_location_at: lastLocationAt === null ? null : toInstant(lastLocationAt),
    last_event: lastEvent && asTripEvent(lastEvent, booked.trip.timezone),
  }
}

/** The board of a day: items that need attention, trips, and counts. Excludes data that the reader may not read. */
export const BoardView = defineContract(BoardRecord, (board: Board, showing) => {
  const { day, needsYou, tripsOfPoints, trips, counts, next } = board
  const { unstaffed48h, incidentsOpen, ...others } = counts
  return {
    day,
    needs_you: needsYou.map((point) => {
      const trip = tripsOfPoints.get(point.ref ?? point.nextRef ?? '')
      return asRecord(OpenPoint, point, {
        trip: trip === undefined ? null : asRecord(OpenPointTripRecord, trip, {}),
        amount: point.sum?.amount ?? null,
        currency_code: point.sum?.currencyCode ?? null,
        subject_name: point.subjectName ?? null,
      })
    }),
    ...(trips && { trips: trips.map((trip) => asBoardTrip(trip, showing)) }),
    counts: {
      ...others,
      ...(unstaffed48h !== undefined && { unstaffed_48h: unstaffed48h }),
      ...(incidentsOpen !== undefined && { incidents_open: incidentsOpen }),
    },
    ...(next && { next_departure: { ref: next.ref, departs_at: toInstant(next.departsAt), summary: next.summary } }),
  }
})
