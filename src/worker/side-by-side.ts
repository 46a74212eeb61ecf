import type { WorkerContext } from '../actions/context.ts'
import { claimDueTasks, type DueTask, keepClaimed, retryLater, untilNextDue } from '../actions/server/due-tasks.ts'
import type { Lane } from '../domain/task-kind.ts'
import { type LoopHooks, seldomTelling, workLoop } from './loop.ts'
import { askAgainMs, performTask, type Tasks } from './task-worker.ts'
import type { Wakeup } from './wakeup.ts'

/** A lane whose work waits for others. */
type SlowLane = Exclude<Lane, 'main'>

/**
 * Number of tasks that a lane does at once, and milliseconds they may still take after a stop. What a mail server had
 * by then is sent again after the next start; a bank is asked again.
 */
const paces: Readonly<Record<SlowLane, { readonly atOnce: number; readonly patienceMs: number }>> = {
  messages: { atOnce: 4, patienceMs: 2_000 },
  sms: { atOnce: 4, patienceMs: 2_000 },
  payments: { atOnce: 8, patienceMs: 12_000 },
}

/**
 * Does what has fallen due in a lane, a few at once and apart from all other work, so that no deadline waits for a mail server or a bank.
 * As soon as one is done another follows, so that a slow one holds up no more than itself.
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
  /** Failed tasks that storage did not take back, with what they failed of. */
  const unreturned = new Map<DueTask, unknown>()
  const tellLeft = seldomTelling(context.log, 'failed work could not be put back; its lane waits until it can')
  await workLoop(
    wakeup,
    { ...hooks, log: context.log, faultPhrase: `work of the lane ${lane} could not be fetched` },
    async () => {
      const free = atOnce - inFlight.size
      if (free === 0) return hooks.longestSleepMs
      // While storage takes no writes, nothing is sent: a message that went would be due again at once.
      for (const [task, fault] of unreturned) {
        await retryLater(context, task, fault)
        unreturned.delete(task)
      }
      const atWork = new Set(inFlight.keys())
      const idleMs = await untilNextDue(context, lane, atWork)
      if (idleMs > 0) return idleMs
      if (!context.membership.mayAct()) return askAgainMs
      const taken = await claimDueTasks(context, free, lane, atWork)
      for (const one of taken) {
        // Its lease ended while it was on its way, as when the clock jumps: it is not done a second time beside itself.
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
            wakeup.ring()
          })
        inFlight.set(one.id, doing)
      }
      return 0
    },
  )
  await wakeup.waitFor(Promise.all(inFlight.values()), patienceMs)
}
