import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite, openSqlite } from '../../src/storage/sqlite/open.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { makeFolder } from '../support/folder.ts'
import { stretchedForLoad } from '../support/patience.ts'
import {
  insert,
  insertMessage,
  look,
  type Opened,
  pause,
  queued,
  row,
  saveMessage,
  storageConforms,
  subjects,
} from './storage.ts'

const patienceMs = stretchedForLoad(400)

storageConforms('SQLite', openInFolder)

describe('SQLite: a single writer', () => {
  test('sees only the rows of transactions that finished before it', async () => {
    await using opened = await openInFolder()
    const { storage } = opened
    const seen: string[][] = []
    let isAtWork = 0
    const slow = (subject: string, fails: boolean) =>
      storage.transact(async (tx) => {
        expect(++isAtWork).toBe(1)
        await insert(tx, row(subject))
        await pause()
        seen.push(await subjects(tx))
        await pause()
        isAtWork--
        if (fails) throw new Error('no')
      })
    await Promise.allSettled([slow('a', true), slow('b', false), slow('c', true), slow('d', false)])
    expect(seen).toEqual([['a'], ['b'], ['b', 'c'], ['b', 'd']])
  })

  test('fails every transaction of a group if its COMMIT fails, and writes nothing', async () => {
    await using opened = await openInFolder()
    const { storage } = opened
    const promised: string[] = []
    let round = 0
    const failTogether = async () => {
      const names = Array.from({ length: 5 }, (_, index) => `subject ${index} of round ${round}`)
      round++
      const context = names.map((name, index) =>
        storage.transact(async (tx) => {
          await insert(tx, row(name))
          if (index === 2) await opened.spoilCommit(tx)
        }),
      )
      const settled = await Promise.allSettled(context)
      expect(settled[2]?.status).toBe('rejected')
      promised.push(...names.filter((_, index) => settled[index]?.status === 'fulfilled'))
      return settled.every(({ status }) => status === 'rejected')
    }
    // A slow machine can split the transactions into two groups.
    for (let isOneGroup = false; !isOneGroup; ) isOneGroup = await failTogether()
    expect(await look(storage)).toEqual(promised)

    await storage.transact((tx) => insert(tx, row('the next')))
    expect(await look(storage)).toEqual([...promised, 'the next'])
  })

  test('writes only the changed columns of a row', async () => {
    await using opened = await openInFolder()
    const { storage } = opened
    const before = await storage.transact((tx) => insertMessage(tx, queued))
    await storage.transact((tx) => saveMessage(tx, before, { ...before, lastError: 'busy' }))

    expect(await storage.transact((tx) => saveMessage(tx, before, { ...before, attempts: 2 }))).toEqual({
      ...before,
      lastError: 'busy',
      attempts: 2,
    })
  })
})

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
      // A foreign key that SQLite checks only at COMMIT.
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
