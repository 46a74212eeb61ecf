import { and, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { anonymiseItinerary, type TripPeople } from '../../domain/masked-itinerary.ts'
import type { Scrub } from '../../domain/scrub.ts'
import { buildTripSearchText } from '../../domain/search.ts'
import { packedMaskedItinerary } from '../rows/packed-itinerary.ts'
import { Stored } from '../rows/stored.ts'
import type { Reader, Writer } from '../storage.ts'
import { revokeTripLinks } from './credentials.ts'
import { messageTask, smsTask } from './messages.ts'
import { forgetPlacesOf } from './places.ts'

/** Names of the customers and passengers of these trips, also in amendments. */
export async function listPeopleBehind(db: Reader, tripIds: readonly number[]): Promise<TripPeople[]> {
  const { customers, trips } = db.t
  const found = await db.db
    .select({ customer: customers, leadPassenger: trips.leadPassenger, offeredPeople: trips.offeredPeople })
    .from(trips)
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .where(inArray(trips.id, [...tripIds]))
  const standing = found.flatMap(({ offeredPeople, ...people }) => (offeredPeople === null ? [people] : [people, offeredPeople]))
  return [...standing, ...(await peopleInAmendments(db, tripIds))]
}

async function peopleInAmendments({ db, t }: Reader, tripIds: readonly number[]): Promise<TripPeople[]> {
  const { amendments, bookings, customers, trips } = t
  const rows = await db
    .select({ customer: customers, changes: amendments.changes, before: amendments.before })
    .from(trips)
    .innerJoin(bookings, eq(bookings.tripId, trips.id))
    .innerJoin(amendments, eq(amendments.bookingId, bookings.id))
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .where(inArray(trips.id, [...tripIds]))
  return rows.flatMap(({ customer, changes, before }) =>
    [changes, before].map((said) => ({
      customer: { ...customer, ...said.customer },
      leadPassenger: said.leadPassenger ?? null,
    })),
  )
}

/** The way to make people anonymous: their new name, their identities, and the rewriting of texts about them. */
export type Anonymity = { readonly name: string; readonly people: readonly TripPeople[]; readonly omit: Scrub }

/**
 * Removes the people and their homes from trips that have ended, and from every text about them. The journey and its payments
 * remain.
 */
export async function anonymiseTrips(tx: Writer, tripIds: readonly number[], { name, people, omit }: Anonymity, now: number) {
  const { bookings, customers, offers, trips } = tx.t
  const ids = [...tripIds]
  const isTheirs = inArray(trips.id, ids)
  for (const { id, ref, customerId, itinerary, offeredItinerary } of await tx.db.select().from(trips).where(isTheirs)) {
    const offered = anonymiseItinerary(offeredItinerary ?? itinerary, people)
    const kept = {
      itinerary: anonymiseItinerary(itinerary, people),
      offeredItinerary: offeredItinerary && offered,
      offeredPeople: null,
      maskedItinerary: Stored.of(offered, packedMaskedItinerary),
      leadPassenger: null,
    }
    await tx.db.update(trips).set(kept).where(eq(trips.id, id))
    const found = { searchText: buildTripSearchText({ ref, itinerary: kept.itinerary }, { name, organisation: null }) }
    await tx.db.update(bookings).set(found).where(eq(bookings.tripId, id))
    await tx.db.update(offers).set(found).where(eq(offers.tripId, id))
    const erased = {
      name,
      email: null,
      phone: null,
      organisation: null,
      address: null,
      knownTo: null,
      personKey: null,
      searchText: null,
    }
    await tx.db.update(customers).set(erased).where(eq(customers.id, customerId))
  }
  await forgetPlacesOf(tx, ids)
  await dropOwnWords(tx, ids)
  await rewriteTexts(tx, ids, omit)
  await tx.db.update(bookings).set({ updatedAt: now }).where(inArray(bookings.tripId, ids))
}

/** Deletes what is only about the customer of these trips: links, messages and stored responses. */
export async function dropTracesOfCustomer(tx: Writer, tripIds: readonly number[], now: number): Promise<void> {
  const { messages, scheduler, storedResponses } = tx.t
  const ids = [...tripIds]
  for (const id of ids) await revokeTripLinks(tx, id, now)
  const scopes = ids.map((id) => `trip:${id}`)
  await tx.db.delete(storedResponses).where(inArray(storedResponses.scope, scopes))
  const told = and(inArray(messages.tripId, ids), eq(messages.toKind, sql`'customer'`))
  const gone = (await tx.db.delete(messages).where(told).returning({ id: messages.id })).map(({ id }) => id)
  await tx.db.delete(scheduler).where(and(inArray(scheduler.kind, [messageTask, smsTask]), inArray(scheduler.subjectId, gone)))
}

/**
 * Removes people, homes and the customer's words from amendments of bookings, but not the amendments and their prices. Their
 * order number and payment references are deleted too.
 */
async function dropOwnWords(tx: Writer, ids: number[]): Promise<void> {
  const { amendments, bookings, payments } = tx.t
  const booked = tx.db.select({ id: bookings.id }).from(bookings).where(inArray(bookings.tripId, ids))
  const { by, reason, declineReason } = amendments
  const kept = {
    reason: sql`case ${by} when 'customer' then null else ${reason} end`,
    declineReason: sql`case ${by} when 'customer' then ${declineReason} else null end`,
  }
  const nothing = sql`null`
  await tx.db
    .update(amendments)
    .set({ changes: {}, before: {}, drives: nothing, ...kept })
    .where(inArray(amendments.bookingId, booked))
  await tx.db.update(bookings).set({ poNumber: nothing, invoiceRequestedAt: nothing }).where(inArray(bookings.tripId, ids))
  await tx.db.update(payments).set({ reference: nothing }).where(inArray(payments.tripId, ids))
}

async function rewriteTexts(tx: Writer, ids: number[], omit: Scrub): Promise<void> {
  const { amendments, assignments, bookings, extras, incidents, payments, payouts, quoteRevisions, quotes, tripEvents, trips } =
    tx.t
  const booked = tx.db.select({ id: bookings.id }).from(bookings).where(inArray(bookings.tripId, ids))
  const quoted = tx.db.select({ id: quotes.id }).from(quotes).where(inArray(quotes.tripId, ids))
  const texts: readonly (readonly [TextTable, SQL, ...string[]])[] = [
    ['tripEvents', inArray(tripEvents.bookingId, booked), 'note'],
    ['incidents', inArray(incidents.bookingId, booked), 'note', 'moveNote'],
    ['assignments', inArray(assignments.bookingId, booked), 'declineReason', 'reportPlace'],
    ['payouts', inArray(payouts.bookingId, booked), 'failureReason'],
    ['extras', inArray(extras.bookingId, booked), 'note'],
    ['amendments', inArray(amendments.bookingId, booked), 'reason', 'declineReason'],
    ['bookings', inArray(bookings.tripId, ids), 'cancellation', 'vehicles'],
    ['trips', inArray(trips.id, ids), 'cancellation'],
    ['quotes', inArray(quotes.tripId, ids), 'note', 'rejectionReason', 'vehicles'],
    ['quoteRevisions', inArray(quoteRevisions.quoteId, quoted), 'terms'],
    ['payments', inArray(payments.tripId, ids), 'reverseReason'],
  ]
  for (const [name, which, ...columns] of texts) for (const column of columns) await rewriteColumn(tx, name, which, column, omit)
}

type TextTable =
  | 'amendments'
  | 'assignments'
  | 'bookings'
  | 'extras'
  | 'incidents'
  | 'payments'
  | 'payouts'
  | 'quoteRevisions'
  | 'quotes'
  | 'tripEvents'
  | 'trips'

async function rewriteColumn(tx: Writer, name: TextTable, which: SQL, key: string, omit: Scrub): Promise<void> {
  const table = tx.t[name]
  const column: SQLiteColumn | undefined = (getTableColumns(table) as Record<string, SQLiteColumn>)[key]
  if (column === undefined) throw new Error(`${name} has no ${key}`)
  const rows = await tx.db
    .select({ id: table.id, said: column })
    .from(table as Reader['t']['trips'])
    .where(and(which, isNotNull(column)))
  for (const { id, said } of rows) {
    const rewritten = typeof said === 'string' ? omit(said) : inTypedMembers(said, omit)
    await tx.db
      .update(table)
      .set({ [key]: rewritten } as never)
      .where(sql`${table.id} = ${id}`)
  }
}

/** Rewrites the members of an object that contain entered text, and keeps the others. */
function inTypedMembers(said: unknown, omit: Scrub): unknown {
  const isTyped = (member: string) => ['note', 'description', 'reason'].includes(member)
  return JSON.parse(JSON.stringify(said), (member, inner) => (isTyped(member) && typeof inner === 'string' ? omit(inner) : inner))
}
