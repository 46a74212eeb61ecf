import { type Columns, sqliteColumns } from './columns.ts'
import { accountTables } from './tables/accounts.ts'
import { bookingTables } from './tables/bookings.ts'
import { driverTables } from './tables/drivers.ts'
import { listTables } from './tables/lists.ts'
import { quoteTables } from './tables/quotes.ts'
import { schedulerTables } from './tables/scheduler.ts'
import { tripTables } from './tables/trips.ts'
import { webhookTables } from './tables/webhooks.ts'

/** Every table, each written once, in whichever database's words are handed in. */
function allTables(c: Columns) {
  const accounts = accountTables(c)
  const trips = tripTables(c, accounts)
  const quotes = quoteTables(c, { ...accounts, ...trips })
  const bookings = bookingTables(c, { ...accounts, ...trips, ...quotes })
  const drivers = driverTables(c, { ...accounts, ...bookings })
  return {
    ...accounts,
    ...trips,
    ...quotes,
    ...bookings,
    ...drivers,
    ...listTables(c),
    ...webhookTables(c),
    ...schedulerTables(c),
  }
}

export type Tables = ReturnType<typeof allTables>

export const sqliteTables = allTables(sqliteColumns)
