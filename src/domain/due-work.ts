import type { Lane } from './task-kind.ts'

/** Who has something to do: a lane of tasks of the worker, its sending of webhooks, or those who tell open streams what happened. */
export type WorkLoop = Lane | 'webhooks' | 'streams'

export const workLoops: readonly WorkLoop[] = ['main', 'messages', 'sms', 'bank', 'webhooks', 'streams']

/** What a transaction left to be done: for each loop that has to do with it, when the first of it falls due (ms). */
export type DueWork = ReadonlyMap<WorkLoop, number>

/** The loops for which something falls due before `until` (ms). */
export function loopsDue(work: DueWork, until: number): WorkLoop[] {
  return [...work].flatMap(([loop, dueAt]) => (dueAt < until ? [loop] : []))
}
