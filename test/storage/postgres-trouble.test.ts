import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Refusal } from '../../src/domain/refusal.ts'
import { withPatience } from '../../src/storage/patience.ts'
import { openPostgres, type PostgresLimits } from '../../src/storage/postgres/open.ts'
import { inserter } from '../../src/storage/rows/statements.ts'
import { prepared, type Reader, type Storage, type Writer } from '../../src/storage/storage.ts'
import { openCommitCuttingProxy } from '../support/commit-cutting-proxy.ts'
import { openDatabaseLink } from '../support/database-link.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl, runOnPostgresServer } from '../support/postgres.ts'

const insert = inserter('rateLimits')
const row = (subject: string) => ({ subject, bucket: 'read', state: '{}', expiresAt: 1 })

/** A storage over a database of its own. */
interface Opened extends AsyncDisposable {
  readonly database: PostgresDatabase
  readonly storage: Storage
}

async function open(limits?: PostgresLimits, through = (url: string) => url): Promise<Opened> {
  const database = await makePostgresDatabase()
  const storage = await openPostgres(through(database.url), limits)
  return {
    database,
    storage,
    async [Symbol.asyncDispose]() {
      await storage.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

const subjectsIn = async (database: PostgresDatabase) =>
  (await database.ask('select subject from rate_limits order by id')).map(({ subject }) => subject)

const numberFrom = async (db: Reader, text: string) => {
  const [found] = (await db.db.select({ it: sql<number>`${sql.raw(text)}`.mapWith(Number) }).from(sql`(values (1)) as one`)) as {
    it: number
  }[]
  return found?.it ?? Number.NaN
}
const backendOf = (db: Reader) => numberFrom(db, 'pg_backend_pid()')

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const fault = await work.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  )
  if (fault instanceof Refusal) return fault
  throw fault
}

/** Fails with an SQLSTATE as the server says it. */
const failWith = (tx: Writer, state: string) => numberFrom(tx, `fail_with('${state}')`)

const failing = `create function fail_with(state text) returns int language plpgsql as $$
  begin raise exception 'as told' using errcode = state; end $$`

if (postgresUrl !== null) {
  const question = prepared('question', ({ db }) =>
    db.select({ it: sql`${sql.placeholder('it')}::text` }).from(sql`(values (1)) as one`),
  )

  /** A statement that was never asked before, with a value. */
  const echoOf = async ({ db }: Reader, number: number) => {
    const it = sql<string>`${`novel ${number}`}::text || ${sql.raw(`' and ${number}'`)}`
    const [found] = await db.select({ it }).from(sql`(values (1)) as one`)
    return found?.it
  }

  test.each([1, 2, 8])('every answer is the answer to its question, over %d connections', async (connections) => {
    await using opened = await open({ connections: Math.max(2, connections), waitsMs: 60_000 })
    const done = Promise.withResolvers<void>()
    // There are two at least, of which one may be kept from everyone.
    const kept = connections === 1 ? opened.storage.read((db) => backendOf(db).then(() => done.promise)) : null
    let novel = 0
    const wrong: unknown[] = []
    const ask = async (db: Reader, mine: number) => {
      const number = novel++
      // Sent at once, each in a way of its own: known to the server, as a text, and as a text with a value.
      const [[prepared], counted, echoed] = await Promise.all([
        question(db).execute({ it: `prepared ${mine}` }) as Promise<{ it: string }[]>,
        numberFrom(db, `${number} + 0`),
        echoOf(db, number),
      ])
      const heard = [prepared?.it, counted, echoed]
      if (heard.join() !== [`prepared ${mine}`, number, `novel ${number} and ${number}`].join()) wrong.push([mine, number, heard])
    }
    const caller = async (number: number) => {
      for (let turn = 0; turn < 50; turn++) {
        const work = (db: Reader) => ask(db, number * 1000 + turn)
        if (turn % 7 === 0) await opened.storage.transact((tx) => tx.savepoint(() => numberFrom(tx, '1 / 0'))).catch(() => {})
        await (turn % 2 === 0 ? opened.storage.read(work) : opened.storage.transact(work))
      }
    }
    await Promise.all(Array.from({ length: 40 }, (_, number) => caller(number)))
    done.resolve()
    await kept
    expect(wrong).toEqual([])
    expect(novel).toBe(2000)
  })

  test('a call waits for the database no longer than its patience in all', async () => {
    // Each single wait would be longer than a test may take.
    await using opened = await open({ connections: 2, waitsMs: 600_000, answersMs: 600_000 })
    const { database, storage } = opened
    await storage.transact((tx) => insert(tx, row('one')))
    const letGo = await database.hold('select 1 from rate_limits for update')
    const lock = (tx: Writer) => tx.db.update(tx.t.rateLimits).set({ state: '[]' })
    const refusals = await withPatience(200, async () => [
      (await refusalOf(storage.transact(lock))).code,
      (await refusalOf(storage.read(backendOf))).code,
      (await refusalOf(storage.version())).code,
    ])
    expect(refusals).toEqual(['unavailable', 'unavailable', 'unavailable'])
    await letGo()
    await storage.transact(lock)
  })

  test('a call waits for a connection no longer than its patience in all', async () => {
    await using opened = await open({ connections: 2, waitsMs: 600_000 })
    const ends = Promise.withResolvers<void>()
    const holding = [1, 2].map(() => opened.storage.read((db) => backendOf(db).then(() => ends.promise)))
    const waiting = () => withPatience(200, () => refusalOf(opened.storage.read(backendOf)))
    expect((await waiting()).code).toBe('unavailable')
    ends.resolve()
    await Promise.all(holding)
    expect(await withPatience(60_000, () => opened.storage.read(backendOf))).toBeGreaterThan(0)
  })

  test('a call that is cut off from the database waits no longer than its patience in all, and the next one works', async () => {
    await using database = await makePostgresDatabase()
    using link = openDatabaseLink(database.url)
    // Each single wait would be longer than a test may take.
    await using storage = await disposable(link.url, { connections: 2, waitsMs: 600_000, answersMs: 600_000 })
    await storage.it.transact((tx) => insert(tx, row('one')))
    link.cut()
    const refusals = await Promise.all(
      [1, 2, 3].map((number) =>
        withPatience(200, async () => [
          (await refusalOf(storage.it.transact((tx) => insert(tx, row(`cut ${number}`))))).code,
          (await refusalOf(storage.it.read(backendOf))).code,
        ]),
      ),
    )
    expect(refusals).toEqual(Array(3).fill(['unavailable', 'unavailable']))
    link.restore()
    await storage.it.transact((tx) => insert(tx, row('two')))
    expect(await subjectsIn(database)).toEqual(['one', 'two'])
  })

  describe('a connection that is lost', () => {
    test('between two statements takes the whole transaction along, and only that', async () => {
      await using opened = await open()
      const failing = opened.storage.transact(async (tx) => {
        await insert(tx, row('one'))
        await opened.database.ask(`select pg_terminate_backend(${await backendOf(tx)}, 5000)`)
        await insert(tx, row('two'))
      })
      expect((await refusalOf(failing)).code).toBe('unavailable')
      expect(await subjectsIn(opened.database)).toEqual([])
      await opened.storage.transact((tx) => insert(tx, row('three')))
      expect(await subjectsIn(opened.database)).toEqual(['three'])
    })

    test('while no one used it is not noticed by the next caller', async () => {
      await using opened = await open({ connections: 4 })
      const reads = () => Promise.all([1, 2, 3, 4].map(() => opened.storage.read(backendOf)))
      const before = await reads()
      for (const backend of before) await opened.database.ask(`select pg_terminate_backend(${backend}, 5000)`)
      await opened.storage.transact((tx) => insert(tx, row('one')))
      expect(before).not.toContain((await reads())[0])
      expect(await subjectsIn(opened.database)).toEqual(['one'])
    })

    test('at a COMMIT that was done is found to have been done', async () => {
      await using database = await makePostgresDatabase()
      using between = await openCommitCuttingProxy(database.url)
      await using storage = await disposable(between.url)
      let works = 0
      between.cutAtCommit('one')
      await storage.it.transact((tx) => {
        works++
        return insert(tx, row('one'))
      })
      expect(works).toBe(1)
      expect(await subjectsIn(database)).toEqual(['one'])
    })

    test('at a COMMIT that was not done has the work done again', async () => {
      await using opened = await open()
      await opened.database.ask(`
        create sequence commits;
        create function die_once() returns trigger language plpgsql as $$ begin
          if nextval('commits') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$;
        create constraint trigger die_once after insert on rate_limits deferrable initially deferred
          for each row execute function die_once()`)
      let works = 0
      await opened.storage.transact((tx) => {
        works++
        return insert(tx, row('one'))
      })
      expect(works).toBe(2)
      expect(await subjectsIn(opened.database)).toEqual(['one'])
    })

    test('at a COMMIT no one can be asked about is told as it is', async () => {
      await using database = await makePostgresDatabase()
      using between = await openCommitCuttingProxy(database.url)
      await using storage = await disposable(between.url, { waitsMs: stretchedForLoad(300) })
      between.cutAtCommit('all')
      const refusal = await refusalOf(storage.it.transact((tx) => insert(tx, row('one'))))
      expect(refusal.code).toBe('unavailable')
      expect(refusal.message).not.toContain('nothing was written')
    })
  })

  test('a server that is frozen is given up, and nothing is written when it comes to', async () => {
    await using opened = await open({ answersMs: stretchedForLoad(1000), connections: 2 })
    let backend = 0
    const failing = opened.storage.transact(async (tx) => {
      backend = await backendOf(tx)
      await insert(tx, row('one'))
      await opened.database.ask(`copy (select 1) to program 'cat > /dev/null && kill -STOP ${backend}'`)
      await insert(tx, row('two'))
    })
    try {
      expect((await refusalOf(failing)).code).toBe('unavailable')
      await Promise.all([1, 2, 3].map((number) => opened.storage.transact((tx) => insert(tx, row(`after ${number}`)))))
    } finally {
      await opened.database.ask(`copy (select 1) to program 'cat > /dev/null && kill -CONT ${backend}'`)
    }
    await opened.database.ask(`select pg_terminate_backend(${backend}, 5000)`)
    expect((await subjectsIn(opened.database)).sort()).toEqual(['after 1', 'after 2', 'after 3'])
  })

  describe("rivals in each other's way", () => {
    test('both come to their end, though PostgreSQL ends one of two that wait for each other', async () => {
      await using opened = await open()
      await opened.database.ask(`alter database ${new URL(opened.database.url).pathname.slice(1)} set deadlock_timeout = '20ms'`)
      await using storage = await disposable(opened.database.url)
      await storage.it.transact((tx) => insert(tx, row('a')))
      await storage.it.transact((tx) => insert(tx, row('b')))
      const met = Promise.withResolvers<void>()
      let arrived = 0
      let works = 0
      const touch = (first: string, second: string) =>
        storage.it.transact(async (tx) => {
          works++
          const { rateLimits } = tx.t
          await tx.db.update(rateLimits).set({ state: first }).where(sql`${rateLimits.subject} = ${first}`)
          if (++arrived === 2) met.resolve()
          await met.promise
          await tx.db.update(rateLimits).set({ state: first }).where(sql`${rateLimits.subject} = ${second}`)
        })
      await Promise.all([touch('a', 'b'), touch('b', 'a')])
      // The loser begins again, and may take its row before the winner, which then meets it once more.
      expect(works).toBeGreaterThan(2)
      expect(works).toBeLessThanOrEqual(7)
    })

    test.each([
      ['40001', 6, 'unavailable'],
      ['40P01', 6, 'unavailable'],
      ['23505', 3, '23505'],
      ['22012', 1, '22012'],
      ['53100', 1, 'unavailable'],
    ])('%s is tried %d times and then told as %s', async (state, times, told) => {
      await using opened = await open()
      await opened.database.ask(failing)
      let works = 0
      const fault = await opened.storage
        .transact((tx) => {
          works++
          return failWith(tx, state)
        })
        .catch((thrown: Error) => (thrown instanceof Refusal ? thrown.code : (thrown.cause as { errno: string }).errno))
      expect(fault).toBe(told)
      expect(works).toBe(times)
    })

    test('who comes second finds what the first has done', async () => {
      await using opened = await open()
      await opened.database.ask(failing)
      let works = 0
      const answer = await opened.storage.transact(async (tx) => {
        if (++works < 3) await failWith(tx, '40001')
        return insert(tx, row('one'))
      })
      expect(answer.subject).toBe('one')
      expect(await subjectsIn(opened.database)).toEqual(['one'])
    })

    test('a refusal of the work itself is told at once', async () => {
      await using opened = await open()
      let works = 0
      const refused = opened.storage.transact(async () => {
        works++
        throw new Refusal('quote_locked', 'Locked.')
      })
      expect((await refusalOf(refused)).code).toBe('quote_locked')
      expect(works).toBe(1)
    })
  })

  describe('connections', () => {
    test('are waited for, and not longer than a caller is patient', async () => {
      await using opened = await open({ connections: 2, waitsMs: stretchedForLoad(300) })
      const ended = Promise.withResolvers<void>()
      const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const long = begun.map(({ resolve }) =>
        opened.storage.transact(async (tx) => {
          await insert(tx, row(`long ${Math.random()}`))
          resolve()
          await ended.promise
        }),
      )
      await Promise.all(begun.map(({ promise }) => promise))
      expect((await refusalOf(opened.storage.read(backendOf))).code).toBe('unavailable')
      const patient = opened.storage.transact((tx) => insert(tx, row('patient')))
      ended.resolve()
      await Promise.all([...long, patient])
      expect(await subjectsIn(opened.database)).toHaveLength(3)
    })

    test('that are refused are told to all who wait, and tried again for the next', async () => {
      await using opened = await open({ connections: 2, waitsMs: 60_000 })
      const name = new URL(opened.database.url).pathname.slice(1)
      await runOnPostgresServer(`alter database ${name} allow_connections false`)
      await runOnPostgresServer(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
      const asked = await Promise.all([1, 2, 3, 4, 5].map(() => refusalOf(opened.storage.read(backendOf))))
      expect(asked.map(({ code }) => code)).toEqual(asked.map(() => 'unavailable'))
      await runOnPostgresServer(`alter database ${name} allow_connections true`)
      expect(await opened.storage.read(backendOf)).toBeGreaterThan(0)
    })

    test('are let go when the storage is closed, after what was in flight', async () => {
      await using database = await makePostgresDatabase()
      const storage = await openPostgres(database.url)
      const begun = Promise.withResolvers<void>()
      const goesOn = Promise.withResolvers<void>()
      const done: string[] = []
      const writing = storage.transact(async (tx) => {
        await insert(tx, row('one'))
        begun.resolve()
        await goesOn.promise
        await insert(tx, row('two'))
        done.push('written')
      })
      await begun.promise
      const closing = storage.close().then(() => done.push('closed'))
      expect((await refusalOf(storage.read(backendOf))).code).toBe('unavailable')
      goesOn.resolve()
      await Promise.all([writing, closing])
      expect(done).toEqual(['written', 'closed'])
      expect(await subjectsIn(database)).toEqual(['one', 'two'])
    })
  })
}

async function disposable(url: string, limits?: PostgresLimits) {
  const it = await openPostgres(url, limits)
  return { it, [Symbol.asyncDispose]: () => it.close() }
}
