import { dueDeeds } from '../actions/due-work.ts'
import type { Works } from '../actions/house.ts'
import { claimDue, type DueWork, nextDueAt, postpone } from '../storage/queries/scheduler.ts'
import type { Alarm } from './alarm.ts'

const batch = 50
const leaseMs = 60_000
/** Nobody else may wake us (a command writes to the same file), so we look at least this often. */
const longestSleepMs = 1_000
const shortestSleepMs = 10
const longestWaitMs = 300_000

export type Pulse = {
  /** Called at every round, so that whoever watches sees that the loop is alive. */
  beat(now: number): void
  /** In a laboratory the clock may jump at any time, so we look more often. */
  readonly isLaboratory: boolean
}

/** Does what has fallen due, again and again, until the alarm is told to stop. */
export async function runLoop(works: Works, alarm: Alarm, pulse: Pulse): Promise<void> {
  while (!alarm.isStopped) {
    pulse.beat(works.clock())
    try {
      if (await doDueWork(works)) continue
      await alarm.sleep(await howLong(works, pulse))
    } catch (fault) {
      works.log.error({ err: fault }, 'the boiler room could not look for work')
      await alarm.sleep(longestSleepMs)
    }
  }
}

/** One batch of what is due; true when there may be more. */
async function doDueWork(works: Works): Promise<boolean> {
  const now = works.clock()
  const dueAt = await works.storage.read((db) => nextDueAt(db, now))
  if (dueAt === null || dueAt > now) return false
  const lease = { token: Bun.randomUUIDv7(), bootId: works.bootId, until: now + leaseMs }
  const claimed = await works.storage.transact((tx) => claimDue(tx, now, batch, lease))
  for (const work of claimed) await doOne(works, work)
  return claimed.length > 0
}

async function doOne(works: Works, work: DueWork): Promise<void> {
  try {
    const deed = dueDeeds[work.kind]
    if (deed === undefined) throw new Error(`nobody here does ${work.kind}`)
    await deed(works, work.subjectId)
  } catch (fault) {
    const waitMs = Math.min(1_000 * 2 ** Math.min(work.attempts, 10), longestWaitMs)
    works.log.warn({ kind: work.kind, subject: work.subjectId, attempts: work.attempts, err: fault }, 'due work failed')
    const reason = fault instanceof Error ? fault.message.slice(0, 200) : 'unknown'
    await works.storage.transact((tx) => postpone(tx, work, works.clock() + waitMs, reason))
  }
}

async function howLong(works: Works, pulse: Pulse): Promise<number> {
  const now = works.clock()
  const dueAt = await works.storage.read((db) => nextDueAt(db, now))
  const longest = pulse.isLaboratory ? 50 : longestSleepMs
  return Math.max(shortestSleepMs, Math.min(longest, (dueAt ?? Number.POSITIVE_INFINITY) - now))
}
