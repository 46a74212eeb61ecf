import type { WorkerContext } from '../actions/context.ts'
import { claimDueTasks, keepClaimed, untilNextDue } from '../actions/schedule.ts'
import { type LoopHooks, seldomTelling, workLoop } from './loop.ts'
import { askAgainMs, perform, type Tasks } from './task-worker.ts'
import type { Wakeup } from './wakeup.ts'

const atOnce = 4
/** How long messages in flight may still take after a stop. What a mail server had by then is sent again after the next start. */
const patienceMs = 2_000

/**
 * Sends the messages of one way that are due, a few at once and apart from all other work, so that no deadline waits for a mail
 * server. As soon as one has gone another follows, so that a slow one holds up no more than itself.
 */
export async function runMessages(
  context: WorkerContext,
  tasks: Tasks,
  wakeup: Wakeup,
  hooks: LoopHooks,
  lane: 'messages' | 'sms' = 'messages',
): Promise<void> {
  const inFlight = new Map<number, Promise<void>>()
  const tellLeft = seldomTelling(context.log, 'a message could not be put back and waits for its lease to end')
  await workLoop(wakeup, { ...hooks, log: context.log, faultPhrase: 'messages could not be fetched' }, async () => {
    const free = atOnce - inFlight.size
    if (free === 0) return hooks.longestSleepMs
    const idleMs = await untilNextDue(context, lane)
    if (idleMs > 0) return idleMs
    if (!context.membership.mayAct()) return askAgainMs
    const taken = await claimDueTasks(context, free, lane)
    for (const one of taken) {
      // Its lease ended while it was on its way, as when the clock jumps: it is not sent a second time beside itself.
      if (inFlight.has(one.id)) continue
      const claimed = keepClaimed(context, [one])
      const sending = perform(context, tasks, one)
        .catch(tellLeft)
        .finally(() => {
          claimed[Symbol.dispose]()
          inFlight.delete(one.id)
          wakeup.ring()
        })
      inFlight.set(one.id, sending)
    }
    return 0
  })
  await wakeup.waitFor(Promise.all(inFlight.values()), patienceMs)
}
