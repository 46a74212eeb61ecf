import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Occupation } from '../../domain/occupation.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import { isStillDue } from './occupations.ts'

/** A span of an operator's time that is asked for, from one instant until another (ms). */
export type DiaryAsked = { readonly operatorId: number; readonly from: number; readonly to: number }

const bookingsAndDuties = prepared('diary_bookings', ({ db, t: { assignments, bookings, customers, drivers, trips } }) =>
  db
    .select({
      booking: {
        ref: bookings.ref,
        tripStatus: bookings.tripStatus,
        departsAt: bookings.departsAt,
        endsAt: bookings.endsAt,
        finishedAt: bookings.finishedAt,
        vehiclesNeeded: bookings.vehiclesNeeded,
        isCrewed: bookings.isCrewed,
      },
      trip: { itinerary: trips.itinerary, passengerCount: trips.passengerCount },
      customer: { name: customers.name, phone: customers.phone },
      duty: assignments,
      driver: { id: drivers.id, name: drivers.name, phone: drivers.phone },
    })
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .leftJoin(
      assignments,
      and(eq(assignments.bookingId, bookings.id), isNull(assignments.endedAt), isNull(assignments.declinedAt)),
    )
    .leftJoin(drivers, eq(drivers.id, assignments.driverId))
    .where(
      and(
        eq(bookings.operatorId, sql.placeholder('operatorId')),
        eq(bookings.status, sql.raw("'active'")),
        gt(bookings.endsAt, sql.placeholder('from')),
        lt(bookings.departsAt, sql.placeholder('to')),
      ),
    ),
)

/** A booking that is on within a span, with its customer and one of the duties that stand; once without any. */
export type BookedDuty = {
  readonly booking: Pick<
    Row<'bookings'>,
    'ref' | 'tripStatus' | 'departsAt' | 'endsAt' | 'finishedAt' | 'vehiclesNeeded' | 'isCrewed'
  >
  readonly trip: Pick<Row<'trips'>, 'itinerary' | 'passengerCount'>
  readonly customer: Pick<Row<'customers'>, 'name' | 'phone'>
  readonly duty: Row<'assignments'> | null
  readonly driver: Pick<Row<'drivers'>, 'id' | 'name' | 'phone'> | null
}

/** Bookings within a span that were not called off, each as often as somebody is on it, and once where no one is. */
export async function bookedDuties(db: Reader, asked: DiaryAsked): Promise<BookedDuty[]> {
  const found = await bookingsAndDuties(db).execute(asked)
  return found.sort(
    (one, other) =>
      one.booking.departsAt - other.booking.departsAt ||
      one.booking.ref.localeCompare(other.booking.ref) ||
      (one.duty?.id ?? 0) - (other.duty?.id ?? 0),
  )
}

/** A coach of the fleet that a quote or a booking names; instants in ms. */
export type NamedCoach = {
  readonly vehicleId: number
  /** Number of the coach in the quote, from 1; below 0 as long as a change has named it and it was given to no one since. */
  readonly vehicleNo: number
  readonly what: Occupation['what']
  readonly ref: string
  readonly from: number
  readonly to: number
  readonly passengerCount: number
  readonly maskedItinerary: Row<'trips'>['maskedItinerary']
}

/** The coaches of these that quotes and bookings name within a span (ms), as long as no other was given in their place. */
export async function promisesWithin(
  handle: Reader,
  vehicleIds: readonly number[],
  { from, to }: Omit<DiaryAsked, 'operatorId'>,
): Promise<NamedCoach[]> {
  if (vehicleIds.length === 0) return []
  const { bookings, promisedVehicles, quotes, trips } = handle.t
  const what = sql<
    Occupation['what']
  >`case ${quotes.status} when 'booked' then 'booking' when 'confirmed' then 'confirmed' else 'likely' end`
  return handle.db
    .select({
      vehicleId: promisedVehicles.vehicleId,
      vehicleNo: promisedVehicles.vehicleNo,
      what,
      ref: trips.ref,
      from: promisedVehicles.departsAt,
      to: promisedVehicles.endsAt,
      passengerCount: trips.passengerCount,
      maskedItinerary: trips.maskedItinerary,
    })
    .from(promisedVehicles)
    .innerJoin(quotes, eq(quotes.id, promisedVehicles.quoteId))
    .innerJoin(trips, eq(trips.id, promisedVehicles.tripId))
    .leftJoin(bookings, eq(bookings.tripId, promisedVehicles.tripId))
    .where(
      and(
        inArray(promisedVehicles.vehicleId, [...vehicleIds]),
        gt(promisedVehicles.endsAt, from),
        lt(promisedVehicles.departsAt, to),
        or(isNull(bookings.id), isStillDue(handle)),
      ),
    )
}

const vehicleBlocks = prepared('diary_vehicle_blocks', (handle) => blocked(handle, 'vehicles', 'vehicleId'))
const driverBlocks = prepared('diary_driver_blocks', (handle) => blocked(handle, 'drivers', 'driverId'))

function blocked({ db, t }: Reader, of: 'vehicles' | 'drivers', key: 'vehicleId' | 'driverId') {
  const { blocks } = t
  const rows = t[of] as Reader['t']['vehicles']
  const isMeanwhile = and(
    eq(blocks[key], rows.id),
    gt(blocks.endsAt, sql.placeholder('from')),
    lt(blocks.startsAt, sql.placeholder('to')),
  )
  return db
    .select({ id: blocks.id, rowId: rows.id, kind: blocks.kind, from: blocks.startsAt, to: blocks.endsAt })
    .from(rows)
    .innerJoin(blocks, isMeanwhile)
    .where(and(eq(rows.operatorId, sql.placeholder('operatorId')), isNull(rows.removedAt)))
}

/** Blocks within a span: times at which the coaches of a fleet, or the drivers of a roster, are not to be had. */
export function blocksWithin(db: Reader, by: 'vehicle' | 'driver', asked: DiaryAsked) {
  return (by === 'vehicle' ? vehicleBlocks : driverBlocks)(db).execute(asked)
}
