import type { Lane } from './task-kind.ts'

/**
 * A loop that may have something to do: a lane of the worker's tasks, its sending of webhooks, or telling open streams
 * what happened.
 */
export type WorkLoop = Lane | 'webhooks' | 'streams'

export const workLoops: readonly WorkLoop[] = ['main', 'messages', 'sms', 'payments', 'webhooks', 'streams']

/** Work that a transaction left to be done: for each loop concerned, when the first of it falls due (ms). */
export type DueWork = ReadonlyMap<WorkLoop, number>

/** The loops for which something falls due before `until` (ms). */
export function loopsDue(work: DueWork, until: number): WorkLoop[] {
  return [...work].flatMap(([loop, dueAt]) => (dueAt < until ? [loop] : []))
}
