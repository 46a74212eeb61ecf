import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { numberMarks } from '../../domain/dialled.ts'
import { buildPersonSearchText } from '../../domain/known-customer.ts'
import { buildListing, type Listing, type PageSpan } from '../lists/listing.ts'
import { hasWords, toWordPatterns } from '../rows/held-words.ts'
import { createInserter, createLiveFinder, createSaver } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

export type OwnCustomerRow = Row<'ownCustomers'>

const insert = createInserter('ownCustomers')
const save = createSaver('ownCustomers', ['updatedAt', 'removedAt'])

export function insertOwnCustomer(tx: Writer, customer: Omit<NewRow<'ownCustomers'>, 'searchText'>): Promise<OwnCustomerRow> {
  const { name, organisation = null, email = null, phone = null } = customer
  return insert(tx, { ...customer, searchText: buildPersonSearchText({ name, organisation, email, phone }) })
}

/** Saves the changes of a customer, as `createSaver` does. */
export function saveOwnCustomer(
  tx: Writer,
  before: OwnCustomerRow,
  patch: Partial<Omit<OwnCustomerRow, 'searchText'>>,
): Promise<OwnCustomerRow> {
  return save(tx, before, { ...patch, searchText: buildPersonSearchText({ ...before, ...patch }) })
}

/** A saved customer of this operator, or null. */
export const findOwnCustomer = createLiveFinder('ownCustomers', 'operatorId', 'id')

type OfKeeper = { readonly operatorId: number }

function buildCustomerListing({ db, t: { ownCustomers } }: Reader, narrowed?: SQL): Listing {
  const isTheirs = and(eq(ownCustomers.operatorId, sql.placeholder('operatorId')), isNull(ownCustomers.removedAt), narrowed)
  return {
    choose: (columns) => db.select(columns).from(ownCustomers).where(isTheirs).$dynamic(),
    rows: () => db.select().from(ownCustomers).$dynamic(),
    id: ownCustomers.id,
    by: [ownCustomers.createdAt, ownCustomers.id],
    newestFirst: true,
  }
}

/** Lists one page of an operator's saved customers, newest first, with their count. */
export const listOwnCustomers = buildListing<OwnCustomerRow, OfKeeper>('own_customers', (handle) => buildCustomerListing(handle))

const named = buildListing<OwnCustomerRow, OfKeeper>('own_customers_named', (handle) =>
  buildCustomerListing(handle, hasWords(handle.t.ownCustomers.searchText)),
)

const calling = buildListing<OwnCustomerRow, OfKeeper & { readonly number: string }>('own_customers_calling', (handle) =>
  buildCustomerListing(handle, sql`${stripPhoneMarks(handle.t.ownCustomers.phone)} like ${sql.placeholder('number')}`),
)

/** A number without the marks between its digits. */
function stripPhoneMarks(phone: SQLiteColumn): SQL {
  return [...numberMarks].reduce<SQL>((digits, mark) => sql`replace(${digits}, ${sql.raw(`'${mark}'`)}, '')`, sql`${phone}`)
}

/**
 * Lists one page of the saved customers whose name, organisation and address contain every word, at most four, newest first, with
 * their count.
 */
export function listOwnCustomersNamed(
  db: Reader,
  { words, ...query }: OfKeeper & PageSpan & { readonly words: readonly string[] },
) {
  return named(db, { ...query, ...toWordPatterns(words) })
}

/** Lists one page of the saved customers whose number contains these digits, newest first, with their count. */
export function listOwnCustomersCalling(db: Reader, { digits, ...query }: OfKeeper & PageSpan & { readonly digits: string }) {
  return calling(db, { ...query, number: `%${digits}%` })
}

const tripsOf = prepareStatement('trips_of_own_customer', ({ db, t: { bookings, trips } }) =>
  db
    .select({ id: trips.id, status: trips.status, dueAmount: bookings.dueAmount })
    .from(trips)
    .leftJoin(bookings, eq(bookings.tripId, trips.id))
    .where(eq(trips.ownCustomerId, sql.placeholder('ownCustomerId'))),
)

/** Every trip of a customer in no order, with the amount due of its booking. */
export async function listTripsOfOwnCustomer(db: Reader, ownCustomerId: number) {
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

const moving = prepareStatement('money_moving_of_own_customer', ({ db, t: { payments, trips } }) =>
  db
    .select({ id: payments.id })
    .from(trips)
    .innerJoin(payments, eq(payments.tripId, trips.id))
    .where(and(eq(trips.ownCustomerId, sql.placeholder('ownCustomerId')), inArray(payments.status, [...movingStatuses]))),
)

/** Whether a payment or refund of a customer is in progress or planned. */
export async function hasUnsettledMoney(db: Reader, ownCustomerId: number): Promise<boolean> {
  return (await moving(db).execute({ ownCustomerId })).length > 0
}
