import { expect, test } from 'bun:test'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite, openSqlite } from '../../src/storage/sqlite/open.ts'
import { makeFolder } from '../support/folder.ts'
import { makePostgresDatabase, postgresUrl } from '../support/postgres.ts'
import { answersOf, missingQueries } from './queries.ts'

async function answersOfSqlite(): Promise<Map<string, unknown>> {
  using folder = makeFolder()
  const database = connectSqlite(folder.at('charabanc.sqlite'), 'write')
  migrateSqlite(database, 0)
  database.close()
  const storage = openSqlite(folder.at('charabanc.sqlite'))
  try {
    return await answersOf(storage)
  } finally {
    await storage.close()
  }
}

test('lists every query', async () => {
  expect(await missingQueries()).toEqual([])
})

let ofSqlite: Promise<Map<string, unknown>> | null = null

test('answers every query on SQLite', async () => {
  ofSqlite ??= answersOfSqlite()
  const answers = await ofSqlite
  expect(answers.size).toBeGreaterThan(200)
  const outcomes = [...answers].map(([query, found]) => [query, JSON.stringify(found)] as const)
  expect(outcomes.filter(([, found]) => found.startsWith('{"answer":{"fault"'))).toEqual([])
  // The rows of each query that writes are compared.
  expect(outcomes.filter(([, found]) => !found.endsWith(',"left":null}')).length).toBeGreaterThan(150)
})

if (postgresUrl !== null) {
  test('answers every query on PostgreSQL as on SQLite, and leaves the same rows', async () => {
    ofSqlite ??= answersOfSqlite()
    const expected = await ofSqlite
    await using database = await makePostgresDatabase()
    const storage = await openPostgres(database.url)
    try {
      const answers = await answersOf(storage)
      for (const [query, answer] of expected) expect({ query, answer: answers.get(query) }).toEqual({ query, answer })
    } finally {
      await storage.close()
    }
  })
}
