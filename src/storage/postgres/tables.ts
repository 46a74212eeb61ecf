import { allTables } from '../tables.ts'
import { postgresColumns } from './columns.ts'

export const postgresTables = allTables(postgresColumns)
