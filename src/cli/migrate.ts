import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { openDataFolder } from './data-folder.ts'
import { findDatabaseAddress } from './database.ts'
import { lockDataFolder } from './lock.ts'
import { makeProgress } from './progress.ts'
import { correctCounts } from './recount-lists.ts'

/** Migrates the database to this release's schema, without a server. */
export const migrateCommand = defineConfiguredCommand({
  words: 'migrate',
  about:
    "Migrates the database to this release's schema, as `serve` does when it starts. Makes a verified backup first. Each step runs " +
    'completely or not at all. Corrects wrong list counts. Refuses while a server runs on its SQLite file. On PostgreSQL, ' +
    'servers keep running, and you make backups with its own tools.',
  examples: ['migrate', 'migrate --data-dir /var/lib/charabanc --json'],
  async run({ config, out }) {
    using lock = findDatabaseAddress(config).kind === 'sqlite' ? lockDataFolder(config.dataDir) : null
    const { printSentence: say } = makeProgress()
    const folder = await openDataFolder(config, { now: createConfiguredClock(config)(), lock, reportSentence: say })
    await folder.storage.close()
    await correctCounts(folder.database, say)
    const { applied, backup } = folder.upgrade
    const said = applied.length === 0 ? 'The schema is up to date. Nothing was changed.' : `Applied ${applied.join(', ')}.`
    const before = backup === null ? '' : ` The database as it was before: ${backup}`
    await out.answer({ applied, backup }, `${said}${before}`)
  },
})
