import { and, asc, eq, sql } from 'drizzle-orm'
import { isLive, promisedVehicles } from '../../domain/quote.ts'
import { finder, inserter, lister, saver } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { dropPromisesOf } from './promises.ts'

export type QuoteRow = Row<'quotes'>

export type RequestRow = Row<'bookingRequests'>

export const insertQuote = inserter('quotes')
const save = saver('quotes', ['status', 'revision'])

/** Writes what moves of a quote; one that is over without a booking takes no coach any more. */
export async function saveQuote(tx: Writer, before: QuoteRow, patch: Partial<QuoteRow>): Promise<QuoteRow> {
  const saved = await save(tx, before, patch)
  const isGivenUp = isLive(before) && !isLive(saved) && saved.status !== 'booked'
  if (isGivenUp && promisedVehicles(before.vehicles).length > 0) await dropPromisesOf(tx, saved.id)
  return saved
}
export const insertRevision = inserter('quoteRevisions')
export const insertRequest = inserter('bookingRequests')
export const saveRequest = saver('bookingRequests', ['status'])

const ofTrip = prepared('quotes_of_trip', ({ db, t }) =>
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

/** A quote of a trip, with its operator and the request that waits on it. */
export type TripQuote = {
  readonly quote: QuoteRow
  readonly request: RequestRow | null
  readonly operator: Pick<Row<'operators'>, 'ref' | 'name' | 'phone' | 'operatorLicence' | 'timezone'>
}

/** Every quote of a trip, first one first, with its operator and the request that waits on it. */
export async function quotesOfTrip(db: Reader, tripId: number): Promise<TripQuote[]> {
  return ofTrip(db).execute({ tripId })
}

const revisionsOfOffer = prepared('quote_revisions_of_offer', ({ db, t: { quotes, quoteRevisions } }) =>
  db
    .select({ quote: quotes, sent: quoteRevisions })
    .from(quotes)
    .innerJoin(quoteRevisions, eq(quoteRevisions.quoteId, quotes.id))
    .where(and(eq(quotes.tripId, sql.placeholder('tripId')), eq(quotes.offerId, sql.placeholder('offerId')))),
)

/** A revision of a quote as it is kept, with the quote as it stands now. */
export type KeptRevision = {
  readonly quote: QuoteRow
  readonly sent: Row<'quoteRevisions'>
}

/** Every revision of every quote for a job, in the order they were sent, each with its quote as it stands now. */
export async function revisionsOf(db: Reader, { id, tripId }: Pick<Row<'offers'>, 'id' | 'tripId'>): Promise<KeptRevision[]> {
  const found = await revisionsOfOffer(db).execute({ offerId: id, tripId })
  return found.sort((one, other) => one.sent.id - other.sent.id)
}

const endsOfTrip = prepared('quote_ends_of_trip', ({ db, t: { quotes, bookingRequests } }) =>
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

/** The instants (ms) at which a quote ends by itself, and where it stands. */
export type QuoteEnd = Pick<QuoteRow, 'id' | 'status' | 'validUntil' | 'lockedUntil'> & {
  /** Null where no request waits on it. */
  readonly respondBy: number | null
}

/** Finds when each quote of a trip ends by itself, in no order. */
export async function quoteEndsOfTrip(db: Reader, tripId: number): Promise<QuoteEnd[]> {
  return endsOfTrip(db).execute({ tripId })
}

/** Every request of a trip, first one first, whatever became of it. */
export const requestsOfTrip = lister('bookingRequests', 'tripId', ({ id }) => asc(id))

export const findQuote = finder('quotes', 'id')

export const findRequest = finder('bookingRequests', 'id')
