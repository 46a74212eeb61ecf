import type { WorkerContext } from '../actions/context.ts'
import { claimDueTasks, untilNextDue } from '../actions/schedule.ts'
import { type LoopHooks, workLoop } from './loop.ts'
import { perform, type Tasks } from './task-worker.ts'
import type { Wakeup } from './wakeup.ts'

const atOnce = 4
/** How long messages in flight may still take after a stop. What a mail server had by then is sent again after the next start. */
const patienceMs = 2_000

/** Sends the messages that are due, a few at once and apart from all other work, so that no deadline waits for a mail server. */
export function runMessages(context: WorkerContext, tasks: Tasks, wakeup: Wakeup, hooks: LoopHooks): Promise<void> {
  return workLoop(wakeup, { ...hooks, log: context.log, faultPhrase: 'messages could not be fetched' }, async () => {
    const idleMs = await untilNextDue(context, 'messages')
    if (idleMs > 0) return idleMs
    const taken = await claimDueTasks(context, atOnce, 'messages')
    await wakeup.waitFor(Promise.all(taken.map((one) => perform(context, tasks, one))), patienceMs)
    return 0
  })
}
