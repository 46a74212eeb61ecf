import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { type Reader, statements } from '../../src/storage/storage.ts'
import { sqliteTables } from '../../src/storage/tables.ts'
import { runEveryStatement } from '../support/every-statement.ts'
import { recordStatements } from '../support/recorded-statements.ts'

// A process that holds no statement of a test: tells each that has a name, each that is prepared when everything there is has been
// done, and where in the source they are begun.
const queries = resolve(import.meta.dir, '../../src/storage/queries')
for (const file of readdirSync(queries)) await import(`${queries}/${file}`)
const handle = { db: drizzle(new Database(':memory:'), { casing: 'snake_case' }), t: sqliteTables } as Reader

const { texts, places } = recordStatements()
const named = statements.map(({ name, build }) => ({ name, text: (build(handle) as unknown as Built).toSQL().sql }))
await runEveryStatement()
process.stdout.write(JSON.stringify({ named, texts: [...texts], places: [...places] }))

type Built = { toSQL(): { sql: string } }
