import { describe, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { messageOf } from '../../src/domain/fault-text.ts'
import { maskItinerary } from '../../src/domain/masked-itinerary.ts'
import { planItinerary } from '../../src/domain/plan-itinerary.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { findCounter } from '../../src/storage/queries/rate-limits.ts'
import { packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { inserter, saver } from '../../src/storage/rows/statements.ts'
import { Stored } from '../../src/storage/rows/stored.ts'
import type { Reader, Storage, Writer } from '../../src/storage/storage.ts'
import { eventually } from '../support/eventually.ts'
import { newOperatorAccount } from '../support/operator-account.ts'
import { peopleOf } from '../support/sample-people.ts'
import { reckoned } from '../support/sample-roads.ts'
import { repetitions } from '../support/test-depth.ts'

/** A storage of some kind with an empty schema, and what only its kind knows how to arrange. */
export interface Opened extends AsyncDisposable {
  readonly storage: Storage
  /** Makes the COMMIT of the transaction `tx` belongs to fail, although every statement in it succeeds. */
  spoilCommit(tx: Writer): Promise<void>
  /** Leaves room for almost nothing more, as on a full disk; answers how to make room again. */
  fillUp(): Promise<() => Promise<void>>
  /** Another process keeps every writer out; answers how to let them in. The storage waits `patienceMs` for others. */
  lockOut(): Promise<() => Promise<void>>
  readonly patienceMs: number
  /** The command line of a process that writes rows and prints the subject of each one it was promised (`write-rows.ts`). */
  readonly writerProcess: readonly string[]
}

export const insert = inserter('rateLimits')
const insertOperator = inserter('operators')
export const insertMessage = inserter('messages')
export const saveMessage = saver('messages', ['status', 'sentAt'])

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

/** One turn of the event loop and then some, so that any work that could get in between does. */
export const pause = () => Bun.sleep(2)

export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const fault = await work.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  )
  if (fault instanceof Refusal) return fault.code
  return messageOf(fault)
}

/** What every storage promises, whatever database lies below. */
export function storageConforms(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: a transaction`, () => {
    test('is there when it is answered, and gone when it throws', async () => {
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

    test('a refusal comes out as it went in', async () => {
      await using opened = await open()
      const refusal = new Refusal('quote_locked', 'Locked.', { currentStatus: 'requested' })
      const failing = opened.storage.transact(async () => {
        throw refusal
      })
      await expect(failing).rejects.toBe(refusal)
    })

    test('no one sees what another has not finished', async () => {
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

    test('one that fails takes no other along', async () => {
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

    test('tells after the commit what it left to be done, and nothing of what was undone', async () => {
      await using opened = await open()
      const { storage } = opened
      const told: { readonly due: readonly unknown[]; readonly isDurable: Promise<boolean> }[] = []
      storage.onDue((work) => told.push({ due: [...work], isDurable: look(storage).then((rows) => rows.includes('durable')) }))

      await storage.transact((tx) => insert(tx, row('nothing is due')))
      const failing = storage.transact(async (tx) => {
        tx.noteDue('payments', 1)
        throw new Error('no')
      })
      expect(await refusalOf(failing)).toBe('no')
      expect(told).toEqual([])

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
      expect(told.map(({ due }) => due)).toEqual([
        [
          ['main', 7],
          ['messages', 4],
        ],
      ])
      expect(await told[0]?.isDurable).toBe(true)
    })

    test('of many, tells what those left that did not fail', async () => {
      await using opened = await open()
      const { storage } = opened
      const told = new Map<string, number>()
      storage.onDue((work) => {
        for (const [loop, dueAt] of work) told.set(loop, Math.min(dueAt, told.get(loop) ?? dueAt))
      })
      const many = Array.from({ length: 9 }, (_, index) =>
        storage.transact(async (tx) => {
          tx.noteDue(index % 2 === 0 ? 'main' : 'payments', index)
          if (index < 3) throw new Error('no')
        }),
      )
      await Promise.allSettled(many)
      expect(Object.fromEntries(told)).toEqual({ main: 4, payments: 3 })
    })

    test('a savepoint inside undoes its own part, and only that', async () => {
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

    test('a statement the database refuses leaves the rest of its work free to go on', async () => {
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

    test('a COMMIT that fails is told, and nothing of it is written', async () => {
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

  describe(`${name}: reading`, () => {
    test('has another version when someone has written, and only then', async () => {
      await using opened = await open()
      const { storage } = opened
      const isSameAfter = async (work: () => Promise<unknown>) => {
        const before = await storage.version()
        await work()
        return (await storage.version()) === before
      }
      // On a server with other databases these write as well, now and then.
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

    test('sees one moment, however long it takes', async () => {
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

    test('what one reader throws stays with it', async () => {
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

  describe(`${name}: trouble below`, () => {
    test('who holds the file for a moment is waited for', async () => {
      await using opened = await open()
      const { storage } = opened
      const letIn = await opened.lockOut()
      const writing = storage.transact((tx) => insert(tx, row('patient')))
      // A part of the time that the promise is about.
      await Bun.sleep(opened.patienceMs / 3)
      await letIn()
      await writing
      expect(await look(storage)).toEqual(['patient'])
    })

    test('who holds it for longer makes it unavailable, with nothing written, until they let go', async () => {
      await using opened = await open()
      const { storage } = opened
      const letIn = await opened.lockOut()
      const context = [1, 2, 3].map((index) => refusalOf(storage.transact((tx) => insert(tx, row(`subject ${index}`)))))
      expect(await Promise.all(context)).toEqual(['unavailable', 'unavailable', 'unavailable'])
      await letIn()
      expect(await look(storage)).toEqual([])
      await storage.transact((tx) => insert(tx, row('later')))
      expect(await look(storage)).toEqual(['later'])
    })

    test('no room is unavailable too, and takes nothing that was promised', async () => {
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

  describe(`${name}: rows`, () => {
    const operator = {
      ...newOperatorAccount(8_640_000_000_000_000),
      name: 'Łódź & “Söhne” 🚌',
      commissionBps: 0,
      updatedAt: -1,
    }

    test('come back as they went in: words, numbers, yes and no, nothing, structure', async () => {
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
      const insertCredential = inserter('credentials')
      for (const [index, list] of abilities.entries()) {
        const made = { tokenId: `t${index}`, kind: 'api_key' as const, hash: `h${index}`, hint: '', name: 'x', createdAt: 1 }
        const row = await storage.transact((tx) => insertCredential(tx, { ...made, abilities: [...list] }))
        expect(row.abilities).toEqual([...list])
        expect(row.revokedAt).toBeNull()
      }
    })

    test('a nullable structure that is absent is NULL, also to the database', async () => {
      await using opened = await open()
      const { storage } = opened
      const customer = await storage.transact((tx) => inserter('customers')(tx, { name: 'Ann', email: 'a@b.c', createdAt: 1 }))
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
      const insertTrip = inserter('trips')
      await storage.transact((tx) => insertTrip(tx, { ...trip, ...times, ...sheets } as never))
      const lead = { name: 'Bo', phone: null }
      await storage.transact((tx) => insertTrip(tx, { ...trip, ...times, ...sheets, ref: 'TR-2', leadPassenger: lead } as never))
      const found = await storage.read(({ db, t }) => db.select().from(t.trips))
      expect(found.map(({ leadPassenger }) => leadPassenger)).toEqual([null, lead])
      expect(found.map((kept) => kept.itinerary)).toEqual([itinerary, itinerary])
      expect(found.map((kept) => kept.maskedItinerary)).toEqual([sheets.maskedItinerary, sheets.maskedItinerary])
    })

    test('a change is refused once the row has left where it came from, NULL included', async () => {
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
      const anew = await storage.transact((tx) => saveMessage(tx, tried, { status: 'queued', sentAt: null }))
      expect(anew.sentAt).toBeNull()
      expect(await storage.transact((tx) => saveMessage(tx, anew, before))).toEqual(before)
    })

    test('a change that moves nothing writes nothing', async () => {
      await using opened = await open()
      const { storage } = opened
      const before = await storage.transact((tx) => insertMessage(tx, queued))
      expect(await storage.transact((tx) => saveMessage(tx, before, { ...before }))).toBe(before)
    })

    test('of two who change the same row at once one is told so', async () => {
      await using opened = await open()
      const { storage } = opened
      const before = await storage.transact((tx) => insertMessage(tx, queued))
      const rivals = [1, 2].map((attempts) => storage.transact((tx) => saveMessage(tx, before, { status: 'sent', attempts })))
      expect((await Promise.allSettled(rivals)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })
  })

  describe(`${name}: news`, () => {
    test('is what was written since it was last asked for, and not what was read', async () => {
      await using opened = await open()
      const { storage } = opened
      const wasWritten = newsOf(storage)
      // Other databases on the server may write at any moment as well.
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

    test('comes from other processes too, also while someone reads', async () => {
      await using opened = await open()
      const { storage } = opened
      const wasWritten = newsOf(storage)
      await wasWritten()
      await storage.read(() => killWhileWriting(opened.writerProcess, 'elsewhere'))
      expect(await wasWritten()).toBe(true)
      // What the killed one had begun may yet be undone.
      await eventually(async () => !(await wasWritten()))
    })
  })

  test(`${name}: keeps every committed row over kill -9, in each of many lives`, async () => {
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

/** Lets a process write until it has been promised a few rows, kills it at any moment after that, and answers all it was promised. */
async function killWhileWriting(command: readonly string[], name: string): Promise<string[]> {
  const writer = Bun.spawn([...command, name], { stdout: 'pipe', stderr: 'inherit' })
  let said = ''
  let isDoomed = false
  for await (const bytes of writer.stdout) {
    said += Buffer.from(bytes).toString()
    if (isDoomed || said.length < 200) continue
    isDoomed = true
    // Any moment will do, and nothing announces most of them.
    setTimeout(() => writer.kill('SIGKILL'), Math.random() * 20)
  }
  await writer.exited
  expect(isDoomed, 'the writer left by itself').toBe(true)
  return said.slice(0, said.lastIndexOf('\n')).split('\n')
}

/** Asks whether anything was written since it was last asked. */
function newsOf(storage: Storage): () => Promise<boolean> {
  let seen: number | null = null
  return async () => {
    const before = seen
    seen = await storage.version()
    return seen !== before
  }
}
