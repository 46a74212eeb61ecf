import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/** A request for rows of an account: up to which instant (ms), behind which row that was read last, and how many. */
export type ExportAsked = {
  readonly operatorId: number
  readonly to: number
  readonly after: ExportPosition
  readonly limit: number
}

/** The position of a row in its list: its instant (ms), and its id among those of the same instant. */
export type ExportPosition = { readonly at: number; readonly id: number }

type ExportedList = {
  /** All that is exported, to be narrowed down. */
  readonly choose: (columns: Record<string, SQLiteColumn>) => SQLiteSelect
  readonly rows: () => SQLiteSelect
  readonly operatorId: SQLiteColumn
  readonly at: SQLiteColumn
  readonly id: SQLiteColumn
}

/** Reads on from a row to the next ones, by an index that holds whose they are and their order: no page costs more than another. */
export function exporting<Item>(name: string, make: (handle: Reader) => ExportedList) {
  const statement = prepared(`export_${name}`, (handle) => {
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

/** Bookings in the order they depart, called off or not. */
export const exportBookings = exporting<ExportedBooking>('bookings', ({ db, t: { bookings, customers, trips } }) => ({
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

/** Bookings in the order they depart, each as often as somebody is or was on it, without who was replaced; once where no one is. */
export const exportDuties = exporting<ExportedDuty>('duties', ({ db, t: { assignments, bookings, drivers, trips } }) => ({
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

/** Payments and refunds of bookings in the order they were written down. */
export const exportPayments = exporting<ExportedPayment>('payments', ({ db, t: { bookings, customers, payments, trips } }) => ({
  choose: (columns) =>
    db
      .select(columns)
      .from(payments)
      // Before a trip is booked the operator does not know its customer; another's quote of it may have been paid for in vain.
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
}))

export type ExportedPayout = { readonly payout: Row<'payouts'>; readonly adjustmentsAmount: number }

/** Payouts in the order of their bookings. */
export const exportPayouts = exporting<ExportedPayout>('payouts', ({ db, t: { payoutAdjustments, payouts } }) => ({
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

/** Quotes, each once, in the order they were first sent. */
export const exportQuotes = exporting<ExportedQuote>('quotes', ({ db, t: { offers, quotes, trips } }) => ({
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
