import { asc, eq, sql } from 'drizzle-orm'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
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

const requests = prepared('requests_of_trip', ({ db, t }) =>
  db
    .select()
    .from(t.bookingRequests)
    .where(eq(t.bookingRequests.tripId, sql.placeholder('tripId')))
    .orderBy(asc(t.bookingRequests.id)),
)

/** Every request of a trip, first one first, whatever became of it. */
export async function requestsOfTrip(db: Reader, tripId: number): Promise<RequestRow[]> {
  return requests(db).execute({ tripId })
}

const byId = prepared('quote', ({ db, t }) =>
  db
    .select()
    .from(t.quotes)
    .where(eq(t.quotes.id, sql.placeholder('id'))),
)

export async function findQuote(db: Reader, id: number): Promise<QuoteRow | null> {
  return firstRow(await byId(db).execute({ id }))
}

const request = prepared('request', ({ db, t }) =>
  db
    .select()
    .from(t.bookingRequests)
    .where(eq(t.bookingRequests.id, sql.placeholder('id'))),
)

export async function findRequest(db: Reader, id: number): Promise<RequestRow | null> {
  return firstRow(await request(db).execute({ id }))
}
