import { expect, test } from 'bun:test'
import type { WorkLoop } from '../../src/domain/due-work.ts'
import type { TaskKind } from '../../src/domain/task-kind.ts'
import type { DueChannel } from '../../src/storage/postgres/due-channel.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { scheduleTask } from '../../src/storage/queries/scheduler.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { listLoopsToWake } from '../../src/worker/loop.ts'
import { eventually } from '../support/eventually.ts'
import { makePostgresDatabase, postgresUrl } from '../support/postgres.ts'

const everything = 'main,messages,sms,payments,webhooks,streams'

/** Two nodes, one with a second handle, and what that node's listener receives. */
async function openTwo() {
  const database = await makePostgresDatabase()
  const channelOf = (origin: string, isHearing: boolean): DueChannel => ({
    origin,
    isHearing,
    loopsToNotify: (work) => listLoopsToWake(work, Date.now()),
  })
  const one = await openPostgres(database.url, { channel: channelOf('one', true) })
  const beside = await openPostgres(database.url, { channel: channelOf('one', false) })
  const other = await openPostgres(database.url, { channel: channelOf('other', false) })
  const heard: string[] = []
  one.onDue((work) => heard.push([...work.keys()].join()))
  return {
    database,
    one,
    beside,
    other,
    heard,
    async [Symbol.asyncDispose]() {
      for (const storage of [one, beside, other]) await storage.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

const leave = (storage: Storage, kind: TaskKind, inMs = 0) =>
  storage.transact((tx) => scheduleTask(tx, kind, 1, Date.now() + inMs, Date.now()))

if (postgresUrl !== null) {
  test('notifies a node immediately of work from another node and once of its own', async () => {
    await using nodes = await openTwo()
    expect([nodes.one.listensToNodes, nodes.other.listensToNodes]).toEqual([true, false])
    await leave(nodes.other, 'charge')
    await eventually(() => nodes.heard.includes('payments'))
    await leave(nodes.one, 'trip')
    await leave(nodes.beside, 'trip')
    await leave(nodes.other, 'message')
    await eventually(() => nodes.heard.includes('messages'))
    expect(nodes.heard).toEqual(['payments', 'main', 'messages'])
  })

  test('sends one notice for each transaction, and none for undone or much later work', async () => {
    await using nodes = await openTwo()
    await leave(nodes.other, 'trip', 3_600_000)
    const undone = nodes.other.transact(async (tx) => {
      await scheduleTask(tx, 'charge', 1, 0, 0)
      throw new Error('not today')
    })
    await expect(undone).rejects.toThrow('not today')
    await nodes.other.transact(async (tx) => {
      tx.noteDue('webhooks', Date.now())
      await scheduleTask(tx, 'message', 1, Date.now(), Date.now())
    })
    await eventually(() => nodes.heard.length > 0)
    const [first = '' as WorkLoop] = nodes.heard
    expect([nodes.heard.length, first.split(',').sort()]).toEqual([1, ['messages', 'webhooks']])
  })

  test('looks for missed work after a lost connection is restored', async () => {
    await using nodes = await openTwo()
    await nodes.database.ask(
      "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
    )
    await eventually(() => !nodes.one.listensToNodes)
    await eventually(() => nodes.heard.includes(everything))
    expect(nodes.one.listensToNodes).toBe(true)
    await leave(nodes.other, 'charge')
    await eventually(() => nodes.heard.at(-1) === 'payments')
  })

  test('does not listen or notify behind a pooler in transaction mode', async () => {
    await using database = await makePostgresDatabase()
    const channel: DueChannel = { origin: 'one', isHearing: true, loopsToNotify: () => [] }
    const storage = await openPostgres(`${database.url}&pooling=transaction`, { channel })
    expect(storage.listensToNodes).toBe(false)
    await storage.close()
  })
}
