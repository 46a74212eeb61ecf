import { describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl } from '../support/postgres.ts'
import { insert, insertMessage, type Opened, queued, refusalOf, row, saveMessage, storageConforms } from './storage.ts'

const patienceMs = stretchedForLoad(400)

if (postgresUrl !== null) {
  storageConforms('PostgreSQL', openOnServer)

  describe('PostgreSQL: a row with many writers', () => {
    test('refuses a change if any column has changed since, so that no change is lost', async () => {
      await using opened = await openOnServer()
      const { storage } = opened
      const before = await storage.transact((tx) => insertMessage(tx, queued))
      await storage.transact((tx) => saveMessage(tx, before, { lastError: 'busy' }))
      expect(await refusalOf(storage.transact((tx) => saveMessage(tx, before, { attempts: 2 })))).toBe('unavailable')
    })
  })
}

async function openOnServer(): Promise<Opened> {
  const database = await makePostgresDatabase()
  await database.ask(failingCommit)
  const storage = await openPostgres(database.url, { waitsMs: patienceMs })
  return {
    storage,
    patienceMs,
    writerProcess: [process.execPath, resolve(import.meta.dir, '../processes/write-rows.ts'), database.url],
    spoilCommit: async (tx) => void (await insert(tx, row('spoiled'))),
    fillUp: () => fillUp(database),
    lockOut: () => database.hold('lock table rate_limits in exclusive mode'),
    async [Symbol.asyncDispose]() {
      await storage.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** A constraint that fails only at COMMIT. */
const failingCommit = `
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'spoiled'; end $$;
  create constraint trigger spoiled after insert on rate_limits deferrable initially deferred
    for each row when (new.subject = 'spoiled') execute function refuse()`

/** Makes large inserts fail with the server's error for a full disk. */
async function fillUp(database: PostgresDatabase): Promise<() => Promise<void>> {
  await database.ask(`
    create function run_out() returns trigger language plpgsql as $$ begin raise exception 'no space' using errcode = '53100'; end $$;
    create trigger run_out before insert on rate_limits
      for each row when (length(new.state) > 1000000) execute function run_out()`)
  return async () => void (await database.ask('drop trigger run_out on rate_limits'))
}
