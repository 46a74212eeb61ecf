import { afterAll } from 'bun:test'
import { killChildProcesses } from './command-line.ts'
import { dropDatabase } from './database.ts'
import { removeFolders } from './folder.ts'
import { isDeepRun } from './test-depth.ts'

// Preloaded by bunfig.toml, so that this runs once after the last file. It removes the processes and folders of failed tests.
afterAll(async () => {
  await killChildProcesses()
  await dropDatabase()
  removeFolders()
})

if (isDeepRun) {
  // Ten times as many runs of each property without a count of its own; a failed property prints its seed.
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ numRuns: 1_000 })
}
