import { clockOf } from './clock.ts'
import { configuredCommand } from './command.ts'
import { openDataFolder } from './data-folder.ts'
import { databaseOf } from './database.ts'
import { lockDataFolder } from './lock.ts'
import { makeProgress } from './progress.ts'
import { mendCounts } from './recount-lists.ts'

/** Brings the database to this release's schema without serving it. */
export const migrateCommand = configuredCommand({
  words: 'migrate',
  about:
    "Brings the database to this release's schema, as `serve` does when it starts: a verified backup first, then each step whole or " +
    'not at all; and counts anew how long lists are where that went wrong. Refuses while a server runs on its SQLite file; on PostgreSQL ' +
    'servers go on, and backups are its own.',
  examples: ['migrate', 'migrate --data-dir /var/lib/charabanc --json'],
  async run({ config, out }) {
    using lock = databaseOf(config).kind === 'sqlite' ? lockDataFolder(config.dataDir) : null
    const { say } = makeProgress()
    const folder = await openDataFolder(config, { now: clockOf(config)(), lock, say })
    await folder.storage.close()
    await mendCounts(folder.database, say)
    const { applied, backup } = folder.upgrade
    const said = applied.length === 0 ? 'The schema is up to date; nothing was done.' : `Applied ${applied.join(', ')}.`
    const before = backup === null ? '' : ` The database as it was before: ${backup}`
    await out.answer({ applied, backup }, `${said}${before}`)
  },
})
