import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { FactName } from '../../domain/notices.ts'
import { isWithinSpan } from '../lists/counted-listing.ts'
import { buildListing, type ListedPage, type PageSpan } from '../lists/listing.ts'
import { buildBulkStatement } from '../rows/bulk.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import { buildExportReader, type ExportAsked } from './exports.ts'

/** A booking with an amount due, its customer, and the time (ms) of their last reminder that is still stored. */
export type DueRecord = {
  readonly booking: Row<'bookings'>
  readonly itinerary: Row<'trips'>['itinerary']
  readonly customer: Row<'customers'>
  readonly remindedAt: number | null
}

type DueBooking = Omit<DueRecord, 'remindedAt'>

/** A query for an account's dues between two instants of `overdueAt` (ms), both included. */
export type DuesQuery = PageSpan & { readonly operatorId: number; readonly from: number; readonly to: number }

const selectDues = buildListing<DueBooking, Omit<DuesQuery, keyof PageSpan>>(
  'dues',
  ({ db, t: { bookings, customers, trips } }) => {
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
  },
)

/** Lists one page of an account's bookings with an amount due, oldest first, with their count. */
export async function listDues(db: Reader, query: DuesQuery): Promise<ListedPage<DueRecord>> {
  const { items, total } = await selectDues(db, query)
  return { items: await withReminders(db, query.operatorId, items), total }
}

const exportedDues = buildExportReader<DueBooking & { readonly timezone: string }>(
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

/** A booking with an amount due, and the clocks of its operator. */
export type ExportedDue = DueRecord & { readonly timezone: string }

/** Lists bookings with an amount due in the order in which they become overdue. */
export async function exportDues(db: Reader, asked: ExportAsked): Promise<ExportedDue[]> {
  return withReminders(db, asked.operatorId, await exportedDues(db, asked))
}

async function withReminders<Owed extends DueBooking>(db: Reader, operatorId: number, items: readonly Owed[]) {
  const reminded = await remindersOf(db, operatorId, items)
  return items.map((item) => ({ ...item, remindedAt: reminded.get(item.booking.tripId) ?? null }))
}

const reminders = buildBulkStatement('reminders_of_trips', ['tripId'], ({ db, t: { messages: m } }, places, operatorId) => {
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
  owed: readonly DueBooking[],
): Promise<ReadonlyMap<number | null, number>> {
  const asked = owed.map(({ booking: { tripId } }) => ({ tripId }))
  const last = new Map<number | null, number>()
  for (const { tripId, fact, sentAt } of (await reminders(db, asked, operatorId)).flat()) {
    if (sentAt !== null && reminding.includes(fact)) last.set(tripId, Math.max(sentAt, last.get(tripId) ?? 0))
  }
  return last
}
