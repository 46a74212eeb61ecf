import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepareStatement, type Reader } from '../storage.ts'

/** A request for an account's trouble, with at most `limit` lines of each kind. */
type TroubleAsked = { readonly operatorId: number; readonly limit: number }

const limit = () => sql.placeholder('limit')
const operatorId = () => sql.placeholder('operatorId')

const unsafe = prepareStatement('board_unsafe', ({ db, t: { vehicleChecks } }) =>
  db
    .select({ id: vehicleChecks.id, vehicleReg: vehicleChecks.vehicleReg, checkedAt: vehicleChecks.checkedAt })
    .from(vehicleChecks)
    .where(
      and(eq(vehicleChecks.operatorId, operatorId()), sql`${vehicleChecks.result} = 'unsafe'`, isNull(vehicleChecks.resolvedAt)),
    )
    .orderBy(asc(vehicleChecks.vehicleReg), asc(vehicleChecks.checkedAt))
    .limit(limit()),
)

/** Checks that found a vehicle unsafe and are unresolved, plate by plate. */
export async function listUnsafeChecks(db: Reader, of: TroubleAsked) {
  return unsafe(db).execute(of)
}

// Few change requests are open, and an operator has many bookings, so the query must not use an index of bookings.
const selectChangeRequests = prepareStatement('board_wishes', ({ db, t: { amendments, bookings, trips } }) =>
  db
    .select({
      id: amendments.id,
      by: amendments.by,
      respondBy: amendments.respondBy,
      ref: trips.ref,
      timezone: trips.timezone,
      departsAt: bookings.departsAt,
    })
    .from(amendments)
    .innerJoin(bookings, eq(bookings.id, amendments.bookingId))
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(and(sql`${amendments.status} = 'wished'`, sql`${bookings.operatorId} + 0 = ${operatorId()}`))
    .orderBy(asc(amendments.id))
    .limit(limit()),
)

/** Unanswered change requests, the oldest first. */
export async function listChangeRequests(db: Reader, of: TroubleAsked) {
  return selectChangeRequests(db).execute(of)
}

const parked = prepareStatement('board_parked', ({ db, t: { webhookSubscriptions: s } }) =>
  db
    .select({ id: s.id, label: s.label, skipped: s.skippedSinceParked })
    .from(s)
    .where(and(eq(s.operatorId, operatorId()), isNotNull(s.parkedAt), isNull(s.deletedAt)))
    .orderBy(asc(s.id))
    .limit(limit()),
)

/** An operator's parked subscriptions, oldest first. */
export async function listParkedSubscriptions(db: Reader, of: TroubleAsked) {
  return parked(db).execute(of)
}

const failed = prepareStatement('board_failed_messages', ({ db, t: { messages, trips } }) =>
  db
    .select({ id: messages.id, channel: messages.channel, toKind: messages.toKind, ref: trips.ref })
    .from(messages)
    .leftJoin(trips, eq(trips.id, messages.tripId))
    .where(
      and(
        eq(messages.operatorId, operatorId()),
        isNotNull(messages.operatorId),
        sql`${messages.status} = 'failed'`,
        isNotNull(messages.topic),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit()),
)

/** Lists failed messages to an operator's people, drivers and customers, newest first; they are purged after 7 days. */
export async function listFailedMessages(db: Reader, of: TroubleAsked) {
  return failed(db).execute(of)
}
