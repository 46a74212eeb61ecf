import { mkdirSync } from 'node:fs'
import { configuredCommand } from './command.ts'
import { databasePathOf, migrateFile } from './data-folder.ts'
import { clockOf } from './house.ts'
import { lockDataFolder } from './lock.ts'

/** Brings the database to this release's schema without serving it. */
export const migrateCommand = configuredCommand({
  words: 'migrate',
  about: "Brings the database to this release's schema, as `serve` does when it starts. Refuses while a server runs.",
  examples: ['migrate', 'migrate --data-dir /var/lib/charabanc --json'],
  async run({ config, out }) {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    using _lock = lockDataFolder(config.dataDir)
    const applied = migrateFile(databasePathOf(config), clockOf(config)())
    const said = applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`
    await out.answer({ applied }, said)
  },
})
