import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { FactName } from '../../domain/notices.ts'
import { isWithinSpan } from '../lists/counted-listing.ts'
import { type ListedPage, listing, type PageSpan } from '../lists/listing.ts'
import { inBulk } from '../rows/bulk.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import { type ExportAsked, exporting } from './exports.ts'

/** A booking with money owing, who owes it, and when they were last reminded by a message that is still kept (ms). */
export type DueRecord = {
  readonly booking: Row<'bookings'>
  readonly itinerary: Row<'trips'>['itinerary']
  readonly customer: Row<'customers'>
  readonly remindedAt: number | null
}

type OwedBooking = Omit<DueRecord, 'remindedAt'>

/** A query for an account's dues between two instants of `overdueAt` (ms), both included. */
export type DuesQuery = PageSpan & { readonly operatorId: number; readonly from: number; readonly to: number }

const owing = listing<OwedBooking, Omit<DuesQuery, keyof PageSpan>>('dues', ({ db, t: { bookings, customers, trips } }) => {
  const isOwing: SQL | undefined = and(eq(bookings.operatorId, sql.placeholder('operatorId')), isWithinSpan(bookings.overdueAt))
  return {
    choose: (columns) => db.select(columns).from(bookings).where(isOwing).$dynamic(),
    rows: () =>
      db
        .select({ booking: bookings, itinerary: trips.itinerary, customer: customers })
        .from(bookings)
        .innerJoin(trips, eq(trips.id, bookings.tripId))
        .innerJoin(customers, eq(customers.id, trips.customerId))
        .$dynamic(),
    id: bookings.id,
    by: [bookings.overdueAt, bookings.id],
    newestFirst: false,
  }
})

/** One page of an account's bookings with money owing, what has been owed longest first, and how many there are. */
export async function listDues(db: Reader, query: DuesQuery): Promise<ListedPage<DueRecord>> {
  const { items, total } = await owing(db, query)
  return { items: await withReminders(db, query.operatorId, items), total }
}

const exportedDues = exporting<OwedBooking & { readonly timezone: string }>(
  'dues',
  ({ db, t: { bookings, customers, operators, trips } }) => ({
    choose: (columns) => db.select(columns).from(bookings).$dynamic(),
    rows: () =>
      db
        .select({ booking: bookings, itinerary: trips.itinerary, customer: customers, timezone: operators.timezone })
        .from(bookings)
        .innerJoin(trips, eq(trips.id, bookings.tripId))
        .innerJoin(customers, eq(customers.id, trips.customerId))
        .innerJoin(operators, eq(operators.id, bookings.operatorId))
        .$dynamic(),
    operatorId: bookings.operatorId,
    at: bookings.overdueAt,
    id: bookings.id,
  }),
)

/** A booking with money owing, and the clocks of its operator. */
export type ExportedDue = DueRecord & { readonly timezone: string }

/** Bookings with money owing in the order they become overdue, which is what `asked` counts by. */
export async function exportDues(db: Reader, asked: ExportAsked): Promise<ExportedDue[]> {
  return withReminders(db, asked.operatorId, await exportedDues(db, asked))
}

async function withReminders<Owed extends OwedBooking>(db: Reader, operatorId: number, items: readonly Owed[]) {
  const reminded = await remindersOf(db, operatorId, items)
  return items.map((item) => ({ ...item, remindedAt: reminded.get(item.booking.tripId) ?? null }))
}

const reminders = inBulk('reminders_of_trips', ['tripId'], ({ db, t: { messages: m } }, places, operatorId) => {
  const tripIds = places.map(({ tripId }) => tripId)
  return db
    .select({ tripId: m.tripId, fact: m.fact, sentAt: m.sentAt })
    .from(m)
    .where(and(eq(m.operatorId, operatorId), inArray(m.tripId, tripIds), eq(m.toKind, sql`'customer'`)))
})

/** Facts that remind a customer of money. */
const reminding: readonly (FactName | null)[] = ['balance_reminder', 'balance_due', 'balance_declined', 'balance_overdue']

/** The instants (ms) at which the customers of an account's bookings were last reminded, by their trips. */
async function remindersOf(
  db: Reader,
  operatorId: number,
  owed: readonly OwedBooking[],
): Promise<ReadonlyMap<number | null, number>> {
  const asked = owed.map(({ booking: { tripId } }) => ({ tripId }))
  const last = new Map<number | null, number>()
  for (const { tripId, fact, sentAt } of (await reminders(db, asked, operatorId)).flat()) {
    if (sentAt !== null && reminding.includes(fact)) last.set(tripId, Math.max(sentAt, last.get(tripId) ?? 0))
  }
  return last
}
