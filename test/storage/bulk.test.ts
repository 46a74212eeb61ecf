import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { insertSignInCode, purgeSignInCodes } from '../../src/storage/queries/sign-in.ts'
import { buildBulkStatement, buildValuesList, removeSome } from '../../src/storage/rows/bulk.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'
import type { Writer } from '../../src/storage/storage.ts'
import { makeFolder } from '../support/folder.ts'

const keys = ['subject', 'expiresAt'] as const

const putting = buildBulkStatement('test_put', keys, ({ db, t: { rateLimits } }, places) =>
  db.insert(rateLimits).values(places.map((place) => ({ ...place, bucket: 'read', state: '{}' }))),
)

const moving = buildBulkStatement('test_move', keys, ({ db, t: { rateLimits } }, places, most) =>
  db
    .update(rateLimits)
    .set({ expiresAt: sql`cast(told.column2 as bigint)` })
    .from(sql`${buildValuesList(keys, places)} as told`)
    .where(sql`${eq(rateLimits.subject, sql`told.column1`)} and told.column2 <= ${most}`)
    .returning({ subject: rateLimits.subject }),
)

const reading = buildBulkStatement('test_read', ['subject'], ({ db, t: { rateLimits } }, places) =>
  db
    .select({ subject: rateLimits.subject, expiresAt: rateLimits.expiresAt })
    .from(rateLimits)
    .where(
      inArray(
        rateLimits.subject,
        places.map(({ subject }) => subject),
      ),
    )
    .orderBy(asc(rateLimits.id)),
)

test('writes, changes and reads any number of rows, each with its own and the shared values', async () => {
  using folder = makeFolder()
  const path = folder.at('charabanc.sqlite')
  using file = new Database(path, { create: true })
  migrateSqlite(file, Date.now())
  const storage = openSqlite(path)
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(names, fc.nat(1_000), async (subjects, most) => {
      const rows = subjects.map((subject, n) => ({ subject, expiresAt: n }))
      const moved = rows.map(({ subject, expiresAt }) => ({ subject, expiresAt: expiresAt * 7 }))
      await storage.transact(async (tx) => {
        await tx.db.delete(tx.t.rateLimits)
        await putting(tx, rows)
        const changed = (await moving(tx, moved, most)).flat().map(({ subject }) => subject)
        expect(changed.sort()).toEqual(
          moved
            .filter(({ expiresAt }) => expiresAt <= most)
            .map(({ subject }) => subject)
            .sort(),
        )
      })
      const kept = (await storage.read((db) => reading(db, rows))).flat()
      expect(kept).toEqual(moved.map((row, n) => (row.expiresAt <= most ? row : { ...row, expiresAt: n })))
    }),
    { numRuns: 60 },
  )
  await storage.close()
})

test('deletes expired rows in batches and nothing else', async () => {
  using folder = makeFolder()
  const path = folder.at('charabanc.sqlite')
  using file = new Database(path, { create: true })
  migrateSqlite(file, Date.now())
  const storage = openSqlite(path)
  const code = { phoneHash: 'p', hash: 'h', tries: 0, usedAt: null, createdAt: 0 }
  await storage.transact(async (tx) => {
    for (const expiresAt of [1, 2, 3, 9]) await insertSignInCode(tx, { ...code, expiresAt })
  })

  const purge = (limit: number) => storage.transact((tx) => purgeSignInCodes(tx, 3, limit))
  expect([await purge(2), await purge(2), await purge(2)]).toEqual([2, 1, 0])
  const last = { which: (t: Writer['t']['signInCodes']) => eq(t.expiresAt, 9), oldestBy: (t: Writer['t']['signInCodes']) => t.id }
  expect(await storage.transact((tx) => removeSome(tx, 'signInCodes', last, 5))).toBe(1)
  await storage.close()
})
