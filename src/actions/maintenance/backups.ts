import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Backup,
  formatBackupStamp,
  isFromAhead,
  isOwnCopy,
  listExpiredBackups,
  type Manifest,
  type Retention,
} from '../../domain/backup.ts'
import { findFaultMessage } from '../../domain/fault-text.ts'
import { dayMs, hourMs } from '../../domain/instant.ts'
import { listOperatorIds } from '../../storage/queries/audiences.ts'
import { findDueTime, saveTaskFailure, scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { removeCutOff } from '../../storage/sqlite/backup.ts'
import { hasEntries } from '../../storage/sqlite/inspect.ts'
import { listBackups, removeBackup } from '../../storage/sqlite/manifest.ts'
import type { WorkerContext } from '../context.ts'
import { notifyReaders } from '../outbox/notices.ts'
import type { Task } from './due-tasks.ts'

/** The plan of the daily backup: its folder, the retention, and the copying. */
export type BackupPlan = {
  readonly folder: string
  readonly keep: Retention
  /** Makes a verified copy at `target` without blocking this thread. */
  readonly copy: (target: string, madeAt: number) => Promise<Manifest>
}

/** The name of the daily backup among due work. */
export const backupTask = 'backup'

/** Plans the next backup; without a backup plan there is none. */
export async function planBackups(context: WorkerContext, plan: BackupPlan | null): Promise<void> {
  const now = context.clock()
  await context.storage.transact(async (tx) => {
    if (plan === null) return unscheduleTask(tx, backupTask, 0)
    if ((await findDueTime(tx, backupTask, 0)) === null) await scheduleTask(tx, backupTask, 0, now + hourMs, now)
  })
}

/**
 * The task that begins the daily backup without waiting for it, because deadlines do not wait for backups. It first postpones
 * itself by an hour, in case this process dies, and sets its real next date after the backup.
 */
export function createDailyBackupTask(plan: BackupPlan): Task {
  let isUnderWay = false
  return async (context, _subjectId, { lastError }) => {
    await giveDate(context, context.clock() + hourMs)
    if (isUnderWay) return
    isUnderWay = true
    makeOne(context, plan, lastError !== null)
      .catch((fault) => context.log.error({ err: fault }, 'daily backup failed and could not be rescheduled'))
      .finally(() => {
        isUnderWay = false
      })
  }
}

/** Makes a backup and sets the date of the next one. Of consecutive failures only the first is notified. */
async function makeOne(context: WorkerContext, plan: BackupPlan, hadFailed: boolean): Promise<void> {
  const madeAt = context.clock()
  const startedAt = performance.now()
  try {
    const target = join(plan.folder, `daily-${formatBackupStamp(madeAt)}.sqlite`)
    mkdirSync(plan.folder, { recursive: true, mode: 0o700 })
    removeCutOff(plan.folder, (name) => name.startsWith('daily-') && isOwnCopy(name))
    const { bytes } = await plan.copy(target, madeAt)
    const gone = rotate(plan, madeAt)
    await giveDate(context, madeAt + dayMs)
    context.log.info({ file: target, bytes, ms: Math.round(performance.now() - startedAt), gone }, 'daily backup done')
  } catch (fault) {
    await noteFailed(context, madeAt + hourMs, findFaultMessage(fault), hadFailed)
    context.log.error({ err: fault }, 'daily backup failed; will retry in an hour')
  }
}

function giveDate(context: WorkerContext, dueAt: number): Promise<void> {
  return context.storage.transact((tx) => scheduleTask(tx, backupTask, 0, dueAt, context.clock()))
}

function noteFailed(context: WorkerContext, dueAt: number, failure: string, isTold: boolean): Promise<void> {
  return context.storage.transact(async (tx) => {
    const now = context.clock()
    await scheduleTask(tx, backupTask, 0, dueAt, now)
    await saveTaskFailure(tx, backupTask, 0, failure)
    if (isTold) return
    await notifyReaders(tx, { fact: 'backup_failed', operatorIds: await listOperatorIds(tx), subjectId: 0 }, now)
  })
}

/**
 * Deletes daily backups that have a newer one of their day and week or are too old, except the newest with data. Manual backups
 * and those before an upgrade stay. Backups dated in the future stay and replace none: the present clock may be wrong.
 */
function rotate({ folder, keep }: BackupPlan, now: number): number {
  const made = listBackups(folder, now).filter((one) => isDaily(one) && !isFromAhead(one, now))
  const gone = listExpiredBackups(made, keep, ({ path }) => hasEntries(path))
  for (const { path } of gone) removeBackup(path)
  return gone.length
}

function isDaily({ path }: Backup): boolean {
  return /[\\/]daily-[^\\/]*$/.test(path)
}
