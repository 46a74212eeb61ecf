import { minuteMs } from '../domain/instant.ts'
import type { Lane } from '../domain/lane.ts'
import { claimDue, type DueTask, nextReadyAt, postpone } from '../storage/queries/scheduler.ts'
import type { WorkerContext } from './context.ts'

/** A piece of work is done within this time, or another may take it. */
const leaseMs = minuteMs

const longestWaitMs = 5 * minuteMs

export type { DueTask }

/** Takes up to `limit` pieces of a lane's work that have fallen due. Ask `untilNextDue` first, so that idling writes nothing. */
export function claimDueTasks(context: WorkerContext, limit: number, lane: Lane = 'main'): Promise<DueTask[]> {
  const now = context.clock()
  const lease = { token: Bun.randomUUIDv7(), bootId: context.bootId, until: now + leaseMs }
  return context.storage.transact((tx) => claimDue(tx, lane, now, limit, lease))
}

/** Puts failed work back, each time twice as far away, five minutes at most. */
export async function retryLater(context: WorkerContext, work: DueTask, fault: unknown): Promise<void> {
  const waitMs = Math.min(1_000 * 2 ** Math.min(work.attempts, 10), longestWaitMs)
  const reason = fault instanceof Error ? fault.message.slice(0, 200) : 'unknown'
  await context.storage.transact((tx) => postpone(tx, work, context.clock() + waitMs, reason))
}

/** How long until the next piece of a lane's work may be begun (ms, never negative); infinite when there is none. */
export async function untilNextDue(context: WorkerContext, lane: Lane = 'main'): Promise<number> {
  const readyAt = await context.storage.read((db) => nextReadyAt(db, lane))
  return readyAt === null ? Number.POSITIVE_INFINITY : Math.max(0, readyAt - context.clock())
}
