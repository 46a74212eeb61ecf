import { and, eq, inArray, isNull } from 'drizzle-orm'
import { buildPersonSearchText } from '../../domain/known-customer.ts'
import { buildTripSearchText } from '../../domain/search.ts'
import type { Reader, Storage, Writer } from '../storage.ts'

/** Number of rows of one transaction, which blocks the writer for a tenth of a second. */
const batchSize = 500

type Searched = 'bookings' | 'offers' | 'ownCustomers'

/**
 * Fills in missing search texts of rows from before the search, and of rows with rebuilt masks. It resumes after an
 * interruption; without any it only reads. Refuses `unavailable` if another process locks the database.
 */
export async function fillSearchTexts(storage: Storage): Promise<void> {
  for (const name of ['bookings', 'offers', 'ownCustomers'] as const) {
    while ((await storage.read((db) => lacking(db, name, 1))).length > 0) await storage.transact((tx) => fillSome(tx, name))
  }
}

async function lacking({ db, t }: Reader, name: Searched, limit: number): Promise<number[]> {
  const table = t[name] as Reader['t']['bookings']
  const found = await db.select({ id: table.id }).from(table).where(isNull(table.searchText)).limit(limit)
  return found.map(({ id }) => id)
}

async function fillSome(tx: Writer, name: Searched): Promise<void> {
  const ids = await lacking(tx, name, batchSize)
  for (const { id, text } of await textsOf[name](tx, ids)) {
    const table = tx.t[name] as Reader['t']['bookings']
    // A transaction that changed the row meanwhile has written the text.
    await tx.db
      .update(table)
      .set({ searchText: text })
      .where(and(eq(table.id, id), isNull(table.searchText)))
  }
}

type TextOfRow = { readonly id: number; readonly text: string }

const textsOf: { readonly [Name in Searched]: (tx: Writer, ids: number[]) => Promise<TextOfRow[]> } = {
  bookings: async ({ db, t: { bookings, customers, trips } }, ids) => {
    const rows = await db
      .select({ id: bookings.id, ref: trips.ref, itinerary: trips.itinerary, customer: customers })
      .from(bookings)
      .innerJoin(trips, eq(trips.id, bookings.tripId))
      .innerJoin(customers, eq(customers.id, trips.customerId))
      .where(inArray(bookings.id, ids))
    return rows.map(({ id, customer, ...trip }) => ({ id, text: buildTripSearchText(trip, customer) }))
  },
  offers: async ({ db, t: { customers, offers, trips } }, ids) => {
    const rows = await db
      .select({ offer: offers, trip: trips, customer: customers })
      .from(offers)
      .innerJoin(trips, eq(trips.id, offers.tripId))
      .innerJoin(customers, eq(customers.id, trips.customerId))
      .where(inArray(offers.id, ids))
    return rows.map(({ offer, trip, customer }) => {
      const isOwn = trip.operatorId === offer.operatorId
      const masked = { ref: trip.ref, itinerary: trip.maskedItinerary.read() }
      return { id: offer.id, text: buildTripSearchText(masked, isOwn ? customer : null) }
    })
  },
  ownCustomers: async ({ db, t: { ownCustomers } }, ids) => {
    const rows = await db.select().from(ownCustomers).where(inArray(ownCustomers.id, ids))
    return rows.map((customer) => ({ id: customer.id, text: buildPersonSearchText(customer) }))
  },
}
