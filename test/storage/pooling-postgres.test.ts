import { expect, test } from 'bun:test'
import { type ReservedSQL, SQL } from 'bun'
import { Connection } from '../../src/storage/postgres/connection.ts'
import { TransactionPooling } from '../../src/storage/postgres/faults.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { refuseTransactionPooling } from '../../src/storage/postgres/pooling.ts'
import { createInserter } from '../../src/storage/rows/statements.ts'
import { makePostgresDatabase, postgresUrl } from '../support/postgres.ts'

const settings = { answersMs: 60_000, local: '' }

/** Detects pooling over two connections that a pooler makes from those of the server. */
async function ask(url: string, pooler: (server: ReservedSQL[]) => ReservedSQL[]): Promise<unknown> {
  const client = new SQL(url, { max: 2 })
  try {
    const lent = pooler([await client.reserve(), await client.reserve()]).map((reserved) => new Connection(reserved, settings))
    const pool = { take: async () => lent.shift() as Connection, give() {} }
    return await refuseTransactionPooling(pool).catch((fault: unknown) => fault)
  } finally {
    await client.close({ timeout: 1 })
  }
}

/** Sends each statement to the next connection of the server. */
function inTurn(server: ReservedSQL[]): ReservedSQL {
  let turn = 0
  return {
    unsafe: (...given: Parameters<ReservedSQL['unsafe']>) => server[turn++ % server.length]?.unsafe(...given),
  } as ReservedSQL
}

if (postgresUrl !== null) {
  test('accepts two separate server connections as no pooler', async () => {
    await using database = await makePostgresDatabase('empty')
    expect(await ask(database.url, (server) => server)).toBeUndefined()
  })

  test.each([
    ['one for both', ([one]: ReservedSQL[]) => [one, one] as ReservedSQL[]],
    ['each in its turn', (server: ReservedSQL[]) => [inTurn(server), inTurn(server)]],
    ['both in turn', (server: ReservedSQL[]) => Array<ReservedSQL>(2).fill(inTurn(server))],
  ])('detects a pooler in transaction mode: %s', async (_, pooler) => {
    await using database = await makePostgresDatabase('empty')
    expect(await ask(database.url, pooler)).toBeInstanceOf(TransactionPooling)
  })

  test("prepares no statement with ?pooling=transaction, and sets each transaction's settings", async () => {
    await using database = await makePostgresDatabase()
    const storage = await openPostgres(`${database.url}&pooling=transaction`, { waitsMs: 1234 })
    try {
      const insert = createInserter('rateLimits')
      const writing = [1, 2, 3].map((number) =>
        storage.transact((tx) => insert(tx, { subject: `${number}`, bucket: 'read', state: '{}', expiresAt: number })),
      )
      expect((await Promise.all(writing)).map(({ expiresAt }) => expiresAt)).toEqual([1, 2, 3])
      const settingsInside = await storage.read(({ db, t }) =>
        db
          .select({ subject: t.rateLimits.subject })
          .from(t.rateLimits)
          .then(() => inside(db as unknown as Askable)),
      )
      expect(settingsInside).toEqual([{ prepared: '0', lock_timeout: '1234ms' }])
    } finally {
      await storage.close()
    }
  })
}

type Askable = { execute(text: string): Promise<unknown[]> }

async function inside(db: Askable): Promise<unknown[]> {
  const asked =
    "select (select count(*) from pg_prepared_statements where name <> '')::text as prepared, current_setting('lock_timeout') as lock_timeout"
  return [...(await db.execute(asked))]
}
