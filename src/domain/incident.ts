import { dayMs } from './instant.ts'

export const incidentKinds = [
  'delay',
  'breakdown',
  'collision',
  'passenger_behaviour',
  'injury',
  'lost_property',
  'access_problem',
  'wrong_details',
  'other',
] as const

export const incidentSeverities = ['low', 'medium', 'high'] as const

export const incidentStatuses = [
  /** Reported by a driver, or reopened by a person of the operator; they close it. */
  'open',
  /** Handled, as a person of the operator reported; they can reopen it. */
  'closed',
] as const

export type IncidentKind = (typeof incidentKinds)[number]
export type IncidentSeverity = (typeof incidentSeverities)[number]
export type IncidentStatus = (typeof incidentStatuses)[number]

/** Milliseconds after the end of a trip within which incidents can be reported. */
export const reportableForMs = 14 * dayMs

/** Whether an incident can still be reported (ms). Lost property is often missed only days later. */
export function isIncidentTaken(trip: { readonly endsAt: number; readonly finishedAt: number | null }, now: number): boolean {
  return now <= Math.max(trip.endsAt, trip.finishedAt ?? 0) + reportableForMs
}

/** The status of an incident, and its last move: time (ms), person and words. */
export type IncidentState = {
  readonly status: IncidentStatus
  /** Null, with the other two, until the first move. */
  readonly movedAt: number | null
  readonly movedById: number | null
  readonly moveNote: string | null
}

/** A request to change the status of an incident, with a reason. */
export type IncidentMove = { readonly status: IncidentStatus; readonly byId: number; readonly note: string }

/** Effect of a requested status on an incident, by its current one: it moves, only gets new words, or does not change. */
const moves: Readonly<Record<IncidentStatus, Readonly<Record<IncidentStatus, 'moved' | 'reworded' | 'kept'>>>> = {
  open: { open: 'kept', closed: 'moved' },
  closed: { open: 'moved', closed: 'reworded' },
}

/** The incident after the move. A second closing replaces the words; the same words change nothing. */
export function moveIncident(state: IncidentState, { status, byId, note }: IncidentMove, now: number): IncidentState {
  const move = moves[state.status][status]
  if (move === 'kept' || (move === 'reworded' && note === state.moveNote)) return state
  return { status, movedAt: now, movedById: byId, moveNote: note }
}
