import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnIncidents, settleIncident } from '../../actions/road/incidents.ts'
import { IncidentPatch, IncidentsQuery, PortalIncidentPage, PortalIncidentView } from '../contracts/portal-incident.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

/** Routes of what drivers told went wrong, and whether somebody has seen to it. */
export function portalIncidentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/incidents' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        list(context, PortalIncidentPage, query, (db, page) =>
          listOwnIncidents(db, caller, { ...page, status: query.status ?? null }),
        ),
      {
        forPortal: { needs: ['bookings:read'] },
        query: IncidentsQuery,
        response: PortalIncidentPage.schema,
        summary: 'List incidents, the last told first',
      },
    )
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        write(context, PortalIncidentView, (tx) => settleIncident(tx, caller, idOrNotFound(params.id), body, context.now)),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        body: IncidentPatch,
        response: PortalIncidentView.schema,
        summary: 'Close an incident or open it again, saying why',
      },
    )
}
