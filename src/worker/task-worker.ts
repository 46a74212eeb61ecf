import type { WorkerContext } from '../actions/context.ts'
import { claimDueTasks, type DueTask, keepClaimed, retryLater, type Task, untilNextDue } from '../actions/server/due-tasks.ts'
import { type LoopHooks, workLoop } from './loop.ts'
import type { Wakeup } from './wakeup.ts'

const batch = 50

/** A node that may not claim looks again after this time whether it may. */
export const askAgainMs = 1_000

export type Tasks = Readonly<Record<string, Task>>

/** Does what has fallen due and keeps no one waiting, one task after another. After a stop no further one begins; its lease is reclaimed later. */
export function runTasks(context: WorkerContext, tasks: Tasks, wakeup: Wakeup, hooks: LoopHooks): Promise<void> {
  return workLoop(wakeup, { ...hooks, log: context.log, faultPhrase: 'tasks could not be claimed' }, async () => {
    const idleMs = await untilNextDue(context)
    if (idleMs > 0) return idleMs
    if (!context.membership.mayAct()) return askAgainMs
    const taken = await claimDueTasks(context, batch)
    using _claimed = keepClaimed(context, taken)
    for (const task of taken) {
      if (wakeup.isStopped || !context.membership.mayAct()) break
      // A long row of tasks must not look like death.
      hooks.onRound?.()
      await performTask(context, tasks, task)
    }
    return 0
  })
}

/**
 * Does one task. What fails is put back with its reason, to be tried again later; where storage does not take it back, that fault is
 * thrown, and the end of the lease brings the task again.
 */
export async function performTask(context: WorkerContext, tasks: Tasks, taken: DueTask): Promise<void> {
  const { kind, subjectId, attempts } = taken
  try {
    const task = Object.hasOwn(tasks, kind) ? tasks[kind] : undefined
    if (task === undefined) throw new Error(`no task is called ${kind}`)
    await task(context, subjectId, taken)
  } catch (fault) {
    await retryLater(context, taken, fault)
    context.log.warn({ kind, subject: subjectId, attempts, err: fault }, 'due work failed')
  }
}
