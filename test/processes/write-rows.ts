import { writeSync } from 'node:fs'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { createInserter } from '../../src/storage/rows/statements.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'

// Eight writers insert rows without end, and print the subject of each row as soon as it is committed.
const [path = '', name = ''] = process.argv.slice(2)
const storage = path.startsWith('postgres:') ? await openPostgres(path) : openSqlite(path)
const insert = createInserter('rateLimits')

async function writeForEver(writer: number): Promise<never> {
  for (let number = 0; ; number++) {
    const subject = `${name}, row ${number} of writer ${writer}`
    await storage.transact((tx) => insert(tx, { subject, bucket: 'read', state: '{}', expiresAt: 1 }))
    writeSync(1, `${subject}\n`)
  }
}

await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(writeForEver))
