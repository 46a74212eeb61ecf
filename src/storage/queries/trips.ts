import { asc, eq, sql } from 'drizzle-orm'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type TripRow = Row<'trips'>

export type LegRow = Row<'legs'>

export const insertCustomer = inserter('customers')
export const insertTrip = inserter('trips')
export const insertLeg = inserter('legs')
export const insertStop = inserter('stops')

export const saveTrip = saver('trips', ['status'])

const byRef = prepared('trip_by_ref', ({ db, t }) =>
  db
    .select()
    .from(t.trips)
    .where(eq(t.trips.ref, sql.placeholder('ref'))),
)

export async function findTripByRef(db: Reader, ref: string): Promise<TripRow | null> {
  return firstRow(await byRef(db).execute({ ref }))
}

const byId = prepared('trip', ({ db, t }) =>
  db
    .select()
    .from(t.trips)
    .where(eq(t.trips.id, sql.placeholder('id'))),
)

export async function findTrip(db: Reader, id: number): Promise<TripRow | null> {
  return firstRow(await byId(db).execute({ id }))
}

const customerById = prepared('customer', ({ db, t }) =>
  db
    .select()
    .from(t.customers)
    .where(eq(t.customers.id, sql.placeholder('id'))),
)

/** The customer behind a trip. */
export async function customerOf(db: Reader, trip: TripRow): Promise<Row<'customers'>> {
  const found = firstRow(await customerById(db).execute({ id: trip.customerId }))
  if (found === null) throw new Error(`trip ${trip.id} has no customer`)
  return found
}

const legs = prepared('legs_of_trip', ({ db, t }) =>
  db
    .select()
    .from(t.legs)
    .where(eq(t.legs.tripId, sql.placeholder('tripId')))
    .orderBy(asc(t.legs.sequence)),
)

/** The legs of a trip in their order. */
export async function legsOf(db: Reader, tripId: number): Promise<LegRow[]> {
  return legs(db).execute({ tripId })
}

const setStatus = prepared('leg_status', ({ db, t }) =>
  db
    .update(t.legs)
    .set({ status: sql`${sql.placeholder('status')}`, updatedAt: sql`${sql.placeholder('at')}` })
    .where(eq(t.legs.id, sql.placeholder('id'))),
)

/** Says where a leg stands since `at` (ms). */
export async function setLegStatus(tx: Writer, id: number, status: LegRow['status'], at: number): Promise<void> {
  await setStatus(tx).execute({ id, status, at })
}

/** Ends every leg that has not ended. */
export async function finishLegs(tx: Writer, tripId: number, at: number): Promise<void> {
  const { legs } = tx.t
  await tx.db
    .update(legs)
    .set({ status: 'completed', updatedAt: at })
    .where(sql`${legs.tripId} = ${tripId} and ${legs.status} not in ('completed', 'no_show')`)
}
