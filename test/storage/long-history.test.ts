import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { is, Param, Placeholder } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { dayMs, hourMs } from '../../src/domain/instant.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { type Reader, statements } from '../../src/storage/storage.ts'
import { sqliteTables } from '../../src/storage/tables.ts'
import { emptyItinerarySql, fillSqliteTable } from '../support/filled-sqlite-table.ts'
import { makeFolder } from '../support/folder.ts'
import { pagesReadBy } from '../support/sqlite-read-meter.ts'

const now = Date.UTC(2026, 4, 20, 8, 11, 2)
/** The number of jobs that are open, quoted or booked for the days to come, in every history. */
const live = 60
const histories = { short: 1_000, long: 8_000 } as const

/** Statements that read more in a longer history, by name, with the reason. */
const exceptions: readonly (readonly [which: RegExp, why: string])[] = [
  [/^driver_trips_/, 'a driver has some hundred duties a year, and all of them are read'],
  [/^ledger_(operatorId_)?total$/, 'the platform counts every payout'],
  [/^desk_trips_total$/, 'the desk counts every trip'],
  [/^jobs_\w+_since_(near|far)$/, 'a list is walked only where more than 5,000 jobs have changed'],
  [/^messages_/, 'messages are deleted after some weeks'],
]

/** The values of placeholders by name. A statement with another placeholder is not run. */
const asked: Readonly<Record<string, number | string>> = {
  operatorId: 1,
  driverId: 1,
  userId: 1,
  ownCustomerId: 1,
  tripId: 7,
  bookingId: 7,
  quoteId: 7,
  offerId: 7,
  vehicleId: 7,
  id: 7,
  ref: 'TR-7',
  vehicleReg: 'YX20 7',
  limit: 25,
  offset: 0,
  now,
  closingUntil: now + 2 * dayMs,
  updatedSince: now - hourMs,
  since: now - hourMs,
  from: now - hourMs,
  to: now + 7 * dayMs,
  until: now + 7 * dayMs,
  before: now - 12 * hourMs,
  earliest: now - 367 * dayMs,
  finishedSince: now - hourMs,
  firstDay: Math.floor(now / dayMs) - 1,
  lastDay: Math.floor(now / dayMs) + 7,
  status: 'queued',
  means: 'card',
}

const folder = makeFolder()
const paths = { short: folder.at('short.sqlite'), long: folder.at('long.sqlite') }
const counted: { name: string; short: number; long: number }[] = []

beforeAll(async () => {
  for (const length of ['short', 'long'] as const) fill(paths[length], live + histories[length])
  const queries = resolve(import.meta.dir, '../../src/storage/queries')
  for (const file of readdirSync(queries)) await import(`${queries}/${file}`)
  const handle = { dialect: 'sqlite', db: drizzle(new Database(':memory:'), { casing: 'snake_case' }), t: sqliteTables } as Reader
  for (const { name, build } of statements) {
    const { sql, params } = (build(handle) as unknown as { toSQL(): { sql: string; params: unknown[] } }).toSQL()
    const values = params.map(boundTo)
    if (!/^(select|with) /.test(sql) || values.includes(undefined)) continue
    const bound = values as SQLQueryBindings[]
    counted.push({ name, short: pagesReadBy(paths.short, sql, bound), long: pagesReadBy(paths.long, sql, bound) })
  }
})

afterAll(() => folder[Symbol.dispose]())

function boundTo(param: unknown): unknown {
  const placeholder = is(param, Param) ? param.value : param
  return is(placeholder, Placeholder) ? asked[placeholder.name] : placeholder
}

/** Fills a database with this many jobs, the newest of which are live. */
function fill(path: string, jobs: number): void {
  using database = new Database(path, { create: true })
  migrateSqlite(database, now)
  database.run('PRAGMA foreign_keys = OFF')
  const isLive = `n <= ${live}`
  const past = `${now - 2 * dayMs} - n * ${hourMs / 4}`
  const at = `iif(${isLive}, ${now} - n * 60000, ${past})`
  const departs = `iif(${isLive}, ${now + dayMs} + n * ${hourMs}, ${past})`
  const ends = `${departs} + ${hourMs}`
  const written = { created_at: at, updated_at: at }
  const [trip_id, quote_id, booking_id, operator_id] = ['n', 'n', 'n', '1']
  fillSqliteTable(database, 'operators', 1, { ref: "'OP-' || n", trip_visibility_days: '30' })
  fillSqliteTable(database, 'drivers', 10, { operator_id })
  fillSqliteTable(database, 'customers', jobs, {})
  const itineraries = { itinerary: emptyItinerarySql, masked_itinerary: emptyItinerarySql }
  const status = `iif(${isLive}, 'open', 'completed')`
  fillSqliteTable(database, 'trips', jobs, {
    ref: "'TR-' || n",
    ...itineraries,
    ...written,
    departs_at: departs,
    customer_id: 'n',
    status,
  })
  fillSqliteTable(database, 'quotes', jobs, {
    ...written,
    trip_id,
    offer_id: 'n',
    operator_id,
    status: `iif(${isLive}, 'confirmed', 'withdrawn')`,
    submitted_at: at,
  })
  fillSqliteTable(database, 'offers', jobs, {
    ...written,
    trip_id,
    operator_id,
    offered_at: at,
    departs_at: departs,
    quote_by: `iif(${isLive}, ${now} + (n % 20 - 5) * ${hourMs}, ${past})`,
    outcome: `iif(${isLive}, NULL, CASE n % 4 WHEN 0 THEN 'won' WHEN 1 THEN 'expired' ELSE 'lost' END)`,
    latest_quote_id: 'n',
    live_quote_id: `iif(n % 2 = 0 AND ${isLive}, n, NULL)`,
    search_text: "'york'",
  })
  fillSqliteTable(database, 'bookings', jobs, {
    ...written,
    trip_id,
    ref: "'TR-' || n",
    quote_id,
    operator_id,
    assignment_id: 'n',
    status: `iif(${isLive} OR n % 5 > 0, 'active', 'cancelled')`,
    trip_status: `iif(${isLive}, 'assigned', 'completed')`,
    departs_at: departs,
    ends_at: ends,
    finished_at: `iif(${isLive}, NULL, ${ends})`,
    confirmed_at: at,
    search_text: "'york'",
  })
  fillSqliteTable(database, 'assignments', jobs, {
    booking_id,
    driver_id: '1 + n % 10',
    departs_at: departs,
    ends_at: ends,
    assigned_at: at,
    trip_status: `iif(${isLive}, 'assigned', 'completed')`,
    vehicle_reg: "'YX20 ' || n",
  })
  fillSqliteTable(database, 'payouts', jobs, {
    ...written,
    booking_id,
    booking_ref: "'TR-' || n",
    operator_id,
    status: `iif(${isLive}, 'pending', 'paid')`,
    scheduled_for: at,
  })
  fillSqliteTable(database, 'payments', jobs, {
    ...written,
    trip_id,
    quote_id,
    operator_id,
    provider_key: "'key ' || n",
    status: `iif(n < 4, 'in_doubt', 'succeeded')`,
    means: "'card'",
  })
  fillSqliteTable(database, 'messages', jobs, {
    trip_id,
    operator_id,
    created_at: at,
    status: `iif(${isLive}, 'queued', 'sent')`,
    topic: "'booked'",
  })
}

/** So many more pages are no growth: trees become a level deeper, and days are counted one by one. */
const fewPages = 8

const grown = () => counted.filter(({ short, long }) => long > 1.5 * short + fewPages)

// Only Linux counts what a process reads.
describe.skipIf(!existsSync('/proc/self/io'))('a history of eight times as many jobs', () => {
  test('costs no statement more pages', () => {
    expect(counted.length).toBeGreaterThan(300)
    expect(grown().filter(({ name }) => !exceptions.some(([which]) => which.test(name)))).toEqual([])
  })

  test('needs every exception in the list', () => {
    expect(exceptions.filter(([which]) => !grown().some(({ name }) => which.test(name)))).toEqual([])
  })

  test('costs pages if quoted jobs are counted by the index of changes', () => {
    const sql =
      'select count(*) from offers indexed by offers_changed where operator_id = 1 and outcome is null and live_quote_id > 0'
    expect(pagesReadBy(paths.long, sql, [])).toBeGreaterThan(4 * pagesReadBy(paths.short, sql, []))
  })
})
