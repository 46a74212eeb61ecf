import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnIncidents, settleIncident } from '../../actions/road/incidents.ts'
import { IncidentPatch, IncidentsQuery, PortalIncidentPage, PortalIncidentView } from '../contracts/portal-incident.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { parseIdOrRefuse } from '../schema.ts'

/** Routes of incidents and their closing. */
export function portalIncidentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/incidents' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, PortalIncidentPage, query, (db, page) =>
          listOwnIncidents(db, caller, { ...page, status: query.status ?? null }),
        ),
      {
        forPortal: { needs: ['bookings:read'] },
        query: IncidentsQuery,
        response: PortalIncidentPage.schema,
        summary: 'List incidents, the newest first',
      },
    )
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, PortalIncidentView, (tx) =>
          settleIncident(tx, caller, parseIdOrRefuse(params.id), body, context.now),
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        body: IncidentPatch,
        response: PortalIncidentView.schema,
        summary: 'Close or reopen an incident, with a reason',
      },
    )
}
