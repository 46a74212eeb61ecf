import type { WorkerContext } from '../actions/context.ts'
import { claimDueTasks, type Lane, retryLater, type TakenTask, untilNextDue } from '../actions/schedule.ts'
import type { Task } from '../actions/tasks.ts'
import type { Wakeup } from './wakeup.ts'

const batch = 50
/** Nobody else may wake us (a command writes to the same file), so we look at least this often. */
const longestSleepMs = 1_000
const shortestSleepMs = 10
/** In a laboratory the clock may jump at any time. */
const testModeSleepMs = 50

export type Pulse = {
  /** Called at every round and every piece of work, so that whoever watches sees that the loop is alive. */
  beat(): void
  readonly isTestMode: boolean
}

type Tasks = Readonly<Record<string, Task>>

/** Does what has fallen due in a lane, again and again, until the alarm is told to stop. */
export async function workLoop(
  context: WorkerContext,
  tasks: Tasks,
  wakeup: Wakeup,
  pulse: Pulse,
  lane: Lane = 'main',
): Promise<void> {
  const longest = pulse.isTestMode ? testModeSleepMs : longestSleepMs
  while (!wakeup.isStopped) {
    pulse.beat()
    try {
      const taken = await claimDueTasks(context, batch, lane)
      for (const work of taken) {
        pulse.beat()
        await doOne(context, tasks, work)
      }
      if (taken.length === 0) await wakeup.sleep(Math.max(shortestSleepMs, Math.min(longest, await untilNextDue(context, lane))))
    } catch (fault) {
      context.log.error({ err: fault }, 'tasks could not be claimed')
      await wakeup.sleep(longestSleepMs)
    }
  }
}

async function doOne(context: WorkerContext, tasks: Tasks, work: TakenTask): Promise<void> {
  try {
    const task = Object.hasOwn(tasks, work.kind) ? tasks[work.kind] : undefined
    if (task === undefined) throw new Error(`nobody here does ${work.kind}`)
    await task(context, work.subjectId)
  } catch (fault) {
    context.log.warn({ kind: work.kind, subject: work.subjectId, attempts: work.attempts, err: fault }, 'due work failed')
    await retryLater(context, work, fault)
  }
}
