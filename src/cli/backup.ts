import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { version } from '../../package.json'
import { type Config, findBackupFolder } from '../config.ts'
import { BackupFault, formatBackupStamp, toPartPath } from '../domain/backup.ts'
import { toInstant } from '../domain/instant.ts'
import { path } from '../setting-values.ts'
import { dropParts } from '../storage/sqlite/backup.ts'
import { findFreePath } from '../storage/sqlite/manifest.ts'
import { copyInThread } from '../worker/copy-in-thread.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { requireInstalled } from './data-folder.ts'
import { requireSqliteDatabase } from './database.ts'
import { exit } from './exit.ts'
import { defineOptionalFlag, defineToggle } from './flag.ts'
import { buildKeyPath, readKeyFingerprint } from './master-key.ts'
import { formatByteCount, makeProgress } from './progress.ts'
import { lockForCopy } from './sweep-copies.ts'

/** Sentence about backups if the data is in PostgreSQL. */
export const backupsArePostgres = "Back up and restore it with PostgreSQL's own tools, such as pg_dump or pg_basebackup."

/** Makes one verified backup, also while a server runs. */
export const backupCommand = defineConfiguredCommand({
  words: 'backup',
  about:
    'Makes a verified copy of the database, also while a server runs, with a manifest FILE.json beside it. The copy does not contain ' +
    'the key to its secrets, nor imported postcodes. Exits 6 if the copy or the database is damaged.',
  examples: ['backup', 'backup --to /mnt/usb/charabanc.sqlite', 'backup --to /mnt/usb --json'],
  flags: {
    to: defineOptionalFlag('FILE', 'The file to make, or a folder for it. Default: the folder of the backups.', path),
    withPostcodes: defineToggle('Includes imported postcodes.'),
  },
  async run({ flags, config, out }) {
    const source = requireSqliteDatabase(config, backupsArePostgres)
    await requireInstalled(config)
    const madeAt = createConfiguredClock(config)()
    const target = chooseBackupPath(config, flags.to, madeAt)
    const progress = makeProgress()
    dropWhenInterrupted(toPartPath(target))
    const facts = { madeAt, release: version, keyFingerprint: readKeyFingerprint(config) }
    const entry = new URL('./cli/worker.ts', Bun.pathToFileURL(Bun.main))
    using _lock = lockForCopy(dirname(target), config.dataDir)
    const made = await copyInThread(entry, { source, target, facts, withPostcodes: flags.withPostcodes }, progress.tell).finally(
      progress.end,
    )

    const keyFile = config.masterKey === null ? buildKeyPath(config) : null
    const answer = {
      file: target,
      manifest: `${target}.json`,
      sha256: made.sha256,
      bytes: made.bytes,
      schema: made.schema,
      made_at: toInstant(made.madeAt),
      release: made.release,
      key_file: keyFile,
    }
    await out.answer(
      answer,
      `${target}: ${formatByteCount(made.bytes)}, schema ${made.schema}, verified.\nIts manifest: ${target}.json`,
    )
    await out.remark(describeKeyInBackup(keyFile))
  },
})

function chooseBackupPath(config: Config, to: string | null, madeAt: number): string {
  const name = `charabanc-${formatBackupStamp(madeAt)}.sqlite`
  if (to === null) {
    const folder = findBackupFolder(config)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return findFreePath(join(folder, name))
  }
  if (statSync(to, { throwIfNoEntry: false })?.isDirectory()) return findFreePath(join(to, name))
  if (!existsSync(dirname(to))) throw new BackupFault(`There is no folder ${dirname(to)}.`, false)
  return to
}

function describeKeyInBackup(keyFile: string | null): string {
  const where = keyFile === null ? 'CHARABANC_MASTER_KEY' : keyFile
  const apart =
    'Keep a copy of the key apart from the backups. Without it, webhook secrets and addresses, push tokens and unsent messages cannot be decrypted.'
  return `The key is not in the backup: ${where}. ${apart}`
}

/** Removes the partial file when the command is interrupted. */
export function dropWhenInterrupted(part: string): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      dropParts(part)
      process.exit(exit.failure)
    })
  }
}
