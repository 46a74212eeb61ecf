import { and, asc, between, eq, isNull, sql } from 'drizzle-orm'
import { firstRow } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'

const entered = prepared('desk_trips_entered', ({ db, t: { bookings, quotes, trips } }) => {
  const ofTrip = db
    .select({ at: sql`min(${quotes.submittedAt})` })
    .from(quotes)
    .where(eq(quotes.tripId, trips.id))
  const countOfTrip = db.select({ many: sql`count(*)` }).from(quotes).where(eq(quotes.tripId, trips.id))
  return db
    .select({
      status: trips.status,
      createdAt: trips.createdAt,
      firstQuoteAt: sql<number | null>`(${ofTrip})`.mapWith(Number),
      quotes: sql<number>`(${countOfTrip})`.mapWith(Number),
      bookingStatus: bookings.status,
      priceAmount: bookings.priceAmount,
      commissionAmount: bookings.commissionAmount,
      currencyCode: bookings.currencyCode,
    })
    .from(trips)
    .leftJoin(bookings, eq(bookings.tripId, trips.id))
    .where(and(isNull(trips.operatorId), between(trips.createdAt, sql.placeholder('from'), sql.placeholder('to'))))
})

/** Trips of the marketplace that were entered between two instants (ms), both included, each with what became of it. */
export async function tripsEntered(db: Reader, from: number, to: number) {
  return entered(db).execute({ from, to })
}

/** The time zone of the operator who was on the server first, or null. */
export async function firstTimezone(db: Reader): Promise<string | null> {
  const { operators } = db.t
  const rows = await db.db.select({ timezone: operators.timezone }).from(operators).orderBy(asc(operators.id)).limit(1)
  return firstRow(rows)?.timezone ?? null
}
