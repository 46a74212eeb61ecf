import { erasureGraceMs } from './consent.ts'
import { dayMs, hourMs, minuteMs } from './instant.ts'
import { longestBusyWaitMs } from './payment.ts'

/** Mails, SMS and payments go their own ways: mail servers, SMS services and banks may be slow, and nothing else shall wait for them. */
export type Lane = 'main' | 'messages' | 'sms' | 'payments'

/** The lane a kind of work is done in, and how far ahead its next date ever lies (ms). */
type TaskKindFacts = { readonly lane: Lane; readonly longestWaitMs: number }

/** Milliseconds within which failed work is usually tried again; no lease is longer. */
export const longestTryMs = 5 * minuteMs

/** Longest wait (ms) of failed work: that of a call to a provider of cards that is too busy. */
export const longestRetryMs = longestBusyWaitMs

/**
 * Longest wait (ms) of work that follows from the dates of trips: it is looked at once in this time, however far ahead
 * they lie.
 */
const byTripMs = 400 * dayMs

/**
 * Every kind of work that happens by itself. What lies further ahead than its longest wait was planned by a clock that ran ahead: a
 * kind has one, so that none waits for a day that a clock made up. Asked before its time, each looks at its own dates and waits on.
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

/** Name of a kind of work, as the scheduler calls it. */
export type TaskKind = keyof typeof taskKinds

/** The lane in which tasks of a kind are done. */
export function laneOf(kind: TaskKind): Lane {
  return taskKinds[kind].lane
}

/**
 * Instant (ms) at which work wished for at `dueAt` is looked at: then, or once the longest wait of its kind is over.
 */
export function lookedAtBy(kind: TaskKind, dueAt: number, now: number): number {
  return Math.min(dueAt, now + taskKinds[kind].longestWaitMs)
}
