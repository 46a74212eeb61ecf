import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { saveOperator } from '../../src/storage/queries/operators.ts'
import { connectSqlite } from '../../src/storage/sqlite/open.ts'
import { ReadSnapshot } from '../../src/storage/sqlite/read-snapshot.ts'
import { type InProcessServer, startInProcess } from '../support/in-process-server.ts'

let desk: InProcessServer

beforeEach(async () => {
  desk = await startInProcess({ isFile: true })
})

afterEach(() => desk[Symbol.asyncDispose]())

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The operator's name, as a read of its own finds it. */
async function nameNow(): Promise<string | undefined> {
  const [operator] = await desk.app.storage.read(({ db, t }) => db.select({ name: t.operators.name }).from(t.operators))
  return operator?.name
}

/** Another process changes the operator's name. */
function renameOutside(name: string): void {
  using database = connectSqlite(join(desk.folder, 'charabanc.sqlite'), 'write')
  database.prepare('UPDATE operators SET name = ?').run(name)
}

test('what is read in one turn of the event loop is read on one snapshot, and in the next on another', async () => {
  using database = connectSqlite(join(desk.folder, 'charabanc.sqlite'), 'read')
  const snapshot = new ReadSnapshot(database, () => 0)
  const name = () => snapshot.hold(async () => database.query('SELECT name FROM operators').values().join())
  const before = await name()
  renameOutside('Wharfe Coaches')
  expect(await name()).toBe(before)

  await nextTurn()
  expect(await name()).toBe('Wharfe Coaches')
  snapshot.end()
})

test('a turn that takes long does not hide what another process has written meanwhile', async () => {
  using database = connectSqlite(join(desk.folder, 'charabanc.sqlite'), 'read')
  let elapsed = 0
  const snapshot = new ReadSnapshot(database, () => elapsed)
  const name = () => snapshot.hold(async () => database.query('SELECT name FROM operators').values().join())
  await name()
  renameOutside('Wharfe Coaches')
  elapsed = 6
  expect(await name()).toBe('Wharfe Coaches')
  snapshot.end()
})

test('what was written here is seen by every read after it, in the same turn too', async () => {
  let operator = desk.operator
  for (const name of ['Aire Coaches', 'Nidd Coaches', 'Ure Coaches']) {
    await nameNow()
    operator = await desk.app.storage.transact((tx) => saveOperator(tx, operator, { name }))
    expect(await nameNow()).toBe(name)
  }
})

test('a write that ends while something is being read lets that end, and is seen by what is read next', async () => {
  const { storage } = desk.app
  const written = Promise.withResolvers<void>()
  const reading = storage.read(async ({ db, t }) => {
    const names = () => db.select({ name: t.operators.name }).from(t.operators)
    const before = await names()
    await written.promise
    expect(await names()).toEqual(before)
  })
  await storage.transact((tx) => saveOperator(tx, desk.operator, { name: 'Aire Coaches' }))
  const next = nameNow()
  written.resolve()
  await reading

  expect(await next).toBe('Aire Coaches')
})

test('a read that failed takes its snapshot with it', async () => {
  await expect(desk.app.storage.read(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  renameOutside('Wharfe Coaches')
  expect(await nameNow()).toBe('Wharfe Coaches')
})

test('no snapshot outlives its turn, so that the log can be brought into the file', async () => {
  await nameNow()
  renameOutside('Wharfe Coaches')
  await nextTurn()

  using database = new Database(join(desk.folder, 'charabanc.sqlite'))
  expect(database.query('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0 })
})

test('who is calling and what they ask for is read on one snapshot', async () => {
  const begun: string[] = []
  const prepare = Database.prototype.prepare
  const spy = spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database, ...given) {
    const statement = prepare.apply(this, given)
    const run = statement.run.bind(statement)
    statement.run = (...values) => {
      begun.push(given[0])
      return run(...values)
    }
    return statement
  } as typeof prepare)
  await using watched = await startInProcess({ isFile: true })
  spy.mockRestore()
  const { token } = await watched.mint()
  const taken: number[] = []
  for (let nth = 0; nth < 10; nth++) {
    begun.length = 0
    expect((await watched.call('GET', '/api/v1/me', { token })).status).toBe(200)
    await nextTurn()
    taken.push(begun.filter((sql) => sql === 'BEGIN').length)
    expect(begun.filter((sql) => sql === 'ROLLBACK')).toHaveLength(taken.at(-1) ?? 0)
  }
  // After much reading others get their turn in between, and with it the snapshot ends.
  expect(Math.min(...taken)).toBe(1)
})
