import { Type } from '@sinclair/typebox'
import type { EnteredIncident, NewIncident } from '../../actions/incidents.ts'
import { incidentKinds, incidentSeverities, incidentStatuses } from '../../domain/incident.ts'
import { parseInstant, toInstant, toLocalTime } from '../../domain/instant.ts'
import type { IncidentRow } from '../../storage/queries/incidents.ts'
import { contract } from '../contract.ts'
import { input, instant, nullable, type Of, oneOf, prose, record } from '../schema.ts'
import { delayMinutes, fixFields, toFix } from './fix.ts'

export const IncidentBody = input({
  kind: oneOf(incidentKinds),
  severity: oneOf(incidentSeverities),
  occurred_at: instant(),
  note: prose({ min: 1, max: 2000 }),
  delay_minutes: delayMinutes,
  ...fixFields,
})

/** A validated body as the action takes it. Refuses `validation_failed` for half a position. */
export function toIncident(body: Of<typeof IncidentBody>): NewIncident {
  return {
    kind: body.kind,
    severity: body.severity,
    occurredAt: parseInstant(body.occurred_at) ?? 0,
    note: body.note,
    delayMinutes: body.delay_minutes ?? null,
    point: toFix(body),
  }
}

export const Incident = record({
  id: Type.Integer(),
  ref: Type.String(),
  kind: oneOf(incidentKinds),
  severity: oneOf(incidentSeverities),
  status: oneOf(incidentStatuses),
  occurred_at: Type.String(),
  note: Type.String(),
  delay_minutes: nullable(Type.Integer()),
  created_at: Type.String(),
})

/** An incident of the trip under `ref`, on the clocks of its time zone. */
export function asIncident(incident: IncidentRow, ref: string, timezone: string): Of<typeof Incident> {
  return {
    id: incident.id,
    ref,
    kind: incident.kind,
    severity: incident.severity,
    status: incident.status,
    occurred_at: toLocalTime(incident.occurredAt, timezone),
    note: incident.note,
    delay_minutes: incident.delayMinutes,
    created_at: toInstant(incident.createdAt),
  }
}

export const IncidentView = contract(Incident, ({ incident, ref, timezone }: EnteredIncident) =>
  asIncident(incident, ref, timezone),
)
