import { finder, inserter, type Row, saver } from '../statements.ts'
import type { Reader } from '../storage.ts'

export type TripRow = Row<'trips'>

export const insertCustomer = inserter('customers')
export const insertTrip = inserter('trips')

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
