import { mkdirSync } from 'node:fs'
import { configuredCommand } from './command.ts'
import { clockOf } from './context.ts'
import { bringUpToDate } from './data-folder.ts'
import { lockDataFolder } from './lock.ts'
import { closeToOthers } from './privacy.ts'
import { makeProgress } from './progress.ts'

/** Brings the database to this release's schema without serving it. */
export const migrateCommand = configuredCommand({
  words: 'migrate',
  about:
    "Brings the database to this release's schema, as `serve` does when it starts: a verified backup first, then each step whole or " +
    'not at all. Refuses while a server runs.',
  examples: ['migrate', 'migrate --data-dir /var/lib/charabanc --json'],
  async run({ config, out }) {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    using _lock = lockDataFolder(config.dataDir)
    const { say } = makeProgress()
    for (const sentence of closeToOthers(config)) say(sentence)
    const { applied, backup } = bringUpToDate(config, clockOf(config)(), say)
    const said = applied.length === 0 ? 'The schema is up to date; nothing was done.' : `Applied ${applied.join(', ')}.`
    const before = backup === null ? '' : ` The database as it was before: ${backup}`
    await out.answer({ applied, backup }, `${said}${before}`)
  },
})
