import { dayMs, hourMs } from '../../domain/instant.ts'
import { everyOperatorId } from '../../storage/queries/audiences.ts'
import { type DueTask, dueAtOf, schedule, unschedule } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from './notices.ts'

/** The scheduler's name for telling that no mail leaves; it stands there from the first failure to the next mail that goes. */
export const mailFailingTask = 'mail_failing'

/** Mail that fails for less is not worth a call. */
const toldAfterMs = hourMs

/** A mail did not go: unless one goes meanwhile, that is told in an hour. */
export async function noteMailFailure(tx: Writer, now: number): Promise<void> {
  if ((await dueAtOf(tx, mailFailingTask, 0)) === null) await schedule(tx, mailFailingTask, 0, now + toldAfterMs, now)
}

/** A mail has gone: the server is well. */
export async function noteMailSent(tx: Writer): Promise<void> {
  await unschedule(tx, mailFailingTask, 0)
}

/** No mail has left for an hour: tells the admins of everybody, and again each day as long as it lasts. */
export async function tellMailFailing(context: WorkerContext, _subjectId: number, claimed: DueTask): Promise<void> {
  const now = context.clock()
  await context.storage.transact(async (tx) => {
    if ((await dueAtOf(tx, mailFailingTask, 0)) === null) return
    const operatorIds = await everyOperatorId(tx)
    await tell(tx, { fact: 'mail_failing', operatorIds, subjectId: 0 }, now)
    await schedule(tx, mailFailingTask, 0, Math.max(now, claimed.dueAt) + dayMs, now)
  })
}
