import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { migrations } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite } from '../../src/storage/sqlite/open.ts'
import { makeFolder } from '../support/folder.ts'
import { repetitions } from '../support/test-depth.ts'

test('applies every step once in three processes that start together', async () => {
  using place = makeFolder()
  for (let round = 0; round < repetitions(5); round++) {
    const path = place.at(`round-${round}.sqlite`)
    const rivals = Array.from({ length: 3 }, () => migrateElsewhere(path, 20_000))
    const said = await Promise.all(rivals.map((rival) => rival.stdout.text()))
    expect(said.flatMap((text) => JSON.parse(text)).sort()).toEqual([...migrations.map(({ name }) => name), '5000_long'])
    expect(rowsOf(path)).toBe(20_000)
  }
})

test('leaves the old schema or the new one after kill -9, and the next start finishes', async () => {
  using place = makeFolder()
  const found: (number | null)[] = []
  const startedAt = performance.now()
  await migrateElsewhere(place.at('whole.sqlite'), 400_000).exited
  const wholeMs = performance.now() - startedAt
  const lives = repetitions(12)
  for (let round = 0; round < lives; round++) {
    const path = place.at(`round-${round}.sqlite`)
    const migrating = migrateElsewhere(path, 400_000)
    setTimeout(() => migrating.kill('SIGKILL'), wholeMs * (0.2 + (round / lives) * 0.7))
    await migrating.exited
    found.push(rowsOf(path))
    await migrateElsewhere(path, 400_000).exited
    expect(rowsOf(path)).toBe(400_000)
  }
  expect(found.filter((rows) => rows !== null && rows !== 400_000)).toEqual([])
  expect(found).toContain(null)
})

function migrateElsewhere(path: string, rows: number) {
  return Bun.spawn([process.execPath, resolve(import.meta.dir, '../processes/migrate-slowly.ts'), path, String(rows)], {
    stdout: 'pipe',
  })
}

/** The number of rows that the long step has written; null before it. */
function rowsOf(path: string): number | null {
  const database = connectSqlite(path, 'write')
  try {
    expect(database.query<{ ok: string }, []>('SELECT integrity_check AS ok FROM pragma_integrity_check').get()?.ok).toBe('ok')
    if (database.query("SELECT 1 FROM sqlite_schema WHERE name = 'long'").get() === null) return null
    return database.query<{ rows: number }, []>('SELECT count(*) AS rows FROM long').get()?.rows ?? 0
  } finally {
    database.close()
  }
}
