import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite, openSqlite } from '../../src/storage/sqlite/open.ts'
import { makeFolder } from '../support/folder.ts'

function migrated(path: string): void {
  const database = connectSqlite(path, 'write')
  migrateSqlite(database, 1)
  database.close()
}

function holds(path: string, word: string): boolean {
  return [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file, 'latin1').includes(word))
}

test('removes deleted rows from the file and its log, and keeps all others', async () => {
  using folder = makeFolder()
  const path = folder.at('charabanc.sqlite')
  migrated(path)
  const storage = openSqlite(path)
  const keep = (subject: string) =>
    storage.transact(async (tx) => {
      await tx.db.insert(tx.t.rateLimits).values({ subject, bucket: 'read', state: 'x'.repeat(200), expiresAt: 1 })
    })
  // Many rows are written around this one, so that pages split and leave copies behind.
  for (let nth = 0; nth < 300; nth++) await keep(nth === 150 ? 'quillfeather' : `${(nth * 7919) % 300} stays`)
  await storage.transact(async (tx) => {
    await tx.db.run("delete from rate_limits where subject = 'quillfeather'")
  })
  expect(holds(path, 'quillfeather')).toBe(true)

  await storage.scour()

  expect([holds(path, 'quillfeather'), holds(path, '7 stays')]).toEqual([false, true])
  await keep('afterwards')
  expect(await storage.read(async (db) => db.db.$count(db.t.rateLimits))).toBe(300)
  await storage.close()
})

test('waits for a long reader of the log, and succeeds at the next attempt', async () => {
  using folder = makeFolder()
  const path = folder.at('charabanc.sqlite')
  migrated(path)
  const storage = openSqlite(path, { waitsMs: 300 })
  const reader = new Database(path, { readonly: true })
  reader.run('BEGIN')
  reader.query('SELECT count(*) FROM rate_limits').get()

  expect(await storage.scour().catch((fault) => fault.code)).toBe('unavailable')
  reader.run('COMMIT')
  await storage.scour()

  reader.close()
  await storage.close()
})
