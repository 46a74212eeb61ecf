import { and, asc, eq, gt, gte, inArray, lt, max, sql } from 'drizzle-orm'
import { type ActivityKind, type Author, activityKinds, findActivityKind } from '../../domain/activity.ts'
import { buildListing, type ListedPage, type PageSpan } from '../lists/listing.ts'
import type { ActivityLine } from '../rows/activity-lines.ts'
import { buildBulkStatement, handfuls, isAmongFirst, removeSome } from '../rows/bulk.ts'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { findPayment } from './payments.ts'

const lineKeys = ['operatorId', 'ref', 'bookingId', 'quoteId', 'tripId', 'kind', 'what', 'byKind', 'credentialId'] as const

const logging = buildBulkStatement(
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

/** Writes the activity of a transaction into the log (ms), in one statement for a few lines. */
export async function insertActivities(tx: Writer, lines: readonly ActivityLine[], author: Author, at: number): Promise<void> {
  const nowhere = { operatorId: null, ref: null, bookingId: null, quoteId: null, tripId: null }
  const { kind: byKind, credentialId } = author
  const placed = await Promise.all(lines.map((line) => placedByPayment(tx, line)))
  await logging(
    tx,
    placed.map((line) => ({ ...nowhere, ...line, kind: findActivityKind(line.what), byKind, credentialId })),
    at,
  )
}

/** Adds the quote and trip of its payment to a line with a payment. Other lines do not change. */
async function placedByPayment(tx: Writer, line: ActivityLine): Promise<ActivityLine> {
  const payment = line.paymentId == null ? null : await findPayment(tx, line.paymentId)
  return payment === null ? line : { ...line, quoteId: payment.quoteId, tripId: payment.tripId }
}

/** A line of the log with present names, and with its trip, if any. */
export type ActivityRecord = {
  readonly activity: Row<'activities'>
  readonly credential: Pick<Row<'credentials'>, 'tokenId' | 'name' | 'operatorId'> | null
  readonly user: Pick<Row<'users'>, 'name'> | null
  readonly driver: Pick<Row<'drivers'>, 'name'> | null
  readonly trip: Pick<Row<'trips'>, 'operatorId'> | null
  readonly customer: Pick<Row<'customers'>, 'name'> | null
  readonly bookingId: number | null
}

function selectActivities({ db, t: { activities, bookings, credentials, customers, drivers, trips, users } }: Reader) {
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
  /** Reference of the trip of the lines; null for all. */
  readonly ref: string | null
  /** Earliest instant (ms) of a line. */
  readonly since: number
  readonly kinds: readonly ActivityKind[]
}

function linesBy(name: string, ...which: readonly 'ref'[]) {
  return buildListing<ActivityRecord, Record<string, unknown>>(name, (handle) => {
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
      rows: () => selectActivities(handle).$dynamic(),
      id: activities.id,
      by: [activities.at, activities.id],
      newestFirst: true,
    }
  })
}

const ofAccount = linesBy('activities')
const ofTrip = linesBy('activities_of_trip', 'ref')

/** Lists one page of the activity of an account, newest first. */
export function listActivities(db: Reader, filter: ActivityFilter & PageSpan): Promise<ListedPage<ActivityRecord>> {
  const { operatorId, ref, since, kinds, limit, offset } = filter
  // The statement has a fixed number of kinds: unused places repeat a used kind.
  const places = Object.fromEntries(activityKinds.map((kind) => [kind, kinds.includes(kind) ? kind : kinds[0]]))
  const query = { ...places, operatorId, since, limit, offset }
  return ref === null ? ofAccount(db, query) : ofTrip(db, { ...query, ref })
}

const newest = prepareStatement('newest_activity', ({ db, t: { activities } }) =>
  db.select({ id: max(activities.id) }).from(activities),
)

/** The number of the last line of any account; 0 before the first. */
export async function findNewestActivityId(db: Reader): Promise<number> {
  return takeFirstRow(await newest(db).execute({}))?.id ?? 0
}

/** The part of a new line that streams send. */
export type ActivityNews = Pick<Row<'activities'>, 'id' | 'operatorId' | 'kind' | 'ref' | 'at'>

const after = prepareStatement('activities_after', ({ db, t: { activities } }) =>
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

/** The first lines after `id`, of all accounts, at most `limit`. */
export async function listActivitiesAfter(db: Reader, id: number, limit: number): Promise<ActivityNews[]> {
  return after(db).execute({ id, limit })
}

/** Removes up to `limit` lines from before an instant (ms). Returns their number. */
export function purgeActivities(tx: Writer, before: number, limit: number): Promise<number> {
  const which = ({ at }: Writer['t']['activities']) => and(isAmongFirst(tx, 'activities', limit), lt(at, before))
  return removeSome(tx, 'activities', { which, oldestBy: (t) => t.id }, limit)
}
