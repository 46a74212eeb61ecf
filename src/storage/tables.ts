import { type Columns, sqliteColumns } from './columns.ts'
import { accountTables } from './tables/accounts.ts'
import { activityTables } from './tables/activities.ts'
import { bookingTables } from './tables/bookings.ts'
import { brandTables } from './tables/brands.ts'
import { cardPaymentTables } from './tables/card-payments.ts'
import { driverTables } from './tables/drivers.ts'
import { feedTables } from './tables/feeds.ts'
import { invoiceTables } from './tables/invoices.ts'
import { listTables } from './tables/lists.ts'
import { nodeTables } from './tables/nodes.ts'
import { payoutTables } from './tables/payouts.ts'
import { placeTables } from './tables/places.ts'
import { quoteTables } from './tables/quotes.ts'
import { schedulerTables } from './tables/scheduler.ts'
import { settingTables } from './tables/settings.ts'
import { tripTables } from './tables/trips.ts'
import { webhookTables } from './tables/webhooks.ts'

/** All tables, in the column kinds of one database. */
export function allTables(c: Columns) {
  const accounts = accountTables(c)
  const trips = tripTables(c, accounts)
  const quotes = quoteTables(c, { ...accounts, ...trips })
  const bookings = bookingTables(c, { ...accounts, ...trips, ...quotes })
  const drivers = driverTables(c, { ...accounts, ...bookings })
  return {
    ...accounts,
    ...trips,
    ...placeTables(c, { ...accounts, ...trips }),
    ...quotes,
    ...bookings,
    ...cardPaymentTables(c, { ...accounts, ...trips, ...quotes }),
    ...payoutTables(c, { ...accounts, ...bookings }),
    ...drivers,
    ...feedTables(c, accounts),
    ...invoiceTables(c, { ...accounts, ...bookings }),
    ...listTables(c),
    ...activityTables(c),
    ...webhookTables(c),
    ...schedulerTables(c),
    ...nodeTables(c),
    ...settingTables(c),
    ...brandTables(c, accounts),
  }
}

export type Tables = ReturnType<typeof allTables>

export const sqliteTables = allTables(sqliteColumns)

export type TableName = keyof Tables

/** A row as read. */
export type Row<K extends TableName> = Tables[K]['$inferSelect']

/** A row as written: omitted columns are NULL, and the database gives the id. */
export type NewRow<K extends TableName> = Tables[K]['$inferInsert']
