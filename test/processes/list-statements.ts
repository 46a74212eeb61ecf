import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ReservedSQL, SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { Connection } from '../../src/storage/postgres/connection.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { type Reader, statements } from '../../src/storage/storage.ts'
import { sqliteTables } from '../../src/storage/tables.ts'
import { runEveryStatement } from '../support/every-statement.ts'
import { recordStatementPlaces, recordStatements } from '../support/recorded-statements.ts'

// Prints the named statements, the statements that a run of all of them prepares, and where the source begins each.
// It is a separate process, so that it contains no statement of a test.
// With two URLs of a migrated PostgreSQL database it runs there, and records the first; the second is for direct changes.
const queries = resolve(import.meta.dir, '../../src/storage/queries')
for (const file of readdirSync(queries)) await import(`${queries}/${file}`)

const [recorded, direct] = process.argv.slice(2)
const isOnPostgres = recorded !== undefined && direct !== undefined
process.stdout.write(JSON.stringify(isOnPostgres ? await listOfPostgres(recorded, direct) : await listOfSqlite()))

async function listOfSqlite() {
  const handle = { dialect: 'sqlite', db: drizzle(new Database(':memory:'), { casing: 'snake_case' }), t: sqliteTables } as Reader
  const { texts, places } = recordStatements()
  const named = namedOn(handle)
  await runEveryStatement()
  return { named, texts: [...texts], places: [...places] }
}

async function listOfPostgres(recorded: string, direct: string) {
  const places = recordStatementPlaces('postgres')
  // The connection is a stub, because these statements are built but not sent.
  const named = namedOn(new Connection({} as ReservedSQL, { answersMs: 0, local: '' }).reader)
  const storage = await openPostgres(recorded)
  await using client = new SQL(direct, { max: 1 })
  await runEveryStatement({ storage, change: (...texts) => client.unsafe(texts.join(';')) })
  return { named, texts: [], places: [...places] }
}

function namedOn(handle: Reader) {
  return statements.map(({ name, build }) => ({ name, text: (build(handle) as unknown as Built).toSQL().sql }))
}

type Built = { toSQL(): { sql: string } }
