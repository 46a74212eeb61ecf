import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import * as tables from '../../drizzle/schema.sqlite.ts'
import { migrateSqlite, migrations, SchemaNewer } from '../../src/storage/migrate.ts'
import { connectSqlite } from '../../src/storage/open.sqlite.ts'
import { sqliteTables } from '../../src/storage/tables.ts'

const drizzle = resolve(import.meta.dir, '../../drizzle')
const folder = join(drizzle, 'sqlite')

const migrated = () => {
  const database = new Database(':memory:')
  migrateSqlite(database, 0)
  return database
}

/** Everything a schema is made of, without the way it is written down. */
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
  test('make the tables the code speaks of', async () => {
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

  test('are those in the folder, each as it stands there, numbered without a gap, and the journal names them', () => {
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

  test('every table is named to drizzle-kit', () => {
    expect(Object.keys(tables).sort()).toEqual(Object.keys(sqliteTables).sort())
  })
})

describe('migrating', () => {
  test('says what it applied, once', () => {
    const database = new Database(':memory:')
    expect(migrateSqlite(database, 7)).toEqual(migrations.map(({ name }) => name))
    expect(migrateSqlite(database, 8)).toEqual([])
    const times = database.query<{ applied_at: number }, []>('SELECT DISTINCT applied_at FROM schema_migrations').all()
    expect(times).toEqual([{ applied_at: 7 }])
  })

  test('refuses what a later release wrote, naming both, and changes nothing', () => {
    const database = migrated()
    database.run("INSERT INTO schema_migrations VALUES ('9999_later', 0)")
    const before = shapeOf(database)
    const steps = [...migrations, { name: '0500_next', sql: 'CREATE TABLE next (id integer)' }]
    expect(() => migrateSqlite(database, 0, steps)).toThrow(new SchemaNewer('9999_later', '0500_next'))
    expect(shapeOf(database)).toEqual(before)
  })

  test('a step that fails half-way leaves the schema as it was, and those before it applied', () => {
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

  test('a new file has all of its schema or none, so that no one beside it sees one on its way', () => {
    const database = new Database(':memory:')
    const steps = [...migrations, { name: '0500_bad', sql: 'INSERT INTO nowhere VALUES (1)' }]
    expect(() => migrateSqlite(database, 0, steps)).toThrow('nowhere')
    expect(shapeOf(database)).toEqual({})
    expect(migrateSqlite(database, 0)).toEqual(migrations.map(({ name }) => name))
  })

  test('an existing row outlives the next step', () => {
    const database = migrated()
    database.run("INSERT INTO rate_limits (subject, bucket, state, expires_at) VALUES ('key:1', 'read', '{}', 1)")
    migrateSqlite(database, 0, [...migrations, { name: '0500_wider', sql: 'ALTER TABLE rate_limits ADD COLUMN more text' }])
    expect(database.query('SELECT subject, more FROM rate_limits').all()).toEqual([{ subject: 'key:1', more: null }])
  })

  test('a step may rebuild a table that others refer to, and may leave nothing that refers to nowhere', () => {
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
})
