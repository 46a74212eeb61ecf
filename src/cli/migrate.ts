import { configuredCommand } from './command.ts'
import { clockOf } from './context.ts'
import { openDataFolder } from './data-folder.ts'
import { databaseOf } from './database.ts'
import { lockDataFolder } from './lock.ts'
import { makeProgress } from './progress.ts'

/** Brings the database to this release's schema without serving it. */
export const migrateCommand = configuredCommand({
  words: 'migrate',
  about:
    "Brings the database to this release's schema, as `serve` does when it starts: a verified backup first, then each step whole or " +
    'not at all. Refuses while a server runs on its SQLite file; on PostgreSQL servers go on, and backups are its own.',
  examples: ['migrate', 'migrate --data-dir /var/lib/charabanc --json'],
  async run({ config, out }) {
    using _lock = databaseOf(config).kind === 'sqlite' ? lockDataFolder(config.dataDir) : null
    const folder = await openDataFolder(config, { now: clockOf(config)(), say: makeProgress().say })
    await folder.storage.close()
    const { applied, backup } = folder.upgrade
    const said = applied.length === 0 ? 'The schema is up to date; nothing was done.' : `Applied ${applied.join(', ')}.`
    const before = backup === null ? '' : ` The database as it was before: ${backup}`
    await out.answer({ applied, backup }, `${said}${before}`)
  },
})
