import { join } from 'node:path'
import { partOf } from '../domain/backup.ts'
import { path, url } from '../setting-values.ts'
import { moveRows, type RowSource } from '../storage/migrating/moving.ts'
import { keyFingerprint } from '../storage/secret-box.ts'
import { fillSqlite, refuseFilled } from '../storage/sqlite/moving.ts'
import { dropWhenInterrupted } from './backup.ts'
import { clockOf } from './clock.ts'
import { configuredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { optional, required } from './flag.ts'
import { lockDataFolder, mustBeFree } from './lock.ts'
import { keyAtHand, keyPathOf, putKey, wrongKeyFailure } from './master-key.ts'
import { moving, nameOfUrl, onPostgres, reportOf, urlIn } from './moving.ts'
import { makeProgress } from './progress.ts'

/** Moves a PostgreSQL database into a data folder. */
export const exportCommand = configuredCommand({
  words: 'export',
  about:
    'Moves everything in a PostgreSQL database into a data folder, as the SQLite database of a server on one machine, with its key beside ' +
    'it; every row is read back and compared before it counts. The database stays as it is. Refuses while a node uses either of the two (3), ' +
    'a folder that holds a database (1) or another key (5), a database of an earlier (1) or a later release (4), and without its key (5).',
  examples: [
    'export --to charabanc-data',
    'export --from "postgres://charabanc@db.example/charabanc?sslmode=verify-full" --to copy',
  ],
  flags: {
    from: optional('URL', 'The database to read; without it CHARABANC_DATABASE_URL.', url('postgres', 'postgresql')),
    to: required('FOLDER', 'The data folder to make, or one without a database.', path),
  },
  async run({ flags, config, out }) {
    const from = await urlIn('--from', flags.from, config, out)
    const key = keyAtHand(config)
    const database = join(flags.to, 'charabanc.sqlite')
    const progress = makeProgress()
    dropWhenInterrupted(partOf(database))

    const tables = await moving(async () => {
      mustBeFree(flags.to)
      refuseFilled(database)
      const fill = async (rows: RowSource) => {
        if (key === null)
          throw new CliFailure(exit.settingMissing, `CHARABANC_MASTER_KEY is not set, and ${keyPathOf(config)} is not there.`)
        refuseOtherKey(flags.to, key)
        if (!(await rows.isItsKey(key))) throw wrongKeyFailure(config)
        using _lock = lockDataFolder(flags.to)
        return fillSqlite(database, clockOf(config)(), async (target) => {
          const moved = await moveRows(rows, target, progress.tell)
          if (config.masterKey === null) putKey({ dataDir: flags.to }, key)
          return moved
        })
      }
      return onPostgres(from, ({ readPostgres }) => readPostgres(from, fill))
    }).finally(progress.end)

    const keyFile = config.masterKey === null ? keyPathOf({ dataDir: flags.to }) : null
    const { answer, said } = reportOf(nameOfUrl(from), flags.to, tables)
    await out.answer({ ...answer, key_file: keyFile }, said)
    await out.remark(keyFile === null ? 'The key is still CHARABANC_MASTER_KEY.' : `The key lies beside it: ${keyFile}.`)
  },
})

/** A folder keeps the key to what was encrypted for it: another one is never put in its place. */
function refuseOtherKey(folder: string, key: Uint8Array): void {
  const held = keyAtHand({ dataDir: folder, masterKey: null })
  if (held === null || keyFingerprint(held) === keyFingerprint(key)) return
  throw new CliFailure(exit.settingMissing, `${keyPathOf({ dataDir: folder })} is another key than that of the database.`)
}
