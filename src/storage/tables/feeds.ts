import { sql } from 'drizzle-orm'
import type { FeedShow } from '../../domain/feed.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'

/** The table of calendar feeds. */
export function feedTables(c: Columns, { drivers, operators, vehicles }: AccountTables) {
  /**
   * A calendar with a secret address, for a vehicle, a driver, or the whole account. Written in the portal. Deleted there, and a
   * driver's at the erasure of the driver; the feed of a removed vehicle or driver does not work.
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
