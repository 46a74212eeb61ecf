import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { RateLimiter } from '../../src/actions/server/rate-limits.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { eventually } from '../support/eventually.ts'
import { rateLimitsOf, startInProcess } from '../support/in-process-server.ts'

let desk: Awaited<ReturnType<typeof startInProcess>>
beforeEach(async () => {
  // With PostgreSQL, nodes count together in the database: see `shared-rate-limits.test.ts`.
  desk = await startInProcess({ isFile: true })
})
afterEach(() => desk[Symbol.asyncDispose]())

const open = (storage: Storage = desk.app.storage, onFault: (fault: unknown) => void = () => {}) =>
  new RateLimiter(storage, rateLimitsOf({ read: '2/m', write: '1/m', platform: 'off' }), onFault)

const admitted = async (rateLimits: RateLimiter, subject: string, now: number, bucket: 'read' | 'write' = 'read') =>
  (await rateLimits.take(subject, bucket, now)).admitted

describe('counting', () => {
  test('counts subjects and buckets separately', async () => {
    const rateLimits = open()
    for (const [subject, bucket] of [
      ['key:1', 'read'],
      ['key:2', 'read'],
      ['key:1', 'write'],
    ] as const) {
      expect(await admitted(rateLimits, subject, 1000, bucket)).toBe(true)
    }
    expect(await admitted(rateLimits, 'key:1', 1000, 'write')).toBe(false)
    await rateLimits.close()
  })

  test('reads no storage for a lifted rate limit', async () => {
    const rateLimits = open({ ...desk.app.storage, read: () => Promise.reject(new Error('asked')) })
    expect((await rateLimits.take('platform:1', 'platform', 1)).admitted).toBe(true)
    await rateLimits.close()
  })

  test('counts first calls that arrive together', async () => {
    const rateLimits = open()
    const answers = await Promise.all(Array.from({ length: 9 }, () => admitted(rateLimits, 'key:1', 1000)))
    expect(answers.filter(Boolean)).toHaveLength(2)
    await rateLimits.close()
  })
})

describe('stored counts', () => {
  test('survive a restart', async () => {
    const before = open()
    await before.take('key:1', 'read', 1000)
    await before.take('key:1', 'read', 1000)
    await before.close()
    const after = open()
    expect(await admitted(after, 'key:1', 1001)).toBe(false)
    expect(await admitted(after, 'key:1', 61_000)).toBe(true)
    await after.close()
  })

  test('lose at most the last second in a crash', async () => {
    const crashing = open()
    await crashing.take('key:1', 'read', 1000)
    await eventually(() => desk.app.storage.read((db) => db.db.$count(db.t.rateLimits)))
    await crashing.take('key:1', 'read', 1000)
    const after = open()
    expect(await admitted(after, 'key:1', 1001)).toBe(true)
    expect(await admitted(after, 'key:1', 1001)).toBe(false)
    await after.close()
    await crashing.close()
  })

  test('are written for all callers in one transaction, and only if they changed', async () => {
    let transactions = 0
    const counting: Storage = {
      ...desk.app.storage,
      transact: (work) => {
        transactions++
        return desk.app.storage.transact(work)
      },
    }
    const rateLimits = open(counting)
    for (let key = 0; key < 50; key++) await rateLimits.take(`key:${key}`, 'read', 1000)
    await rateLimits.flush()
    await rateLimits.flush()
    expect(transactions).toBe(1)
    await rateLimits.close()
  })

  test('are written at the next flush after a failed one', async () => {
    const storage = { ...desk.app.storage }
    const rateLimits = open(storage)
    await rateLimits.take('key:1', 'write', 1000)
    storage.transact = () => Promise.reject(new Error('the disk is full'))
    await expect(rateLimits.flush()).rejects.toThrow('the disk is full')
    storage.transact = desk.app.storage.transact
    await rateLimits.close()
    const after = open()
    expect(await admitted(after, 'key:1', 1001, 'write')).toBe(false)
    await after.close()
  })

  test('report a flush that fails in the background', async () => {
    const faults: unknown[] = []
    const storage = { ...desk.app.storage, transact: () => Promise.reject(new Error('the disk is full')) }
    const rateLimits = open(storage, (fault) => faults.push(fault))
    await rateLimits.take('key:1', 'read', 1000)
    await eventually(() => faults.length > 0)
    storage.transact = desk.app.storage.transact as never
    await rateLimits.close()
  })

  test('are dropped from memory for a silent caller and read again on the next call', async () => {
    let reads = 0
    const storage: Storage = {
      ...desk.app.storage,
      read: (work) => {
        reads++
        return desk.app.storage.read(work)
      },
    }
    const rateLimits = open(storage)
    await rateLimits.take('key:1', 'read', 1000)
    await rateLimits.flush()
    await rateLimits.take('key:1', 'read', 2000)
    expect(reads).toBe(1)
    await rateLimits.take('key:2', 'read', 2000 + 301_000)
    await rateLimits.flush()
    await rateLimits.take('key:2', 'read', 2000 + 301_000)
    expect(reads).toBe(2)
    expect(await admitted(rateLimits, 'key:1', 2001)).toBe(false)
    expect(reads).toBe(3)
    await rateLimits.close()
  })
})
