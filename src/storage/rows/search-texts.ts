import { and, eq, inArray, isNull } from 'drizzle-orm'
import { searchTextOfPerson } from '../../domain/known-customer.ts'
import { searchTextOfTrip } from '../../domain/search.ts'
import type { Reader, Storage, Writer } from '../storage.ts'

/** The writer is held for a tenth of a second at a time. */
const batchSize = 500

type Searched = 'bookings' | 'offers' | 'ownCustomers'

/**
 * Writes down what is searched in where it is not yet: rows of before there was a search, or whose masks were made anew. Begun anew
 * wherever it was cut short; where nothing lacks, it only reads. Refuses `unavailable` when another process keeps the database to itself.
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
    // Who changed the row meanwhile has written it.
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
    return rows.map(({ id, customer, ...trip }) => ({ id, text: searchTextOfTrip(trip, customer) }))
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
      return { id: offer.id, text: searchTextOfTrip(masked, isOwn ? customer : null) }
    })
  },
  ownCustomers: async ({ db, t: { ownCustomers } }, ids) => {
    const rows = await db.select().from(ownCustomers).where(inArray(ownCustomers.id, ids))
    return rows.map((customer) => ({ id: customer.id, text: searchTextOfPerson(customer) }))
  },
}
