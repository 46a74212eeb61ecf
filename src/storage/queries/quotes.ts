import { asc, eq, sql } from 'drizzle-orm'
import { finder, inserter, lister, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export type QuoteRow = Row<'quotes'>

export type RequestRow = Row<'bookingRequests'>

export const insertQuote = inserter('quotes')
export const saveQuote = saver('quotes', ['status', 'revision'])
export const insertRevision = inserter('quoteRevisions')
export const insertRequest = inserter('bookingRequests')
export const saveRequest = saver('bookingRequests', ['status'])

const ofTrip = prepared('quotes_of_trip', ({ db, t }) =>
  db
    .select({ quote: t.quotes, request: t.bookingRequests, operator: { ref: t.operators.ref, name: t.operators.name } })
    .from(t.quotes)
    .innerJoin(t.operators, eq(t.operators.id, t.quotes.operatorId))
    .leftJoin(t.bookingRequests, eq(t.bookingRequests.id, t.quotes.requestId))
    .where(eq(t.quotes.tripId, sql.placeholder('tripId')))
    .orderBy(asc(t.quotes.id)),
)

/** Every quote of a trip, first one first, with its operator and the request that waits on it. */
export async function quotesOfTrip(db: Reader, tripId: number) {
  return ofTrip(db).execute({ tripId })
}

const endsOfTrip = prepared('quote_ends_of_trip', ({ db, t: { quotes, bookingRequests } }) =>
  db
    .select({
      status: quotes.status,
      validUntil: quotes.validUntil,
      lockedUntil: quotes.lockedUntil,
      respondBy: bookingRequests.respondBy,
    })
    .from(quotes)
    .leftJoin(bookingRequests, eq(bookingRequests.id, quotes.requestId))
    .where(eq(quotes.tripId, sql.placeholder('tripId'))),
)

/** What ends a quote by itself, and where it stands; instants in ms. */
export type QuoteEnd = Awaited<ReturnType<typeof quoteEndsOfTrip>>[number]

/** When each quote of a trip ends by itself, in no order. */
export async function quoteEndsOfTrip(db: Reader, tripId: number) {
  return endsOfTrip(db).execute({ tripId })
}

/** Every request of a trip, first one first, whatever became of it. */
export const requestsOfTrip = lister('bookingRequests', 'tripId', ({ id }) => asc(id))

export const findQuote = finder('quotes', 'id')

export const findRequest = finder('bookingRequests', 'id')
