import type { Retention } from '../../domain/backup.ts'
import { type KeptSpan, retention } from '../../domain/retention.ts'
import { countOperators } from '../../storage/queries/operators.ts'
import { findTask } from '../../storage/queries/scheduler.ts'
import { listBackups } from '../../storage/sqlite/manifest.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { backupTask } from './backups.ts'

/** The backups of the server, with the newest existing one, scheduled or manual. Instants in ms. */
export type BackupState = {
  readonly isDaily: boolean
  readonly keep: Retention
  /** Null if several operators share the server. */
  readonly folder: string | null
  readonly madeAt: number | null
  readonly bytes: number | null
  /** Reason for the failure of the last try; null if it succeeded. */
  readonly fault: string | null
  readonly nextAt: number | null
}

/** The retention periods, and the server's backups: null for a database with external backups. */
export type DataKept = { readonly retention: readonly KeptSpan[]; readonly backups: BackupState | null }

/** Shows how the server keeps and deletes data automatically. */
export async function showDataKept(db: Reader, { backups, clock }: Pick<AppContext, 'backups' | 'clock'>): Promise<DataKept> {
  if (backups === null) return { retention, backups }
  const { folder, keep, isDaily } = backups
  const task = await findTask(db, backupTask, 0)
  const isShared = (await countOperators(db)) === 'several'
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
