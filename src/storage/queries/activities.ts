import { and, asc, eq, gt, gte, inArray, lt, max, sql } from 'drizzle-orm'
import { type ActivityKind, type Author, activityKinds, kindOf } from '../../domain/activity.ts'
import { type ListedPage, listing, type PageSpan } from '../lists/listing.ts'
import type { ActivityLine } from '../rows/activity-lines.ts'
import { handfuls, inBulk, isAmongFirst, removeSome } from '../rows/bulk.ts'
import { firstRow } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { findPayment } from './payments.ts'

const lineKeys = ['operatorId', 'ref', 'bookingId', 'quoteId', 'tripId', 'kind', 'what', 'byKind', 'credentialId'] as const

const logging = inBulk(
  'log_activities',
  lineKeys,
  ({ db, t: { activities, bookings, quotes, trips } }, places, at) =>
    db.insert(activities).values(
      places.map(({ operatorId, ref, bookingId, quoteId, tripId, kind, what, byKind, credentialId }) => ({
        operatorId: sql`coalesce(cast(${operatorId} as bigint),
          (select ${bookings.operatorId} from ${bookings} where ${bookings.id} = cast(${bookingId} as bigint)),
          (select ${quotes.operatorId} from ${quotes} where ${quotes.id} = cast(${quoteId} as bigint)))`,
        ref: sql`coalesce(cast(${ref} as text),
          (select ${bookings.ref} from ${bookings} where ${bookings.id} = cast(${bookingId} as bigint)),
          (select ${trips.ref} from ${trips} where ${trips.id} = cast(${tripId} as bigint)))`,
        kind,
        what,
        byKind,
        credentialId,
        at,
      })) as never,
    ),
  [64, ...handfuls],
)

/** Writes what a transaction did into the log (ms), in one statement where it is no more than a handful. */
export async function insertActivities(tx: Writer, lines: readonly ActivityLine[], author: Author, at: number): Promise<void> {
  const nowhere = { operatorId: null, ref: null, bookingId: null, quoteId: null, tripId: null }
  const { kind: byKind, credentialId } = author
  const placed = await Promise.all(lines.map((line) => placedByPayment(tx, line)))
  await logging(
    tx,
    placed.map((line) => ({ ...nowhere, ...line, kind: kindOf(line.what), byKind, credentialId })),
    at,
  )
}

/** Gives a line that names a payment the quote and the trip of that payment. Any other line stays as it is. */
async function placedByPayment(tx: Writer, line: ActivityLine): Promise<ActivityLine> {
  const payment = line.paymentId == null ? null : await findPayment(tx, line.paymentId)
  return payment === null ? line : { ...line, quoteId: payment.quoteId, tripId: payment.tripId }
}

/** A line of the log with those it names, as they are called now; the trip is there where it is about one. */
export type ActivityRecord = {
  readonly activity: Row<'activities'>
  readonly credential: Pick<Row<'credentials'>, 'tokenId' | 'name' | 'operatorId'> | null
  readonly user: Pick<Row<'users'>, 'name'> | null
  readonly driver: Pick<Row<'drivers'>, 'name'> | null
  readonly trip: Pick<Row<'trips'>, 'operatorId'> | null
  readonly customer: Pick<Row<'customers'>, 'name'> | null
  readonly bookingId: number | null
}

function records({ db, t: { activities, bookings, credentials, customers, drivers, trips, users } }: Reader) {
  return db
    .select({
      activity: activities,
      credential: { tokenId: credentials.tokenId, name: credentials.name, operatorId: credentials.operatorId },
      user: { name: users.name },
      driver: { name: drivers.name },
      trip: { operatorId: trips.operatorId },
      customer: { name: customers.name },
      bookingId: bookings.id,
    })
    .from(activities)
    .leftJoin(credentials, eq(credentials.id, activities.credentialId))
    .leftJoin(users, eq(users.id, credentials.userId))
    .leftJoin(drivers, eq(drivers.id, credentials.driverId))
    .leftJoin(trips, eq(trips.ref, activities.ref))
    .leftJoin(customers, eq(customers.id, trips.customerId))
    .leftJoin(bookings, and(eq(bookings.ref, activities.ref), eq(bookings.operatorId, activities.operatorId)))
}

type ActivityFilter = {
  readonly operatorId: number
  /** Reference of the trip whose lines are asked for; null for all. */
  readonly ref: string | null
  /** Instant (ms) at or after which a line must have happened. */
  readonly since: number
  readonly kinds: readonly ActivityKind[]
}

function linesBy(name: string, ...which: readonly 'ref'[]) {
  return listing<ActivityRecord, Record<string, unknown>>(name, (handle) => {
    const { activities } = handle.t
    const chosen = which.map((column) => eq(activities[column], sql.placeholder(column)))
    const isHeard = inArray(
      activities.kind,
      activityKinds.map((kind) => sql.placeholder(kind)),
    )
    return {
      choose: (columns) =>
        handle.db
          .select(columns)
          .from(activities)
          .where(
            and(
              eq(activities.operatorId, sql.placeholder('operatorId')),
              ...chosen,
              gte(activities.at, sql.placeholder('since')),
              isHeard,
            ),
          )
          .$dynamic(),
      rows: () => records(handle).$dynamic(),
      id: activities.id,
      by: [activities.at, activities.id],
      newestFirst: true,
    }
  })
}

const ofAccount = linesBy('activities')
const ofTrip = linesBy('activities_of_trip', 'ref')

/** One page of what happened on an account, the newest first. */
export function listActivities(db: Reader, filter: ActivityFilter & PageSpan): Promise<ListedPage<ActivityRecord>> {
  const { operatorId, ref, since, kinds, limit, offset } = filter
  // A statement has a place for each kind: those that are not heard of ask for one that is once more.
  const places = Object.fromEntries(activityKinds.map((kind) => [kind, kinds.includes(kind) ? kind : kinds[0]]))
  const query = { ...places, operatorId, since, limit, offset }
  return ref === null ? ofAccount(db, query) : ofTrip(db, { ...query, ref })
}

const newest = prepared('newest_activity', ({ db, t: { activities } }) => db.select({ id: max(activities.id) }).from(activities))

/** The number of the last line there is, of whichever account; 0 before the first. */
export async function newestActivityId(db: Reader): Promise<number> {
  return firstRow(await newest(db).execute({}))?.id ?? 0
}

/** A line of the log as far as it is told while it is news. */
export type ActivityNews = Pick<Row<'activities'>, 'id' | 'operatorId' | 'kind' | 'ref' | 'at'>

const after = prepared('activities_after', ({ db, t: { activities } }) =>
  db
    .select({
      id: activities.id,
      operatorId: activities.operatorId,
      kind: activities.kind,
      ref: activities.ref,
      at: activities.at,
    })
    .from(activities)
    .where(gt(activities.id, sql.placeholder('id')))
    .orderBy(asc(activities.id))
    .limit(sql.placeholder('limit')),
)

/** The first lines that were numbered after `id`, of all accounts, at most `limit`. */
export async function activitiesAfter(db: Reader, id: number, limit: number): Promise<ActivityNews[]> {
  return after(db).execute({ id, limit })
}

/** Removes up to `limit` lines from before an instant (ms); says how many. */
export function purgeActivities(tx: Writer, before: number, limit: number): Promise<number> {
  const which = ({ at }: Writer['t']['activities']) => and(isAmongFirst(tx, 'activities', limit), lt(at, before))
  return removeSome(tx, 'activities', { which, oldestBy: (t) => t.id }, limit)
}
