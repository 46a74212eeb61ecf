import { join } from 'node:path'
import { version } from '../../package.json'
import { path, url } from '../setting-values.ts'
import { moveRows } from '../storage/migrating/moving.ts'
import { hasBytes } from '../storage/sqlite/manifest.ts'
import { readSqlite } from '../storage/sqlite/moving.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { createUsageFailure } from './exit.ts'
import { defineOptionalFlag, defineRequiredFlag } from './flag.ts'
import { lockDataFolder } from './lock.ts'
import { buildKeyPath, createWrongKeyFailure, readMasterKey } from './master-key.ts'
import { formatMoveReport, formatUrlName, readPostgresUrl, runMove, runOnPostgres } from './moving.ts'
import { makeProgress } from './progress.ts'

/** Copies the database of a data folder into PostgreSQL. */
export const importCommand = defineConfiguredCommand({
  words: 'import',
  about:
    'Copies the SQLite database of a data folder into an empty PostgreSQL database, in one transaction, and compares every ' +
    'row. The folder does not change. Refuses while a server uses either database (3), a target database that is ' +
    'not empty (1), and a folder of an earlier (1) or a later release (4) or without its key (5).',
  examples: [
    'import --from charabanc-data --to "postgres://charabanc@db.example/charabanc?sslmode=verify-full"',
    'import --from /var/lib/charabanc --json',
  ],
  flags: {
    from: defineRequiredFlag('FOLDER', 'The data folder to read.', path),
    to: defineOptionalFlag(
      'URL',
      'The database to fill. Default: CHARABANC_DATABASE_URL, which other users of the machine cannot read.',
      url('postgres', 'postgresql'),
    ),
  },
  async run({ flags, config, out }) {
    const to = await readPostgresUrl('--to', flags.to, config, out)
    const database = join(flags.from, 'charabanc.sqlite')
    if (!hasBytes(database)) throw createUsageFailure(`There is no charabanc database in ${flags.from}.`)
    using _lock = lockDataFolder(flags.from)
    const source = { dataDir: flags.from, masterKey: config.masterKey }
    const key = readMasterKey(source)
    const progress = makeProgress()

    const tables = await runMove(() =>
      readSqlite(database, async (rows) => {
        if (!(await rows.isItsKey(key))) throw createWrongKeyFailure(source)
        const arrival = { release: version, now: createConfiguredClock(config)(), key }
        return runOnPostgres(to, ({ fillPostgres }) =>
          fillPostgres(to, arrival, (target) => moveRows(rows, target, progress.tell)),
        )
      }),
    ).finally(progress.end)

    const { answer, said } = formatMoveReport(flags.from, formatUrlName(to), tables)
    await out.answer(answer, said)
    const where = config.masterKey === null ? buildKeyPath(source) : 'CHARABANC_MASTER_KEY'
    await out.remark(`The key was not copied. Every node needs the key in ${where}.`)
    await out.remark(
      'Set CHARABANC_DATABASE_URL for every command from now on. Without it, commands use the old file. ' +
        `Move ${database} to the backups.`,
    )
  },
})
