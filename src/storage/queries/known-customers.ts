import { and, desc, eq, inArray, isNotNull, max, ne, sql } from 'drizzle-orm'
import { buildKnownColumns, type Person } from '../../domain/known-customer.ts'
import { mostFound } from '../../domain/search.ts'
import { lockPerson } from '../locks.ts'
import { hasWords, toWordPatterns } from '../rows/held-words.ts'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { saveCustomer } from './trips.ts'

type CustomerRow = Row<'customers'>

type OfPerson = { readonly operatorId: number; readonly personKey: string }

function isPerson({ t: { customers } }: Reader) {
  return and(eq(customers.knownTo, sql.placeholder('operatorId')), eq(customers.personKey, sql.placeholder('personKey')))
}

const hideOthers = prepareStatement('hide_earlier_trips_of_person', (handle) => {
  const { customers } = handle.t
  return handle.db
    .update(customers)
    .set({ searchText: sql`null` })
    .where(and(isPerson(handle), isNotNull(customers.searchText), ne(customers.id, sql.placeholder('exceptId'))))
})

/** Makes this row the only search row of a person; 0 removes it, and so does a saved customer. */
export async function findPersonBy(tx: Writer, exceptId: number, person: OfPerson): Promise<void> {
  await lockPerson(tx, person.operatorId, person.personKey)
  await hideOthers(tx).execute({ ...person, exceptId })
}

/** Makes the customer of a trip known to its booked operator. */
export async function makeKnown(tx: Writer, customer: CustomerRow, operatorId: number): Promise<void> {
  const found = buildKnownColumns(customer, operatorId)
  await saveCustomer(tx, customer, found)
  await findPersonBy(tx, customer.id, { operatorId, personKey: found.personKey })
}

const newestOf = prepareStatement('newest_trip_of_person', (handle) => {
  const { customers } = handle.t
  const newest = handle.db
    .select({ id: max(customers.id) })
    .from(customers)
    .where(isPerson(handle))
  return handle.db.select().from(customers).where(eq(customers.id, newest))
})

/** Saves a changed customer of a trip. A search still finds the former person by their earlier trips. */
export async function saveKnownCustomer(tx: Writer, before: CustomerRow, change: Person): Promise<void> {
  const { knownTo: operatorId, personKey: formerKey } = before
  if (operatorId === null || formerKey === null) {
    await saveCustomer(tx, before, change)
    return
  }
  const found = buildKnownColumns(change, operatorId)
  const isFound = before.searchText !== null || found.personKey !== formerKey
  await saveCustomer(tx, before, { ...change, ...found, ...(!isFound && { searchText: null }) })
  if (found.personKey === formerKey) return
  await findPersonBy(tx, before.id, { operatorId, personKey: found.personKey })
  const earlier = takeFirstRow((await newestOf(tx).execute({ operatorId, personKey: formerKey })) as CustomerRow[])
  if (earlier !== null && before.searchText !== null) await saveCustomer(tx, earlier, buildKnownColumns(earlier, operatorId))
}

const holding = prepareStatement('search_known_customers', ({ db, t: { customers, trips } }) => {
  const chosen = db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(eq(customers.knownTo, sql.placeholder('operatorId')), isNotNull(customers.searchText), hasWords(customers.searchText)),
    )
    .orderBy(desc(customers.id))
    .limit(mostFound)
  return db
    .select({ customer: customers, ref: trips.ref })
    .from(customers)
    .innerJoin(trips, eq(trips.customerId, customers.id))
    .where(inArray(customers.id, chosen))
    .orderBy(desc(customers.id))
})

/** Searches the people of an operator's trips for texts with every word. Each has the ref of their latest trip, newest first. */
export function searchKnownCustomers(
  db: Reader,
  { words, operatorId }: { readonly words: readonly string[]; readonly operatorId: number },
) {
  return holding(db).execute({ operatorId, ...toWordPatterns(words) })
}

const byRef = prepareStatement('known_customer_of_ref', ({ db, t: { customers, trips } }) =>
  db
    .select({ customer: customers })
    .from(trips)
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .where(and(eq(trips.ref, sql.placeholder('ref')), eq(customers.knownTo, sql.placeholder('operatorId')))),
)

/** The customer of the trip with this ref, or null if this operator has none. */
export async function findKnownCustomer(db: Reader, operatorId: number, ref: string): Promise<CustomerRow | null> {
  return takeFirstRow(await byRef(db).execute({ operatorId, ref }))?.customer ?? null
}

const ownTripsOf = prepareStatement('own_trips_of_person', (handle) => {
  const { customers, trips } = handle.t
  return handle.db
    .select({ id: trips.id })
    .from(customers)
    .innerJoin(trips, eq(trips.customerId, customers.id))
    .where(and(isPerson(handle), eq(trips.operatorId, sql.placeholder('operatorId')), sql`${trips.ownCustomerId} is null`))
})

/** The trips that an operator entered for a person without a saved customer. */
export async function listOwnTripsOfPerson(db: Reader, person: OfPerson): Promise<number[]> {
  return (await ownTripsOf(db).execute(person)).map(({ id }) => id)
}

/** Assigns these trips to a saved customer of their operator. */
export async function giveTripsTo(tx: Writer, tripIds: readonly number[], ownCustomerId: number): Promise<void> {
  if (tripIds.length === 0) return
  const { trips } = tx.t
  await tx.db
    .update(trips)
    .set({ ownCustomerId })
    .where(inArray(trips.id, [...tripIds]))
}
