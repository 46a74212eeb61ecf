import type { Works } from '../actions/house.ts'
import { sendMessage } from '../actions/messages.ts'
import { putBack, type TakenWork, takeDue, untilNextDue } from '../actions/schedule.ts'
import type { Alarm } from './alarm.ts'

const atOnce = 4
const longestSleepMs = 1_000
const laboratorySleepMs = 50
const shortestSleepMs = 10
/** How long a message under way may still take once the server is told to stop. */
const atStopMs = 2_000
const lookEveryMs = 100

/** Sends the messages that are due, a few at once and apart from all other work, so that no deadline waits for a mail server. */
export async function runPost(works: Works, alarm: Alarm, isLaboratory: boolean): Promise<void> {
  const longest = isLaboratory ? laboratorySleepMs : longestSleepMs
  while (!alarm.isStopped) {
    try {
      const taken = await takeDue(works, atOnce, 'post')
      await untilSentOrToldToStop(Promise.all(taken.map((work) => sendOne(works, work))), alarm)
      if (taken.length === 0) {
        await alarm.sleep(Math.max(shortestSleepMs, Math.min(longest, await untilNextDue(works, 'post'))))
      }
    } catch (fault) {
      works.log.error({ err: fault }, 'messages could not be fetched')
      await alarm.sleep(longestSleepMs)
    }
  }
}

/** A server that does not answer holds up no stop for long: what it had is sent again after the next start. */
async function untilSentOrToldToStop(sending: Promise<unknown>, alarm: Alarm): Promise<void> {
  let patienceMs = atStopMs
  const sent = sending.then(() => true)
  while (patienceMs > 0) {
    if (await Promise.race([sent, Bun.sleep(lookEveryMs).then(() => false)])) return
    if (alarm.isStopped) patienceMs -= lookEveryMs
  }
}

async function sendOne(works: Works, work: TakenWork): Promise<void> {
  try {
    await sendMessage(works, work.subjectId)
  } catch (fault) {
    works.log.warn({ message: work.subjectId, err: fault }, 'what became of a message was not written down')
    await putBack(works, work, fault)
  }
}
