import { describe, expect, test } from 'bun:test'
import { asc, isNull } from 'drizzle-orm'
import {
  keepCredential,
  keepDriver,
  keepNode,
  lockCredentials,
  lockDriver,
  lockNodes,
  lockOperator,
  lockTrip,
  lockTrips,
  lockUnlockedRows,
} from '../../src/storage/locks.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { touchCredentials } from '../../src/storage/queries/credentials.ts'
import { purgeMessages } from '../../src/storage/queries/messages.ts'
import type { Storage, Writer } from '../../src/storage/storage.ts'
import { fillEveryTable } from '../support/filled-tables.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl } from '../support/postgres.ts'

/** Two nodes on one database with rows in every table. */
interface TwoNodes extends AsyncDisposable {
  readonly database: PostgresDatabase
  readonly one: Storage
  readonly other: Storage
}

async function openTwo(): Promise<TwoNodes> {
  const database = await makePostgresDatabase()
  const one = await openPostgres(database.url)
  const other = await openPostgres(database.url)
  await one.transact(fillEveryTable)
  await database.ask('update credentials set revoked_at = null')
  return {
    database,
    one,
    other,
    async [Symbol.asyncDispose]() {
      await one.close()
      await other.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

type Work = (tx: Writer) => Promise<unknown>

/** Whether `second` waits while another node is between `first` and its end. */
async function waits({ database, one, other }: TwoNodes, first: Work, second: Work): Promise<boolean> {
  const began = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<void>()
  const holding = one.transact(async (tx) => {
    await first(tx)
    began.resolve()
    await ends.promise
  })
  await began.promise
  let isDone = false
  const trying = other.transact(second).then(() => {
    isDone = true
  })
  const isWaiting = async () => (await database.countWaiting()) > 0
  while (!isDone && !(await isWaiting())) await new Promise((resolve) => setImmediate(resolve))
  const hasWaited = !isDone
  ends.resolve()
  await Promise.all([holding, trying])
  return hasWaited
}

if (postgresUrl !== null) {
  describe('a lock', () => {
    test.each<[string, Work, Work, boolean]>([
      ['a trip from others who lock it', (tx) => lockTrip(tx, 1), (tx) => lockTrip(tx, 1), true],
      ['a trip, and no other', (tx) => lockTrip(tx, 1), (tx) => lockTrip(tx, 2), false],
      ['several trips', (tx) => lockTrips(tx, [2, 1]), (tx) => lockTrip(tx, 2), true],
      ['an account', (tx) => lockOperator(tx, 1), (tx) => lockOperator(tx, 1), true],
      ['a credential at work from being revoked', (tx) => keepCredential(tx, 1), (tx) => lockCredentials(tx, null, 1), true],
      ['a credential from work during revocation', (tx) => lockCredentials(tx, null, 1), (tx) => keepCredential(tx, 1), true],
      [
        'the credentials of one person alone',
        (tx) => lockCredentials(tx, { userId: 1 }, null),
        (tx) => keepCredential(tx, 99),
        false,
      ],
      ['a credential without delaying other work', (tx) => keepCredential(tx, 1), (tx) => keepCredential(tx, 1), false],
      [
        'a credential without delaying the record of its use',
        (tx) => keepCredential(tx, 1),
        (tx) => touchCredentials(tx, [{ id: 1, at: 9 }]),
        false,
      ],
      ['a driver from removal during an assignment', (tx) => keepDriver(tx, 1), (tx) => lockDriver(tx, 1), true],
      ['a driver who is being removed from assignments', (tx) => lockDriver(tx, 1), (tx) => keepDriver(tx, 1), true],
      ['a node from being declared dead while it acts', (tx) => keepNode(tx, 'boot'), (tx) => lockNodes(tx, ['boot']), true],
    ])('keeps %s', async (_, first, second, isKept) => {
      await using nodes = await openTwo()
      expect(await waits(nodes, first, second)).toBe(isKept)
    })

    test.each<[string, Work, Work]>([
      ['a credential', (tx) => keepCredential(tx, 1), (tx) => lockCredentials(tx, null, 1)],
      ['a driver', (tx) => keepDriver(tx, 1), (tx) => lockDriver(tx, 1)],
      ['a node', (tx) => keepNode(tx, 'boot'), (tx) => lockNodes(tx, ['boot'])],
    ])('is granted on %s before later requests that share it', async (_, keep, lock) => {
      await using nodes = await openTwo()
      const ends = Promise.withResolvers<void>()
      const began = Promise.withResolvers<void>()
      const order: string[] = []
      const taking = (name: string, work: Work) =>
        nodes.other.transact(async (tx) => {
          await work(tx)
          order.push(name)
        })
      const waiting = async (count: number) => {
        while ((await nodes.database.countWaiting()) < count) await new Promise((resolve) => setImmediate(resolve))
      }
      const first = nodes.one.transact(async (tx) => {
        await keep(tx)
        began.resolve()
        await ends.promise
      })
      await began.promise
      const alone = taking('alone', lock)
      await waiting(1)
      const later = taking('later', keep)
      await waiting(2)
      ends.resolve()
      await Promise.all([first, alone, later])
      expect(order).toEqual(['alone', 'later'])
    })

    test('is taken on several trips in one order, so that no two calls deadlock', async () => {
      await using nodes = await openTwo()
      let works = 0
      const lock = (storage: Storage, ids: number[]) =>
        storage.transact(async (tx) => {
          works++
          await lockTrips(tx, ids)
        })
      await Promise.all(Array.from({ length: 20 }, () => [lock(nodes.one, [1, 2, 3]), lock(nodes.other, [3, 2, 1, 3])]).flat())
      expect(works).toBe(40)
    })
  })

  test('gives different rows to two nodes that claim work together', async () => {
    await using nodes = await openTwo()
    const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const claim = (storage: Storage, nth: 0 | 1) =>
      storage.transact(async (tx) => {
        if (nth === 1) await met[0]?.promise
        const { scheduler } = tx.t
        const free = tx.db.select({ id: scheduler.id }).from(scheduler).orderBy(asc(scheduler.id)).limit(1)
        const rows = await lockUnlockedRows(tx, free)
        met[nth]?.resolve()
        await met[1]?.promise
        return rows.map(({ id }) => id)
      })
    expect(await Promise.all([claim(nodes.one, 0), claim(nodes.other, 1)])).toEqual([[1], [2]])
  })

  test('records a use of unlocked credentials only, and never overwrites a later one', async () => {
    await using nodes = await openTwo()
    const letGo = await nodes.database.hold('update credentials set name = name where id = 1')
    const note = (at: number) =>
      nodes.one.transact((tx) =>
        touchCredentials(
          tx,
          [1, 2].map((id) => ({ id, at })),
        ),
      )
    expect([...(await note(8))]).toEqual([2])
    await letGo()
    await note(7)
    const uses = await nodes.database.ask('select last_used_at::int as at from credentials order by id')
    expect(uses.map(({ at }) => at)).toEqual([7, 8])
  })

  test('purges a row that another node has locked at the next purge', async () => {
    await using nodes = await openTwo()
    await nodes.database.ask("update messages set status = 'sent'")
    const letGo = await nodes.database.hold('select 1 from messages where id = 1 for update')
    expect(await nodes.one.transact((tx) => purgeMessages(tx, 9, 10))).toBe(1)
    await letGo()
    expect(await nodes.one.transact((tx) => purgeMessages(tx, 9, 10))).toBe(1)
  })

  test('frees the space of erased rows for new ones', async () => {
    await using nodes = await openTwo()
    await nodes.one.transact((tx) => tx.db.delete(tx.t.locations))
    await nodes.one.transact((tx) => tx.db.update(tx.t.messages).set({ encrypted: '' }).where(isNull(tx.t.messages.sentAt)))
    await nodes.one.scour()
    const vacuumed = await nodes.database.ask(
      "select relname from pg_class where relname in ('locations', 'messages', 'operators') and relallvisible > 0 order by 1",
    )
    expect(vacuumed.map(({ relname }) => relname)).toEqual(['messages'])
    expect(await nodes.database.ask("select pg_relation_size('locations')::int as bytes")).toEqual([{ bytes: 0 }])
  })
}
