import type { WorkerContext } from '../actions/context.ts'
import type { DueDeed } from '../actions/due-work.ts'
import { type Lane, putBack, type TakenWork, takeDue, untilNextDue } from '../actions/schedule.ts'
import type { Alarm } from './alarm.ts'

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

type Deeds = Readonly<Record<string, DueDeed>>

/** Does what has fallen due in a lane, again and again, until the alarm is told to stop. */
export async function runLoop(
  context: WorkerContext,
  deeds: Deeds,
  alarm: Alarm,
  pulse: Pulse,
  lane: Lane = 'main',
): Promise<void> {
  const longest = pulse.isTestMode ? testModeSleepMs : longestSleepMs
  while (!alarm.isStopped) {
    pulse.beat()
    try {
      const taken = await takeDue(context, batch, lane)
      for (const work of taken) {
        pulse.beat()
        await doOne(context, deeds, work)
      }
      if (taken.length === 0) await alarm.sleep(Math.max(shortestSleepMs, Math.min(longest, await untilNextDue(context, lane))))
    } catch (fault) {
      context.log.error({ err: fault }, 'tasks could not be claimed')
      await alarm.sleep(longestSleepMs)
    }
  }
}

async function doOne(context: WorkerContext, deeds: Deeds, work: TakenWork): Promise<void> {
  try {
    const deed = Object.hasOwn(deeds, work.kind) ? deeds[work.kind] : undefined
    if (deed === undefined) throw new Error(`nobody here does ${work.kind}`)
    await deed(context, work.subjectId)
  } catch (fault) {
    context.log.warn({ kind: work.kind, subject: work.subjectId, attempts: work.attempts, err: fault }, 'due work failed')
    await putBack(context, work, fault)
  }
}
