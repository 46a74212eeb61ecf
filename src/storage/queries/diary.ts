import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Occupation } from '../../domain/occupation.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import { isStillDue } from './occupations.ts'

/** A requested span of an operator's time, from one instant until another (ms). */
export type DiaryAsked = { readonly operatorId: number; readonly from: number; readonly to: number }

const bookingsAndDuties = prepareStatement('diary_bookings', ({ db, t: { assignments, bookings, customers, drivers, trips } }) =>
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

/** A booking within a span, with its customer and one of its active duties; once without duties. */
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

/** Lists active bookings within a span, once for each duty, and once without duties. */
export async function listBookedDuties(db: Reader, asked: DiaryAsked): Promise<BookedDuty[]> {
  const found = await bookingsAndDuties(db).execute(asked)
  return found.sort(
    (one, other) =>
      one.booking.departsAt - other.booking.departsAt ||
      one.booking.ref.localeCompare(other.booking.ref) ||
      (one.duty?.id ?? 0) - (other.duty?.id ?? 0),
  )
}

/** A fleet vehicle that a quote or a booking names; instants in ms. */
export type NamedCoach = {
  readonly vehicleId: number
  /** Number of the vehicle in the quote, from 1; below 0 if an amendment named it and no vehicle was assigned since. */
  readonly vehicleNo: number
  readonly what: Occupation['what']
  readonly ref: string
  readonly from: number
  readonly to: number
  readonly passengerCount: number
  readonly maskedItinerary: Row<'trips'>['maskedItinerary']
  readonly quote: Pick<Row<'quotes'>, 'priceAmount' | 'currencyCode' | 'validUntil'>
}

/** The vehicles that quotes and bookings name within a span (ms), until another is assigned as a replacement. */
export async function listPromisesWithin(
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
      quote: { priceAmount: quotes.priceAmount, currencyCode: quotes.currencyCode, validUntil: quotes.validUntil },
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

const vehicleBlocks = prepareStatement('diary_vehicle_blocks', (handle) => selectDiaryBlocks(handle, 'vehicles', 'vehicleId'))
const driverBlocks = prepareStatement('diary_driver_blocks', (handle) => selectDiaryBlocks(handle, 'drivers', 'driverId'))

function selectDiaryBlocks({ db, t }: Reader, of: 'vehicles' | 'drivers', key: 'vehicleId' | 'driverId') {
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

/** Blocks within a span, of the coaches of a fleet or the drivers of a roster. */
export function listBlocksWithin(db: Reader, by: 'vehicle' | 'driver', asked: DiaryAsked) {
  return (by === 'vehicle' ? vehicleBlocks : driverBlocks)(db).execute(asked)
}
