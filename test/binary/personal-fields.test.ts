import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { hours, type Market, ok } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { otherColumns, type PersonalDataRule, personalColumns } from '../support/personal-fields.ts'
import { shareMarket } from '../support/shared-market.ts'

/** Name of the driver who exports their data and is then erased. */
const name = 'Zebedee Quillfeather'

const fates = Object.entries(personalColumns)
const marked = fates.filter(([, { isWord }]) => !isWord)

/** Marks of columns that accept only certain values, or must equal another column. */
const marks = new Map([
  ['drivers.name', name],
  ['sign_in_codes.phone_hash', 'zqdriversphonehashqz'],
  ['trips.cancellation', 'zqbookingscancellationqz'],
  ['devices.encrypted_push_token', 'zqpushtokenqz'],
  ['trip_events.point', '53.131313'],
  ['locations.point', '53.232323'],
  ['incidents.point', '53.343434'],
])

/** A word that only this column contains. */
function markOf(column: string): string {
  return marks.get(column) ?? `zq${column.replaceAll(/[._]/g, '')}qz`
}

/** The value to write into a column: its mark, or a structure or sentence that contains the mark. */
function contentOf(column: string): string {
  const mark = markOf(column)
  const words = `${mark} and ${name}`
  const json = new Map<string, object>(
    Object.entries({
      'trip_events.point': { latitude: Number(mark), longitude: -1.5, accuracyM: null },
      'locations.point': {
        latitude: Number(mark),
        longitude: -1.5,
        accuracyM: null,
        speedMps: null,
        headingDeg: null,
        batteryPercent: null,
      },
      'incidents.point': { latitude: Number(mark), longitude: -1.5, accuracyM: null },
      'vehicle_checks.items': [{ code: 'horn', result: 'defect', severity: 'minor', note: words }],
      'vehicle_checks.resolution': { note: words, rectifiedBy: words, odometer: null },
      'bookings.cancellation': { by: 'operator', reason: words, refundAmount: 0, at: 0 },
      'trips.cancellation': { by: 'operator', reason: words, refundAmount: 0, at: 0 },
      'bookings.vehicles': [{ type: 'coach', count: 1, seats: 53, description: words, vehicleId: null }],
      'amendments.changes': { notes: words },
      'amendments.before': { notes: words },
      'quotes.vehicles': [{ type: 'coach', count: 1, seats: 53, description: words, vehicleId: null }],
      'quote_revisions.terms': { note: words },
    }),
  )
  if (json.has(column)) return JSON.stringify(json.get(column))
  return personalColumns[column]?.erasure === 'scrubbed' ? words : mark
}

const assigned = '(SELECT booking_id FROM assignments WHERE driver_id = $driver)'
/** A time later than any retention period. */
const far = 9_999_999_999_999
/** Condition for the message that only this test touches. */
const message = `driver_id = $driver AND created_at = ${far}`
const tripsDriven = `(SELECT trip_id FROM bookings WHERE id IN ${assigned})`
/** Conditions for the rows of each table that are about the driver. */
const conditions: Record<string, string> = {
  drivers: 'id = $driver',
  sign_in_codes: 'true',
  messages: message,
  scheduler: `kind = 'message' AND subject_id IN (SELECT id FROM messages WHERE ${message})`,
  stored_responses: "scope = 'driver:' || $driver",
  trip_events: "assignment_id IN (SELECT id FROM assignments WHERE driver_id = $driver) AND by = 'driver'",
  bookings: `id IN ${assigned} AND cancellation IS NOT NULL`,
  trips: `id IN ${tripsDriven} AND cancellation IS NOT NULL`,
  quotes: `trip_id IN ${tripsDriven}`,
  quote_revisions: `quote_id IN (SELECT id FROM quotes WHERE trip_id IN ${tripsDriven})`,
  payouts: `booking_id IN ${assigned}`,
  extras: `booking_id IN ${assigned}`,
  amendments: `booking_id IN ${assigned}`,
  payments: `trip_id IN ${tripsDriven}`,
}

/** Table and field of a column, and the condition for rows about the driver. */
function placeOf(column: string) {
  const [table = '', field = ''] = column.split('.')
  return { table, field, rows: (conditions[table] ?? 'driver_id = $driver').replaceAll('$driver', String(zeb.id)) }
}

const openShared = shareMarket({ isFile: true })
let market: Market
let zeb: DriverClient
let exported = ''
/** Value of each column before the erasure. */
const stored = new Map<string, string>()

beforeAll(async () => {
  market = await openShared()
  const dales = await market.operator()
  const office = await addSignedInPerson(market, dales.ref)
  zeb = await signInDriver(dales, {
    name,
    email: 'zeb@coaches.example',
    phone: '07700 900777',
    dbs_check_kind: 'enhanced',
    invite_now: true,
  })
  await market.call('POST', '/api/v1/driver/auth/code', { body: { phone: '07700 900777' } })
  ok(await zeb.call('PUT', '/push-token', { platform: 'ios', token: markOf('devices.encrypted_push_token') }))
  ok(await zeb.setLocationConsent(true))
  const oneWay = { returns_at: null }
  const driven = await assignedTrip(zeb, { departsIn: hours(3), ...oneWay })
  ok(await zeb.submitVehicleCheck({ trip_ref: driven.ref }))
  const changed = { changes: { notes: 'Ring.' }, reason: 'They asked.', consent: 'given' }
  ok(await market.call('POST', `/portal/v1/bookings/${driven.ref}/amendments`, { token: office.token, body: changed }))
  ok(await zeb.report(driven, 'en_route', { note: 'Off.', latitude: 53.8, longitude: -1.5 }))
  ok(await zeb.sendLocations(market.at(0)))
  const incident = { kind: 'other', severity: 'low', occurred_at: market.at(0), note: 'A hat.' }
  ok(await zeb.call('POST', `/trips/${driven.ref}/incidents`, incident, 'a-key'))
  await zeb.reportSteps(driven, 'arrived', 'on_board', 'completed')
  const cancelled = await assignedTrip(zeb, { departsIn: hours(100), ...oneWay })
  const { token } = office
  const extra = { kind: 'waiting', amount: 100, note: 'Zeb waited.' }
  ok(await market.call('POST', `/portal/v1/bookings/${cancelled.ref}/extras`, { token, body: extra }))
  ok(await market.call('POST', `/portal/v1/bookings/${cancelled.ref}/cancel`, { token, body: { reason: 'Ill.' } }))
  const leave = {
    kind: 'holiday',
    driver_id: zeb.id,
    starts_at: market.at(0),
    ends_at: market.at(hours(24)),
    note: 'At the sea.',
  }
  ok(await market.call('POST', '/portal/v1/blocks', { token, body: leave }))
  ok(await zeb.call('POST', '/privacy/erasure', { confirm: true, reason: 'Tired.' }))

  // The worker must finish first, because its writes would replace marks.
  await market.server.dueTasksDone()
  mark()
  const answer = await zeb.call('GET', '/privacy/export')
  ok(answer)
  exported = answer.text
  await eraseDriver()
})

function open(): Database {
  const database = new Database(`${market.server.dataDir}/charabanc.sqlite`, { strict: true })
  database.run('PRAGMA busy_timeout = 10000')
  return database
}

/** Marks every column of one row about the driver, and prevents that a row is purged because of its age. */
function mark(): void {
  using database = open()
  database.run(
    `INSERT INTO messages (channel, recipient, driver_id, encrypted, status, attempts, created_at) VALUES ('mail', '', ${zeb.id}, '', 'failed', 5, ${far})`,
  )
  database.run(
    `INSERT INTO scheduler (kind, lane, subject_id, due_at, ready_at, attempts, created_at) SELECT 'message', 'messages', max(id), ${far}, ${far}, 1, 0 FROM messages`,
  )
  for (const [column] of marked) {
    if (column === 'devices.encrypted_push_token') continue
    const { table, field, rows } = placeOf(column)
    const one = `SELECT max(rowid) FROM ${table} WHERE ${rows}`
    const query = database.query<unknown, [string]>(`UPDATE ${table} SET ${field} = ? WHERE rowid = (${one}) RETURNING 1`)
    expect(query.all(contentOf(column)), column).toHaveLength(1)
  }
  for (const table of ['sign_in_links', 'sign_in_codes', 'stored_responses'])
    database.run(`UPDATE ${table} SET expires_at = ${far}`)
  for (const [column] of fates) stored.set(column, String(valuesIn(database, column)[0]))
}

/** Values of a column in the rows about the driver. */
function valuesIn(database: Database, column: string): unknown[] {
  const { table, field, rows } = placeOf(column)
  const query = database.query<{ value: unknown }, []>(`SELECT ${field} AS value FROM ${table} WHERE ${rows} ORDER BY rowid DESC`)
  return query.all().map(({ value }) => value)
}

/** Ends the fortnight before the erasure now, and waits until the erasure is done. */
async function eraseDriver(): Promise<void> {
  using database = open()
  database.run(`UPDATE drivers SET erasure_scheduled_for = 1 WHERE id = ${zeb.id}`)
  database.run("UPDATE scheduler SET due_at = 1, ready_at = 1 WHERE kind = 'erasure'")
  await market.advance(2)
  const isDone =
    "SELECT 1 FROM drivers WHERE erased_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scheduler WHERE kind = 'erasure')"
  await eventually(async () => (await market.server.ask(isDone)).length === 1)
}

function isInFile(text: string): boolean {
  const files = ['charabanc.sqlite', 'charabanc.sqlite-wal'].map((file) => `${market.server.dataDir}/${file}`)
  return files.some((file) => existsSync(file) && readFileSync(file, 'latin1').includes(text))
}

test('lists every text and JSON column as data about a driver or as other data', () => {
  using database = new Database(':memory:')
  migrateSqlite(database, 0)
  const columns = database
    .query<{ name: string }, []>(
      `SELECT t.name || '.' || c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND upper(c.type) = 'TEXT'`,
    )
    .all()
  const listed = [...Object.keys(personalColumns), ...Object.values(otherColumns).flat()]
  expect(listed.sort()).toEqual(columns.map((column) => column.name).sort())
})

const table = fates.map(([column, fate]): [string, PersonalDataRule] => [column, fate])

describe('the data of a driver', () => {
  test.each(table)('exports %s only if its rule says so', (column, { exported: isExported, isWord }) => {
    const sought = isWord ? JSON.stringify(stored.get(column)) : markOf(column)
    expect(exported.includes(sought)).toBe(isExported)
  })

  test.each(table)('keeps, deletes or scrubs %s on erasure, as its rule says', (column, { erasure, isWord }) => {
    const before = stored.get(column) ?? ''
    using database = open()
    const now = valuesIn(database, column).map(String)
    expect(before, 'before').not.toMatch(/^(|null|undefined)$/)
    if (erasure === 'kept') expect(now.includes(before) || (isWord && now.length > 0 && !now.includes('null'))).toBe(true)
    if (erasure === 'gone') expect(now).not.toContain(before)
    if (erasure === 'gone' && !isWord) expect([isInFile(before), isInFile(markOf(column))]).toEqual([false, false])
    if (erasure === 'scrubbed') {
      const text = now.join()
      expect([text.includes(markOf(column)), text.includes('[removed]'), text.includes(name)]).toEqual([true, true, false])
    }
  })

  test('leaves no name or contact of the driver in the database file', () => {
    expect([name, 'Quillfeather', '900777', 'zeb@coaches.example'].filter(isInFile)).toEqual([])
  })
})
