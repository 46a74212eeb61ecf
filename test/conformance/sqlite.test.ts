import { Database } from 'bun:sqlite'
import { resolve } from 'node:path'
import { migrateSqlite } from '../../src/storage/migrate.ts'
import { connectSqlite, openSqlite } from '../../src/storage/open.sqlite.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { makeFolder } from '../support/folder.ts'
import { unhurried } from '../support/patience.ts'
import { type Opened, storageConforms } from './storage.ts'

const patienceMs = unhurried(400)

storageConforms('SQLite', openInFolder)

async function openInFolder(): Promise<Opened> {
  const folder = makeFolder()
  const path = folder.at('charabanc.sqlite')
  const database = connectSqlite(path, 'write')
  migrateSqlite(database, 0)
  database.close()
  const storage = openSqlite(path, { waitsMs: patienceMs })
  return {
    storage,
    patienceMs,
    writerProcess: [process.execPath, resolve(import.meta.dir, '../processes/write-rows.ts'), path],
    async spoilCommit(tx) {
      // A foreign key that is only looked at when everything is to be written.
      await tx.db.run('PRAGMA defer_foreign_keys = ON')
      await tx.db.run(
        "INSERT INTO drivers (operator_id, name, notify_by_sms, created_at, updated_at) VALUES (404, 'nobody', 0, 0, 0)",
      )
    },
    fillUp: () => limitPages(storage, path),
    lockOut: () => holdElsewhere(path),
    async [Symbol.asyncDispose]() {
      await storage.close()
      folder[Symbol.dispose]()
    },
  }
}

async function limitPages(storage: Storage, path: string): Promise<() => Promise<void>> {
  const setLimit = (pages: number) => storage.transact(async (tx) => void tx.db.run(`PRAGMA max_page_count = ${pages}`))
  using database = new Database(path, { readonly: true })
  const pages = database.query<{ page_count: number }, []>('PRAGMA page_count').get()?.page_count ?? 0
  await setLimit(pages + 8)
  return () => setLimit(1_000_000)
}

async function holdElsewhere(path: string): Promise<() => Promise<void>> {
  const holder = Bun.spawn([process.execPath, resolve(import.meta.dir, '../processes/hold-file.ts'), path], {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  const reader = holder.stdout.getReader()
  await reader.read()
  return async () => {
    holder.stdin.write('end\n')
    holder.stdin.end()
    await holder.exited
  }
}
