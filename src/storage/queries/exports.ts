import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/**
 * A request for rows of an account: the last instant (ms), the position of the last row that was read, and the number of rows.
 */
export type ExportAsked = {
  readonly operatorId: number
  readonly to: number
  readonly after: ExportPosition
  readonly limit: number
}

/** The position of a row in its list: its instant (ms), and its id among rows of the same instant. */
export type ExportPosition = { readonly at: number; readonly id: number }

type ExportedList = {
  /** Selects all exported rows, before further conditions. */
  readonly choose: (columns: Record<string, SQLiteColumn>) => SQLiteSelect
  readonly rows: () => SQLiteSelect
  readonly operatorId: SQLiteColumn
  readonly at: SQLiteColumn
  readonly id: SQLiteColumn
}

/** Reads the rows after a position, by an index of their operator and order, so that every page costs the same. */
export function buildExportReader<Item>(name: string, make: (handle: Reader) => ExportedList) {
  const statement = prepareStatement(`export_${name}`, (handle) => {
    const { choose, rows, operatorId, at, id } = make(handle)
    const isBehind = sql`(${at}, ${id}) > (${sql.placeholder('afterAt')}, ${sql.placeholder('afterId')})`
    const next = choose({ id })
      .where(and(eq(operatorId, sql.placeholder('operatorId')), lte(at, sql.placeholder('to')), isBehind))
      .orderBy(asc(at), asc(id))
      .limit(sql.placeholder('limit'))
    return rows().where(inArray(id, next)).orderBy(asc(at), asc(id))
  })
  return async (db: Reader, { after, ...asked }: ExportAsked): Promise<Item[]> =>
    (await statement(db).execute({ ...asked, afterAt: after.at, afterId: after.id })) as Item[]
}

export type ExportedBooking = {
  readonly booking: Row<'bookings'>
  readonly itinerary: Row<'trips'>['itinerary']
  readonly customer: Row<'customers'>
}

/** Bookings by departure, including cancelled ones. */
export const exportBookings = buildExportReader<ExportedBooking>('bookings', ({ db, t: { bookings, customers, trips } }) => ({
  choose: (columns) => db.select(columns).from(bookings).$dynamic(),
  rows: () =>
    db
      .select({ booking: bookings, itinerary: trips.itinerary, customer: customers })
      .from(bookings)
      .innerJoin(trips, eq(trips.id, bookings.tripId))
      .innerJoin(customers, eq(customers.id, trips.customerId))
      .$dynamic(),
  operatorId: bookings.operatorId,
  at: bookings.departsAt,
  id: bookings.id,
}))

export type ExportedDuty = {
  readonly booking: Row<'bookings'>
  readonly itinerary: Row<'trips'>['itinerary']
  readonly duty: Row<'assignments'> | null
  readonly driver: Pick<Row<'drivers'>, 'id' | 'name'> | null
}

/** Bookings by departure, once for each present or past duty, without replaced drivers; once without duties. */
export const exportDuties = buildExportReader<ExportedDuty>('duties', ({ db, t: { assignments, bookings, drivers, trips } }) => ({
  choose: (columns) => db.select(columns).from(bookings).$dynamic(),
  rows: () =>
    db
      .select({
        booking: bookings,
        itinerary: trips.itinerary,
        duty: assignments,
        driver: { id: drivers.id, name: drivers.name },
      })
      .from(bookings)
      .innerJoin(trips, eq(trips.id, bookings.tripId))
      .leftJoin(assignments, and(eq(assignments.bookingId, bookings.id), isNull(assignments.endedAt)))
      .leftJoin(drivers, eq(drivers.id, assignments.driverId))
      .$dynamic(),
  operatorId: bookings.operatorId,
  at: bookings.departsAt,
  id: bookings.id,
}))

export type ExportedPayment = { readonly payment: Row<'payments'>; readonly ref: string; readonly customerName: string }

/** Payments and refunds of bookings in the order of their records. */
export const exportPayments = buildExportReader<ExportedPayment>(
  'payments',
  ({ db, t: { bookings, customers, payments, trips } }) => ({
    choose: (columns) =>
      db
        .select(columns)
        .from(payments)
        // The operator does not know the customer before the booking, or of another operator's booking.
        .innerJoin(bookings, and(eq(bookings.tripId, payments.tripId), eq(bookings.quoteId, payments.quoteId)))
        .$dynamic(),
    rows: () =>
      db
        .select({ payment: payments, ref: trips.ref, customerName: customers.name })
        .from(payments)
        .innerJoin(trips, eq(trips.id, payments.tripId))
        .innerJoin(customers, eq(customers.id, trips.customerId))
        .$dynamic(),
    operatorId: payments.operatorId,
    at: payments.createdAt,
    id: payments.id,
  }),
)

export type ExportedPayout = { readonly payout: Row<'payouts'>; readonly adjustmentsAmount: number }

/** Payouts in the order of their bookings. */
export const exportPayouts = buildExportReader<ExportedPayout>('payouts', ({ db, t: { payoutAdjustments, payouts } }) => ({
  choose: (columns) => db.select(columns).from(payouts).$dynamic(),
  rows: () => {
    const adjusted = db
      .select({ sum: sql`coalesce(sum(${payoutAdjustments.amount}), 0)` })
      .from(payoutAdjustments)
      .where(eq(payoutAdjustments.payoutId, payouts.id))
    return db
      .select({ payout: payouts, adjustmentsAmount: sql<number>`${adjusted}`.mapWith(Number) })
      .from(payouts)
      .$dynamic()
  },
  operatorId: payouts.operatorId,
  at: payouts.createdAt,
  id: payouts.id,
}))

export type ExportedQuote = {
  readonly quote: Row<'quotes'>
  readonly offeredAt: number
  readonly ref: string
  readonly maskedItinerary: Row<'trips'>['maskedItinerary']
}

/** Quotes, each once, by their first sending. */
export const exportQuotes = buildExportReader<ExportedQuote>('quotes', ({ db, t: { offers, quotes, trips } }) => ({
  choose: (columns) => db.select(columns).from(quotes).$dynamic(),
  rows: () =>
    db
      .select({ quote: quotes, offeredAt: offers.offeredAt, ref: trips.ref, maskedItinerary: trips.maskedItinerary })
      .from(quotes)
      .innerJoin(offers, eq(offers.id, quotes.offerId))
      .innerJoin(trips, eq(trips.id, quotes.tripId))
      .$dynamic(),
  operatorId: quotes.operatorId,
  at: quotes.submittedAt,
  id: quotes.id,
}))
