import { asc, eq, sql } from 'drizzle-orm'
import { finder, inserter, lister, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type TripRow = Row<'trips'>

export type LegRow = Row<'legs'>

export const insertCustomer = inserter('customers')
export const insertTrip = inserter('trips')
export const insertLeg = inserter('legs')
export const insertStop = inserter('stops')

export const saveTrip = saver('trips', ['status'])

export const findTripByRef = finder('trips', 'ref')

export const findTrip = finder('trips', 'id')

const customerById = finder('customers', 'id')

/** The customer behind a trip. */
export async function customerOf(db: Reader, trip: TripRow): Promise<Row<'customers'>> {
  const found = await customerById(db, trip.customerId)
  if (found === null) throw new Error(`trip ${trip.id} has no customer`)
  return found
}

/** The legs of a trip in their order. */
export const legsOf = lister('legs', 'tripId', ({ sequence }) => asc(sequence))

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
