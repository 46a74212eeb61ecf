import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Itinerary } from '../../domain/itinerary.ts'
import { buildBulkStatement } from '../rows/bulk.ts'
import { createFinder, createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { createSalt } from '../secret-box.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

export type TripRow = Row<'trips'>

export const insertCustomer = createInserter('customers')
export const saveCustomer = createSaver('customers', ['email'])

const insertWhole = createInserter('trips')

/** Inserts a trip, with a salt for its emailed links. */
export function insertTrip(tx: Writer, trip: Omit<NewRow<'trips'>, 'linkSalt'>): Promise<TripRow> {
  return insertWhole(tx, { ...trip, linkSalt: createSalt() })
}

export const saveTrip = createSaver('trips', ['status'])

export const findTripByRef = createFinder('trips', 'ref')

export const findTrip = createFinder('trips', 'id')

const itinerariesByIds = buildBulkStatement('itineraries_of_trips', ['id'], ({ db, t: { trips } }, places) =>
  db
    .select({ id: trips.id, itinerary: trips.itinerary })
    .from(trips)
    .where(
      inArray(
        trips.id,
        places.map(({ id }) => id),
      ),
    ),
)

/** The whole itineraries of trips, by their ids. */
export async function listItineraries(db: Reader, ids: readonly number[]): Promise<Map<number, Itinerary>> {
  const found = await itinerariesByIds(
    db,
    ids.map((id) => ({ id })),
  )
  return new Map(found.flat().map(({ id, itinerary }) => [id, itinerary]))
}

/** The part of a trip that decides its automatic changes, its operator, and its possible drivers. */
export type TripTimes = Pick<
  TripRow,
  'id' | 'status' | 'operatorId' | 'departsAt' | 'endsAt' | 'quoteBy' | 'updatedAt' | 'passengerCount'
>

const timesByRef = prepareStatement('trip_times', ({ db, t: { trips, scheduler } }) =>
  db
    .select({
      trip: {
        id: trips.id,
        status: trips.status,
        operatorId: trips.operatorId,
        departsAt: trips.departsAt,
        endsAt: trips.endsAt,
        quoteBy: trips.quoteBy,
        updatedAt: trips.updatedAt,
        passengerCount: trips.passengerCount,
      },
      dueAt: scheduler.dueAt,
    })
    .from(trips)
    .leftJoin(scheduler, and(eq(scheduler.kind, sql.placeholder('kind')), eq(scheduler.subjectId, trips.id)))
    .where(eq(trips.ref, sql.placeholder('ref'))),
)

/** The times of a trip, with the due date of its task of this kind (ms; null without one); null without the trip. */
export async function findTripTimes(db: Reader, ref: string, kind: string) {
  return takeFirstRow(await timesByRef(db).execute({ ref, kind }))
}

const customerByRef = prepareStatement('customer_of_ref', ({ db, t: { bookings, customers, trips } }) =>
  db
    .select({ tripId: trips.id, email: customers.email, operatorId: bookings.operatorId })
    .from(trips)
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .leftJoin(bookings, eq(bookings.tripId, trips.id))
    .where(eq(trips.ref, sql.placeholder('ref'))),
)

/** The address of the customer of a trip, and its operator (null without a booking); null without the trip. */
export async function findCustomerOfRef(db: Reader, ref: string) {
  return takeFirstRow(await customerByRef(db).execute({ ref }))
}

const customerById = createFinder('customers', 'id')

export async function findCustomerOfTrip(db: Reader, trip: TripRow): Promise<Row<'customers'>> {
  const found = await customerById(db, trip.customerId)
  if (found === null) throw new Error(`trip ${trip.id} has no customer`)
  return found
}
