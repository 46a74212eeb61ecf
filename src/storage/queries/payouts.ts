import { and, asc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Itinerary } from '../../domain/itinerary.ts'
import { type PayoutStatus, payoutStatuses } from '../../domain/payout.ts'
import { always, buildCountedListing, type CountedQuery, isWithinSpan } from '../lists/counted-listing.ts'
import { buildListing, type PageSpan } from '../lists/listing.ts'
import { buildBulkStatement } from '../rows/bulk.ts'
import { createDropper, createFinder, createInserter, createLister, createSaver } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type PayoutRow = Row<'payouts'>

type AdjustmentRow = Row<'payoutAdjustments'>

export const insertPayout = createInserter('payouts')
export const savePayout = createSaver('payouts', ['status'])
export const insertAdjustment = createInserter('payoutAdjustments')

/** Deletes an adjustment of a payout. */
export const dropAdjustment = createDropper('payoutAdjustments', 'id')

function history(status: PayoutStatus | null) {
  const name = `payouts_${status ?? 'all'}`
  const lists = (status === null ? payoutStatuses : [status]).map((one) => `${one}_payouts` as const)
  return buildCountedListing<PayoutRow, CountedQuery>(name, lists, ({ db, t: { payouts } }) => {
    const isOfStatus = status === null ? undefined : eq(payouts.status, sql.raw(`'${status}'`))
    const isListed = and(eq(payouts.operatorId, sql.placeholder('operatorId')), isOfStatus, isWithinSpan(payouts.createdAt))
    return {
      choose: (columns) => db.select(columns).from(payouts).where(isListed).$dynamic(),
      rows: () => db.select().from(payouts).$dynamic(),
      id: payouts.id,
      by: [payouts.createdAt, payouts.id],
    }
  })
}

const whole = history(null)
const byStatus = new Map(payoutStatuses.map((status) => [status, history(status)]))

export type PayoutRecord = { readonly payout: PayoutRow; readonly adjustments: readonly AdjustmentRow[] }

/** One page of an operator's payouts, newest first, with their count; `status` null lists all. */
export async function listPayouts(
  db: Reader,
  { status, ...query }: PageSpan & { readonly operatorId: number; readonly status: PayoutStatus | null },
): Promise<{ items: PayoutRecord[]; total: number }> {
  const list = status === null ? whole : (byStatus.get(status) ?? whole)
  const { items, total } = await list(db, { ...query, ...always })
  return { items: await withAdjustments(db, items), total }
}

const itinerariesOfBookings = buildBulkStatement('itineraries_of_payouts', ['id'], ({ db, t: { bookings, trips } }, places) =>
  db
    .select({ bookingId: bookings.id, itinerary: trips.itinerary })
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(
      inArray(
        bookings.id,
        places.map(({ id }) => id),
      ),
    ),
)

/** The itinerary of the booking of a payout. */
type WithItinerary = { readonly itinerary: Itinerary }

/** A payout with the itinerary of its booking. */
export type PayoutWithTrip = PayoutRecord & WithItinerary

/** Adds the itineraries of their bookings to payouts. */
export async function addItinerariesToPayouts<One extends PayoutRecord>(
  db: Reader,
  records: readonly One[],
): Promise<(One & WithItinerary)[]> {
  const found = await itinerariesOfBookings(
    db,
    records.map(({ payout }) => ({ id: payout.bookingId })),
  )
  const byBooking = new Map(found.flat().map(({ bookingId, itinerary }) => [bookingId, itinerary]))
  return records.map((one) => addItinerary(one, byBooking.get(one.payout.bookingId)))
}

/** Adds the itinerary of its booking to a payout. */
export async function addItineraryToPayout(db: Reader, record: PayoutRecord): Promise<PayoutWithTrip> {
  const [found] = (await itinerariesOfBookings(db, [{ id: record.payout.bookingId }])).flat()
  return addItinerary(record, found?.itinerary)
}

function addItinerary<One extends PayoutRecord>(one: One, itinerary: Itinerary | undefined): One & WithItinerary {
  if (itinerary === undefined) throw new Error(`payout ${one.payout.id} has no booking`)
  return { ...one, itinerary }
}

const adjustmentsOf = createLister('payoutAdjustments', 'payoutId', ({ id }) => asc(id))

function withAdjustments(db: Reader, payouts: readonly PayoutRow[]): Promise<PayoutRecord[]> {
  return Promise.all(payouts.map(async (payout) => ({ payout, adjustments: await adjustmentsOf(db, payout.id) })))
}

const filters = {
  operatorId: ({ payouts }) => eq(payouts.operatorId, sql.placeholder('operatorId')),
  status: ({ payouts }) => eq(payouts.status, sql.placeholder('status')),
  scheduledBefore: ({ payouts }) => lt(payouts.scheduledFor, sql.placeholder('scheduledBefore')),
} satisfies Record<string, (tables: Reader['t']) => SQL>

type FilterName = keyof typeof filters

const filterNames = Object.keys(filters) as FilterName[]

/** A statement for each choice of filters, with an index that holds them and the order. */
function ledger(chosen: readonly FilterName[]) {
  const isByDay = chosen.includes('scheduledBefore')
  return buildListing<LedgerRow, object>(['ledger', ...chosen].join('_'), ({ db, t }) => {
    const { payouts, operators } = t
    const isListed = and(...chosen.map((name) => filters[name](t)))
    const rows = db
      .select({ payout: payouts, operatorRef: operators.ref })
      .from(payouts)
      .innerJoin(operators, eq(operators.id, payouts.operatorId))
    return {
      choose: (columns) => db.select(columns).from(payouts).where(isListed).$dynamic(),
      rows: () => rows.$dynamic(),
      id: payouts.id,
      by: [isByDay ? payouts.scheduledFor : payouts.createdAt, payouts.id],
      newestFirst: !isByDay,
    }
  })
}

const everyChoice = Array.from({ length: 2 ** filterNames.length }, (_, bits) =>
  filterNames.filter((_, nth) => (bits >> nth) % 2 === 1),
)
const ledgers = new Map(everyChoice.map((chosen) => [chosen.join(), ledger(chosen)]))

type LedgerRow = { readonly payout: PayoutRow; readonly operatorRef: string }

/** A filter of all operators' payouts; null for any. `scheduledBefore` (ms) leaves out payouts without a day. */
export type LedgerFilter = {
  readonly operatorId: number | null
  readonly status: PayoutStatus | null
  readonly scheduledBefore: number | null
}

/** A payout for its payer. */
export type LedgerRecord = PayoutRecord & { readonly operatorRef: string }

/** Lists one page of all payouts with their count: newest first, or by payout day on request. */
export async function listLedger(db: Reader, query: PageSpan & LedgerFilter): Promise<{ items: LedgerRecord[]; total: number }> {
  const chosen = filterNames.filter((name) => query[name] !== null)
  const list = ledgers.get(chosen.join())
  if (list === undefined) throw new Error('No ledger is kept by these filters.')
  const { items, total } = await list(db, query)
  const records = items.map(async ({ payout, operatorRef }) => ({
    payout,
    operatorRef,
    adjustments: await adjustmentsOf(db, payout.id),
  }))
  return { items: await Promise.all(records), total }
}

/** One payout of any operator without its adjustments, or null. */
export const findPayoutAlone = createFinder('payouts', 'id')

/** One payout of any operator, or null. */
export async function findPayout(db: Reader, id: number): Promise<PayoutRecord | null> {
  const payout = await findPayoutAlone(db, id)
  return payout && { payout, adjustments: await adjustmentsOf(db, id) }
}

/** A payout with the departure of its booking (ms). */
export type StatementRecord = PayoutRecord & { readonly departsAt: number; readonly timezone: string }

function isOfStatement({ t: { payouts } }: Reader) {
  return and(eq(payouts.operatorId, sql.placeholder('operatorId')), eq(payouts.statementRef, sql.placeholder('statementRef')))
}

const ofStatement = prepareStatement('payouts_of_statement', (handle) => {
  const { bookings, payouts, trips } = handle.t
  return handle.db
    .select({ payout: payouts, departsAt: bookings.departsAt, timezone: trips.timezone })
    .from(payouts)
    .innerJoin(bookings, eq(bookings.id, payouts.bookingId))
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(isOfStatement(handle))
    .orderBy(asc(payouts.id))
})

const adjustmentsOfStatement = prepareStatement('adjustments_of_statement', (handle) => {
  const { payoutAdjustments, payouts } = handle.t
  return handle.db
    .select({ adjustment: payoutAdjustments })
    .from(payouts)
    .innerJoin(payoutAdjustments, eq(payoutAdjustments.payoutId, payouts.id))
    .where(isOfStatement(handle))
})

/** Payouts to an operator with one reference, in the order of booking. */
export async function listPayoutsOfStatement(db: Reader, operatorId: number, statementRef: string): Promise<StatementRecord[]> {
  const query = { operatorId, statementRef }
  const [payouts, adjusted] = [await ofStatement(db).execute(query), await adjustmentsOfStatement(db).execute(query)]
  const byPayout = Map.groupBy(
    adjusted.map(({ adjustment }) => adjustment).sort((one, other) => one.id - other.id),
    ({ payoutId }) => payoutId,
  )
  return payouts.map(({ payout, ...trip }) => ({ payout, ...trip, adjustments: byPayout.get(payout.id) ?? [] }))
}

/** The payout of a booking, or null. */
export const findPayoutOfBooking = createFinder('payouts', 'bookingId')
