import type { WorkerContext } from '../actions/context.ts'
import { claimDueTasks, type DueTask, retryLater, untilNextDue } from '../actions/schedule.ts'
import type { Task } from '../actions/tasks.ts'
import type { Lane } from '../domain/lane.ts'
import { type LoopHooks, workLoop } from './loop.ts'
import type { Wakeup } from './wakeup.ts'

const batch = 50

export type Tasks = Readonly<Record<string, Task>>

/** Does what has fallen due in a lane, one task after another. After a stop no further one begins; its lease is reclaimed later. */
export function runTasks(
  context: WorkerContext,
  tasks: Tasks,
  wakeup: Wakeup,
  hooks: LoopHooks,
  lane: Lane = 'main',
): Promise<void> {
  return workLoop(wakeup, { ...hooks, log: context.log, faultPhrase: 'tasks could not be claimed' }, async () => {
    const idleMs = await untilNextDue(context, lane)
    if (idleMs > 0) return idleMs
    const taken = await claimDueTasks(context, batch, lane)
    for (const task of taken) {
      if (wakeup.isStopped) break
      // A long row of tasks must not look like death.
      hooks.onRound?.()
      await perform(context, tasks, task)
    }
    return 0
  })
}

/** Does one task. What fails is put back with its reason, to be tried again later. */
export async function perform(context: WorkerContext, tasks: Tasks, taken: DueTask): Promise<void> {
  const { kind, subjectId, attempts } = taken
  try {
    const task = Object.hasOwn(tasks, kind) ? tasks[kind] : undefined
    if (task === undefined) throw new Error(`no task is called ${kind}`)
    await task(context, subjectId)
  } catch (fault) {
    context.log.warn({ kind, subject: subjectId, attempts, err: fault }, 'due work failed')
    await retryLater(context, taken, fault)
  }
}
