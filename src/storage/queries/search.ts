import { and, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { mostFound } from '../../domain/search.ts'
import { hasWords, toWordPatterns } from '../rows/held-words.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/** Words from `searchWords`, at most four, and the earliest departure (ms) of trips. */
export type WordsAsked = { readonly operatorId: number; readonly words: readonly string[]; readonly since: number }

function asGiven({ words, ...asked }: WordsAsked) {
  return { ...asked, ...toWordPatterns(words) }
}

const bookingsHolding = prepareStatement('search_bookings', ({ db, t: { bookings, customers, trips } }) => {
  const chosen = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.operatorId, sql.placeholder('operatorId')),
        gte(bookings.departsAt, sql.placeholder('since')),
        hasWords(bookings.searchText),
      ),
    )
    .orderBy(desc(bookings.departsAt), desc(bookings.id))
    .limit(mostFound)
  return db
    .select({
      ref: bookings.ref,
      departsAt: bookings.departsAt,
      itinerary: trips.itinerary,
      name: customers.name,
      organisation: customers.organisation,
    })
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .where(inArray(bookings.id, chosen))
    .orderBy(desc(bookings.departsAt), desc(bookings.id))
})

/** The bookings with every word, including cancelled ones, latest departure first. */
export function searchBookings(db: Reader, asked: WordsAsked) {
  return bookingsHolding(db).execute(asGiven(asked))
}

const jobsHolding = prepareStatement('search_jobs', ({ db, t: { customers, offers, trips } }) => {
  const chosen = db
    .select({ id: offers.id })
    .from(offers)
    .where(
      and(
        eq(offers.operatorId, sql.placeholder('operatorId')),
        gte(offers.departsAt, sql.placeholder('since')),
        or(isNull(offers.outcome), sql`${offers.outcome} <> 'won'`),
        hasWords(offers.searchText),
      ),
    )
    .orderBy(desc(offers.departsAt), desc(offers.id))
    .limit(mostFound)
  return (
    db
      .select({
        ref: trips.ref,
        departsAt: offers.departsAt,
        maskedItinerary: trips.maskedItinerary,
        name: customers.name,
        organisation: customers.organisation,
      })
      .from(offers)
      .innerJoin(trips, eq(trips.id, offers.tripId))
      // An operator sees the customer of its own trips from the start.
      .leftJoin(customers, and(eq(customers.id, trips.customerId), sql`${trips.operatorId} = ${offers.operatorId}`))
      .where(inArray(offers.id, chosen))
      .orderBy(desc(offers.departsAt), desc(offers.id))
  )
})

/** A job in a search result. The customer's `name` and `organisation` are null except on the operator's own trips. */
export type FoundJob = {
  readonly ref: string
  readonly departsAt: number
  readonly maskedItinerary: Row<'trips'>['maskedItinerary']
  readonly name: string | null
  readonly organisation: string | null
}

/** Searches the jobs of an operator that are not won for every word, latest departure first; own trips include names. */
export function searchJobs(db: Reader, asked: WordsAsked): Promise<FoundJob[]> {
  return jobsHolding(db).execute(asGiven(asked))
}

const customersHolding = prepareStatement('search_customers', ({ db, t: { ownCustomers } }) => {
  const chosen = db
    .select({ id: ownCustomers.id })
    .from(ownCustomers)
    .where(
      and(
        eq(ownCustomers.operatorId, sql.placeholder('operatorId')),
        isNull(ownCustomers.removedAt),
        hasWords(ownCustomers.searchText),
      ),
    )
    .orderBy(desc(ownCustomers.createdAt), desc(ownCustomers.id))
    .limit(mostFound)
  return db
    .select()
    .from(ownCustomers)
    .where(inArray(ownCustomers.id, chosen))
    .orderBy(desc(ownCustomers.createdAt), desc(ownCustomers.id))
})

/** Searches an operator's saved customers for every word, newest first. */
export function searchCustomers(db: Reader, asked: Omit<WordsAsked, 'since'>) {
  return customersHolding(db).execute(asGiven({ ...asked, since: 0 }))
}
