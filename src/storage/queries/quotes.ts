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

/** Every request of a trip, first one first, whatever became of it. */
export const requestsOfTrip = lister('bookingRequests', 'tripId', ({ id }) => asc(id))

export const findQuote = finder('quotes', 'id')

export const findRequest = finder('bookingRequests', 'id')
