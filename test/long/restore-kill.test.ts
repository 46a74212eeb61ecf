import { expect, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { runExecutableJson, spawnExecutable } from '../support/command-line.ts'
import { integrityCheckOf, writeToSqliteFile } from '../support/database-rows.ts'
import { makeFolder } from '../support/folder.ts'
import { repetitions } from '../support/test-depth.ts'

test('leaves the old database or the new one after kill -9 at any moment of a restore', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  await runExecutableJson(['operator', 'create', '--name', 'New', '--currency', 'GBP', '--timezone', 'Europe/London'], {
    dataDir,
  })
  const { file } = await runExecutableJson<{ file: string }>(['backup', '--to', folder.at('copy.sqlite')], { dataDir })
  writeToSqliteFile(`${dataDir}/charabanc.sqlite`, "UPDATE operators SET name = 'Old'")
  const kept = folder.at('kept')
  cpSync(dataDir, kept, { recursive: true })
  const startedAt = performance.now()
  await runExecutableJson(['restore', file], { dataDir })
  const wholeMs = performance.now() - startedAt

  const found = new Set<string>()
  const lives = repetitions(24)
  for (let round = 0; round < lives; round++) {
    rmSync(dataDir, { recursive: true })
    cpSync(kept, dataDir, { recursive: true })
    const restoring = spawnExecutable(['restore', file], { dataDir, cwd: folder.path })
    // The last restore is not killed: on a busy machine the others may all be too slow.
    if (round < lives - 1) setTimeout(() => restoring.kill('SIGKILL'), wholeMs * (0.2 + (round / lives) * 2))
    await restoring.exited

    writeToSqliteFile(`${dataDir}/charabanc.sqlite`, 'PRAGMA user_version')
    expect(integrityCheckOf(`${dataDir}/charabanc.sqlite`)).toBe('ok')
    const { data } = await runExecutableJson<{ data: { name: string }[] }>(['operator', 'list'], { dataDir })
    for (const { name } of data) found.add(name)
  }
  expect([...found].sort()).toEqual(['New', 'Old'])
})
