import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { numberMarks } from '../../domain/dialled.ts'
import { searchTextOfPerson } from '../../domain/known-customer.ts'
import { type Listing, listing, type PageSpan } from '../lists/listing.ts'
import { holdsWords, wordPatterns } from '../rows/held-words.ts'
import { inserter, liveFinder, saver } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

export type OwnCustomerRow = Row<'ownCustomers'>

const insert = inserter('ownCustomers')
const save = saver('ownCustomers', ['updatedAt', 'removedAt'])

export function insertOwnCustomer(tx: Writer, customer: Omit<NewRow<'ownCustomers'>, 'searchText'>): Promise<OwnCustomerRow> {
  const { name, organisation = null, email = null, phone = null } = customer
  return insert(tx, { ...customer, searchText: searchTextOfPerson({ name, organisation, email, phone }) })
}

/** Writes what moves of a customer, as `saver` does. */
export function saveOwnCustomer(
  tx: Writer,
  before: OwnCustomerRow,
  patch: Partial<Omit<OwnCustomerRow, 'searchText'>>,
): Promise<OwnCustomerRow> {
  return save(tx, before, { ...patch, searchText: searchTextOfPerson({ ...before, ...patch }) })
}

/** A customer this operator keeps, or null. */
export const findOwnCustomer = liveFinder('ownCustomers', 'operatorId', 'id')

type OfKeeper = { readonly operatorId: number }

function kept({ db, t: { ownCustomers } }: Reader, narrowed?: SQL): Listing {
  const isTheirs = and(eq(ownCustomers.operatorId, sql.placeholder('operatorId')), isNull(ownCustomers.removedAt), narrowed)
  return {
    choose: (columns) => db.select(columns).from(ownCustomers).where(isTheirs).$dynamic(),
    rows: () => db.select().from(ownCustomers).$dynamic(),
    id: ownCustomers.id,
    by: [ownCustomers.createdAt, ownCustomers.id],
    newestFirst: true,
  }
}

/** One page of the customers an operator keeps, newest first, and how many there are. */
export const listOwnCustomers = listing<OwnCustomerRow, OfKeeper>('own_customers', (handle) => kept(handle))

const named = listing<OwnCustomerRow, OfKeeper>('own_customers_named', (handle) =>
  kept(handle, holdsWords(handle.t.ownCustomers.searchText)),
)

const calling = listing<OwnCustomerRow, OfKeeper & { readonly number: string }>('own_customers_calling', (handle) =>
  kept(handle, sql`${digitsOf(handle.t.ownCustomers.phone)} like ${sql.placeholder('number')}`),
)

/** A number without what people write between its digits. */
function digitsOf(phone: SQLiteColumn): SQL {
  return [...numberMarks].reduce<SQL>((digits, mark) => sql`replace(${digits}, ${sql.raw(`'${mark}'`)}, '')`, sql`${phone}`)
}

/**
 * One page of the kept customers whose name, organisation and address hold every word, at most four, and how many there are.
 * The newest come first.
 */
export function listOwnCustomersNamed(
  db: Reader,
  { words, ...query }: OfKeeper & PageSpan & { readonly words: readonly string[] },
) {
  return named(db, { ...query, ...wordPatterns(words) })
}

/** One page of the kept customers whose number holds these digits, newest first, and how many there are. */
export function listOwnCustomersCalling(db: Reader, { digits, ...query }: OfKeeper & PageSpan & { readonly digits: string }) {
  return calling(db, { ...query, number: `%${digits}%` })
}

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

const movingStatuses = [
  'opening',
  'awaiting_customer',
  'charging',
  'in_doubt',
  'refund_due',
  'refund_pending',
  'refund_failed',
] as const

const moving = prepared('money_moving_of_own_customer', ({ db, t: { payments, trips } }) =>
  db
    .select({ id: payments.id })
    .from(trips)
    .innerJoin(payments, eq(payments.tripId, trips.id))
    .where(and(eq(trips.ownCustomerId, sql.placeholder('ownCustomerId')), inArray(payments.status, [...movingStatuses]))),
)

/** Whether money is on its way to a customer or from them, or is yet to be sent back. */
export async function hasMoneyMoving(db: Reader, ownCustomerId: number): Promise<boolean> {
  return (await moving(db).execute({ ownCustomerId })).length > 0
}
