import { afterAll } from 'bun:test'
import { killChildren } from './binary.ts'
import { dropDatabase } from './database.ts'
import { removeFolders } from './folder.ts'

// Preloaded by bunfig.toml, so that this runs once after the last file: what a failed test left running and lying about goes too.
afterAll(async () => {
  await killChildren()
  await dropDatabase()
  removeFolders()
})
