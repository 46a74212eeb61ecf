import { findFaultMessage } from '../../domain/fault-text.ts'
import { minuteMs } from '../../domain/instant.ts'
import { longestBusyWaitMs } from '../../domain/payment.ts'
import type { Lane } from '../../domain/task-kind.ts'
import { isBusyFault } from '../../gateways/payments/payments.ts'
import { claimDue, type DueTask, extendClaims, findTasks, listNextTasks, postponeTask } from '../../storage/queries/scheduler.ts'
import type { WorkerContext } from '../context.ts'

/** Milliseconds after which another process may take over a task. */
const leaseMs = minuteMs

/**
 * Greatest number of tasks that one of several nodes claims in one go. It leaves work for others, and no task waits long behind a
 * slow one.
 */
const mostAmongNodes = 8

/** Longest wait (ms) until failed work of a lane is tried again. That of payments is shorter, because a customer waits. */
const longestWaitMs: Readonly<Record<Lane, number>> = {
  main: 5 * minuteMs,
  messages: 5 * minuteMs,
  sms: 5 * minuteMs,
  payments: minuteMs,
}

export type { DueTask }

const none: ReadonlySet<number> = new Set()

/**
 * Whether the worker keeps claims on a lane in memory and writes none. No other process can take the work, and a message
 * interrupted by a crash is sent again with or without a written claim. Claims on charges and deadlines are always written.
 */
function isHeldInMemory({ membership }: WorkerContext, lane: Lane): boolean {
  return !membership.isShared && (lane === 'messages' || lane === 'sms')
}

/**
 * Claims up to `limit` due tasks of a lane, without those whose ids are in `atWork`. Ask `findMsUntilNextTask` first, so that an idle worker
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
      const next = await listNextTasks(db, lane, limit, atWork)
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
    await membership.requireAlive(tx)
    return claimDue(tx, lane, now, most, lease)
  })
}

/** Extends the claims on tasks until the result is disposed. With a single node no other process takes them. */
export function keepClaimed(context: WorkerContext, tasks: readonly DueTask[], everyMs = leaseMs / 3): Disposable {
  const { storage, clock, log, membership } = context
  if (!membership.isShared) return { [Symbol.dispose]() {} }
  const prolong = () => storage.transact((tx) => extendClaims(tx, tasks, clock() + leaseMs))
  const timer = setInterval(
    () => prolong().catch((fault) => log.warn({ err: fault }, 'could not extend claims on due work')),
    everyMs,
  )
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/**
 * Reschedules failed work, doubling the wait each time. The most is a minute in the lane of payments, five in the others, and
 * sixteen if the card provider is too busy.
 */
export async function retryLater(context: WorkerContext, work: DueTask, fault: unknown): Promise<void> {
  const longestMs = isBusyFault(fault) ? longestBusyWaitMs : longestWaitMs[work.lane]
  const waitMs = Math.min(1_000 * 2 ** Math.min(work.attempts, 10), longestMs)
  const reason = findFaultMessage(fault).slice(0, 200)
  await context.storage.transact((tx) => postponeTask(tx, work, context.clock() + waitMs, reason))
}

/** Milliseconds until the next task of a lane that is not in `atWork` can begin, never negative; infinite without one. */
export async function findMsUntilNextTask(context: WorkerContext, lane: Lane = 'main', atWork = none): Promise<number> {
  const but = isHeldInMemory(context, lane) ? atWork : none
  const [next] = await context.storage.read((db) => listNextTasks(db, lane, 1, but))
  return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, next.readyAt - context.clock())
}

/** Does one piece of due work for its subject; after any error it is tried again later. */
export type Task = (context: WorkerContext, subjectId: number, claimed: DueTask) => Promise<void>
