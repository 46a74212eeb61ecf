import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { version } from '../../package.json'
import { backupFolderOf, type Config } from '../config.ts'
import { BackupFault, partOf, stampOf } from '../domain/backup.ts'
import { toInstant } from '../domain/instant.ts'
import { path } from '../setting-values.ts'
import { dropParts } from '../storage/sqlite/backup.ts'
import { freePath } from '../storage/sqlite/manifest.ts'
import { copyInThread } from '../worker/copy-in-thread.ts'
import { clockOf } from './clock.ts'
import { configuredCommand } from './command.ts'
import { mustBeInstalled } from './data-folder.ts'
import { mustBeFile } from './database.ts'
import { exit } from './exit.ts'
import { optional } from './flag.ts'
import { fingerprintAtHand, keyPathOf } from './master-key.ts'
import { inBytes, makeProgress } from './progress.ts'
import { lockForCopy } from './sweep-copies.ts'

/** Sentence about backups where the data is in PostgreSQL. */
export const backupsArePostgres = "Its backups are PostgreSQL's own, such as pg_dump or pg_basebackup, and so is restoring them."

/** Makes one verified backup, also while a server runs. */
export const backupCommand = configuredCommand({
  words: 'backup',
  about:
    'Makes a verified copy of the database as it stands, also while a server runs, with a manifest FILE.json beside it. The key to ' +
    'its secrets is not part of the copy. Exits 6 where the copy or the database is damaged.',
  examples: ['backup', 'backup --to /mnt/usb/charabanc.sqlite', 'backup --to /mnt/usb --json'],
  flags: {
    to: optional('FILE', 'The file to make, or a folder to make it in; without it the folder of the backups.', path),
  },
  async run({ flags, config, out }) {
    const source = mustBeFile(config, backupsArePostgres)
    await mustBeInstalled(config)
    const madeAt = clockOf(config)()
    const target = targetOf(config, flags.to, madeAt)
    const progress = makeProgress()
    dropWhenInterrupted(partOf(target))
    const facts = { madeAt, release: version, keyFingerprint: fingerprintAtHand(config) }
    const entry = new URL('./cli/worker.ts', Bun.pathToFileURL(Bun.main))
    using _lock = lockForCopy(dirname(target), config.dataDir)
    const made = await copyInThread(entry, { source, target, facts }, progress.tell).finally(progress.end)

    const keyFile = config.masterKey === null ? keyPathOf(config) : null
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
    await out.answer(answer, `${target}: ${inBytes(made.bytes)}, schema ${made.schema}, verified.\nIts manifest: ${target}.json`)
    await out.remark(remarkOfKey(keyFile))
  },
})

function targetOf(config: Config, to: string | null, madeAt: number): string {
  const name = `charabanc-${stampOf(madeAt)}.sqlite`
  if (to === null) {
    const folder = backupFolderOf(config)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return freePath(join(folder, name))
  }
  if (statSync(to, { throwIfNoEntry: false })?.isDirectory()) return freePath(join(to, name))
  if (!existsSync(dirname(to))) throw new BackupFault(`There is no folder ${dirname(to)}.`, false)
  return to
}

function remarkOfKey(keyFile: string | null): string {
  const where = keyFile === null ? 'CHARABANC_MASTER_KEY' : keyFile
  const apart =
    'Keep a copy of it apart from the backups: without it webhook secrets and addresses, push tokens and unsent messages cannot be read again.'
  return `The key is not in the backup: ${where}. ${apart}`
}

/** Sees to it that a command which is interrupted leaves nothing of the file it was making. */
export function dropWhenInterrupted(part: string): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      dropParts(part)
      process.exit(exit.failure)
    })
  }
}
