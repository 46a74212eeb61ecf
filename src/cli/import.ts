import { join } from 'node:path'
import { version } from '../../package.json'
import { path, url } from '../setting-values.ts'
import { moveRows } from '../storage/migrating/moving.ts'
import { holdsBytes } from '../storage/sqlite/manifest.ts'
import { readSqlite } from '../storage/sqlite/moving.ts'
import { clockOf } from './clock.ts'
import { configuredCommand } from './command.ts'
import { usage } from './exit.ts'
import { optional, required } from './flag.ts'
import { lockDataFolder } from './lock.ts'
import { keyAtHand, keyPathOf, wrongKeyFailure } from './master-key.ts'
import { moving, nameOfUrl, onPostgres, reportOf, urlIn } from './moving.ts'
import { makeProgress } from './progress.ts'

/** Moves a data folder's database into PostgreSQL. */
export const importCommand = configuredCommand({
  words: 'import',
  about:
    'Moves everything in the SQLite database of a data folder into an empty PostgreSQL database: in one transaction, and every row is read ' +
    'back and compared before it counts. The folder stays as it is. Refuses while a server uses either of the two (3), a database that ' +
    'holds anything (1), and a folder of an earlier (1) or a later release (4) or without its key (5).',
  examples: [
    'import --from charabanc-data --to "postgres://charabanc@db.example/charabanc?sslmode=verify-full"',
    'import --from /var/lib/charabanc --json',
  ],
  flags: {
    from: required('FOLDER', 'The data folder to read.', path),
    to: optional(
      'URL',
      'The database to fill; without it CHARABANC_DATABASE_URL, which no one else on the machine can read.',
      url('postgres', 'postgresql'),
    ),
  },
  async run({ flags, config, out }) {
    const to = await urlIn('--to', flags.to, config, out)
    const database = join(flags.from, 'charabanc.sqlite')
    if (!holdsBytes(database)) throw usage(`There is no charabanc in ${flags.from}.`)
    using _lock = lockDataFolder(flags.from)
    const source = { dataDir: flags.from, masterKey: config.masterKey }
    const key = keyAtHand(source)
    const progress = makeProgress()

    const tables = await moving(() =>
      readSqlite(database, async (rows) => {
        if (!(await rows.isItsKey(key))) throw wrongKeyFailure(source)
        const arrival = { release: version, now: clockOf(config)(), key }
        return onPostgres(to, ({ fillPostgres }) => fillPostgres(to, arrival, (target) => moveRows(rows, target, progress.tell)))
      }),
    ).finally(progress.end)

    const { answer, said } = reportOf(flags.from, nameOfUrl(to), tables)
    await out.answer(answer, said)
    const where = config.masterKey === null ? keyPathOf(source) : 'CHARABANC_MASTER_KEY'
    await out.remark(`The key did not move: every node needs the one in ${where}.`)
    await out.remark(
      'From now on every command needs CHARABANC_DATABASE_URL: without it, it would go on with the old file. ' +
        `Put ${database} with the backups.`,
    )
  },
})
