import type { WorkerContext } from '../actions/context.ts'
import {
  claimDueTasks,
  type DueTask,
  findMsUntilNextTask,
  keepClaimed,
  retryLater,
  type Task,
} from '../actions/maintenance/due-tasks.ts'
import { type LoopHooks, runLoop } from './loop.ts'
import type { Wakeup } from './wakeup.ts'

const batch = 50

/** A node that cannot claim checks again after this time. */
export const askAgainMs = 1_000

export type Tasks = Readonly<Record<string, Task>>

/**
 * Does due work that waits for no external service, one task after another. After a stop no further task begins, and its lease is
 * reclaimed later.
 */
export function runTasks(context: WorkerContext, tasks: Tasks, wakeup: Wakeup, hooks: LoopHooks): Promise<void> {
  return runLoop(wakeup, { ...hooks, log: context.log, faultPhrase: 'could not claim tasks' }, async () => {
    const idleMs = await findMsUntilNextTask(context)
    if (idleMs > 0) return idleMs
    if (!context.membership.mayAct()) return askAgainMs
    const taken = await claimDueTasks(context, batch)
    using _claimed = keepClaimed(context, taken)
    for (const task of taken) {
      if (wakeup.isStopped || !context.membership.mayAct()) break
      // A long queue of tasks must not look like a crash.
      hooks.onRound?.()
      await performTask(context, tasks, task)
    }
    return 0
  })
}

/**
 * Does one task. A failed task is returned with its reason, for a retry. If storage does not accept it, that fault is thrown, and
 * the end of the lease brings the task again.
 */
export async function performTask(context: WorkerContext, tasks: Tasks, taken: DueTask): Promise<void> {
  const { kind, subjectId, attempts } = taken
  try {
    const task = Object.hasOwn(tasks, kind) ? tasks[kind] : undefined
    if (task === undefined) throw new Error(`unknown task ${kind}`)
    await task(context, subjectId, taken)
  } catch (fault) {
    await retryLater(context, taken, fault)
    context.log.warn({ kind, subject: subjectId, attempts, err: fault }, 'due work failed')
  }
}
