import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { searchText } from '../../domain/search.ts'
import { listing } from '../listing.ts'
import { inserter, liveFinder, type NewRow, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type OwnCustomerRow = Row<'ownCustomers'>

const insert = inserter('ownCustomers')
const save = saver('ownCustomers', ['updatedAt', 'removedAt'])

export function insertOwnCustomer(tx: Writer, customer: Omit<NewRow<'ownCustomers'>, 'searchText'>): Promise<OwnCustomerRow> {
  return insert(tx, { ...customer, searchText: searchText([customer.name, customer.organisation ?? null]) })
}

/** Writes what moves of a customer, as `saver` does. */
export function saveOwnCustomer(
  tx: Writer,
  before: OwnCustomerRow,
  patch: Partial<Omit<OwnCustomerRow, 'searchText'>>,
): Promise<OwnCustomerRow> {
  const { name, organisation } = { ...before, ...patch }
  return save(tx, before, { ...patch, searchText: searchText([name, organisation]) })
}

/** A customer this operator keeps, or null. */
export const findOwnCustomer = liveFinder('ownCustomers', 'operatorId', 'id')

/** One page of the customers an operator keeps, newest first, and how many there are. */
export const listOwnCustomers = listing<OwnCustomerRow, { readonly operatorId: number }>(
  'own_customers',
  ({ db, t: { ownCustomers } }) => {
    const isTheirs = and(eq(ownCustomers.operatorId, sql.placeholder('operatorId')), isNull(ownCustomers.removedAt))
    return {
      choose: (columns) => db.select(columns).from(ownCustomers).where(isTheirs).$dynamic(),
      rows: () => db.select().from(ownCustomers).$dynamic(),
      id: ownCustomers.id,
      by: [ownCustomers.createdAt, ownCustomers.id],
      newestFirst: true,
    }
  },
)

const tripsOf = prepared('trips_of_own_customer', ({ db, t: { bookings, trips } }) =>
  db
    .select({ id: trips.id, status: trips.status, dueAmount: bookings.dueAmount })
    .from(trips)
    .leftJoin(bookings, eq(bookings.tripId, trips.id))
    .where(eq(trips.ownCustomerId, sql.placeholder('ownCustomerId'))),
)

/** Every trip of a customer in no order, with what is due of its booking. */
export async function tripsOfOwnCustomer(db: Reader, ownCustomerId: number) {
  return tripsOf(db).execute({ ownCustomerId })
}

const moving = prepared('money_moving_of_own_customer', ({ db, t: { payments, trips } }) =>
  db
    .select({ id: payments.id })
    .from(trips)
    .innerJoin(payments, eq(payments.tripId, trips.id))
    .where(
      and(
        eq(trips.ownCustomerId, sql.placeholder('ownCustomerId')),
        inArray(payments.status, ['refund_due', 'in_doubt', 'charging']),
      ),
    ),
)

/** Whether money is on its way to a customer or from them, or is yet to be sent back. */
export async function hasMoneyMoving(db: Reader, ownCustomerId: number): Promise<boolean> {
  return (await moving(db).execute({ ownCustomerId })).length > 0
}
