import { and, asc, eq, sql } from 'drizzle-orm'
import { isLive, listPromisedVehicles } from '../../domain/quote.ts'
import { createFinder, createInserter, createLister, createSaver } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { dropPromisesOf } from './promises.ts'

export type QuoteRow = Row<'quotes'>

export type RequestRow = Row<'bookingRequests'>

export const insertQuote = createInserter('quotes')
const save = createSaver('quotes', ['status', 'revision'])

/** Saves the changes of a quote. A quote that ended without a booking releases its vehicles. */
export async function saveQuote(tx: Writer, before: QuoteRow, patch: Partial<QuoteRow>): Promise<QuoteRow> {
  const saved = await save(tx, before, patch)
  const isGivenUp = isLive(before) && !isLive(saved) && saved.status !== 'booked'
  if (isGivenUp && listPromisedVehicles(before.vehicles).length > 0) await dropPromisesOf(tx, saved.id)
  return saved
}
export const insertRevision = createInserter('quoteRevisions')
export const insertRequest = createInserter('bookingRequests')
export const saveRequest = createSaver('bookingRequests', ['status'])

const ofTrip = prepareStatement('quotes_of_trip', ({ db, t }) =>
  db
    .select({
      quote: t.quotes,
      request: t.bookingRequests,
      operator: {
        ref: t.operators.ref,
        name: t.operators.name,
        phone: t.operators.phone,
        operatorLicence: t.operators.operatorLicence,
        timezone: t.operators.timezone,
      },
    })
    .from(t.quotes)
    .innerJoin(t.operators, eq(t.operators.id, t.quotes.operatorId))
    .leftJoin(t.bookingRequests, eq(t.bookingRequests.id, t.quotes.requestId))
    .where(eq(t.quotes.tripId, sql.placeholder('tripId')))
    .orderBy(asc(t.quotes.id)),
)

/** A quote of a trip, with its operator and its pending request. */
export type TripQuote = {
  readonly quote: QuoteRow
  readonly request: RequestRow | null
  readonly operator: Pick<Row<'operators'>, 'ref' | 'name' | 'phone' | 'operatorLicence' | 'timezone'>
}

/** Every quote of a trip, oldest first, with its operator and its pending request. */
export async function listQuotesOfTrip(db: Reader, tripId: number): Promise<TripQuote[]> {
  return ofTrip(db).execute({ tripId })
}

const revisionsOfOffer = prepareStatement('quote_revisions_of_offer', ({ db, t: { quotes, quoteRevisions } }) =>
  db
    .select({ quote: quotes, sent: quoteRevisions })
    .from(quotes)
    .innerJoin(quoteRevisions, eq(quoteRevisions.quoteId, quotes.id))
    .where(and(eq(quotes.tripId, sql.placeholder('tripId')), eq(quotes.offerId, sql.placeholder('offerId')))),
)

/** A stored revision of a quote, with the present quote. */
export type KeptRevision = {
  readonly quote: QuoteRow
  readonly sent: Row<'quoteRevisions'>
}

/** Every revision of every quote for a job, in the order of sending, each with its present quote. */
export async function listRevisionsOfJob(
  db: Reader,
  { id, tripId }: Pick<Row<'offers'>, 'id' | 'tripId'>,
): Promise<KeptRevision[]> {
  const found = await revisionsOfOffer(db).execute({ offerId: id, tripId })
  return found.sort((one, other) => one.sent.id - other.sent.id)
}

const endsOfTrip = prepareStatement('quote_ends_of_trip', ({ db, t: { quotes, bookingRequests } }) =>
  db
    .select({
      id: quotes.id,
      status: quotes.status,
      validUntil: quotes.validUntil,
      lockedUntil: quotes.lockedUntil,
      respondBy: bookingRequests.respondBy,
    })
    .from(quotes)
    .leftJoin(bookingRequests, eq(bookingRequests.id, quotes.requestId))
    .where(eq(quotes.tripId, sql.placeholder('tripId'))),
)

/** The instants (ms) at which a quote ends automatically, and its status. */
export type QuoteEnd = Pick<QuoteRow, 'id' | 'status' | 'validUntil' | 'lockedUntil'> & {
  /** Null without a pending request. */
  readonly respondBy: number | null
}

/** Finds when each quote of a trip ends automatically, in no order. */
export async function listQuoteEnds(db: Reader, tripId: number): Promise<QuoteEnd[]> {
  return endsOfTrip(db).execute({ tripId })
}

/** Every request of a trip, oldest first. */
export const listRequestsOfTrip = createLister('bookingRequests', 'tripId', ({ id }) => asc(id))

export const findQuote = createFinder('quotes', 'id')

export const findRequest = createFinder('bookingRequests', 'id')
