import { and, asc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/sqlite-core'
import type { JobFilter } from '../../domain/job.ts'
import { buildChangesListing, buildFirstChangeQuery } from '../lists/changes-listing.ts'
import { always, buildCountedListing, isWithinSpan } from '../lists/counted-listing.ts'
import { buildListing, type Listing, type PageSpan } from '../lists/listing.ts'
import { createFinder, createInserter, createSaver, omitColumns, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import { buildDoubtSinceSql } from './payments.ts'

export type OfferRow = Row<'offers'>

export const insertOffer = createInserter('offers')

export const saveOffer = createSaver('offers', ['outcome', 'latestQuoteId', 'liveQuoteId'])

/** An offer with the visible part of its trip, the latest quote and its pending request. */
export type JobRow = {
  readonly offer: OfferRow
  /** `operatorId` is the operator of an own trip, null for any other. */
  readonly trip: Pick<Row<'trips'>, 'id' | 'ref' | 'operatorId' | 'maskedItinerary' | 'createdAt'>
  readonly quote: Row<'quotes'> | null
  readonly request: Row<'bookingRequests'> | null
  /** Instant (ms) at which the payment in doubt for the quote was tried; null without one. */
  readonly doubtSince: number | null
  /** Depot of the operator; null without one. */
  readonly depot: Row<'operators'>['depot']
}

/** The displayed part of a job. A list reads no other column, since each costs 1 %. */
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

/** Columns of the parts of a job that are read. */
type JobColumns = Readonly<Record<'offer' | 'quote' | 'request', SelectedFields[string]>>

function wholeColumns({ offers, quotes, bookingRequests }: Reader['t']): JobColumns {
  return { offer: offers, quote: quotes, request: bookingRequests }
}

function listedColumns({ offers, quotes, bookingRequests }: Reader['t']): JobColumns {
  return {
    offer: omitColumns(offers, unlistedOfOffers),
    quote: omitColumns(quotes, unlistedOfQuotes),
    request: omitColumns(bookingRequests, unlistedOfRequests),
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
      doubtSince: buildDoubtSinceSql(t),
      depot: t.operators.depot,
    })
    .from(t.offers)
    .innerJoin(t.trips, eq(t.trips.id, t.offers.tripId))
    .innerJoin(t.operators, eq(t.operators.id, t.offers.operatorId))
    .leftJoin(t.quotes, eq(t.quotes.id, t.offers.latestQuoteId))
    .leftJoin(t.bookingRequests, eq(t.bookingRequests.id, t.quotes.requestId))
}

/** An SQL condition for the offers of a filter. Their indexes repeat the condition in the same words. */
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

/** Offers that expired by the clock. No write marked them, so `list_counts` misses them and they are counted here. */
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

/** Expired offers within a span. The span chooses no index, because the deadline already limits the offers to open ones. */
function ranOutWithin(handle: Reader): Pick<Listing, 'choose' | 'id'> {
  return ranOut(handle, isWithinSpan(sql`${handle.t.offers.offeredAt} + 0`))
}

function buildCountedJobListing(filter: 'all' | 'expired') {
  const within = (handle: Reader) => inbox(filter, handle, isWithinSpan(handle.t.offers.offeredAt))
  const list =
    filter === 'all'
      ? buildCountedListing<ListedJob, Inbox & typeof always>('jobs_all', ['jobs', 'expired_jobs'], within)
      : buildCountedListing<ListedJob, Inbox & typeof always>('jobs_expired', ['expired_jobs'], within, {
          all: ranOut,
          within: ranOutWithin,
        })
  return (db: Reader, query: Inbox) => list(db, { ...query, ...always })
}

/**
 * Quoted jobs, between two instants that exclude none. Without a condition on `offered_at` SQLite counts them by the index of
 * changes, which contains every job.
 */
function buildQuotedJobListing() {
  const within = (handle: Reader) => inbox('quoted', handle, isWithinSpan(handle.t.offers.offeredAt))
  const list = buildListing<ListedJob, Inbox & typeof always>('jobs_quoted', within)
  return (db: Reader, query: Inbox) => list(db, { ...query, ...always })
}

const lists = {
  all: buildCountedJobListing('all'),
  expired: buildCountedJobListing('expired'),
  fresh: buildListing<ListedJob, Inbox>('jobs_fresh', (handle) => inbox('fresh', handle)),
  quoted: buildQuotedJobListing(),
  closing: buildListing<ListedJob, Inbox>('jobs_closing', (handle) => inbox('closing', handle)),
} satisfies Record<JobFilter, unknown>

const firstChange = buildFirstChangeQuery('offers')

/** A list since an instant is a separate statement: a condition that is always true would mislead the choice of an index. */
function buildJobChangesListing(filter: JobFilter) {
  return buildChangesListing<ListedJob, Inbox & { readonly updatedSince: number }>(
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
  all: buildJobChangesListing('all'),
  fresh: buildJobChangesListing('fresh'),
  quoted: buildJobChangesListing('quoted'),
  closing: buildJobChangesListing('closing'),
  expired: buildJobChangesListing('expired'),
} satisfies Record<JobFilter, unknown>

export type JobsQuery = PageSpan & {
  readonly operatorId: number
  readonly filter: JobFilter
  /** Instant (ms) of the earliest change; null for all jobs. */
  readonly updatedSince: number | null
  readonly now: number
  /** Latest `quote_by` (ms) of closing jobs; other filters ignore it. */
  readonly closingUntil: number
}

/** One page of an operator's inbox under a filter, with the count of jobs. */
export async function listJobs(db: Reader, { updatedSince, filter, ...query }: JobsQuery) {
  return updatedSince === null ? lists[filter](db, query) : changedLists[filter](db, { ...query, updatedSince })
}

const byRef = prepareStatement('job_by_ref', (handle) =>
  jobs(handle, wholeColumns(handle.t)).where(
    and(eq(handle.t.offers.operatorId, sql.placeholder('operatorId')), eq(handle.t.trips.ref, sql.placeholder('ref'))),
  ),
)

/** The job of this operator under a trip ref, or null. */
export async function findJob(db: Reader, operatorId: number, ref: string): Promise<JobRow | null> {
  return takeFirstRow((await byRef(db).execute({ operatorId, ref })) as unknown as JobRow[])
}

const ofTrip = prepareStatement('offers_of_trip', ({ db, t }) =>
  db
    .select({ offer: t.offers, operator: { ref: t.operators.ref, name: t.operators.name } })
    .from(t.offers)
    .innerJoin(t.operators, eq(t.operators.id, t.offers.operatorId))
    .where(eq(t.offers.tripId, sql.placeholder('tripId')))
    .orderBy(asc(t.offers.id)),
)

/** An offer of a trip with its operator. */
export type TripOffer = {
  readonly offer: OfferRow
  readonly operator: Pick<Row<'operators'>, 'ref' | 'name'>
}

/** Every operator with an offer of a trip, in the order of the offers. */
export async function listOffersOfTrip(db: Reader, tripId: number): Promise<TripOffer[]> {
  return ofTrip(db).execute({ tripId })
}

export const findOffer = createFinder('offers', 'id')
