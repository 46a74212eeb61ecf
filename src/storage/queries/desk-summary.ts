import { and, asc, between, eq, isNull, sql } from 'drizzle-orm'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'

const entered = prepareStatement('desk_trips_entered', ({ db, t: { bookings, quotes, trips } }) => {
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

/** Trips of the marketplace that were entered between two instants (ms), both included, each with its outcome. */
export async function listTripsEntered(db: Reader, from: number, to: number) {
  return entered(db).execute({ from, to })
}

/** The time zone of the first operator on the server, or null. */
export async function findFirstTimezone(db: Reader): Promise<string | null> {
  const { operators } = db.t
  const rows = await db.db.select({ timezone: operators.timezone }).from(operators).orderBy(asc(operators.id)).limit(1)
  return takeFirstRow(rows)?.timezone ?? null
}
