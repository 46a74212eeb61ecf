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
  /** As its driver told of it. Nothing in this release moves it on. */
  'open',
  /** For incidents that were dealt with; no route of this release writes it. */
  'closed',
] as const

export type IncidentKind = (typeof incidentKinds)[number]
export type IncidentSeverity = (typeof incidentSeverities)[number]
export type IncidentStatus = (typeof incidentStatuses)[number]

const reportableForMs = 14 * dayMs

/** Something left on the coach is often missed only days later, so incidents are taken until 14 days after the end (ms). */
export function isIncidentTaken(trip: { readonly endsAt: number; readonly finishedAt: number | null }, now: number): boolean {
  return now <= Math.max(trip.endsAt, trip.finishedAt ?? 0) + reportableForMs
}
