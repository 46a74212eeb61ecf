import { postgresColumns } from './columns.postgres.ts'
import { allTables } from './tables.ts'

export const postgresTables = allTables(postgresColumns)
