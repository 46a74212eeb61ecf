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

/** The operator's name, in a read of its own. */
async function nameNow(): Promise<string | undefined> {
  const [operator] = await desk.app.storage.read(({ db, t }) => db.select({ name: t.operators.name }).from(t.operators))
  return operator?.name
}

/** Changes the operator's name from another connection. */
function renameOutside(name: string): void {
  using database = connectSqlite(join(desk.folder, 'charabanc.sqlite'), 'write')
  database.prepare('UPDATE operators SET name = ?').run(name)
}

test('uses one snapshot for the reads of one turn of the event loop, and a new one in the next', async () => {
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

test('shows writes of another process during a long turn', async () => {
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

test('shows a write of this process in every later read, in the same turn too', async () => {
  let operator = desk.operator
  for (const name of ['Aire Coaches', 'Nidd Coaches', 'Ure Coaches']) {
    await nameNow()
    operator = await desk.app.storage.transact((tx) => saveOperator(tx, operator, { name }))
    expect(await nameNow()).toBe(name)
  }
})

test('keeps a running read unchanged by a write, and shows it to the next read', async () => {
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

test('ends the snapshot of a failed read', async () => {
  await expect(desk.app.storage.read(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  renameOutside('Wharfe Coaches')
  expect(await nameNow()).toBe('Wharfe Coaches')
})

test('ends a snapshot with its turn, so that the log can be checkpointed', async () => {
  await nameNow()
  renameOutside('Wharfe Coaches')
  await nextTurn()

  using database = new Database(join(desk.folder, 'charabanc.sqlite'))
  expect(database.query('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0 })
})

test('reads the credential and the requested data on one snapshot', async () => {
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
  // After many reads, other work gets its turn in between, and the snapshot ends with it.
  expect(Math.min(...taken)).toBe(1)
})
