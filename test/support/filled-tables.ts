import { type AnyColumn, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import type { Writer } from '../../src/storage/storage.ts'
import { sqliteTables, type Tables } from '../../src/storage/tables.ts'
import { sampleItinerary, sampleMaskedItinerary } from './sample-offer.ts'

type TableName = keyof Tables
type AnyRow = Record<string, unknown>

/** Rows in each table: enough trips and other parents for a new row of every table to refer to a free one. */
const rowsIn: Partial<Record<TableName, number>> = { trips: 4, bookings: 3, brands: 1 }
const usualRows = 2

/** Values of texts that must have a meaning; the last row of a table is active and needs work. */
const said: Record<string, string> = {
  'bookings.status': 'active',
  'bookingRequests.status': 'pending',
  'credentials.kind': 'api_key',
  'payments.status': 'in_doubt',
  'payments.kind': 'deposit',
  'quotes.status': 'likely',
  'scheduler.kind': 'trip',
  'storedResponses.state': 'in_flight',
  'tripEvents.by': 'driver',
  'vehicleChecks.result': 'unsafe',
  'webhookDeliveries.status': 'pending',
}

/** Values of columns that accept only their own structure. */
const structures: Record<string, unknown> = {
  itinerary: sampleItinerary,
  maskedItinerary: sampleMaskedItinerary,
  offeredItinerary: sampleItinerary,
}

/** JSON columns that hold a list; all others hold a structure. */
const lists = new Set(['abilities', 'amenities', 'events', 'exclusions', 'inclusions', 'items', 'vehicles'])

/** Texts that a column stores by a rule of its own. */
const texts = new Set(['email', 'recipient'])

/** A row of a table without its id: complete in the first row, without optional values in all others. */
export function filledRow(name: TableName, nth: number): AnyRow {
  const table = sqliteTables[name]
  const references = new Map(
    getTableConfig(table).foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference()
      return [columns[0], foreignTable] as const
    }),
  )
  const columns = Object.entries<AnyColumn>(getTableColumns(table)).filter(
    ([key, one]) => key !== 'id' || one.dataType === 'string',
  )
  return Object.fromEntries(columns.map(([key, column]) => [key, valueIn(column, key)]))

  function valueIn(column: AnyColumn, key: string): unknown {
    if (!column.notNull && nth > 1) return null
    const referred = references.get(column as never)
    if (referred !== undefined) return Math.min(nth, countOf(nameOf(referred)))
    switch (column.dataType) {
      case 'number':
        return nth
      case 'boolean':
        return true
      case 'string':
        return said[`${name}.${key}`] ?? `${key} ${nth}`
      default:
        return texts.has(key) ? `${key} ${nth}` : (structures[key] ?? (lists.has(key) ? [] : { reason: 'Rain.' }))
    }
  }
}

function countOf(name: TableName): number {
  return rowsIn[name] ?? usualRows
}

function nameOf(table: unknown): TableName {
  return (Object.keys(sqliteTables) as TableName[]).find((name) => sqliteTables[name] === table) as TableName
}

/** The highest id of a filled row; later rows have higher ids. */
export const lastFilledId = 100

/** Puts rows into every table, parents first. */
export async function fillEveryTable(tx: Writer): Promise<void> {
  for (const name of Object.keys(sqliteTables) as TableName[]) {
    for (let nth = 1; nth <= countOf(name); nth++) {
      await tx.db.insert(tx.t[name]).values(filledRow(name, nth) as never)
    }
  }
  if (tx.dialect === 'sqlite') await tx.db.run(sql`update sqlite_sequence set seq = ${lastFilledId}`)
  else
    await (tx.db as unknown as Executing).execute(sql`
    select setval(pg_get_serial_sequence(attrelid::regclass::text, attname), ${lastFilledId}::int8) from pg_attribute where attidentity <> ''`)
}

type Executing = { execute(query: SQL): Promise<unknown> }
