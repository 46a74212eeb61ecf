import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Backup, expired, isFromAhead, isOwnCopy, type Manifest, type Retention, stampOf } from '../../domain/backup.ts'
import { messageOf } from '../../domain/fault-text.ts'
import { dayMs, hourMs } from '../../domain/instant.ts'
import { everyOperatorId } from '../../storage/queries/audiences.ts'
import { dueAtOf, noteFailure, schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { removeCutOff } from '../../storage/sqlite/backup.ts'
import { holdsEntries } from '../../storage/sqlite/inspect.ts'
import { listBackups, removeBackup } from '../../storage/sqlite/manifest.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import type { Task } from './due-tasks.ts'

/** The plan of the daily backup: its folder, which ones are kept, and how a copy is made. */
export type BackupPlan = {
  readonly folder: string
  readonly keep: Retention
  /** Makes a verified copy at `target` without holding this thread up. */
  readonly copy: (target: string, madeAt: number) => Promise<Manifest>
}

/** The name of the daily backup among due work. */
export const backupTask = 'backup'

/** Sees that the next backup has a date; without a plan there is none. */
export async function planBackups(context: WorkerContext, plan: BackupPlan | null): Promise<void> {
  const now = context.clock()
  await context.storage.transact(async (tx) => {
    if (plan === null) return unschedule(tx, backupTask, 0)
    if ((await dueAtOf(tx, backupTask, 0)) === null) await schedule(tx, backupTask, 0, now + hourMs, now)
  })
}

/**
 * The task that begins the daily backup. It does not wait for it, because deadlines do not wait for backups: the work is first put
 * off by an hour, for the case that this process dies meanwhile, and gets its real next date when the backup is made.
 */
export function dailyBackup(plan: BackupPlan): Task {
  let isUnderWay = false
  return async (context, _subjectId, { lastError }) => {
    await giveDate(context, context.clock() + hourMs)
    if (isUnderWay) return
    isUnderWay = true
    makeOne(context, plan, lastError !== null)
      .catch((fault) => context.log.error({ err: fault }, 'the daily backup and its next date failed'))
      .finally(() => {
        isUnderWay = false
      })
  }
}

/** Makes a backup and sets the date of the next one. Of failures one after another only the first is told. */
async function makeOne(context: WorkerContext, plan: BackupPlan, hadFailed: boolean): Promise<void> {
  const madeAt = context.clock()
  const startedAt = performance.now()
  try {
    const target = join(plan.folder, `daily-${stampOf(madeAt)}.sqlite`)
    mkdirSync(plan.folder, { recursive: true, mode: 0o700 })
    removeCutOff(plan.folder, (name) => name.startsWith('daily-') && isOwnCopy(name))
    const { bytes } = await plan.copy(target, madeAt)
    const gone = rotate(plan, madeAt)
    await giveDate(context, madeAt + dayMs)
    context.log.info({ file: target, bytes, ms: Math.round(performance.now() - startedAt), gone }, 'the daily backup is made')
  } catch (fault) {
    await noteFailed(context, madeAt + hourMs, messageOf(fault), hadFailed)
    context.log.error({ err: fault }, 'the daily backup failed and is tried again in an hour')
  }
}

function giveDate(context: WorkerContext, dueAt: number): Promise<void> {
  return context.storage.transact((tx) => schedule(tx, backupTask, 0, dueAt, context.clock()))
}

function noteFailed(context: WorkerContext, dueAt: number, failure: string, isTold: boolean): Promise<void> {
  return context.storage.transact(async (tx) => {
    const now = context.clock()
    await schedule(tx, backupTask, 0, dueAt, now)
    await noteFailure(tx, backupTask, 0, failure)
    if (isTold) return
    await tell(tx, { fact: 'backup_failed', operatorIds: await everyOperatorId(tx), subjectId: 0 }, now)
  })
}

/**
 * Daily backups go when their day and week have a newer one or are long past, but for the newest in which there is anything; those made
 * by hand or before an upgrade stay. So do those from a time to come, and none goes for them: it is the clock of now that may be wrong.
 */
function rotate({ folder, keep }: BackupPlan, now: number): number {
  const made = listBackups(folder, now).filter((one) => isDaily(one) && !isFromAhead(one, now))
  const gone = expired(made, keep, ({ path }) => holdsEntries(path))
  for (const { path } of gone) removeBackup(path)
  return gone.length
}

function isDaily({ path }: Backup): boolean {
  return /[\\/]daily-[^\\/]*$/.test(path)
}
