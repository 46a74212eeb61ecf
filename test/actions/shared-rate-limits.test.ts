import { expect, test } from 'bun:test'
import { SharedRateLimiter } from '../../src/actions/server/shared-rate-limits.ts'
import { addBurstLimit, type Bucket, parseRateLimit, type RateLimit } from '../../src/domain/rate-limit.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { rateLimitsOf } from '../support/in-process-server.ts'
import { makePostgresDatabase, postgresUrl } from '../support/postgres.ts'

const texts = { read: '60/m', write: '2/m', sign_in: '2/m', platform: 'off' }

/** Two nodes that count in one database. */
async function openTwo(differing: Partial<Record<Bucket, RateLimit>> = {}) {
  const database = await makePostgresDatabase()
  const storages = [await openPostgres(database.url), await openPostgres(database.url)] as const
  const faults: unknown[] = []
  const rateLimits = { ...rateLimitsOf(texts), ...differing }
  const [one, other] = storages.map((storage) => new SharedRateLimiter(storage, rateLimits, (fault) => faults.push(fault))) as [
    SharedRateLimiter,
    SharedRateLimiter,
  ]
  return {
    database,
    storage: storages[0],
    one,
    other,
    faults,
    async [Symbol.asyncDispose]() {
      for (const storage of storages) await storage.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

type Nodes = Awaited<ReturnType<typeof openTwo>>

const isAdmitted = async (node: SharedRateLimiter, now: number, bucket: 'read' | 'write' | 'sign_in' = 'write') =>
  (await node.take('key:1', bucket, now)).admitted

if (postgresUrl !== null) {
  test('admits as many calls on two nodes as on one, in any order', async () => {
    await using nodes = await openTwo()
    const calls = Array.from({ length: 200 }, (_, nth) =>
      isAdmitted(nth % 2 === 0 ? nodes.one : nodes.other, 1_000 + (nth % 7), 'read'),
    )
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(60)
    expect(await isAdmitted(nodes.one, 60_999, 'read')).toBe(false)
    expect(await isAdmitted(nodes.other, 61_100, 'read')).toBe(true)
  })

  test('reports the same remaining calls on each node', async () => {
    await using nodes = await openTwo()
    await nodes.one.take('key:1', 'write', 1_000)
    const { windows } = await nodes.other.take('key:1', 'write', 1_000)
    expect(windows.map(({ remaining }) => remaining)).toEqual([0])
    expect(await nodes.one.take('key:1', 'write', 1_000)).toMatchObject({ admitted: false, retryAfterSeconds: 60 })
  })

  test('shares a burst limit between nodes, frees it after a second, and does not count refused calls', async () => {
    await using nodes = await openTwo({ read: addBurstLimit(parseRateLimit('60/m'), parseRateLimit('3/s')) })
    const calls = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? nodes.one : nodes.other).take('key:1', 'read', 1_000))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ admitted }) => admitted)).toHaveLength(3)
    for (const answer of answers) if (!answer.admitted) expect(answer.retryAfterSeconds).toBe(1)
    const { windows } = await nodes.other.take('key:1', 'read', 2_001)
    expect(windows.map(({ remaining }) => remaining)).toEqual([2, 56])
  })

  test('gives a returned call to the next caller on any node', async () => {
    await using nodes = await openTwo()
    expect([await isAdmitted(nodes.one, 1_000), await isAdmitted(nodes.one, 1_001)]).toEqual([true, true])
    nodes.one.giveBack('key:1', 'write', 1_001)
    await nodes.one.close()
    expect([await isAdmitted(nodes.other, 1_002), await isAdmitted(nodes.one, 1_003)]).toEqual([true, false])
    expect(nodes.faults).toEqual([])
  })

  test('counts calls and sign-in attempts separately, the attempts in a table that survives a crash', async () => {
    await using nodes = await openTwo()
    await isAdmitted(nodes.one, 1_000, 'write')
    await isAdmitted(nodes.one, 1_000, 'sign_in')
    const bucketsIn = (table: string) => nodes.database.ask(`select bucket from ${table}`)
    expect([await bucketsIn('rate_limits'), await bucketsIn('sign_in_limits')]).toEqual([
      [{ bucket: 'write' }],
      [{ bucket: 'sign_in' }],
    ])
  })

  test('commits without waiting for the disk only for counts that a crash may lose', async () => {
    await using nodes = await openTwo()
    for (const bucket of ['write', 'sign_in'] as const) await isAdmitted(nodes.one, 1_000, bucket)
    const seen = new Map<string, unknown>()
    const watched: Storage = {
      ...nodes.storage,
      transact: (work) =>
        nodes.storage.transact(async (tx) => {
          const done = await work(tx)
          const db = tx.db as unknown as { execute(text: string): Promise<{ synchronous_commit: string }[]> }
          seen.set(`${seen.size}`, (await db.execute('show synchronous_commit'))[0]?.synchronous_commit)
          return done
        }),
    }
    const node = new SharedRateLimiter(watched, rateLimitsOf(texts), () => {})
    for (const bucket of ['write', 'sign_in'] as const) await isAdmitted(node, 2_000, bucket)
    expect([...seen.values()]).toEqual(['off', 'on'])
  })

  test('counts with one statement on a node that counts alone, and locks the row if another node counts too', async () => {
    await using nodes = await openTwo()
    const calls: string[] = []
    const watched: Storage = {
      ...nodes.storage,
      transact: (work) => {
        calls.push('locked')
        return nodes.storage.transact(work)
      },
      writeOne: async (work) => {
        const stored = await nodes.storage.writeOne(work)
        calls.push(stored === true ? 'one statement' : 'refused')
        return stored
      },
    }
    const node = new SharedRateLimiter(watched, rateLimitsOf(texts), () => {})
    const count = async (by: SharedRateLimiter) => (await by.take('key:1', 'read', 1_000)).windows[0]?.remaining
    expect([await count(node), await count(node), await count(node)]).toEqual([59, 58, 57])
    expect(calls.splice(0)).toEqual(['locked', 'one statement', 'one statement'])
    const inTurns = [await count(nodes.other), await count(node), await count(nodes.other), await count(node)]
    expect(inTurns).toEqual([56, 55, 54, 53])
    expect(calls.splice(0)).toEqual(['refused', 'locked', 'locked'])
    expect([await count(node), await count(node)]).toEqual([52, 51])
    expect(calls).toEqual(['locked', 'one statement'])
  })

  test('counts again with the lock after a counter was deleted', async () => {
    await using nodes = await openTwo()
    expect([await isAdmitted(nodes.one, 1_000), await isAdmitted(nodes.one, 1_000)]).toEqual([true, true])
    await nodes.database.ask('delete from rate_limits')
    expect(await isAdmitted(nodes.one, 1_000)).toBe(true)
  })

  test('writes no storage for a lifted rate limit', async () => {
    const storage = { transact: () => Promise.reject(new Error('asked')) } as unknown as Storage
    const node = new SharedRateLimiter(storage, rateLimitsOf(texts), () => {})
    expect((await node.take('platform:1', 'platform', 1)).admitted).toBe(true)
    node.giveBack('platform:1', 'platform', 1)
    await node.close()
  })

  test('uses one connection for a busy caller and delays no other caller', async () => {
    await using nodes = await openTwo()
    await isAdmitted(nodes.one, 1_000)
    const letGo = await nodes.database.hold('select * from rate_limits for update')
    const hot = Array.from({ length: 30 }, () => isAdmitted(nodes.one, 1_000))
    expect(await isWaitingAlone(nodes)).toBe(true)
    expect((await nodes.one.take('key:2', 'write', 1_000)).admitted).toBe(true)
    await letGo()
    expect((await Promise.all(hot)).filter(Boolean)).toHaveLength(1)
  })
}

/** Whether exactly one connection waits for the row; asks until one does. */
async function isWaitingAlone({ database }: Nodes): Promise<boolean> {
  for (;;) {
    const waiting = await database.countWaiting()
    if (waiting > 0) return waiting === 1
  }
}
