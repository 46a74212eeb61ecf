import { erasureGraceMs } from './consent.ts'
import { dayMs, hourMs, minuteMs } from './instant.ts'
import { longestBusyWaitMs } from './payment.ts'

/**
 * Emails, SMS and payments have separate lanes: mail servers, SMS services and banks may be slow, and nothing else must wait for
 * them.
 */
export type Lane = 'main' | 'messages' | 'sms' | 'payments'

/** The lane of a kind of work, and its longest wait (ms). */
type TaskKindFacts = { readonly lane: Lane; readonly longestWaitMs: number }

/** Milliseconds within which failed work is usually retried; no lease is longer. */
export const longestTryMs = 5 * minuteMs

/** Longest wait (ms) of failed work: that of a call to a provider of cards that is too busy. */
export const longestRetryMs = longestBusyWaitMs

/** Longest wait (ms) of work that depends on the dates of trips. It is checked once in this time, however distant they are. */
const byTripMs = 400 * dayMs

/**
 * Every kind of automatic work. A date beyond its longest wait was set by a fast clock, so every kind has a longest wait. Work
 * that runs too early checks its own dates and waits again.
 */
export const taskKinds = {
  trip: { lane: 'main', longestWaitMs: byTripMs },
  balance: { lane: 'main', longestWaitMs: byTripMs },
  quote_reminder: { lane: 'main', longestWaitMs: byTripMs },
  day_before: { lane: 'main', longestWaitMs: byTripMs },
  request_reminder: { lane: 'main', longestWaitMs: dayMs },
  amendment: { lane: 'main', longestWaitMs: 3 * dayMs },
  driver_documents: { lane: 'main', longestWaitMs: 31 * dayMs },
  vehicle_documents: { lane: 'main', longestWaitMs: 31 * dayMs },
  crew_notice: { lane: 'main', longestWaitMs: hourMs },
  erasure: { lane: 'main', longestWaitMs: erasureGraceMs },
  customer_traces: { lane: 'main', longestWaitMs: hourMs },
  places: { lane: 'main', longestWaitMs: minuteMs },
  mail_failing: { lane: 'main', longestWaitMs: dayMs },
  purge: { lane: 'main', longestWaitMs: hourMs },
  backup: { lane: 'main', longestWaitMs: dayMs },
  message: { lane: 'messages', longestWaitMs: 3 * dayMs },
  sms: { lane: 'sms', longestWaitMs: 3 * dayMs },
  charge: { lane: 'payments', longestWaitMs: longestBusyWaitMs },
  refund: { lane: 'payments', longestWaitMs: dayMs },
  cards: { lane: 'payments', longestWaitMs: dayMs },
  disputes: { lane: 'payments', longestWaitMs: hourMs },
  compare: { lane: 'payments', longestWaitMs: dayMs },
} as const satisfies Readonly<Record<string, TaskKindFacts>>

/** The scheduler's name for a kind of work. */
export type TaskKind = keyof typeof taskKinds

/** The lane of a kind of tasks. */
export function findLane(kind: TaskKind): Lane {
  return taskKinds[kind].lane
}

/** Instant (ms) at which work planned for `dueAt` runs: then, or after the longest wait of its kind. */
export function computeTaskRunTime(kind: TaskKind, dueAt: number, now: number): number {
  return Math.min(dueAt, now + taskKinds[kind].longestWaitMs)
}
