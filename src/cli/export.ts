import { join } from 'node:path'
import { toPartPath } from '../domain/backup.ts'
import { path, url } from '../setting-values.ts'
import { moveRows, type RowSource } from '../storage/migrating/moving.ts'
import { computeKeyFingerprint } from '../storage/secret-box.ts'
import { fillSqlite, requireFreePath } from '../storage/sqlite/moving.ts'
import { dropWhenInterrupted } from './backup.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { defineOptionalFlag, defineRequiredFlag } from './flag.ts'
import { lockDataFolder, requireFreeFolder } from './lock.ts'
import { buildKeyPath, createWrongKeyFailure, readMasterKey, writeMasterKey } from './master-key.ts'
import { formatMoveReport, formatUrlName, readPostgresUrl, runMove, runOnPostgres } from './moving.ts'
import { makeProgress } from './progress.ts'

/** Copies a PostgreSQL database into a data folder. */
export const exportCommand = defineConfiguredCommand({
  words: 'export',
  about:
    'Copies a PostgreSQL database into a data folder, as a SQLite database with its key beside it, and compares every row. ' +
    'The source does not change. Refuses while a node uses either database (3). Refuses a folder with a database (1) or ' +
    'another key (5), an earlier (1) or later release (4), and a missing key (5).',
  examples: [
    'export --to charabanc-data',
    'export --from "postgres://charabanc@db.example/charabanc?sslmode=verify-full" --to copy',
  ],
  flags: {
    from: defineOptionalFlag('URL', 'The database to read. Default: CHARABANC_DATABASE_URL.', url('postgres', 'postgresql')),
    to: defineRequiredFlag('FOLDER', 'The data folder to create, or a folder without a database.', path),
  },
  async run({ flags, config, out }) {
    const from = await readPostgresUrl('--from', flags.from, config, out)
    const key = readMasterKey(config)
    const database = join(flags.to, 'charabanc.sqlite')
    const progress = makeProgress()
    dropWhenInterrupted(toPartPath(database))

    const tables = await runMove(async () => {
      requireFreeFolder(flags.to)
      requireFreePath(database)
      const fill = async (rows: RowSource) => {
        if (key === null)
          throw new CliFailure(
            exit.settingMissing,
            `CHARABANC_MASTER_KEY is not set, and ${buildKeyPath(config)} does not exist.`,
          )
        refuseOtherKey(flags.to, key)
        if (!(await rows.isItsKey(key))) throw createWrongKeyFailure(config)
        using _lock = lockDataFolder(flags.to)
        return fillSqlite(database, createConfiguredClock(config)(), async (target) => {
          const moved = await moveRows(rows, target, progress.tell)
          if (config.masterKey === null) writeMasterKey({ dataDir: flags.to }, key)
          return moved
        })
      }
      return runOnPostgres(from, ({ readPostgres }) => readPostgres(from, fill))
    }).finally(progress.end)

    const keyFile = config.masterKey === null ? buildKeyPath({ dataDir: flags.to }) : null
    const { answer, said } = formatMoveReport(formatUrlName(from), flags.to, tables)
    await out.answer({ ...answer, key_file: keyFile }, said)
    await out.remark(keyFile === null ? 'The key is still CHARABANC_MASTER_KEY.' : `The key is beside it: ${keyFile}.`)
  },
})

/** A folder keeps the key of its encrypted data, so no other key replaces it. */
function refuseOtherKey(folder: string, key: Uint8Array): void {
  const held = readMasterKey({ dataDir: folder, masterKey: null })
  if (held === null || computeKeyFingerprint(held) === computeKeyFingerprint(key)) return
  throw new CliFailure(exit.settingMissing, `${buildKeyPath({ dataDir: folder })} is not the key of the database.`)
}
