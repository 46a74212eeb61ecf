import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { integrityCheckOf, querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { copyReleaseInto, releases, wholeBackupsIn } from '../support/released.ts'
import { repetitions } from '../support/test-depth.ts'

describe('kill -9 in the middle of an upgrade', () => {
  const tripCount = 4_000

  function layOutLarge(folder: Folder): void {
    const release = releases.at(-1) ?? ''
    copyReleaseInto(release, folder.at('data'))
    const path = folder.at('data/charabanc.sqlite')
    const columns = querySqliteFile<{ name: string }>(
      path,
      "SELECT name FROM pragma_table_info('trips') WHERE name NOT IN ('id', 'ref')",
    )
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    writeToSqliteFile(
      path,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${tripCount})
       INSERT INTO trips (ref, ${names}) SELECT 'BULK-' || i, ${names} FROM n JOIN (SELECT * FROM trips LIMIT 1)`,
    )
  }

  const upgradeElsewhere = (folder: Folder, ending: string) =>
    Bun.spawn([process.execPath, resolve(import.meta.dir, '../processes/upgrade-slowly.ts'), folder.at('data'), ending], {
      stdout: 'pipe',
      stderr: 'pipe',
    })

  /** The completed steps; each must be applied completely or not at all. */
  function stepsDone(path: string): string[] {
    expect(integrityCheckOf(path)).toBe('ok')
    const has = (query: string) => querySqliteFile(path, query).length > 0
    const steps = querySqliteFile<{ name: string }>(path, "SELECT name FROM schema_migrations WHERE name >= '5000' ORDER BY name")
    expect(has("SELECT 1 FROM sqlite_schema WHERE name = 'notes'")).toBe(steps.some(({ name }) => name === '5000_note'))
    expect(has("SELECT 1 FROM pragma_table_info('trips') WHERE name = 'added'")).toBe(
      steps.some(({ name }) => name === '5001_rewrite'),
    )
    expect(has("SELECT 1 FROM sqlite_schema WHERE name = 'trips_new'")).toBe(false)
    const isPlain = has("SELECT 1 FROM schema_migrations WHERE name LIKE '%_plain_itineraries'")
    expect(has("SELECT 1 FROM pragma_table_info('trips') WHERE name = 'sheet'")).toBe(!isPlain)
    const itineraries = isPlain ? 'itinerary' : 'sheet'
    expect(querySqliteFile(path, `SELECT DISTINCT ${itineraries} LIKE '%"departs_at"%' AS isOld FROM trips`)).toEqual([
      { isOld: isPlain ? 0 : 1 },
    ])
    expect(querySqliteFile(path, "SELECT count(*) AS trips FROM trips WHERE ref LIKE 'BULK-%'")).toEqual([{ trips: tripCount }])
    return steps.map(({ name }) => name)
  }

  test('leaves complete steps and a complete backup or none, and the next start finishes', async () => {
    using folder = makeFolder()
    layOutLarge(folder)
    const path = folder.at('data/charabanc.sqlite')
    const original = readFileSync(path)
    const outcomes = new Set<string>()
    // The first upgrade shows how long one takes. The others are killed later and later, until one completes. A busy machine may
    // take longer than that, or less than the time before the first kill; then they are killed sooner.
    const startedAt = performance.now()
    expect(await upgradeElsewhere(folder, '').exited).toBe(0)
    let stepMs = (performance.now() - startedAt) / repetitions(12)

    for (let round = 1, isThrough = false; !isThrough || outcomes.size === 1; round++) {
      if (isThrough) [round, stepMs] = [1, stepMs / 2]
      for (const suffix of ['-wal', '-shm']) if (existsSync(`${path}${suffix}`)) Bun.spawnSync(['rm', `${path}${suffix}`])
      Bun.spawnSync(['rm', '-rf', folder.at('data/backups')])
      writeFileSync(path, original)
      const upgrading = upgradeElsewhere(folder, '')
      setTimeout(() => upgrading.kill('SIGKILL'), stepMs * round)
      isThrough = (await upgrading.exited) === 0

      writeToSqliteFile(path, 'PRAGMA user_version')
      const done = stepsDone(path)
      const backups = wholeBackupsIn(folder.at('data/backups'))
      outcomes.add(`${done.length} steps, ${backups.length} backups`)
      if (done.length > 0) expect(backups).toHaveLength(1)
      for (const name of backups) expect(stepsDone(folder.at(`data/backups/${name}`))).toEqual([])
    }
    expect(outcomes.size).toBeGreaterThan(1)

    expect(await upgradeElsewhere(folder, '').exited).toBe(0)
    expect(stepsDone(path)).toEqual(['5000_note', '5001_rewrite'])
  })

  test('undoes a step that fails, keeps the steps before it, and names the backup', async () => {
    using folder = makeFolder()
    layOutLarge(folder)
    const failing = upgradeElsewhere(folder, 'fail')
    const said = await failing.stderr.text()

    expect(await failing.exited).toBe(1)
    const [name = ''] = wholeBackupsIn(folder.at('data/backups'))
    expect(said).toContain(`data/backups/${name}`)
    expect(stepsDone(folder.at('data/charabanc.sqlite'))).toEqual(['5000_note'])
    expect(stepsDone(folder.at(`data/backups/${name}`))).toEqual([])
  })
})
