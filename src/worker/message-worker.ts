import type { WorkerContext } from '../actions/context.ts'
import { claimDueTasks } from '../actions/schedule.ts'
import { workLoop } from './loop.ts'
import { perform, type TaskSettings, type Tasks, untilMoreIsDue } from './task-worker.ts'
import type { Wakeup } from './wakeup.ts'

const atOnce = 4
/** How long messages in flight may still take after a stop. What a mail server had by then is sent again after the next start. */
const patienceMs = 2_000

/** Sends the messages that are due, a few at once and apart from all other work, so that no deadline waits for a mail server. */
export function runMessages(
  context: WorkerContext,
  tasks: Tasks,
  wakeup: Wakeup,
  { isTestMode, onBeat }: TaskSettings,
): Promise<void> {
  const settings = { log: context.log, isTestMode, onFault: 'messages could not be fetched', onRound: onBeat }
  return workLoop(wakeup, settings, async () => {
    const taken = await claimDueTasks(context, atOnce, 'messages')
    const sending = Promise.all(taken.map((one) => perform(context, tasks, one)))
    await wakeup.waitFor(sending, patienceMs)
    return taken.length > 0 ? 0 : untilMoreIsDue(context, 'messages')
  })
}
