import { sql } from 'drizzle-orm'
import type { FeedShow } from '../../domain/feed.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'

/** The table of the calendars that phones subscribe to. */
export function feedTables(c: Columns, { drivers, operators, vehicles }: AccountTables) {
  /**
   * A calendar that is read by a secret address: of a coach, of a driver, or of the whole account. Written in the portal. Deleted there,
   * and a driver's at the erasure of the driver; one of who or what has left is dead.
   */
  const feeds = c.table(
    'feeds',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      vehicleId: c.ref(() => vehicles.id),
      driverId: c.ref(() => drivers.id),
      show: c.text().$type<FeedShow>().notNull(),
      hash: c.text().notNull(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('feeds_hash').on(t.hash),
      c.index('feeds_newest').on(t.operatorId, t.id),
      c.index('feeds_driver').on(t.driverId).where(sql`driver_id is not null`),
    ],
  )

  return { feeds }
}
