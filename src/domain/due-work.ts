import type { Lane } from './lane.ts'

/** A loop of the worker: a lane of tasks, or the sending of webhooks. */
export type WorkLoop = Lane | 'webhooks'

/** What a transaction left to be done: for each loop that has to do with it, when the first of it falls due (ms). */
export type DueWork = ReadonlyMap<WorkLoop, number>

/** The loops for which something falls due before `until` (ms). */
export function loopsDue(work: DueWork, until: number): WorkLoop[] {
  return [...work].flatMap(([loop, dueAt]) => (dueAt < until ? [loop] : []))
}
