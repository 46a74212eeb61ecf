import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Itinerary } from '../../domain/itinerary.ts'
import { inBulk } from '../rows/bulk.ts'
import { finder, firstRow, inserter, saver } from '../rows/statements.ts'
import { randomSalt } from '../secret-box.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

export type TripRow = Row<'trips'>

export const insertCustomer = inserter('customers')
export const saveCustomer = saver('customers', ['email'])

const insertWhole = inserter('trips')

/** Inserts a trip, with a salt for its emailed links. */
export function insertTrip(tx: Writer, trip: Omit<NewRow<'trips'>, 'linkSalt'>): Promise<TripRow> {
  return insertWhole(tx, { ...trip, linkSalt: randomSalt() })
}

export const saveTrip = saver('trips', ['status'])

export const findTripByRef = finder('trips', 'ref')

export const findTrip = finder('trips', 'id')

const itinerariesByIds = inBulk('itineraries_of_trips', ['id'], ({ db, t: { trips } }, places) =>
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
export async function itinerariesOf(db: Reader, ids: readonly number[]): Promise<Map<number, Itinerary>> {
  const found = await itinerariesByIds(
    db,
    ids.map((id) => ({ id })),
  )
  return new Map(found.flat().map(({ id, itinerary }) => [id, itinerary]))
}

/** The part of a trip that decides when something about it happens by itself, whose it is, and who may drive it. */
export type TripTimes = Pick<
  TripRow,
  'id' | 'status' | 'operatorId' | 'departsAt' | 'endsAt' | 'quoteBy' | 'updatedAt' | 'passengerCount'
>

const timesByRef = prepared('trip_times', ({ db, t: { trips, scheduler } }) =>
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

/** The times of a trip, with when a task of this kind falls due for it (ms; null when none is asked for); null without the trip. */
export async function findTripTimes(db: Reader, ref: string, kind: string) {
  return firstRow(await timesByRef(db).execute({ ref, kind }))
}

const customerByRef = prepared('customer_of_ref', ({ db, t: { bookings, customers, trips } }) =>
  db
    .select({ tripId: trips.id, email: customers.email, operatorId: bookings.operatorId })
    .from(trips)
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .leftJoin(bookings, eq(bookings.tripId, trips.id))
    .where(eq(trips.ref, sql.placeholder('ref'))),
)

/** The address of the customer of a trip, and who has the trip (null without a booking); null without the trip. */
export async function findCustomerOfRef(db: Reader, ref: string) {
  return firstRow(await customerByRef(db).execute({ ref }))
}

const customerById = finder('customers', 'id')

/** The customer behind a trip. */
export async function customerOf(db: Reader, trip: TripRow): Promise<Row<'customers'>> {
  const found = await customerById(db, trip.customerId)
  if (found === null) throw new Error(`trip ${trip.id} has no customer`)
  return found
}
