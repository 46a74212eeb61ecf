import { formatWord } from '../../plain/words.ts'

/** A step or a remark that the office can report for a driver. */
export type OfficeStep = 'en_route' | 'arrived' | 'on_board' | 'completed' | 'no_show' | 'delayed' | 'stop_reached'

const words: Readonly<Record<OfficeStep, readonly [label: string, help: string]>> = {
  en_route: ['Set off', 'The vehicle is on its way to the pick-up.'],
  arrived: ['Arrived', 'The vehicle is at the pick-up.'],
  on_board: ['On board', 'All passengers are on board.'],
  completed: ['Completed', 'All passengers have got off.'],
  no_show: ['No-show', 'The driver waited and called the customer.'],
  delayed: ['Running late', 'Over 15 minutes, the customer is notified.'],
  stop_reached: ['At a stop', 'The vehicle is at a stop.'],
}

const after: Readonly<Record<string, readonly OfficeStep[]>> = {
  assigned: ['en_route', 'delayed'],
  acknowledged: ['en_route', 'delayed'],
  between_legs: ['en_route', 'delayed'],
  en_route: ['arrived', 'delayed', 'stop_reached'],
  arrived: ['on_board', 'no_show', 'delayed', 'stop_reached'],
  on_board: ['completed', 'delayed', 'stop_reached'],
}

/** Steps that can follow this status, next one first. None without a driver or after the end. */
export function listStepsAfter(tripStatus: string): readonly OfficeStep[] {
  return after[tripStatus] ?? []
}

/** The label and help of a step. */
export function describeStep(step: OfficeStep): { readonly label: string; readonly help: string } {
  const [label, help] = words[step]
  return { label, help }
}

/** Formats an event of the log. A delay adds its minutes, and a delay of 0 minutes is “On time again”. */
export function formatEvent(status: string, delayMinutes?: number | null): string {
  const word = words[status as OfficeStep]?.[0] ?? (status === 'reverted' ? 'Undone' : formatWord(status))
  if (status !== 'delayed' || delayMinutes == null) return word
  return delayMinutes === 0 ? 'On time again' : `${word}, ${delayMinutes} min`
}

/** Whether a step changes the trip's status and can be undone for two minutes. Remarks cannot be undone. */
export function isStatusChange(step: OfficeStep): boolean {
  return step !== 'delayed' && step !== 'stop_reached'
}
