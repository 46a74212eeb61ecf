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
  /** As its driver told of it, or opened again by somebody of the operator's; they close it. */
  'open',
  /** Dealt with, as somebody of the operator's said; they may open it again. */
  'closed',
] as const

export type IncidentKind = (typeof incidentKinds)[number]
export type IncidentSeverity = (typeof incidentSeverities)[number]
export type IncidentStatus = (typeof incidentStatuses)[number]

/** Milliseconds after the end of a trip within which incidents are taken. */
export const reportableForMs = 14 * dayMs

/** Something left on the coach is often missed only days later, so incidents are taken until 14 days after the end (ms). */
export function isIncidentTaken(trip: { readonly endsAt: number; readonly finishedAt: number | null }, now: number): boolean {
  return now <= Math.max(trip.endsAt, trip.finishedAt ?? 0) + reportableForMs
}

/** The state of an incident, and the last move that brought it there: when (ms), by which person, in which words. */
export type IncidentState = {
  readonly status: IncidentStatus
  /** Null, with the other two, while no one has moved it. */
  readonly movedAt: number | null
  readonly movedById: number | null
  readonly moveNote: string | null
}

/** A wish to move an incident to a status, and why. */
export type IncidentMove = { readonly status: IncidentStatus; readonly byId: number; readonly note: string }

/** Effect of a wanted status on an incident, by its current one: it moves, is only told anew, or stays as it is. */
const moves: Readonly<Record<IncidentStatus, Readonly<Record<IncidentStatus, 'moved' | 'reworded' | 'kept'>>>> = {
  open: { open: 'kept', closed: 'moved' },
  closed: { open: 'moved', closed: 'reworded' },
}

/** The incident as it then stands; closed again it has the later words, and in the same words nothing changes. */
export function moveIncident(state: IncidentState, { status, byId, note }: IncidentMove, now: number): IncidentState {
  const move = moves[state.status][status]
  if (move === 'kept' || (move === 'reworded' && note === state.moveNote)) return state
  return { status, movedAt: now, movedById: byId, moveNote: note }
}
