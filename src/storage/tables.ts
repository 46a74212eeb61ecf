import { type Columns, sqliteColumns } from './columns.ts'
import { machineryTables } from './tables/machinery.ts'
import { peopleTables } from './tables/people.ts'
import { roadTables } from './tables/road.ts'
import { workTables } from './tables/work.ts'

/** Every table, each written once, in whichever database's words are handed in. */
export function allTables(c: Columns) {
  const people = peopleTables(c)
  const work = workTables(c, people)
  return { ...people, ...work, ...roadTables(c, people, work), ...machineryTables(c) }
}

export type Tables = ReturnType<typeof allTables>

export const sqliteTables = allTables(sqliteColumns)
