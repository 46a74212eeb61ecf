import { and, asc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/sqlite-core'
import type { JobFilter } from '../../domain/job.ts'
import { changesListing, firstChangeIn } from '../lists/changes-listing.ts'
import { always, countedListing, isWithinSpan } from '../lists/counted-listing.ts'
import { type Listing, listing, type PageSpan } from '../lists/listing.ts'
import { columnsBut, finder, firstRow, inserter, saver } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import { doubtSinceOfQuote } from './payments.ts'

export type OfferRow = Row<'offers'>

export const insertOffer = inserter('offers')

export const saveOffer = saver('offers', ['outcome', 'latestQuoteId', 'liveQuoteId'])

/** An offer with what the operator may see of its trip, the latest quote and the request that waits on it. */
export type JobRow = {
  readonly offer: OfferRow
  /** `operatorId` is that of who entered it for itself, null where somebody else did. */
  readonly trip: Pick<Row<'trips'>, 'id' | 'ref' | 'operatorId' | 'maskedItinerary' | 'createdAt'>
  readonly quote: Row<'quotes'> | null
  readonly request: Row<'bookingRequests'> | null
  /** Instant (ms) at which the payment in doubt for the quote was tried; null without one. */
  readonly doubtSince: number | null
  /** Place where the operator's coaches stay; null where it has named none. */
  readonly depot: Row<'operators'>['depot']
}

/** A job as far as it is shown: a list reads no column more, for each costs it a hundredth. */
export type ListedJob = {
  readonly offer: Omit<OfferRow, (typeof unlistedOfOffers)[number]>
  readonly trip: JobRow['trip']
  readonly quote: Omit<Row<'quotes'>, (typeof unlistedOfQuotes)[number]> | null
  readonly request: Omit<Row<'bookingRequests'>, (typeof unlistedOfRequests)[number]> | null
  readonly doubtSince: number | null
  readonly depot: JobRow['depot']
}

const unlistedOfOffers = [
  'tripId',
  'searchText',
  'commissionBps',
  'latestQuoteId',
  'liveQuoteId',
  'declineReasonCode',
  'declineNote',
] as const
const unlistedOfQuotes = ['offerId', 'tripId', 'operatorId', 'requestId'] as const
const unlistedOfRequests = ['id', 'tripId', 'quoteId', 'status', 'closedAt'] as const

/** Columns that are read of what belongs to a job. */
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
      trip: {
        id: t.trips.id,
        ref: t.trips.ref,
        operatorId: t.trips.operatorId,
        maskedItinerary: t.trips.maskedItinerary,
        createdAt: t.trips.createdAt,
      },
      doubtSince: doubtSinceOfQuote(t),
      depot: t.operators.depot,
    })
    .from(t.offers)
    .innerJoin(t.trips, eq(t.trips.id, t.offers.tripId))
    .innerJoin(t.operators, eq(t.operators.id, t.offers.operatorId))
    .leftJoin(t.quotes, eq(t.quotes.id, t.offers.latestQuoteId))
    .leftJoin(t.bookingRequests, eq(t.bookingRequests.id, t.quotes.requestId))
}

/** An SQL condition that the offers under a filter meet. Their indexes have the same conditions, in the same words. */
function isListedUnder(filter: JobFilter, { t: { offers } }: Reader): SQL | undefined {
  const isOpen = isNull(offers.outcome)
  const isUndeclined = isNull(offers.declinedAt)
  const unquoted = isNull(offers.liveQuoteId)
  const isOn = gt(offers.quoteBy, sql.placeholder('now'))
  switch (filter) {
    case 'all':
      return or(isOpen, sql`${offers.outcome} <> 'won'`)
    case 'fresh':
      return and(isOpen, isUndeclined, unquoted, isOn)
    case 'quoted':
      return and(isOpen, isNotNull(offers.liveQuoteId))
    case 'closing':
      return and(isOpen, isUndeclined, isOn, lte(offers.quoteBy, sql.placeholder('closingUntil')))
    case 'expired': {
      const mayBe = or(sql`${offers.outcome} = 'expired'`, and(isOpen, unquoted))
      return and(isUndeclined, mayBe, or(isNotNull(offers.outcome), lte(offers.quoteBy, sql.placeholder('now'))))
    }
  }
}

type Inbox = Omit<JobsQuery, 'filter' | 'updatedSince'>

function inbox(filter: JobFilter, handle: Reader, within?: SQL): Listing {
  const { offers } = handle.t
  const isByDeadline = filter === 'fresh' || filter === 'closing'
  const isListed = and(eq(offers.operatorId, sql.placeholder('operatorId')), within, isListedUnder(filter, handle))
  return {
    choose: (columns) => handle.db.select(columns).from(offers).where(isListed).$dynamic(),
    rows: () => jobs(handle, listedColumns(handle.t)).$dynamic(),
    id: offers.id,
    by: [isByDeadline ? offers.quoteBy : offers.offeredAt, offers.id],
    newestFirst: !isByDeadline,
  }
}

/** Offers that ran out by the clock. No write marked them, so `list_counts` misses them and they are counted here. */
function ranOut(handle: Reader, within?: SQL): Pick<Listing, 'choose' | 'id'> {
  const { offers } = handle.t
  const isOpen = and(isNull(offers.outcome), isNull(offers.declinedAt), isNull(offers.liveQuoteId))
  const isTheirs = eq(offers.operatorId, sql.placeholder('operatorId'))
  const hasPassed = lte(offers.quoteBy, sql.placeholder('now'))
  return {
    choose: (columns) =>
      handle.db
        .select(columns)
        .from(offers)
        .where(and(isTheirs, isOpen, hasPassed, within))
        .$dynamic(),
    id: offers.id,
  }
}

/** Offers that ran out, within a span. The span chooses no index, because the deadline already bounds the offers to open ones. */
function ranOutWithin(handle: Reader): Pick<Listing, 'choose' | 'id'> {
  return ranOut(handle, isWithinSpan(sql`${handle.t.offers.offeredAt} + 0`))
}

function counted(filter: 'all' | 'expired') {
  const within = (handle: Reader) => inbox(filter, handle, isWithinSpan(handle.t.offers.offeredAt))
  const list =
    filter === 'all'
      ? countedListing<ListedJob, Inbox & typeof always>('jobs_all', ['jobs', 'expired_jobs'], within)
      : countedListing<ListedJob, Inbox & typeof always>('jobs_expired', ['expired_jobs'], within, {
          all: ranOut,
          within: ranOutWithin,
        })
  return (db: Reader, query: Inbox) => list(db, { ...query, ...always })
}

/**
 * Quoted jobs, between two instants that exclude none. Without a condition on `offered_at` SQLite counts them by the index of changes,
 * which holds every job that there ever was.
 */
function quoted() {
  const within = (handle: Reader) => inbox('quoted', handle, isWithinSpan(handle.t.offers.offeredAt))
  const list = listing<ListedJob, Inbox & typeof always>('jobs_quoted', within)
  return (db: Reader, query: Inbox) => list(db, { ...query, ...always })
}

const lists = {
  all: counted('all'),
  expired: counted('expired'),
  fresh: listing<ListedJob, Inbox>('jobs_fresh', (handle) => inbox('fresh', handle)),
  quoted: quoted(),
  closing: listing<ListedJob, Inbox>('jobs_closing', (handle) => inbox('closing', handle)),
} satisfies Record<JobFilter, unknown>

const firstChange = firstChangeIn('offers')

/** A list since an instant is another statement: a condition that always holds would mislead the choice of an index. */
function changed(filter: JobFilter) {
  return changesListing<ListedJob, Inbox & { readonly updatedSince: number }>(
    `jobs_${filter}_since`,
    (handle) => {
      const { updatedAt } = handle.t.offers
      const since = sql.placeholder('updatedSince')
      const byChange = inbox(filter, handle, gte(updatedAt, since))
      return { ...byChange, chooseInOrder: inbox(filter, handle, sql`${updatedAt} + 0 >= ${since}`).choose }
    },
    { idOf: ({ offer }) => offer.id, whole: lists[filter], firstChange },
  )
}

const changedLists = {
  all: changed('all'),
  fresh: changed('fresh'),
  quoted: changed('quoted'),
  closing: changed('closing'),
  expired: changed('expired'),
} satisfies Record<JobFilter, unknown>

export type JobsQuery = PageSpan & {
  readonly operatorId: number
  readonly filter: JobFilter
  /** Instant (ms) since which a job must have changed; null for all. */
  readonly updatedSince: number | null
  readonly now: number
  /** Jobs whose `quote_by` is no later than this are closing (ms); no other filter looks at it. */
  readonly closingUntil: number
}

/** One page of an operator's inbox under a filter, and how many jobs are listed there. */
export async function listJobs(db: Reader, { updatedSince, filter, ...query }: JobsQuery) {
  return updatedSince === null ? lists[filter](db, query) : changedLists[filter](db, { ...query, updatedSince })
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

/** An offer of a trip with the operator it was made to. */
export type TripOffer = {
  readonly offer: OfferRow
  readonly operator: Pick<Row<'operators'>, 'ref' | 'name'>
}

/** Every operator a trip was offered to, in the order of the offers. */
export async function offersOfTrip(db: Reader, tripId: number): Promise<TripOffer[]> {
  return ofTrip(db).execute({ tripId })
}

export const findOffer = finder('offers', 'id')
