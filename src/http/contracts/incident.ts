import { Type } from '@sinclair/typebox'
import type { EnteredIncident, NewIncident } from '../../actions/road/incidents.ts'
import { incidentKinds, incidentSeverities, incidentStatuses } from '../../domain/incident.ts'
import { toLocalTime } from '../../domain/instant.ts'
import type { IncidentRow } from '../../storage/queries/incidents.ts'
import { defineContract } from '../contract.ts'
import { input, instant, moment, nullable, type Of, oneOf, prose, record } from '../schema.ts'
import { asRecord, listAllFields } from './fields.ts'
import { adjusted, age, asAdjusted, delayMinutes, fixFields, toFix } from './fix.ts'

export const IncidentBody = input({
  kind: oneOf(incidentKinds),
  severity: oneOf(incidentSeverities),
  occurred_at: instant(),
  age_ms: age,
  note: prose({ min: 1, max: 2000 }),
  delay_minutes: delayMinutes,
  ...fixFields,
})

const WithoutPoint = Type.Omit(IncidentBody, ['latitude', 'longitude'])

/** A validated body for the action. Refuses `validation_failed` for an incomplete position. */
export function toIncident(body: Of<typeof IncidentBody>): NewIncident {
  return { ...listAllFields(WithoutPoint, body), point: toFix(body) }
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
  created_at: moment(),
})

/** An incident of the trip `ref`, in its time zone. */
export function asIncident(incident: IncidentRow, ref: string, timezone: string): Of<typeof Incident> {
  return asRecord(Incident, incident, { ref, occurred_at: toLocalTime(incident.occurredAt, timezone) })
}

export const ReportedIncident = record({ ...Incident.properties, ...adjusted })

export const ReportedIncidentView = defineContract(ReportedIncident, (entered: EnteredIncident) => ({
  ...asIncident(entered.incident, entered.ref, entered.timezone),
  ...asAdjusted(entered),
}))
