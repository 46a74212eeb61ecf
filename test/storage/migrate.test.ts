import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import * as tables from '../../drizzle/schema.sqlite.ts'
import { wholeSchemaFile, wholeSchemaText } from '../../scripts/whole-schema.ts'
import { SchemaNewer } from '../../src/storage/migrating/schema-newer.ts'
import { migrateSqlite, migrations } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite } from '../../src/storage/sqlite/open.ts'
import { sqliteTables } from '../../src/storage/tables.ts'
import { fillSqliteTable } from '../support/filled-sqlite-table.ts'

const drizzle = resolve(import.meta.dir, '../../drizzle')
const folder = join(drizzle, 'sqlite')

const migrated = () => {
  const database = new Database(':memory:')
  migrateSqlite(database, 0)
  return database
}

/** All parts of a schema, without the way its SQL is written. */
function shapeOf(database: Database) {
  const list = (sql: string, name: string) => database.query<Record<string, unknown>, [string]>(sql).all(name)
  const indexSql = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY name"
  const squeezed = (row: Record<string, unknown>) => ({
    ...row,
    sql: String(row.sql)
      .replaceAll(/["`\s]/g, '')
      .toLowerCase(),
  })
  const names = database
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== 'schema_migrations')
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        columns: list('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY name', name),
        keys: list('SELECT "table", "from", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY "from"', name),
        indexes: list(indexSql, name).map(squeezed),
      },
    ]),
  )
}

describe('the migrations', () => {
  test('make the tables that the code declares', async () => {
    const empty = await generateSQLiteDrizzleJson({})
    const wanted = await generateSQLiteDrizzleJson(tables, undefined, 'snake_case')
    const fresh = new Database(':memory:')
    for (const statement of await generateSQLiteMigration(empty, wanted)) fresh.run(statement)
    const shape = shapeOf(fresh)
    expect(Object.keys(shape)).toHaveLength(Object.keys(sqliteTables).length)
    expect(shapeOf(migrated())).toEqual(shape)
  })

  test('leave drizzle-kit nothing to generate', async () => {
    const latest =
      readdirSync(join(folder, 'meta'))
        .filter((name) => name.endsWith('_snapshot.json'))
        .sort()
        .at(-1) ?? ''
    const snapshot = JSON.parse(readFileSync(join(folder, 'meta', latest), 'utf8'))
    const wanted = await generateSQLiteDrizzleJson(tables, snapshot.id, 'snake_case')
    expect(await generateSQLiteMigration(snapshot, wanted)).toEqual([])
  })

  test('match the files in the folder, are numbered without a gap, and are in the journal', () => {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
    expect(migrations.map(({ name, sql }) => [`${name}.sql`, sql])).toEqual(
      files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )
    expect(migrations.map(({ name }) => /^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1])).toEqual(
      migrations.map((_, index) => String(index).padStart(4, '0')),
    )
    const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))
    expect(journal.entries.map(({ tag }: { tag: string }) => tag)).toEqual(migrations.map(({ name }) => name))
  })

  test('cover every table that drizzle-kit receives', () => {
    expect(Object.keys(tables).sort()).toEqual(Object.keys(sqliteTables).sort())
  })
})

describe('migrating', () => {
  test('reports applied steps once', () => {
    const database = new Database(':memory:')
    expect(migrateSqlite(database, 7)).toEqual(migrations.map(({ name }) => name))
    expect(migrateSqlite(database, 8)).toEqual([])
    const times = database.query<{ applied_at: number }, []>('SELECT DISTINCT applied_at FROM schema_migrations').all()
    expect(times).toEqual([{ applied_at: 7 }])
  })

  test('makes the same schema in an empty file as the migrations one by one', () => {
    const written = '`bun run migration --whole` writes drizzle/schema.sqlite.sql'
    expect(readFileSync(wholeSchemaFile, 'utf8') === wholeSchemaText(), written).toBe(true)
    const [whole, oneByOne] = [migrated(), new Database(':memory:')]
    migrateSqlite(oneByOne, 0, [...migrations])
    const made = (database: Database) =>
      database.query("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all()
    expect(made(whole)).toEqual(made(oneByOne))
  })

  test('refuses a database of a later release with both names and changes nothing', () => {
    const database = migrated()
    database.run("INSERT INTO schema_migrations VALUES ('9999_later', 0)")
    const before = shapeOf(database)
    const steps = [...migrations, { name: '0500_next', sql: 'CREATE TABLE next (id integer)' }]
    expect(() => migrateSqlite(database, 0, steps)).toThrow(new SchemaNewer('9999_later', '0500_next'))
    expect(shapeOf(database)).toEqual(before)
  })

  test('undoes a step that fails half-way and keeps the steps before it', () => {
    const database = migrated()
    const steps = [
      ...migrations,
      { name: '0500_good', sql: 'CREATE TABLE good (id integer)' },
      { name: '0501_bad', sql: 'CREATE TABLE bad (id integer);--> statement-breakpoint\nINSERT INTO nowhere VALUES (1)' },
    ]
    expect(() => migrateSqlite(database, 0, steps)).toThrow('nowhere')
    expect(Object.keys(shapeOf(database))).toContain('good')
    expect(Object.keys(shapeOf(database))).not.toContain('bad')
    expect(migrateSqlite(database, 0, steps.slice(0, -1))).toEqual([])
  })

  test('gives the key to the first of two drivers with the same address in other capitals; a removed driver keeps theirs', () => {
    const database = new Database(':memory:')
    const at = migrations.findIndex(({ name }) => name.endsWith('side_by_side'))
    migrateSqlite(database, 0, migrations.slice(0, at))
    database.run(`INSERT INTO operators (ref, name, currency_code, timezone, commission_bps, deposit_bps, deposit_minimum_amount, closing_hours,
      no_show_wait_minutes, vehicle_check_required, trip_visibility_days, payout_weekday, created_at, updated_at)
      SELECT value, value, 'GBP', 'Europe/London', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM json_each('["OP-1", "OP-2"]')`)
    const drivers = [
      [1, 'Ann@x.org', null],
      [1, 'ann@x.org', null],
      [2, 'ann@x.org', null],
      [1, 'ANN@x.org', 5],
      [1, null, null],
    ]
    for (const [operator, email, removedAt] of drivers)
      database
        .query(
          'INSERT INTO drivers (operator_id, name, email, removed_at, notify_by_sms, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 0, 0)',
        )
        .run(operator as number, 'Ann', email as string | null, removedAt as number | null)
    migrateSqlite(database, 0)
    const keys = database.query<{ email_key: string | null }, []>('SELECT email_key FROM drivers ORDER BY id').all()
    expect(keys.map(({ email_key }) => email_key)).toEqual(['ann@x.org', null, 'ann@x.org', 'ann@x.org', null])
  })

  test('gives a new file all of its schema or none', () => {
    const database = new Database(':memory:')
    const steps = [...migrations, { name: '0500_bad', sql: 'INSERT INTO nowhere VALUES (1)' }]
    expect(() => migrateSqlite(database, 0, steps)).toThrow('nowhere')
    expect(shapeOf(database)).toEqual({})
    expect(migrateSqlite(database, 0)).toEqual(migrations.map(({ name }) => name))
  })

  test('keeps an existing row after the next step', () => {
    const database = migrated()
    database.run("INSERT INTO rate_limits (subject, bucket, state, expires_at) VALUES ('key:1', 'read', '{}', 1)")
    migrateSqlite(database, 0, [...migrations, { name: '0500_wider', sql: 'ALTER TABLE rate_limits ADD COLUMN more text' }])
    expect(database.query('SELECT subject, more FROM rate_limits').all()).toEqual([{ subject: 'key:1', more: null }])
  })

  test('moves counts of sign-in attempts to the table that survives a crash', () => {
    const database = new Database(':memory:')
    const moved = migrations.findIndex(({ name }) => name.endsWith('_sign_in_limits'))
    migrateSqlite(database, 0, migrations.slice(0, moved))
    for (const bucket of ['read', 'sign_in', 'sign_in_ip', 'exchange']) {
      database.query("INSERT INTO rate_limits (subject, bucket, state, expires_at) VALUES ('ip:1', ?, '{}', 1)").run(bucket)
    }
    migrateSqlite(database, 0)
    const bucketsIn = (table: string) => database.query(`SELECT bucket FROM ${table} ORDER BY bucket`).values().flat()
    expect(bucketsIn('rate_limits')).toEqual(['read'])
    expect(bucketsIn('sign_in_limits')).toEqual(['exchange', 'sign_in', 'sign_in_ip'])
  })

  test('allows a step to rebuild a referenced table, but not to leave broken references', () => {
    const database = connectSqlite(':memory:', 'write')
    const family =
      'CREATE TABLE parents (id integer PRIMARY KEY);--> statement-breakpoint\nCREATE TABLE children (parent_id integer REFERENCES parents (id))'
    const rebuild = (which: string) =>
      `CREATE TABLE new (id integer PRIMARY KEY, more text);--> statement-breakpoint
      INSERT INTO new SELECT id, 'x' FROM parents WHERE ${which};--> statement-breakpoint
      DROP TABLE parents;--> statement-breakpoint
      ALTER TABLE new RENAME TO parents`
    const steps = [{ name: '0001_family', sql: family }]
    migrateSqlite(database, 0, steps)
    database.run('INSERT INTO parents VALUES (1), (2)')
    database.run('INSERT INTO children VALUES (1), (2)')

    const forgetful = { name: '0002_forgetful', sql: rebuild('id = 1') }
    expect(() => migrateSqlite(database, 0, [...steps, forgetful])).toThrow('0002_forgetful leaves rows of children')
    expect(migrateSqlite(database, 0, [...steps, { name: '0002_whole', sql: rebuild('true') }])).toEqual(['0002_whole'])

    expect(database.query('SELECT * FROM parents').all()).toEqual([
      { id: 1, more: 'x' },
      { id: 2, more: 'x' },
    ])
    expect(() => database.run('INSERT INTO children VALUES (3)')).toThrow('FOREIGN KEY')
  })

  test('reserves the vehicles of a live or booked quote while its trip lasts', () => {
    const database = new Database(':memory:')
    const at = migrations.findIndex(({ name }) => name.endsWith('_blocks'))
    migrateSqlite(database, 0, migrations.slice(0, at))
    database.run('PRAGMA foreign_keys = OFF')
    const statuses = ['likely', 'confirmed', 'requested', 'booked', 'rejected', 'withdrawn', 'lost', 'expired']
    const vehicles = [
      { type: 'coach_49', count: 2, seats: 49, vehicleId: 4 },
      { type: 'coach_49', count: 1, seats: 49, vehicleId: null },
      { type: 'coach_53', count: 1, seats: 53, vehicleId: 1 },
    ]
    for (const parent of ['operators', 'customers', 'vehicles', 'offers']) {
      fillSqliteTable(database, parent, 8, { ref: 'n', registration: 'n', trip_id: 'n' })
    }
    fillSqliteTable(database, 'trips', 8, { ref: 'n', departs_at: '10 * n', ends_at: '10 * n + 5' })
    fillSqliteTable(database, 'quotes', 9, {
      trip_id: 'min(n, 8)',
      vehicles: `CASE n WHEN 9 THEN '[]' ELSE '${JSON.stringify(vehicles)}' END`,
      status: `(SELECT value FROM json_each('${JSON.stringify([...statuses, 'likely'])}') WHERE key = n - 1)`,
    })
    migrateSqlite(database, 0)

    const promised = 'SELECT quote_id, trip_id, vehicle_id, vehicle_no, departs_at, ends_at FROM promised_vehicles ORDER BY id'
    expect(database.query(promised).values()).toEqual(
      [1, 2, 3, 4].flatMap((n) => [
        [n, n, 4, 1, 10 * n, 10 * n + 5],
        [n, n, 1, 4, 10 * n, 10 * n + 5],
      ]),
    )
  })

  test("assigns a booking's driver to its first vehicle, and marks bookings that need more", () => {
    const database = new Database(':memory:')
    const at = migrations.findIndex(({ name }) => name.endsWith('_duties'))
    migrateSqlite(database, 0, migrations.slice(0, at))
    database.run('PRAGMA foreign_keys = OFF')
    const coaches = (...counts: number[]) => JSON.stringify(counts.map((count) => ({ type: 'coach_49', count, seats: 49 })))
    const bookings: [vehicles: string, tripStatus: string, assignment: number | null, finishedAt: number | null][] = [
      [coaches(1), 'acknowledged', 1, null],
      [coaches(2, 1), 'assigned', 2, null],
      [coaches(2), 'completed', 3, 7],
      [coaches(2), 'unassigned', null, null],
      [coaches(1), 'unassigned', 4, null],
      [coaches(1), 'assigned', 6, null],
    ]
    const ids = bookings.map((_, nth) => nth + 1)
    fillSqliteTable(database, 'quotes', ids.length, {
      vehicles: `(SELECT value FROM json_each('${JSON.stringify(bookings.map(([vehicles]) => vehicles))}') WHERE key = n - 1)`,
    })
    const fromList = (values: unknown[]) => `(SELECT value FROM json_each('${JSON.stringify(values)}') WHERE key = n - 1)`
    for (const parent of ['operators', 'customers', 'drivers', 'trips', 'offers']) {
      fillSqliteTable(database, parent, ids.length, { ref: 'n', trip_id: 'n' })
    }
    fillSqliteTable(database, 'bookings', ids.length, {
      trip_id: 'n',
      ref: 'n',
      quote_id: 'n',
      status: "'active'",
      trip_status: fromList(bookings.map(([, tripStatus]) => tripStatus)),
      assignment_id: fromList(bookings.map(([, , assignment]) => assignment)),
      finished_at: fromList(bookings.map(([, , , finishedAt]) => finishedAt)),
      updated_at: '1',
    })
    fillSqliteTable(database, 'assignments', 6, {
      booking_id: fromList([1, 2, 3, 5, 6, 6]),
      assigned_at: 'n',
      declined_at: fromList([null, null, null, 4, 5, null]),
      ended_at: 'NULL',
    })
    migrateSqlite(database, 0)

    const booked = database.query<Record<string, unknown>, []>(
      'SELECT vehicles_needed AS needed, vehicles_assigned AS assigned, is_crewed AS crewed, trip_status AS status, updated_at > 1 AS isTold FROM bookings ORDER BY id',
    )
    expect(booked.all()).toEqual([
      { needed: 1, assigned: 1, crewed: 1, status: 'acknowledged', isTold: 0 },
      { needed: 3, assigned: 1, crewed: 0, status: 'unassigned', isTold: 1 },
      { needed: 2, assigned: 1, crewed: 0, status: 'completed', isTold: 0 },
      { needed: 2, assigned: null, crewed: 0, status: 'unassigned', isTold: 0 },
      { needed: 1, assigned: 0, crewed: 0, status: 'unassigned', isTold: 0 },
      { needed: 1, assigned: 1, crewed: 1, status: 'assigned', isTold: 0 },
    ])
    const given = database.query<Record<string, unknown>, []>(
      'SELECT vehicle_no AS coach, role, legs, trip_status AS status, ended_at AS ended FROM assignments ORDER BY id',
    )
    const first = { coach: 1, role: 'driver', legs: null }
    expect(given.all()).toEqual([
      { ...first, status: 'acknowledged', ended: null },
      { ...first, status: 'assigned', ended: null },
      { ...first, status: 'completed', ended: null },
      { ...first, status: 'unassigned', ended: null },
      { ...first, status: 'unassigned', ended: 6 },
      { ...first, status: 'assigned', ended: null },
    ])
  })
})
