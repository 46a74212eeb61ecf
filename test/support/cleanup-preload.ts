import { afterAll } from 'bun:test'
import { killChildProcesses } from './command-line.ts'
import { dropDatabase } from './database.ts'
import { removeFolders } from './folder.ts'
import { isDeepRun } from './test-depth.ts'

// Preloaded by bunfig.toml, so that this runs once after the last file: what a failed test left running and lying about goes too.
afterAll(async () => {
  await killChildProcesses()
  await dropDatabase()
  removeFolders()
})

if (isDeepRun) {
  // Ten times as many runs of each property that does not say how many; where one fails it tells its seed.
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ numRuns: 1_000 })
}
