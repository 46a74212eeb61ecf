import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'
import { WriterBell } from '../../src/storage/sqlite/writer-bell.ts'
import type { Writer } from '../../src/storage/storage.ts'
import { makeFolder } from '../support/folder.ts'

const forEver = 3_600_000

function migrated(path: string): void {
  const file = new Database(path, { create: true })
  migrateSqlite(file, 0)
  file.close()
}

/** Breaks a foreign key that is checked only at commit. */
async function spoilCommit(tx: Writer): Promise<void> {
  await tx.db.run('PRAGMA defer_foreign_keys = ON')
  await tx.db.run(
    "INSERT INTO drivers (operator_id, name, notify_by_sms, created_at, updated_at) VALUES (404, 'nobody', 0, 0, 0)",
  )
}

test('wakes another thread, and counts a ring before the wait', async () => {
  const bell = new WriterBell()
  const thread = new Worker(new URL('../processes/ring-bell.ts', import.meta.url).href)
  await new Promise((resolve) => thread.addEventListener('message', resolve, { once: true }))
  const before = bell.count()
  const heard = bell.wait(before, forEver)
  thread.postMessage(bell.shared)
  await heard
  expect(bell.count()).toBe(before + 1)
  await bell.wait(before, forEver)
  thread.terminate()
})

test('wakes the next writer after a commit and after a failed commit', async () => {
  using folder = makeFolder()
  const path = folder.at('charabanc.sqlite')
  migrated(path)
  const bell = new WriterBell()
  let waits = 0
  const wait = bell.wait.bind(bell)
  // Without a ring, no writer would ever ask again.
  bell.wait = (count) => {
    waits++
    return wait(count, forEver)
  }
  const one = openSqlite(path, { bell })
  const other = openSqlite(path, { bell })
  for (const isLost of [false, true]) {
    const inside = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = one.transact(async (tx) => {
      begun.resolve()
      await inside.promise
      if (isLost) await spoilCommit(tx)
    })
    await begun.promise
    const before = waits
    const second = other.transact(async () => 'in')
    while (waits === before) await new Promise(setImmediate)
    inside.resolve()
    expect(await first.then(() => 'kept').catch(() => 'lost')).toBe(isLost ? 'lost' : 'kept')
    expect(await second).toBe('in')
  }
  await Promise.all([one.close(), other.close()])
})

test('serves a waiting writer after one turn of a busy one', async () => {
  using folder = makeFolder()
  const path = folder.at('charabanc.sqlite')
  migrated(path)
  const bell = new WriterBell()
  const [busy, other] = [openSqlite(path, { bell }), openSqlite(path, { bell })]
  let turns = 0
  let isOver = false
  const busily = (async () => {
    while (!isOver) await busy.transact(async () => void turns++)
  })()
  const waited: number[] = []
  for (let n = 0; n < 20; n++) {
    while (turns === 0) await new Promise(setImmediate)
    const before = turns
    await other.transact(async () => {})
    waited.push(turns - before)
  }
  isOver = true
  await busily
  expect(Math.max(...waited)).toBeLessThanOrEqual(3)
  await Promise.all([busy.close(), other.close()])
})

test('grows the log of a storage with a late checkpoint until another writer checkpoints it', async () => {
  using folder = makeFolder()
  const path = folder.at('charabanc.sqlite')
  migrated(path)
  const patient = openSqlite(path, { checkpointPages: 1_000_000 })
  const other = openSqlite(path)
  const write = (storage: typeof other, key: number) =>
    storage.transact(async (tx) => void tx.db.run(`INSERT INTO leases VALUES ('${key}', hex(zeroblob(40000)), '', 0)`))
  const bytes = (suffix = '') => statSync(path + suffix).size
  const file = bytes()

  for (let n = 0; n < 60; n++) await write(patient, n)
  expect(bytes('-wal')).toBeGreaterThan(1_000 * 4_096)
  expect(bytes()).toBe(file)

  await write(other, 60)
  expect(bytes()).toBeGreaterThan(file + 60 * 80_000)
  await Promise.all([patient.close(), other.close()])
})
