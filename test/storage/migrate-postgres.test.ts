import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../src/domain/refusal.ts'
import { SchemaNewer } from '../../src/storage/migrating/schema-newer.ts'
import { listPendingPostgres, migratePostgres, postgresMigrations } from '../../src/storage/postgres/migrate.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl } from '../support/postgres.ts'

const step = (name: string, ...statements: string[]) => ({ name, sql: statements.join('--> statement-breakpoint\n') })
const first = step('0000_first', 'create table things (id bigint primary key);', 'create index things_id on things (id);')

/** Gives the server a turn between repeated questions. */
const pause = () => new Promise((resolve) => setImmediate(resolve))

const tablesIn = async (database: PostgresDatabase) =>
  (
    await database.ask("select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1")
  ).map(({ relname }) => relname)

if (postgresUrl !== null) {
  describe('migrating PostgreSQL', () => {
    test('applies missing steps in order, and none twice', async () => {
      await using database = await makePostgresDatabase('empty')
      const told: string[] = []
      const second = step('0001_second', 'alter table things add name text;')
      const tell = (name: string) => void told.push(name)
      expect(await migratePostgres(database.url, '0.1.0', 5, { steps: [first], tell })).toEqual(['0000_first'])
      expect(await listPendingPostgres(database.url, '0.1.0', [first, second])).toEqual(['0001_second'])
      expect(await migratePostgres(database.url, '0.1.0', 6, { steps: [first, second], tell })).toEqual(['0001_second'])
      expect(await migratePostgres(database.url, '0.1.0', 7, { steps: [first, second], tell })).toEqual([])
      expect(told).toEqual(['0000_first', '0001_second'])
      expect(await database.ask('select name, applied_at::int, readable_from from schema_migrations order by name')).toEqual([
        { name: '0000_first', applied_at: 5, readable_from: '0.0.0' },
        { name: '0001_second', applied_at: 6, readable_from: '0.0.0' },
      ])
    })

    test('reports every step as pending in a database without a schema, and changes nothing', async () => {
      await using database = await makePostgresDatabase('empty')
      expect(await listPendingPostgres(database.url, '0.1.0')).toEqual(postgresMigrations.map(({ name }) => name))
      expect(await tablesIn(database)).toEqual([])
    })

    test('undoes a step that fails', async () => {
      await using database = await makePostgresDatabase('empty')
      const broken = step('0001_broken', 'create table more (id bigint);', 'select 1 / 0;')
      await expect(migratePostgres(database.url, '0.1.0', 0, { steps: [first, broken] })).rejects.toThrow('division by zero')
      expect(await tablesIn(database)).toEqual(['master_key', 'schema_migrations', 'things'])
      expect(await listPendingPostgres(database.url, '0.1.0', [first, broken])).toEqual(['0001_broken'])
    })

    test('applies each step once if several nodes migrate together', async () => {
      await using database = await makePostgresDatabase('empty')
      const applied = await Promise.all([1, 2, 3, 4].map(() => migratePostgres(database.url, '0.1.0', 0)))
      expect(applied.flat()).toEqual(postgresMigrations.map(({ name }) => name))
    })

    test('waits for a lock in short turns, so that readers continue', async () => {
      await using database = await makePostgresDatabase('empty')
      await migratePostgres(database.url, '0.1.0', 0, { steps: [first] })
      const letGo = await database.hold('select * from things')
      const second = step('0001_second', 'alter table things add name text;')
      const migrating = migratePostgres(database.url, '0.1.0', 0, { steps: [first, second], lockMs: 20 })
      const isWaiting = async () =>
        (
          await database.ask(
            "select 1 from pg_stat_activity where datname = current_database() and query like 'alter table%' and wait_event = 'relation'",
          )
        ).length > 0
      // A reader who arrives while the step waits must wait too, but only for that turn.
      for (let met = 0; met < 3; met++) {
        while (!(await isWaiting())) await pause()
        expect(await database.ask('select 1 from things')).toEqual([])
      }
      await letGo()
      expect(await migrating).toEqual(['0001_second'])
    })

    test('is unavailable and leaves the schema unchanged if a step never gets its lock', async () => {
      await using database = await makePostgresDatabase('empty')
      await migratePostgres(database.url, '0.1.0', 0, { steps: [first] })
      const letGo = await database.hold('select * from things')
      const second = step('0001_second', 'alter table things add name text;')
      const refused = migratePostgres(database.url, '0.1.0', 0, { steps: [first, second], lockMs: 10, patienceMs: 50 })
      await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
      await letGo()
      expect(await listPendingPostgres(database.url, '0.1.0', [first, second])).toEqual(['0001_second'])
    })

    test('runs a step marked `outside` without a transaction, and accepts a step without SQL', async () => {
      await using database = await makePostgresDatabase('empty')
      const index = step('0001_index', '-- outside\ncreate index concurrently things_again on things (id);')
      const nothing = step('0002_nothing', '-- Only for SQLite.\n')
      expect(await migratePostgres(database.url, '0.1.0', 0, { steps: [first, index, nothing] })).toHaveLength(3)
      expect(await database.ask("select 1 as it from pg_indexes where indexname = 'things_again'")).toHaveLength(1)
    })

    test("works on a later release's schema unless that release requires a newer one", async () => {
      await using database = await makePostgresDatabase('empty')
      const added = step('0001_added', 'alter table things add name text;')
      const dropped = step('0002_dropped', '-- readable_from 0.3.0\nalter table things drop name;')
      await migratePostgres(database.url, '0.2.0', 0, { steps: [first, added] })
      expect(await migratePostgres(database.url, '0.1.0', 0, { steps: [first] })).toEqual([])
      await migratePostgres(database.url, '0.10.0', 0, { steps: [first, added, dropped] })
      expect(await listPendingPostgres(database.url, '0.3.0', [first, added])).toEqual([])
      await expect(listPendingPostgres(database.url, '0.2.9', [first, added])).rejects.toThrow(SchemaNewer)
      await expect(migratePostgres(database.url, '0.2.9', 0, { steps: [first, added] })).rejects.toThrow(SchemaNewer)
    })

    test('refuses to migrate through a pooler in transaction mode', async () => {
      await using database = await makePostgresDatabase('empty')
      const refused = migratePostgres(`${database.url}&pooling=transaction`, '0.1.0', 0)
      await expect(refused).rejects.toBeInstanceOf(Refusal)
      expect(await tablesIn(database)).toEqual([])
    })
  })
}
