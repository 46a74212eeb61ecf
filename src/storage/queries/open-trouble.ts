import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepared, type Reader } from '../storage.ts'

/** A request for an account's trouble, with at most `limit` lines of each kind. */
type TroubleAsked = { readonly operatorId: number; readonly limit: number }

const limit = () => sql.placeholder('limit')
const operatorId = () => sql.placeholder('operatorId')

const unsafe = prepared('board_unsafe', ({ db, t: { vehicleChecks } }) =>
  db
    .select({ id: vehicleChecks.id, vehicleReg: vehicleChecks.vehicleReg, checkedAt: vehicleChecks.checkedAt })
    .from(vehicleChecks)
    .where(
      and(eq(vehicleChecks.operatorId, operatorId()), sql`${vehicleChecks.result} = 'unsafe'`, isNull(vehicleChecks.resolvedAt)),
    )
    .orderBy(asc(vehicleChecks.vehicleReg), asc(vehicleChecks.checkedAt))
    .limit(limit()),
)

/** Checks that found a coach unsafe and that no one has seen to, plate by plate. */
export async function unsafeChecks(db: Reader, of: TroubleAsked) {
  return unsafe(db).execute(of)
}

// Few wishes are open at a time; the bookings of an operator are many, and no index of theirs is to lead to them.
const wishes = prepared('board_wishes', ({ db, t: { amendments, bookings, trips } }) =>
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

/** Changes of bookings that were wished for and not answered, the oldest first. */
export async function wishedAmendments(db: Reader, of: TroubleAsked) {
  return wishes(db).execute(of)
}

const parked = prepared('board_parked', ({ db, t: { webhookSubscriptions: s } }) =>
  db
    .select({ id: s.id, label: s.label, skipped: s.skippedSinceParked })
    .from(s)
    .where(and(eq(s.operatorId, operatorId()), isNotNull(s.parkedAt), isNull(s.deletedAt)))
    .orderBy(asc(s.id))
    .limit(limit()),
)

/** An operator's subscriptions that are parked, the oldest first. */
export async function parkedSubscriptions(db: Reader, of: TroubleAsked) {
  return parked(db).execute(of)
}

const failed = prepared('board_failed_messages', ({ db, t: { messages, trips } }) =>
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

/** Messages to an operator's people, drivers and customers that were given up, newest first; purged after 7 days. */
export async function failedMessages(db: Reader, of: TroubleAsked) {
  return failed(db).execute(of)
}
