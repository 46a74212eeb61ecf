import { type Columns, sqliteColumns } from './columns.ts'
import { deliveryTables } from './tables/delivery.ts'
import { machineryTables } from './tables/machinery.ts'
import { peopleTables } from './tables/people.ts'
import { roadTables } from './tables/road.ts'
import { tradeTables } from './tables/trade.ts'

/** Every table, each written once, in whichever database's words are handed in. */
export function allTables(c: Columns) {
  const people = peopleTables(c)
  const trade = tradeTables(c, people)
  const delivery = deliveryTables(c, people, trade)
  return { ...people, ...trade, ...delivery, ...roadTables(c, people, delivery), ...machineryTables(c) }
}

export type Tables = ReturnType<typeof allTables>

export const sqliteTables = allTables(sqliteColumns)
