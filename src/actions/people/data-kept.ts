import type { Retention } from '../../domain/backup.ts'
import { type KeptSpan, retention } from '../../domain/retention.ts'
import { howManyOperators } from '../../storage/queries/operators.ts'
import { findTask } from '../../storage/queries/scheduler.ts'
import { listBackups } from '../../storage/sqlite/manifest.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { backupTask } from '../server/backups.ts'

/** The backups of the server, with the newest one that is there, made by the clock or by hand. Instants in ms. */
export type BackupState = {
  readonly isDaily: boolean
  readonly keep: Retention
  /** Null where several operators share the server: it is not theirs. */
  readonly folder: string | null
  readonly madeAt: number | null
  readonly bytes: number | null
  /** Reason why the last try failed; null where it did not. */
  readonly fault: string | null
  readonly nextAt: number | null
}

/** The spans for which things are kept, and the server's backups: null for a database that others back up. */
export type DataKept = { readonly retention: readonly KeptSpan[]; readonly backups: BackupState | null }

/** Shows what the server does by itself to keep data, and to let go of it. */
export async function showDataKept(db: Reader, { backups, clock }: Pick<AppContext, 'backups' | 'clock'>): Promise<DataKept> {
  if (backups === null) return { retention, backups }
  const { folder, keep, isDaily } = backups
  const task = await findTask(db, backupTask, 0)
  const isShared = (await howManyOperators(db)) === 'several'
  const newest = listBackups(folder, clock())[0] ?? null
  const fault = task?.lastError ?? null
  return {
    retention,
    backups: {
      ...{ isDaily, keep },
      folder: isShared ? null : folder,
      madeAt: newest?.madeAt ?? null,
      bytes: newest?.bytes ?? null,
      fault: fault !== null && isShared ? 'The last backup failed.' : fault,
      nextAt: task?.dueAt ?? null,
    },
  }
}
