import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl } from '../support/postgres.ts'

/** The parts of a schema that must be the same in both databases, each a sentence. */
type Schema = readonly string[]

/** Kinds of columns: numbers and text. SQLite stores booleans as numbers. */
const kinds: Readonly<Record<string, string>> = { bigint: 'number', boolean: 'number', integer: 'number', text: 'text' }

type ColumnFound = {
  table: string
  name: string
  type: string
  required: number | boolean
  key: number | boolean
  otherwise: string | null
}

function columnIn({ table, name, type, required, key, otherwise }: ColumnFound): string {
  const must = required ? 'required' : 'optional'
  // The next number of a key has no default in the column.
  const value = key || otherwise === null ? '' : ` else ${otherwise.replace(/::.*$/, '')}`
  return `${table}.${name}: ${kinds[type] ?? type}, ${must}${key ? ', key' : ''}${value}`
}

type IndexFound = { table: string; name: string; unique: number | boolean; columns: string; predicate: string | null }

function indexIn({ table, name, unique, columns, predicate }: IndexFound): string {
  const words = (predicate ?? '')
    .toLowerCase()
    .replaceAll(/::text|[()"`]/g, '')
    // PostgreSQL writes a list of values as an array.
    .replaceAll(/= any array\[(.*?)\]/g, 'in $1')
    .trim()
  return `${name} on ${table} (${columns})${unique ? ', unique' : ''}${words === '' ? '' : `, where ${words}`}`
}

type ReferenceFound = { table: string; name: string; to: string; there: string }

const referenceIn = ({ table, name, to, there }: ReferenceFound) => `${table}.${name} refers to ${to}.${there}`

function schemaOfSqlite(): Schema {
  using database = new Database(':memory:')
  migrateSqlite(database, 0)
  const all = <T>(query: string) => database.query<T, []>(query).all()
  const isOurs = "m.type = 'table' and m.name not like 'sqlite_%' and m.name <> 'schema_migrations'"
  const columns = all<ColumnFound>(`
    select m.name as "table", c.name, lower(c.type) as type, c."notnull" as required, c.pk as key, c.dflt_value as otherwise
    from sqlite_schema m join pragma_table_info(m.name) c where ${isOurs}`)
  const indexes = all<IndexFound & { sql: string }>(`
    select m.name as "table", i.name, i."unique", s.sql
    from sqlite_schema m join pragma_index_list(m.name) i join sqlite_schema s on s.name = i.name
    where ${isOurs} and i.origin = 'c'`)
  const references = all<ReferenceFound>(`
    select m.name as "table", f."from" as name, f."table" as "to", f."to" as there
    from sqlite_schema m join pragma_foreign_key_list(m.name) f where ${isOurs}`)
  const partsOf = (sql: string) => {
    const [, columns = '', predicate = null] = /\((.*?)\)(?: where (.*))?$/is.exec(sql) ?? []
    return { columns: columns.replaceAll('`', '').replaceAll(',', ', '), predicate }
  }
  return [
    ...columns.map(columnIn),
    ...indexes.map((index) => indexIn({ ...index, ...partsOf(index.sql) })),
    ...references.map(referenceIn),
  ].sort()
}

async function schemaOfPostgres(database: PostgresDatabase): Promise<Schema> {
  const all = async <T>(query: string) => (await database.ask(query)) as T[]
  const isOurs = "n.nspname = 'public' and t.relkind = 'r' and t.relname not in ('schema_migrations', 'master_key')"
  const columns = await all<ColumnFound>(`
    select t.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
      coalesce(a.attnum = any(k.indkey), false) as key, pg_get_expr(d.adbin, d.adrelid) as otherwise
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index k on k.indrelid = t.oid and k.indisprimary
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where ${isOurs}`)
  const indexes = await all<IndexFound>(`
    select t.relname as "table", i.relname as name, x.indisunique as unique, pg_get_expr(x.indpred, x.indrelid) as predicate,
      (select string_agg(pg_get_indexdef(x.indexrelid, nth, true), ', ' order by nth) from generate_series(1, x.indnatts) as nth) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_namespace n on n.oid = t.relnamespace
    where ${isOurs} and not x.indisprimary`)
  const references = await all<ReferenceFound>(`
    select t.relname as "table", a.attname as name, r.relname as "to", b.attname as there
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
      join pg_class r on r.oid = c.confrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = r.oid and b.attnum = c.confkey[1]
    where ${isOurs} and c.contype = 'f'`)
  return [...columns.map(columnIn), ...indexes.map(indexIn), ...references.map(referenceIn)].sort()
}

if (postgresUrl !== null) {
  test('has the same tables, columns, keys, indexes and references in both databases', async () => {
    await using database = await makePostgresDatabase()
    const inSqlite = schemaOfSqlite()
    expect(await schemaOfPostgres(database)).toEqual([...inSqlite])
    expect(inSqlite.filter((sentence) => sentence.includes(', key')).length).toBeGreaterThan(30)
    expect(inSqlite.filter((sentence) => sentence.includes(', where')).length).toBeGreaterThan(10)
    expect(inSqlite.filter((sentence) => sentence.includes('refers to')).length).toBeGreaterThan(30)
  })

  test('orders text by its bytes, and leaves room in tables that change often', async () => {
    await using database = await makePostgresDatabase()
    expect(
      await database.ask(`select attrelid::regclass::text, attname from pg_attribute join pg_class c on c.oid = attrelid
        where relkind = 'r' and relnamespace = 'public'::regnamespace and atttypid = 'text'::regtype and attcollation <> '"C"'::regcollation`),
    ).toEqual([])
    const stored = await database.ask(`select relname, relpersistence, reloptions[1] as room from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and (relpersistence = 'u' or reloptions is not null) order by relname`)
    expect(stored).toEqual([
      { relname: 'leases', relpersistence: 'p', room: 'fillfactor=70' },
      { relname: 'nodes', relpersistence: 'p', room: 'fillfactor=70' },
      { relname: 'rate_limits', relpersistence: 'u', room: 'fillfactor=70' },
      { relname: 'scheduler', relpersistence: 'p', room: 'fillfactor=70' },
      { relname: 'sign_in_limits', relpersistence: 'p', room: 'fillfactor=70' },
      { relname: 'webhook_deliveries', relpersistence: 'p', room: 'fillfactor=70' },
    ])
  })
}
