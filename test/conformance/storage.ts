import { describe, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { findFaultMessage } from '../../src/domain/fault-text.ts'
import { maskItinerary } from '../../src/domain/masked-itinerary.ts'
import { planItinerary } from '../../src/domain/plan-itinerary.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { findCounter } from '../../src/storage/queries/rate-limits.ts'
import { packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { createInserter, createSaver } from '../../src/storage/rows/statements.ts'
import { Stored } from '../../src/storage/rows/stored.ts'
import type { Reader, Storage, Writer } from '../../src/storage/storage.ts'
import { eventually } from '../support/eventually.ts'
import { newOperatorAccount } from '../support/operator-account.ts'
import { peopleOf } from '../support/sample-people.ts'
import { reckoned } from '../support/sample-roads.ts'
import { repetitions } from '../support/test-depth.ts'

/** A storage with an empty schema, and the operations that depend on its kind. */
export interface Opened extends AsyncDisposable {
  readonly storage: Storage
  /** Makes the COMMIT of the transaction `tx` fail, although every statement in it succeeds. */
  spoilCommit(tx: Writer): Promise<void>
  /** Leaves almost no room, as on a full disk; returns a function that makes room again. */
  fillUp(): Promise<() => Promise<void>>
  /** Locks writers out from another process; returns the unlock. The storage waits `patienceMs` for a lock. */
  lockOut(): Promise<() => Promise<void>>
  readonly patienceMs: number
  /** Command line of `write-rows.ts`, which writes rows and prints the subject of each committed row. */
  readonly writerProcess: readonly string[]
}

export const insert = createInserter('rateLimits')
const insertOperator = createInserter('operators')
export const insertMessage = createInserter('messages')
export const saveMessage = createSaver('messages', ['status', 'sentAt'])

export const queued = {
  channel: 'mail',
  recipient: 'a@b.c',
  encrypted: '',
  status: 'queued',
  attempts: 0,
  createdAt: 1,
} as const

export const row = (subject: string) => ({ subject, bucket: 'read', state: '{}', expiresAt: 1 })
export const subjects = async ({ db, t }: Reader) => {
  const rows = await db.select({ subject: t.rateLimits.subject }).from(t.rateLimits).orderBy(asc(t.rateLimits.id))
  return rows.map(({ subject }) => subject)
}
export const look = (storage: Storage) => storage.read(subjects)

/** Waits longer than a turn of the event loop, so that other work can run in between. */
export const pause = () => Bun.sleep(2)

export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const fault = await work.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  )
  if (fault instanceof Refusal) return fault.code
  return findFaultMessage(fault)
}

/** Declares the tests that every storage must pass. */
export function storageConforms(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: a transaction`, () => {
    test('is stored when it resolves, and rolled back when it throws', async () => {
      await using opened = await open()
      const { storage } = opened
      const answer = await storage.transact(async (tx) => (await insert(tx, row('kept'))).subject)
      expect(answer).toBe('kept')

      const failing = storage.transact(async (tx) => {
        await insert(tx, row('lost'))
        await pause()
        throw new Error('changed my mind')
      })
      expect(await refusalOf(failing)).toBe('changed my mind')
      expect(await look(storage)).toEqual(['kept'])
    })

    test('rejects with the refusal that was thrown in it', async () => {
      await using opened = await open()
      const refusal = new Refusal('quote_locked', 'Locked.', { currentStatus: 'requested' })
      const failing = opened.storage.transact(async () => {
        throw refusal
      })
      await expect(failing).rejects.toBe(refusal)
    })

    test('hides its rows from readers until it is finished', async () => {
      await using opened = await open()
      const { storage } = opened
      const spying = async () => {
        for (let time = 0; time < 20; time++) {
          const found = await look(storage)
          expect(found.length % 2, `saw ${found}`).toBe(0)
          await pause()
        }
      }
      const pairs = Array.from({ length: 5 }, (_, index) =>
        storage.transact(async (tx) => {
          await insert(tx, row(`first of ${index}`))
          await pause()
          await insert(tx, row(`second of ${index}`))
        }),
      )
      await Promise.all([...pairs, spying()])
    })

    test('fails alone, while other transactions succeed', async () => {
      await using opened = await open()
      const { storage } = opened
      const context = Array.from({ length: 60 }, (_, index) =>
        storage.transact(async (tx) => {
          await insert(tx, row(`subject ${index}`))
          if (index % 3 === 0) throw new Error(`failed ${index}`)
          if (index % 3 === 1) await tx.savepoint(() => insert(tx, row('taken'))).catch(() => {})
          return index
        }),
      )
      const settled = await Promise.allSettled(context)
      expect(settled.map(({ status }) => status)).toEqual(context.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')))
      const kept = new Set(await look(storage))
      expect(context.map((_, index) => kept.has(`subject ${index}`))).toEqual(context.map((_, index) => index % 3 !== 0))
    })

    test('reports due work after the commit, without work that was rolled back', async () => {
      await using opened = await open()
      const { storage } = opened
      const calls: { readonly due: readonly unknown[]; readonly isDurable: Promise<boolean> }[] = []
      storage.onDue((work) => calls.push({ due: [...work], isDurable: look(storage).then((rows) => rows.includes('durable')) }))

      await storage.transact((tx) => insert(tx, row('nothing is due')))
      const failing = storage.transact(async (tx) => {
        tx.noteDue('payments', 1)
        throw new Error('no')
      })
      expect(await refusalOf(failing)).toBe('no')
      expect(calls).toEqual([])

      await storage.transact(async (tx) => {
        await insert(tx, row('durable'))
        tx.noteDue('main', 9)
        const undone = tx.savepoint(async () => {
          tx.noteDue('main', 1)
          await tx.savepoint(async () => tx.noteDue('webhooks', 1))
          throw new Error('undo')
        })
        expect(await refusalOf(undone)).toBe('undo')
        await tx.savepoint(async () => tx.noteDue('messages', 4))
        tx.noteDue('messages', 5)
        tx.noteDue('main', 7)
      })
      expect(calls.map(({ due }) => due)).toEqual([
        [
          ['main', 7],
          ['messages', 4],
        ],
      ])
      expect(await calls[0]?.isDurable).toBe(true)
    })

    test('reports the due work of successful transactions among many', async () => {
      await using opened = await open()
      const { storage } = opened
      const dueTimes = new Map<string, number>()
      storage.onDue((work) => {
        for (const [loop, dueAt] of work) dueTimes.set(loop, Math.min(dueAt, dueTimes.get(loop) ?? dueAt))
      })
      const many = Array.from({ length: 9 }, (_, index) =>
        storage.transact(async (tx) => {
          tx.noteDue(index % 2 === 0 ? 'main' : 'payments', index)
          if (index < 3) throw new Error('no')
        }),
      )
      await Promise.allSettled(many)
      expect(Object.fromEntries(dueTimes)).toEqual({ main: 4, payments: 3 })
    })

    test('rolls back only the part of a failed savepoint', async () => {
      await using opened = await open()
      const { storage } = opened
      await storage.transact(async (tx) => {
        await insert(tx, row('before'))
        const undone = tx.savepoint(async () => {
          await insert(tx, row('undone'))
          await tx.savepoint(() => insert(tx, row('undone with it')))
          throw new Error('undo')
        })
        expect(await refusalOf(undone)).toBe('undo')
        expect(await tx.savepoint(async () => (await insert(tx, row('inside'))).subject)).toBe('inside')
        await insert(tx, row('after'))
      })
      expect(await look(storage)).toEqual(['before', 'inside', 'after'])

      const failing = storage.transact(async (tx) => {
        await tx.savepoint(() => insert(tx, row('released, and yet lost')))
        throw new Error('all of it')
      })
      expect(await refusalOf(failing)).toBe('all of it')
      expect(await look(storage)).toEqual(['before', 'inside', 'after'])
    })

    test('continues after the database refuses a statement in a savepoint', async () => {
      await using opened = await open()
      const { storage } = opened
      await storage.transact((tx) => insert(tx, row('taken')))
      await storage.transact(async (tx) => {
        await insert(tx, row('mine'))
        expect(await refusalOf(tx.savepoint(() => insert(tx, row('taken'))))).not.toBe('it succeeded')
        await insert(tx, row('mine too'))
      })
      expect(await look(storage)).toEqual(['taken', 'mine', 'mine too'])
    })

    test('rejects if its COMMIT fails, and writes nothing', async () => {
      await using opened = await open()
      const { storage } = opened
      const failing = storage.transact(async (tx) => {
        await insert(tx, row('lost'))
        await opened.spoilCommit(tx)
      })
      expect(await refusalOf(failing)).not.toBe('it succeeded')
      await storage.transact((tx) => insert(tx, row('the next')))
      expect(await look(storage)).toEqual(['the next'])
    })
  })

  describe(`${name}: a read`, () => {
    test('sees another version after a write, and only then', async () => {
      await using opened = await open()
      const { storage } = opened
      const isSameAfter = async (work: () => Promise<unknown>) => {
        const before = await storage.version()
        await work()
        return (await storage.version()) === before
      }
      // Other databases of the server can write at any time too.
      await eventually(() => isSameAfter(() => look(storage)))
      await eventually(() => isSameAfter(() => storage.transact(async () => {})))
      const first = await storage.version()

      await storage.transact((tx) => insert(tx, row('mine')))
      const second = await storage.version()
      expect(second).not.toBe(first)
      await using writer = Bun.spawn([...opened.writerProcess], { stdout: 'pipe', stderr: 'inherit' })
      await writer.stdout.getReader().read()
      expect(await storage.version()).not.toBe(second)
    })

    test('sees one snapshot, however long it takes', async () => {
      await using opened = await open()
      const { storage } = opened
      await storage.transact((tx) => insert(tx, row('old')))
      const begun = Promise.withResolvers<void>()
      const newer = begun.promise.then(() => storage.transact((tx) => insert(tx, row('newer'))))
      const looks = await storage.read(async (db) => {
        const before = await subjects(db)
        begun.resolve()
        await storage.transact((tx) => insert(tx, row('new')))
        await newer
        return [before, await subjects(db), await findCounter(db, 'new', 'read')]
      })
      expect(looks).toEqual([['old'], ['old'], null])
      expect(await look(storage)).toHaveLength(3)
    })

    test('cannot write', async () => {
      await using opened = await open()
      const writing = opened.storage.read((db) => insert(db as Writer, row('smuggled')))
      await expect(writing).rejects.toThrow()
      expect(await look(opened.storage)).toEqual([])
    })

    test('affects no other read when it throws', async () => {
      await using opened = await open()
      const { storage } = opened
      const looks = [0, 1, 2, 3].map((index) =>
        storage.read(async (db) => {
          if (index % 2 === 1) throw new Error(`failed ${index}`)
          return subjects(db)
        }),
      )
      expect((await Promise.allSettled(looks)).map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'rejected',
      ])
    })
  })

  describe(`${name}: a locked or full database`, () => {
    test('delays a write until a short lock ends', async () => {
      await using opened = await open()
      const { storage } = opened
      const unlock = await opened.lockOut()
      const writing = storage.transact((tx) => insert(tx, row('patient')))
      // The lock ends within the time that the storage waits.
      await Bun.sleep(opened.patienceMs / 3)
      await unlock()
      await writing
      expect(await look(storage)).toEqual(['patient'])
    })

    test('refuses writes as unavailable during a long lock, and accepts them afterwards', async () => {
      await using opened = await open()
      const { storage } = opened
      const unlock = await opened.lockOut()
      const context = [1, 2, 3].map((index) => refusalOf(storage.transact((tx) => insert(tx, row(`subject ${index}`)))))
      expect(await Promise.all(context)).toEqual(['unavailable', 'unavailable', 'unavailable'])
      await unlock()
      expect(await look(storage)).toEqual([])
      await storage.transact((tx) => insert(tx, row('later')))
      expect(await look(storage)).toEqual(['later'])
    })

    test('refuses writes as unavailable without room, and keeps committed rows', async () => {
      await using opened = await open()
      const { storage } = opened
      await storage.transact((tx) => insert(tx, row('promised')))
      const makeRoom = await opened.fillUp()
      const large = { ...row('large'), state: 'x'.repeat(2_000_000) }
      const context = [
        storage.transact((tx) => insert(tx, large)),
        storage.transact((tx) => insert(tx, { ...large, subject: 'larger' })),
      ]
      expect(await Promise.all(context.map(refusalOf))).toEqual(['unavailable', 'unavailable'])
      expect(await look(storage)).toEqual(['promised'])
      await makeRoom()
      await storage.transact((tx) => insert(tx, large))
      expect(await look(storage)).toEqual(['promised', 'large'])
    })
  })

  describe(`${name}: a row`, () => {
    const operator = {
      ...newOperatorAccount(8_640_000_000_000_000),
      name: 'Łódź & “Söhne” 🚌',
      commissionBps: 0,
      updatedAt: -1,
    }

    test('is read as written: strings, numbers, booleans, NULL and structures', async () => {
      await using opened = await open()
      const { storage } = opened
      const stored = await storage.transact((tx) => insertOperator(tx, operator))
      expect(stored).toMatchObject({ ...operator, phone: null, email: null })
      const other = await storage.transact((tx) =>
        insertOperator(tx, { ...operator, ref: 'OP-2', vehicleCheckRequired: true, phone: '' }),
      )
      expect(other).toMatchObject({ vehicleCheckRequired: true, phone: '', email: null })
      expect(other.id).toBeGreaterThan(stored.id)

      const abilities = [['jobs:read', 'quotes:write'], []] as const
      const insertCredential = createInserter('credentials')
      for (const [index, list] of abilities.entries()) {
        const made = { tokenId: `t${index}`, kind: 'api_key' as const, hash: `h${index}`, hint: '', name: 'x', createdAt: 1 }
        const row = await storage.transact((tx) => insertCredential(tx, { ...made, abilities: [...list] }))
        expect(row.abilities).toEqual([...list])
        expect(row.revokedAt).toBeNull()
      }
    })

    test('stores an absent structure as NULL', async () => {
      await using opened = await open()
      const { storage } = opened
      const customer = await storage.transact((tx) =>
        createInserter('customers')(tx, { name: 'Ann', email: 'a@b.c', createdAt: 1 }),
      )
      const trip = {
        ref: 'TR-1',
        customerId: customer.id,
        source: 'platform',
        status: 'open',
        timezone: 'UTC',
        passengerCount: 1,
      }
      const times = { departsAt: 1, endsAt: 2, quoteBy: 1, createdAt: 1, updatedAt: 1 }
      const leeds = { label: 'Leeds', kind: 'venue' } as const
      const asked = { pickup: leeds, dropoff: leeds, departsAt: 1, passengerCount: 1 }
      const itinerary = planItinerary(asked, { timezone: 'UTC', now: 0, find: reckoned })
      const sheets = {
        itinerary,
        maskedItinerary: Stored.of(maskItinerary(itinerary, peopleOf()), packedMaskedItinerary),
        maskVersion: 1,
        dbsRequired: 'none' as never,
      }
      const insertTrip = createInserter('trips')
      await storage.transact((tx) => insertTrip(tx, { ...trip, ...times, ...sheets } as never))
      const lead = { name: 'Bo', phone: null }
      await storage.transact((tx) => insertTrip(tx, { ...trip, ...times, ...sheets, ref: 'TR-2', leadPassenger: lead } as never))
      const found = await storage.read(({ db, t }) => db.select().from(t.trips))
      expect(found.map(({ leadPassenger }) => leadPassenger)).toEqual([null, lead])
      expect(found.map((kept) => kept.itinerary)).toEqual([itinerary, itinerary])
      expect(found.map((kept) => kept.maskedItinerary)).toEqual([sheets.maskedItinerary, sheets.maskedItinerary])
    })

    test('refuses a change if its guarded columns have changed, NULL included', async () => {
      await using opened = await open()
      const { storage } = opened
      const before = await storage.transact((tx) => insertMessage(tx, queued))
      expect(before.sentAt).toBeNull()

      const sent = await storage.transact((tx) => saveMessage(tx, before, { status: 'sent', sentAt: 5 }))
      expect(sent).toEqual({ ...before, status: 'sent', sentAt: 5 })
      const save = (from: typeof sent) => refusalOf(storage.transact((tx) => saveMessage(tx, from, { ...sent, attempts: 9 })))
      expect(await save(before)).toBe('unavailable')
      expect(await save({ ...sent, sentAt: null })).toBe('unavailable')
      expect(await save({ ...sent, id: sent.id + 1 })).toBe('unavailable')
      expect(await save(sent)).toBe('it succeeded')

      const tried = { ...sent, attempts: 9 }
      const requeued = await storage.transact((tx) => saveMessage(tx, tried, { status: 'queued', sentAt: null }))
      expect(requeued.sentAt).toBeNull()
      expect(await storage.transact((tx) => saveMessage(tx, requeued, before))).toEqual(before)
    })

    test('is not written by a change without a difference', async () => {
      await using opened = await open()
      const { storage } = opened
      const before = await storage.transact((tx) => insertMessage(tx, queued))
      expect(await storage.transact((tx) => saveMessage(tx, before, { ...before }))).toBe(before)
    })

    test('refuses one of two simultaneous changes', async () => {
      await using opened = await open()
      const { storage } = opened
      const before = await storage.transact((tx) => insertMessage(tx, queued))
      const rivals = [1, 2].map((attempts) => storage.transact((tx) => saveMessage(tx, before, { status: 'sent', attempts })))
      expect((await Promise.allSettled(rivals)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })
  })

  describe(`${name}: the version`, () => {
    test('changes after a write, and not after a read', async () => {
      await using opened = await open()
      const { storage } = opened
      const wasWritten = watchVersion(storage)
      // Other databases of the server can write at any time too.
      const isQuietAfter = async (work: () => Promise<unknown>) => {
        await wasWritten()
        await work()
        return !(await wasWritten())
      }
      await eventually(() => isQuietAfter(async () => {}))
      await storage.transact((tx) => insert(tx, row('own')))
      expect(await wasWritten()).toBe(true)
      await eventually(async () => !(await wasWritten()))
      await eventually(() => isQuietAfter(() => look(storage)))
    })

    test('changes after a write of another process, also during a read', async () => {
      await using opened = await open()
      const { storage } = opened
      const wasWritten = watchVersion(storage)
      await wasWritten()
      await storage.read(() => killWhileWriting(opened.writerProcess, 'elsewhere'))
      expect(await wasWritten()).toBe(true)
      // The database can still roll back a transaction of the killed writer.
      await eventually(async () => !(await wasWritten()))
    })
  })

  test(`keeps every committed row on ${name} after each of many kill -9`, async () => {
    await using opened = await open()
    const lives = repetitions(40)
    const promised: string[] = []
    for (let life = 0; life < lives; life++) {
      promised.push(...(await killWhileWriting(opened.writerProcess, `life ${life}`)))
      if (life % 4 < 3) continue
      const there = new Set(await look(opened.storage))
      expect(promised.filter((subject) => !there.has(subject))).toEqual([])
    }
    expect(promised.length).toBeGreaterThan(lives * 10)
  })
}

/** Runs a writer, kills it at a random moment after its first rows, and returns the rows it committed. */
async function killWhileWriting(command: readonly string[], name: string): Promise<string[]> {
  const writer = Bun.spawn([...command, name], { stdout: 'pipe', stderr: 'inherit' })
  let said = ''
  let isDoomed = false
  for await (const bytes of writer.stdout) {
    said += Buffer.from(bytes).toString()
    if (isDoomed || said.length < 200) continue
    isDoomed = true
    // The kill must be able to hit any moment of a transaction.
    setTimeout(() => writer.kill('SIGKILL'), Math.random() * 20)
  }
  await writer.exited
  expect(isDoomed, 'the writer exited before the kill').toBe(true)
  return said.slice(0, said.lastIndexOf('\n')).split('\n')
}

/** Returns a function that reports whether anything was written since its last call. */
function watchVersion(storage: Storage): () => Promise<boolean> {
  let seen: number | null = null
  return async () => {
    const before = seen
    seen = await storage.version()
    return seen !== before
  }
}
