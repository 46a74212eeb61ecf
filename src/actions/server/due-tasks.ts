import { messageOf } from '../../domain/fault-text.ts'
import { minuteMs } from '../../domain/instant.ts'
import { longestBusyWaitMs } from '../../domain/payment.ts'
import type { Lane } from '../../domain/task-kind.ts'
import { isBusyFault } from '../../gateways/payments/payments.ts'
import { claimDue, type DueTask, findTasks, nextTasks, postpone, prolongClaims } from '../../storage/queries/scheduler.ts'
import type { WorkerContext } from '../context.ts'

/** A piece of work is done within this time, or another may take it. */
const leaseMs = minuteMs

/**
 * Greatest number of pieces that one of several nodes claims at once. Others then find work too, and no piece waits
 * long behind a slow one.
 */
const mostAmongNodes = 8

/** Longest wait (ms) until failed work of a lane is tried again. That of payments is shorter, because somebody waits for them. */
const longestWaitMs: Readonly<Record<Lane, number>> = {
  main: 5 * minuteMs,
  messages: 5 * minuteMs,
  sms: 5 * minuteMs,
  payments: minuteMs,
}

export type { DueTask }

const none: ReadonlySet<number> = new Set()

/**
 * Whether the worker keeps claims on a lane in memory and writes none. No other process can take the work, and a message whose sending a
 * crash interrupted is sent again with or without a written claim. Claims on charges and deadlines are always written.
 */
function isHeldInMemory({ membership }: WorkerContext, lane: Lane): boolean {
  return !membership.isShared && (lane === 'messages' || lane === 'sms')
}

/**
 * Claims up to `limit` due tasks of a lane, without those whose ids are in `atWork`. Ask `untilNextDue` first, so that an idle worker
 * writes nothing.
 */
export async function claimDueTasks(
  context: WorkerContext,
  limit: number,
  lane: Lane = 'main',
  atWork = none,
): Promise<DueTask[]> {
  const now = context.clock()
  if (isHeldInMemory(context, lane)) {
    return context.storage.read(async (db) => {
      const next = await nextTasks(db, lane, limit, atWork)
      const due = next.filter(({ readyAt }) => readyAt <= now)
      const tasks = await findTasks(
        db,
        lane,
        due.map(({ id }) => id),
      )
      return tasks.map((task) => ({ ...task, attempts: task.attempts + 1 }))
    })
  }
  const { bootId, membership } = context
  const most = membership.isShared ? Math.min(limit, mostAmongNodes) : limit
  const lease = { token: Bun.randomUUIDv7(), bootId, until: now + leaseMs }
  return context.storage.transact(async (tx) => {
    await membership.mustBeAlive(tx)
    return claimDue(tx, lane, now, most, lease)
  })
}

/**
 * Keeps what was claimed from other nodes for as long as it takes, until disposed of. Where there is no other node no one would
 * take it.
 */
export function keepClaimed(context: WorkerContext, tasks: readonly DueTask[], everyMs = leaseMs / 3): Disposable {
  const { storage, clock, log, membership } = context
  if (!membership.isShared) return { [Symbol.dispose]() {} }
  const prolong = () => storage.transact((tx) => prolongClaims(tx, tasks, clock() + leaseMs))
  const timer = setInterval(
    () => prolong().catch((fault) => log.warn({ err: fault }, 'claims on due work could not be prolonged')),
    everyMs,
  )
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/**
 * Puts failed work back, each time twice as far away: a minute at most in the lane of payments, five in the others, and
 * sixteen where a provider of card payments is too busy.
 */
export async function retryLater(context: WorkerContext, work: DueTask, fault: unknown): Promise<void> {
  const longestMs = isBusyFault(fault) ? longestBusyWaitMs : longestWaitMs[work.lane]
  const waitMs = Math.min(1_000 * 2 ** Math.min(work.attempts, 10), longestMs)
  const reason = messageOf(fault).slice(0, 200)
  await context.storage.transact((tx) => postpone(tx, work, context.clock() + waitMs, reason))
}

/**
 * Milliseconds until the next piece of a lane's work may be begun that is not in `atWork`, never negative; infinite when there is none.
 */
export async function untilNextDue(context: WorkerContext, lane: Lane = 'main', atWork = none): Promise<number> {
  const but = isHeldInMemory(context, lane) ? atWork : none
  const [next] = await context.storage.read((db) => nextTasks(db, lane, 1, but))
  return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, next.readyAt - context.clock())
}

/** Does one piece of due work for its subject; whatever throws is tried again later. */
export type Task = (context: WorkerContext, subjectId: number, claimed: DueTask) => Promise<void>
