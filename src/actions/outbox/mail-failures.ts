import { dayMs, hourMs } from '../../domain/instant.ts'
import { listOperatorIds } from '../../storage/queries/audiences.ts'
import { type DueTask, findDueTime, scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { notifyReaders } from './notices.ts'

/** The scheduler's name for the notice of failing email. The task exists from the first failure to the next sent email. */
export const mailFailingTask = 'mail_failing'

/** Milliseconds of failing email before the admins are notified; shorter failures need no action. */
const notifyAfterMs = hourMs

/** Plans the notice of failing email in an hour, which the next sent email cancels. */
export async function noteMailFailure(tx: Writer, now: number): Promise<void> {
  if ((await findDueTime(tx, mailFailingTask, 0)) === null) await scheduleTask(tx, mailFailingTask, 0, now + notifyAfterMs, now)
}

/** Cancels the notice after an email was sent. */
export async function noteMailSent(tx: Writer): Promise<void> {
  await unscheduleTask(tx, mailFailingTask, 0)
}

/** Notifies all admins that no email has left for an hour, and again each day while that lasts. */
export async function notifyMailFailing(context: WorkerContext, _subjectId: number, claimed: DueTask): Promise<void> {
  const now = context.clock()
  await context.storage.transact(async (tx) => {
    if ((await findDueTime(tx, mailFailingTask, 0)) === null) return
    const operatorIds = await listOperatorIds(tx)
    await notifyReaders(tx, { fact: 'mail_failing', operatorIds, subjectId: 0 }, now)
    await scheduleTask(tx, mailFailingTask, 0, Math.max(now, claimed.dueAt) + dayMs, now)
  })
}
