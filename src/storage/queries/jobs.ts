import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../domain/job.ts'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export type OfferRow = Row<'offers'>

export const insertOffer = inserter('offers')

export const saveOffer = saver('offers', ['outcome', 'latestQuoteId', 'liveQuoteId'])

/** An offer with what the operator may see of its trip, the latest quote and the request that waits on it. */
export type JobRow = {
  readonly offer: OfferRow
  readonly trip: Pick<Row<'trips'>, 'id' | 'ref' | 'jobSheet' | 'createdAt'>
  readonly quote: Row<'quotes'> | null
  readonly request: Row<'bookingRequests'> | null
}

function jobs({ db, t }: Reader) {
  return db
    .select({
      offer: t.offers,
      trip: { id: t.trips.id, ref: t.trips.ref, jobSheet: t.trips.jobSheet, createdAt: t.trips.createdAt },
      quote: t.quotes,
      request: t.bookingRequests,
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
      return or(isOpen, ne(offers.outcome, 'won'))
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

function inbox(filter: JobFilter, handle: Reader): SQL | undefined {
  const { offers } = handle.t
  return and(
    eq(offers.operatorId, sql.placeholder('operatorId')),
    gte(offers.updatedAt, sql.placeholder('updatedSince')),
    isListedUnder(filter, handle),
  )
}

function statementsFor(filter: JobFilter) {
  const page = prepared(`jobs_${filter}`, (handle) => {
    const { offers } = handle.t
    const order =
      filter === 'fresh' || filter === 'closing'
        ? [asc(offers.quoteBy), asc(offers.id)]
        : [desc(offers.offeredAt), desc(offers.id)]
    return jobs(handle)
      .where(inbox(filter, handle))
      .orderBy(...order)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
  })
  const total = prepared(`jobs_${filter}_total`, (handle) =>
    handle.db.select({ total: count() }).from(handle.t.offers).where(inbox(filter, handle)),
  )
  return { page, total }
}

const lists = {
  all: statementsFor('all'),
  fresh: statementsFor('fresh'),
  quoted: statementsFor('quoted'),
  closing: statementsFor('closing'),
  expired: statementsFor('expired'),
} satisfies Record<JobFilter, unknown>

export type JobsQuery = {
  readonly operatorId: number
  readonly filter: JobFilter
  readonly updatedSince: number
  readonly now: number
  /** Jobs whose `quote_by` is no later than this are closing (ms). */
  readonly closingUntil: number
  readonly limit: number
  readonly offset: number
}

/** One page of an operator's inbox under a filter, and how many jobs are listed there. */
export async function listJobs(db: Reader, query: JobsQuery): Promise<{ items: JobRow[]; total: number }> {
  const { page, total } = lists[query.filter]
  const counted = firstRow(await total(db).execute(query))?.total ?? 0
  return { items: await page(db).execute(query), total: counted }
}

const byRef = prepared('job_by_ref', (handle) =>
  jobs(handle).where(
    and(eq(handle.t.offers.operatorId, sql.placeholder('operatorId')), eq(handle.t.trips.ref, sql.placeholder('ref'))),
  ),
)

/** The job this operator was offered under a trip ref, or null. */
export async function findJob(db: Reader, operatorId: number, ref: string): Promise<JobRow | null> {
  return firstRow(await byRef(db).execute({ operatorId, ref }))
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

const byId = prepared('offer', ({ db, t }) =>
  db
    .select()
    .from(t.offers)
    .where(eq(t.offers.id, sql.placeholder('id'))),
)

export async function findOffer(db: Reader, id: number): Promise<OfferRow | null> {
  return firstRow(await byId(db).execute({ id }))
}
