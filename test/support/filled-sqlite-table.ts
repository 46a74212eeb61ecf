import type { Database } from 'bun:sqlite'

/** SQL for an empty itinerary, as a row stores it. */
export const emptyItinerarySql = "'[[[]],[]]'"

/** Fills a table with this many rows that have a value in every column, or the given SQL expression over `n`. */
export function fillSqliteTable(
  database: Database,
  table: string,
  rows: number,
  differing: Readonly<Record<string, string>>,
): void {
  type Column = { name: string; type: string; notnull: number }
  const columns = database.query<Column, [string]>('SELECT name, type, "notnull" FROM pragma_table_info(?)').all(table)
  const usual = ({ name, type, notnull }: Column) => {
    if (name === 'id') return 'n'
    if (notnull === 0) return 'NULL'
    return type.toUpperCase() === 'INTEGER' ? '1' : "'[]'"
  }
  const values = columns.map((column) => differing[column.name] ?? usual(column))
  database.run(
    `WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${rows})
     INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM counted`,
  )
}
