import { Type } from '@sinclair/typebox'
import { incidentStatuses } from '../../domain/incident.ts'
import { buildMapUrl } from '../../domain/map-url.ts'
import type { IncidentRecord } from '../../storage/queries/incidents.ts'
import { defineContract, type Showing } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, prose, record } from '../schema.ts'
import { AssignedDriver } from './booking.ts'
import { asRecord } from './fields.ts'
import { asIncident, Incident } from './incident.ts'
import { toInstantOrNull } from './instant.ts'

export const IncidentsQuery = input({ status: Type.Optional(oneOf(incidentStatuses)), ...pageFields })

export const IncidentPatch = input({ status: oneOf(incidentStatuses), note: prose({ min: 3, max: 500 }) })

export const PortalIncident = record({
  ...Incident.properties,
  driver: nullable(AssignedDriver),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  map_url: nullable(Type.String()),
  closed_at: nullable(moment()),
  closed_by: nullable(Type.String()),
  closing_note: nullable(Type.String()),
  reopened_at: nullable(moment()),
  reopened_by: nullable(Type.String()),
  reopening_note: nullable(Type.String()),
})

const unmoved = { at: null, by: null, note: null }

/** An incident for the operator's people, with its reporter, its place and its closing. */
function asPortalIncident(
  { incident, ref, timezone, driver, movedBy }: IncidentRecord,
  { mapUrl }: Showing,
): Of<typeof PortalIncident> {
  const move = { at: toInstantOrNull(incident.movedAt), by: movedBy, note: incident.moveNote }
  const [closing, reopening] = incident.status === 'closed' ? [move, unmoved] : [unmoved, move]
  return asRecord(PortalIncident, incident, {
    ...asIncident(incident, ref, timezone),
    driver,
    latitude: incident.point?.latitude ?? null,
    longitude: incident.point?.longitude ?? null,
    map_url: incident.point && buildMapUrl(mapUrl, { ...incident.point, label: ref }),
    closed_at: closing.at,
    closed_by: closing.by,
    closing_note: closing.note,
    reopened_at: reopening.at,
    reopened_by: reopening.by,
    reopening_note: reopening.note,
  })
}

export const PortalIncidentView = defineContract(PortalIncident, asPortalIncident)

export const PortalIncidentPage = definePageContract(PortalIncident, asPortalIncident)
