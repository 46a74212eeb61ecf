import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Refusal } from '../../src/domain/refusal.ts'
import { runWithPatience } from '../../src/storage/patience.ts'
import { openPostgres, type PostgresLimits } from '../../src/storage/postgres/open.ts'
import { createInserter } from '../../src/storage/rows/statements.ts'
import { prepareStatement, type Reader, type Storage, type Writer } from '../../src/storage/storage.ts'
import { openCommitCuttingProxy } from '../support/commit-cutting-proxy.ts'
import { openDatabaseLink } from '../support/database-link.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl, runOnPostgresServer } from '../support/postgres.ts'

const insert = createInserter('rateLimits')
const row = (subject: string) => ({ subject, bucket: 'read', state: '{}', expiresAt: 1 })

/** A storage on a database of its own. */
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

/** Fails with this SQLSTATE, as the server reports it. */
const failWith = (tx: Writer, state: string) => numberFrom(tx, `fail_with('${state}')`)

const failing = `create function fail_with(state text) returns int language plpgsql as $$
  begin raise exception 'as told' using errcode = state; end $$`

if (postgresUrl !== null) {
  const question = prepareStatement('question', ({ db }) =>
    db.select({ it: sql`${sql.placeholder('it')}::text` }).from(sql`(values (1)) as one`),
  )

  /** Sends a statement with a value that was never sent before. */
  const echoOf = async ({ db }: Reader, number: number) => {
    const it = sql<string>`${`novel ${number}`}::text || ${sql.raw(`' and ${number}'`)}`
    const [found] = await db.select({ it }).from(sql`(values (1)) as one`)
    return found?.it
  }

  test.each([1, 2, 8])('returns every answer to its own question over %d connections', async (connections) => {
    await using opened = await open({ connections: Math.max(2, connections), waitsMs: 60_000 })
    const done = Promise.withResolvers<void>()
    // There are at least two connections; for a count of 1, the test occupies one.
    const kept = connections === 1 ? opened.storage.read((db) => backendOf(db).then(() => done.promise)) : null
    let novel = 0
    const wrong: unknown[] = []
    const ask = async (db: Reader, mine: number) => {
      const number = novel++
      // Sent together in three forms: prepared, as text, and as text with a value.
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

  test("limits a call's waits for the database to its patience", async () => {
    // Each single wait would be longer than a test may take.
    await using opened = await open({ connections: 2, waitsMs: 600_000, answersMs: 600_000 })
    const { database, storage } = opened
    await storage.transact((tx) => insert(tx, row('one')))
    const letGo = await database.hold('select 1 from rate_limits for update')
    const lock = (tx: Writer) => tx.db.update(tx.t.rateLimits).set({ state: '[]' })
    const refusals = await runWithPatience(200, async () => [
      (await refusalOf(storage.transact(lock))).code,
      (await refusalOf(storage.read(backendOf))).code,
      (await refusalOf(storage.version())).code,
    ])
    expect(refusals).toEqual(['unavailable', 'unavailable', 'unavailable'])
    await letGo()
    await storage.transact(lock)
  })

  test("limits a call's wait for a connection to its patience", async () => {
    await using opened = await open({ connections: 2, waitsMs: 600_000 })
    const ends = Promise.withResolvers<void>()
    const holding = [1, 2].map(() => opened.storage.read((db) => backendOf(db).then(() => ends.promise)))
    const waiting = () => runWithPatience(200, () => refusalOf(opened.storage.read(backendOf)))
    expect((await waiting()).code).toBe('unavailable')
    ends.resolve()
    await Promise.all(holding)
    expect(await runWithPatience(60_000, () => opened.storage.read(backendOf))).toBeGreaterThan(0)
  })

  test('limits the waits of a call that is cut off from the database, and serves the next', async () => {
    await using database = await makePostgresDatabase()
    using link = openDatabaseLink(database.url)
    // Each single wait would be longer than a test may take.
    await using storage = await disposable(link.url, { connections: 2, waitsMs: 600_000, answersMs: 600_000 })
    await storage.it.transact((tx) => insert(tx, row('one')))
    link.cut()
    const refusals = await Promise.all(
      [1, 2, 3].map((number) =>
        runWithPatience(200, async () => [
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

  describe('a lost connection', () => {
    test('undoes the whole transaction and no other if lost between two statements', async () => {
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

    test('is replaced before the next call if it was idle', async () => {
      await using opened = await open({ connections: 4 })
      const reads = () => Promise.all([1, 2, 3, 4].map(() => opened.storage.read(backendOf)))
      const before = await reads()
      for (const backend of before) await opened.database.ask(`select pg_terminate_backend(${backend}, 5000)`)
      await opened.storage.transact((tx) => insert(tx, row('one')))
      expect(before).not.toContain((await reads())[0])
      expect(await subjectsIn(opened.database)).toEqual(['one'])
    })

    test('keeps the result of a COMMIT that succeeded', async () => {
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

    test('runs the work again after a COMMIT that failed', async () => {
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

    test('is unavailable without a claim about the COMMIT if its result stays unknown', async () => {
      await using database = await makePostgresDatabase()
      using between = await openCommitCuttingProxy(database.url)
      await using storage = await disposable(between.url, { waitsMs: stretchedForLoad(300) })
      between.cutAtCommit('all')
      const refusal = await refusalOf(storage.it.transact((tx) => insert(tx, row('one'))))
      expect(refusal.code).toBe('unavailable')
      expect(refusal.message).not.toContain('nothing was written')
    })
  })

  test('abandons a frozen server and writes nothing when the server continues', async () => {
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

  describe('conflicting transactions', () => {
    test('all complete although PostgreSQL ends one of two in a deadlock', async () => {
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
      // The loser starts again, and may lock its row before the winner, which then meets it again.
      expect(works).toBeGreaterThan(2)
      expect(works).toBeLessThanOrEqual(7)
    })

    test.each([
      ['40001', 6, 'unavailable'],
      ['40P01', 6, 'unavailable'],
      ['23505', 3, '23505'],
      ['22012', 1, '22012'],
      ['53100', 1, 'unavailable'],
    ])('report %s after %d attempts as %s', async (state, times, told) => {
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

    test('return the result of the attempt that succeeds', async () => {
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

    test('report a refusal of the work itself immediately', async () => {
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
    test("are waited for until the caller's limit", async () => {
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

    test('report a refused connection to all waiting callers and try again for the next', async () => {
      await using opened = await open({ connections: 2, waitsMs: 60_000 })
      const name = new URL(opened.database.url).pathname.slice(1)
      await runOnPostgresServer(`alter database ${name} allow_connections false`)
      await runOnPostgresServer(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
      const asked = await Promise.all([1, 2, 3, 4, 5].map(() => refusalOf(opened.storage.read(backendOf))))
      expect(asked.map(({ code }) => code)).toEqual(asked.map(() => 'unavailable'))
      await runOnPostgresServer(`alter database ${name} allow_connections true`)
      expect(await opened.storage.read(backendOf)).toBeGreaterThan(0)
    })

    test('are closed with the storage after the running work', async () => {
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
