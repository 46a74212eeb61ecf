import { and, asc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/sqlite-core'
import type { JobFilter } from '../../domain/job.ts'
import { listing, type PageSpan } from '../listing.ts'
import { columnsBut, finder, firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'
import { doubtSinceOfQuote } from './payments.ts'

export type OfferRow = Row<'offers'>

export const insertOffer = inserter('offers')

export const saveOffer = saver('offers', ['outcome', 'latestQuoteId', 'liveQuoteId'])

/** An offer with what the operator may see of its trip, the latest quote and the request that waits on it. */
export type JobRow = {
  readonly offer: OfferRow
  readonly trip: Pick<Row<'trips'>, 'id' | 'ref' | 'maskedItinerary' | 'createdAt'>
  readonly quote: Row<'quotes'> | null
  readonly request: Row<'bookingRequests'> | null
  /** When the payment for the quote was tried that is in doubt (ms). */
  readonly doubtSince: number | null
}

/** A job as far as it is shown: a list reads no column more, for each costs it a hundredth. */
export type ListedJob = {
  readonly offer: Omit<OfferRow, (typeof unlistedOfOffers)[number]>
  readonly trip: JobRow['trip']
  readonly quote: Omit<Row<'quotes'>, (typeof unlistedOfQuotes)[number]> | null
  readonly request: Omit<Row<'bookingRequests'>, (typeof unlistedOfRequests)[number]> | null
  readonly doubtSince: number | null
}

const unlistedOfOffers = ['tripId', 'operatorId', 'latestQuoteId', 'liveQuoteId', 'declineReasonCode', 'declineNote'] as const
const unlistedOfQuotes = ['offerId', 'tripId', 'operatorId', 'requestId'] as const
const unlistedOfRequests = ['id', 'tripId', 'quoteId', 'status', 'paymentMethod', 'closedAt'] as const

/** Which columns of what belongs to a job are read. */
type JobColumns = Readonly<Record<'offer' | 'quote' | 'request', SelectedFields[string]>>

function wholeColumns({ offers, quotes, bookingRequests }: Reader['t']): JobColumns {
  return { offer: offers, quote: quotes, request: bookingRequests }
}

function listedColumns({ offers, quotes, bookingRequests }: Reader['t']): JobColumns {
  return {
    offer: columnsBut(offers, unlistedOfOffers),
    quote: columnsBut(quotes, unlistedOfQuotes),
    request: columnsBut(bookingRequests, unlistedOfRequests),
  }
}

function jobs({ db, t }: Reader, columns: JobColumns) {
  return db
    .select({
      ...columns,
      trip: { id: t.trips.id, ref: t.trips.ref, maskedItinerary: t.trips.maskedItinerary, createdAt: t.trips.createdAt },
      doubtSince: doubtSinceOfQuote(t),
    })
    .from(t.offers)
    .innerJoin(t.trips, eq(t.trips.id, t.offers.tripId))
    .leftJoin(t.quotes, eq(t.quotes.id, t.offers.latestQuoteId))
    .leftJoin(t.bookingRequests, eq(t.bookingRequests.id, t.quotes.requestId))
}

function isListedUnder(filter: JobFilter, { t: { offers } }: Reader): SQL | undefined {
  const isOpen = isNull(offers.outcome)
  const stillTakesQuotes = and(isOpen, isNull(offers.declinedAt), gt(offers.quoteBy, sql.placeholder('now')))
  const unquoted = isNull(offers.liveQuoteId)
  switch (filter) {
    case 'all':
      return sql`${offers.outcome} is distinct from 'won'`
    case 'fresh':
      return and(stillTakesQuotes, unquoted)
    case 'quoted':
      return and(isOpen, isNotNull(offers.liveQuoteId))
    case 'closing':
      return and(stillTakesQuotes, lte(offers.quoteBy, sql.placeholder('closingUntil')))
    case 'expired': {
      const ranOut = and(isOpen, unquoted, lte(offers.quoteBy, sql.placeholder('now')))
      return and(isNull(offers.declinedAt), or(eq(offers.outcome, 'expired'), ranOut))
    }
  }
}

type Inbox = Omit<JobsQuery, keyof PageSpan | 'filter' | 'updatedSince'> & { readonly updatedSince?: number }

/** A list since an instant is another statement: a condition that always holds would mislead the choice of an index. */
function inbox(filter: JobFilter, since: 'ever' | 'since') {
  return listing<ListedJob, Inbox>(`jobs_${filter}_${since}`, (handle) => {
    const { offers } = handle.t
    const isListed = and(
      eq(offers.operatorId, sql.placeholder('operatorId')),
      since === 'ever' ? undefined : gte(offers.updatedAt, sql.placeholder('updatedSince')),
      isListedUnder(filter, handle),
    )
    const isByDeadline = filter === 'fresh' || filter === 'closing'
    return {
      ids: () => handle.db.select({ id: offers.id }).from(offers).where(isListed).$dynamic(),
      rows: () => jobs(handle, listedColumns(handle.t)).$dynamic(),
      id: offers.id,
      by: [isByDeadline ? offers.quoteBy : offers.offeredAt, offers.id],
      newestFirst: !isByDeadline,
    }
  })
}

function listsOf(filter: JobFilter) {
  return { ever: inbox(filter, 'ever'), since: inbox(filter, 'since') }
}

const lists = {
  all: listsOf('all'),
  fresh: listsOf('fresh'),
  quoted: listsOf('quoted'),
  closing: listsOf('closing'),
  expired: listsOf('expired'),
} satisfies Record<JobFilter, unknown>

export type JobsQuery = PageSpan & {
  readonly operatorId: number
  readonly filter: JobFilter
  /** Only what has changed since then (ms); null for all. */
  readonly updatedSince: number | null
  readonly now: number
  /** Jobs whose `quote_by` is no later than this are closing (ms). */
  readonly closingUntil: number
}

/** One page of an operator's inbox under a filter, and how many jobs are listed there. */
export async function listJobs(db: Reader, { updatedSince, filter, ...query }: JobsQuery) {
  return updatedSince === null ? lists[filter].ever(db, query) : lists[filter].since(db, { ...query, updatedSince })
}

const byRef = prepared('job_by_ref', (handle) =>
  jobs(handle, wholeColumns(handle.t)).where(
    and(eq(handle.t.offers.operatorId, sql.placeholder('operatorId')), eq(handle.t.trips.ref, sql.placeholder('ref'))),
  ),
)

/** The job this operator was offered under a trip ref, or null. */
export async function findJob(db: Reader, operatorId: number, ref: string): Promise<JobRow | null> {
  return firstRow((await byRef(db).execute({ operatorId, ref })) as unknown as JobRow[])
}

const ofTrip = prepared('offers_of_trip', ({ db, t }) =>
  db
    .select({ offer: t.offers, operator: { ref: t.operators.ref, name: t.operators.name } })
    .from(t.offers)
    .innerJoin(t.operators, eq(t.operators.id, t.offers.operatorId))
    .where(eq(t.offers.tripId, sql.placeholder('tripId')))
    .orderBy(asc(t.offers.id)),
)

/** Every operator a trip was offered to, in the order of the offers. */
export async function offersOfTrip(db: Reader, tripId: number) {
  return ofTrip(db).execute({ tripId })
}

export const findOffer = finder('offers', 'id')
