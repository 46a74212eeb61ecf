import type { PayoutStatus } from '../../domain/payout.ts'
import type { Columns } from '../columns.ts'

/** A list whose rows are counted as they come and go. A row counts once, in the narrowest list it belongs to. */
export type CountedList = 'jobs' | 'expired_jobs' | 'active_bookings' | 'cancelled_bookings' | `${PayoutStatus}_payouts`

/** The table of what is known of lists without reading them. */
export function listTables(c: Columns) {
  /**
   * The number of rows that an operator's list has on a day, as the sum of its parts. Written by triggers on offers,
   * bookings and payouts, so that no row comes or changes its list uncounted; a booking's day may change too. Never
   * deleted: a day that has emptied counts 0.
   */
  const listCounts = c.table(
    'list_counts',
    {
      id: c.id(),
      operatorId: c.int().notNull(),
      list: c.text().$type<CountedList>().notNull(),
      /** Days since 1970 of the instant the list is sorted by: the days before a deep page need not be read. */
      day: c.int().notNull(),
      /** Always 0 on SQLite. Writers who meet on PostgreSQL count in parts of their own, and none waits for another. */
      part: c.int().notNull().default(0),
      total: c.int().notNull(),
    },
    (t) => [
      c.unique('list_counts_day').on(t.operatorId, t.list, t.day, t.part),
      // Years of days are added up without their rows: a quarter of the time.
      c.index('list_counts_total').on(t.operatorId, t.list, t.day, t.total),
    ],
  )

  return { listCounts }
}
