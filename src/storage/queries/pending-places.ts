import { and, asc, eq, sql } from 'drizzle-orm'
import { toSqlLiteral } from '../rows/bulk.ts'
import { prepareStatement, type Reader } from '../storage.ts'

/** Greatest number of an account's trips whose places a search saves. */
const mostPending = 100

// An operator's own trip is offered to it too.
const pending = prepareStatement('places_pending', ({ db, t: { offers, scheduler } }) =>
  db
    .select({ tripId: scheduler.subjectId })
    .from(scheduler)
    .innerJoin(offers, and(eq(offers.tripId, scheduler.subjectId), eq(offers.operatorId, sql.placeholder('operatorId'))))
    .where(eq(scheduler.kind, sql`'places'`))
    .orderBy(asc(scheduler.subjectId))
    .limit(toSqlLiteral(mostPending)),
)

/** The trips that an account entered or was asked to quote, and whose places are still to be saved. */
export async function listPendingPlaces(db: Reader, operatorId: number): Promise<number[]> {
  return (await pending(db).execute({ operatorId })).map(({ tripId }) => tripId)
}
