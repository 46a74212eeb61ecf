import { spokenWord } from '../../plain/words.ts'

/** A step or a remark that the office can report for a driver. */
export type OfficeStep = 'en_route' | 'arrived' | 'on_board' | 'completed' | 'no_show' | 'delayed' | 'stop_reached'

const words: Readonly<Record<OfficeStep, readonly [label: string, help: string]>> = {
  en_route: ['Set off', 'The coach is on its way to the pickup.'],
  arrived: ['At the pickup', 'The coach stands where the group gets on.'],
  on_board: ['On board', 'The group is on the coach.'],
  completed: ['Done', 'The group got off; this drive is over.'],
  no_show: ['Nobody came', 'The driver waited and tried to reach them.'],
  delayed: ['Running late', 'Of more than 15 minutes the customer is told.'],
  stop_reached: ['At a stop', 'A halt on the way.'],
}

const after: Readonly<Record<string, readonly OfficeStep[]>> = {
  assigned: ['en_route', 'delayed'],
  acknowledged: ['en_route', 'delayed'],
  between_legs: ['en_route', 'delayed'],
  en_route: ['arrived', 'delayed', 'stop_reached'],
  arrived: ['on_board', 'no_show', 'delayed', 'stop_reached'],
  on_board: ['completed', 'delayed', 'stop_reached'],
}

/** Steps to report of a coach at this status, the next one first. None before it has a driver, and once it is over. */
export function stepsAfter(tripStatus: string): readonly OfficeStep[] {
  return after[tripStatus] ?? []
}

/** A step as a button and its help say it. */
export function stepWords(step: OfficeStep): { readonly label: string; readonly help: string } {
  const [label, help] = words[step]
  return { label, help }
}

/** A line of the log in a few words. A delay names its minutes; one of 0 minutes says that the coach is on time again. */
export function eventWord(status: string, delayMinutes?: number | null): string {
  const word = words[status as OfficeStep]?.[0] ?? spokenWord(status)
  if (status !== 'delayed' || delayMinutes == null) return word
  return delayMinutes === 0 ? 'On time again' : `${word}, ${delayMinutes} min`
}

/** Whether it moves the trip on, and can be taken back for two minutes; a remark stays. */
export function movesOn(step: OfficeStep): boolean {
  return step !== 'delayed' && step !== 'stop_reached'
}
