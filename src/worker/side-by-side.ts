import type { WorkerContext } from '../actions/context.ts'
import { claimDueTasks, type DueTask, findMsUntilNextTask, keepClaimed, retryLater } from '../actions/maintenance/due-tasks.ts'
import type { Lane } from '../domain/task-kind.ts'
import { createRareLogger, type LoopHooks, runLoop } from './loop.ts'
import { askAgainMs, performTask, type Tasks } from './task-worker.ts'
import type { Wakeup } from './wakeup.ts'

/** A lane whose work waits for external services. */
type SlowLane = Exclude<Lane, 'main'>

/**
 * Number of parallel tasks of a lane, and their milliseconds after a stop. An email that a mail server already accepted is sent
 * again after the next start; a bank is asked again.
 */
const paces: Readonly<Record<SlowLane, { readonly atOnce: number; readonly patienceMs: number }>> = {
  messages: { atOnce: 4, patienceMs: 2_000 },
  sms: { atOnce: 4, patienceMs: 2_000 },
  payments: { atOnce: 8, patienceMs: 12_000 },
}

/**
 * Does the due work of a lane, a few tasks in parallel and separate from other work, so that no deadline waits for a mail
 * server or a bank. Another task follows each finished one, so a slow task delays only itself.
 */
export async function runSideBySide(
  context: WorkerContext,
  tasks: Tasks,
  wakeup: Wakeup,
  hooks: LoopHooks,
  lane: SlowLane,
): Promise<void> {
  const { atOnce, patienceMs } = paces[lane]
  const inFlight = new Map<number, Promise<void>>()
  /** Failed tasks that could not be returned to storage, with their faults. */
  const unreturned = new Map<DueTask, unknown>()
  const tellLeft = createRareLogger(context.log, 'could not return failed work to its lane; the lane waits')
  await runLoop(wakeup, { ...hooks, log: context.log, faultPhrase: `could not fetch work of the lane ${lane}` }, async () => {
    const free = atOnce - inFlight.size
    if (free === 0) return hooks.longestSleepMs
    // Nothing is sent while storage is not writable: a sent message would be due again immediately.
    for (const [task, fault] of unreturned) {
      await retryLater(context, task, fault)
      unreturned.delete(task)
    }
    const atWork = new Set(inFlight.keys())
    const idleMs = await findMsUntilNextTask(context, lane, atWork)
    if (idleMs > 0) return idleMs
    if (!context.membership.mayAct()) return askAgainMs
    const taken = await claimDueTasks(context, free, lane, atWork)
    for (const one of taken) {
      // Its lease ended during the work, for example by a clock jump. It is not started a second time in parallel.
      if (inFlight.has(one.id)) continue
      const claimed = keepClaimed(context, [one])
      const doing = performTask(context, tasks, one)
        .catch((fault) => {
          unreturned.set(one, fault)
          tellLeft(fault)
        })
        .finally(() => {
          claimed[Symbol.dispose]()
          inFlight.delete(one.id)
          wakeup.wake()
        })
      inFlight.set(one.id, doing)
    }
    return 0
  })
  await wakeup.waitFor(Promise.all(inFlight.values()), patienceMs)
}
