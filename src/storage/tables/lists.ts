import type { PayoutStatus } from '../../domain/payout.ts'
import type { Columns } from '../columns.ts'

/** A list with stored counts. A row counts once, in its narrowest list. */
export type CountedList = 'jobs' | 'expired_jobs' | 'active_bookings' | 'cancelled_bookings' | `${PayoutStatus}_payouts`

/** The table of stored list lengths. */
export function listTables(c: Columns) {
  /**
   * The number of rows of an operator's list on a day, as the sum of its parts. Written by triggers on offers, bookings and
   * payouts, for every new row and every change of a list or day. Never deleted: a day without rows counts 0.
   */
  const listCounts = c.table(
    'list_counts',
    {
      id: c.id(),
      operatorId: c.int().notNull(),
      list: c.text().$type<CountedList>().notNull(),
      /** Day since 1970 of the instant in the list's order. Days before a deep page need not be read. */
      day: c.int().notNull(),
      /** Always 0 on SQLite. Simultaneous writers on PostgreSQL count in separate parts, so that none waits for another. */
      part: c.int().notNull().default(0),
      total: c.int().notNull(),
    },
    (t) => [
      c.unique('list_counts_day').on(t.operatorId, t.list, t.day, t.part),
      // Adds up years of days without their rows, in a quarter of the time.
      c.index('list_counts_total').on(t.operatorId, t.list, t.day, t.total),
    ],
  )

  return { listCounts }
}
