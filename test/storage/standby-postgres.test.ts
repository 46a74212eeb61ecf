import { expect, test } from 'bun:test'
import { version } from '../../package.json'
import { migratePostgres } from '../../src/storage/postgres/migrate.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { findOperatorByRef } from '../../src/storage/queries/operators.ts'
import { keepCounter, lockCounter, replaceCounter } from '../../src/storage/queries/rate-limits.ts'
import type { Writer } from '../../src/storage/storage.ts'
import { eventually } from '../support/eventually.ts'
import { postgresUrl } from '../support/postgres.ts'
import { PostgresServer } from '../support/postgres-server.ts'

const findOne = (tx: Writer) => findOperatorByRef(tx, 'OP-00000')
const hold = (bucket: string) => (tx: Writer) => lockCounter(tx, 'one', bucket, 1)
const write = (tx: Writer) => keepCounter(tx, { subject: 'one', bucket: 'readyz', state: '{}', expiresAt: 1 })

if (postgresUrl !== null) {
  test('refuses every write after a primary became a standby, and keeps the connection for later', async () => {
    await using server = await PostgresServer.open()
    await migratePostgres(server.url, version, 0)
    const storage = await openPostgres(server.url, { connections: 2 })
    try {
      await storage.transact(write)
      await server.demote()
      // A standby cannot even read an unlogged table, and reports that with an error of its own.
      for (const work of [
        findOne,
        hold('read'),
        hold('readyz'),
        write,
        async (tx: Writer) => [await findOne(tx), await write(tx)],
      ]) {
        await expect(storage.transact<unknown>(work)).rejects.toMatchObject({ code: 'unavailable' })
        await eventually(async () => (await connectionsKept(server)) === 0)
      }
      for (const bucket of ['read', 'readyz']) {
        const counter = { subject: 'one', bucket, state: '{}', expiresAt: 1, known: '{}' }
        await expect(storage.writeOne((tx) => replaceCounter(tx, counter))).rejects.toMatchObject({ code: 'unavailable' })
        await eventually(async () => (await connectionsKept(server)) === 0)
      }
      expect(await storage.read((db) => findOperatorByRef(db, 'OP-00000'))).toBeNull()
      await server.promote()
      await storage.transact(write)
    } finally {
      await storage.close()
    }
  })
}

/** The number of our open connections that have run a statement; the client may hold a new one ready. */
async function connectionsKept(server: PostgresServer): Promise<number> {
  const client = new Bun.SQL(server.url, { max: 1 })
  try {
    const [found] = await client.unsafe(
      "select count(*)::int as found from pg_stat_activity where application_name = 'charabanc' and query <> ''",
    )
    return found.found
  } finally {
    await client.close({ timeout: 1 })
  }
}
