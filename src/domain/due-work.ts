import type { Lane } from './task-kind.ts'

/** A loop that may have work: a lane of the worker's tasks, the sending of webhooks, or the notification of open streams. */
export type WorkLoop = Lane | 'webhooks' | 'streams'

export const workLoops: readonly WorkLoop[] = ['main', 'messages', 'sms', 'payments', 'webhooks', 'streams']

/** Work that a transaction created: for each loop, when its first work falls due (ms). */
export type DueWork = ReadonlyMap<WorkLoop, number>

/** The loops with work due before `until` (ms). */
export function listDueLoops(work: DueWork, until: number): WorkLoop[] {
  return [...work].flatMap(([loop, dueAt]) => (dueAt < until ? [loop] : []))
}
