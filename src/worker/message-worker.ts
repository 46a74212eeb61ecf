import type { WorkerContext } from '../actions/context.ts'
import { sendMessage } from '../actions/messages.ts'
import { claimDueTasks, retryLater, type TakenTask, untilNextDue } from '../actions/schedule.ts'
import type { Wakeup } from './wakeup.ts'

const atOnce = 4
const longestSleepMs = 1_000
const testModeSleepMs = 50
const shortestSleepMs = 10
/** How long a message under way may still take once the server is told to stop. */
const atStopMs = 2_000
const lookEveryMs = 100

/** Sends the messages that are due, a few at once and apart from all other work, so that no deadline waits for a mail server. */
export async function runMessageWorker(context: WorkerContext, wakeup: Wakeup, isTestMode: boolean): Promise<void> {
  const longest = isTestMode ? testModeSleepMs : longestSleepMs
  while (!wakeup.isStopped) {
    try {
      const taken = await claimDueTasks(context, atOnce, 'post')
      await untilSentOrToldToStop(Promise.all(taken.map((work) => sendOne(context, work))), wakeup)
      if (taken.length === 0) {
        await wakeup.sleep(Math.max(shortestSleepMs, Math.min(longest, await untilNextDue(context, 'post'))))
      }
    } catch (fault) {
      context.log.error({ err: fault }, 'messages could not be fetched')
      await wakeup.sleep(longestSleepMs)
    }
  }
}

/** A server that does not answer holds up no stop for long: what it had is sent again after the next start. */
async function untilSentOrToldToStop(sending: Promise<unknown>, wakeup: Wakeup): Promise<void> {
  let patienceMs = atStopMs
  const sent = sending.then(() => true)
  while (patienceMs > 0) {
    if (await Promise.race([sent, Bun.sleep(lookEveryMs).then(() => false)])) return
    if (wakeup.isStopped) patienceMs -= lookEveryMs
  }
}

async function sendOne(context: WorkerContext, work: TakenTask): Promise<void> {
  try {
    await sendMessage(context, work.subjectId)
  } catch (fault) {
    context.log.warn({ message: work.subjectId, err: fault }, 'what became of a message was not written down')
    await retryLater(context, work, fault)
  }
}
