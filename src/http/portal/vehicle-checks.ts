import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnChecks, resolveVehicleCheck } from '../../actions/fleet/vehicle-checks.ts'
import {
  PortalVehicleCheckPage,
  PortalVehicleCheckView,
  ResolutionBody,
  toChecksFilter,
  toResolution,
  VehicleChecksQuery,
} from '../contracts/portal-vehicle-check.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

/** Routes of what drivers found walking around the fleet, and how it was put right. */
export function portalVehicleCheckRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/vehicle-checks' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        list(context, PortalVehicleCheckPage, query, (db, page) =>
          listOwnChecks(db, caller, { ...page, ...toChecksFilter(query) }),
        ),
      {
        forPortal: { needs: ['drivers:read'] },
        query: VehicleChecksQuery,
        response: PortalVehicleCheckPage.schema,
        summary: 'List walkaround checks, the latest first',
      },
    )
    .post(
      '/:id/resolve',
      ({ caller, params, body, context }) =>
        write(context, PortalVehicleCheckView, (tx) =>
          resolveVehicleCheck(tx, caller, idOrNotFound(params.id), toResolution(body), context.now),
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found', 'invalid_transition'],
        body: ResolutionBody,
        response: PortalVehicleCheckView.schema,
        summary: 'Say how what a check found was put right',
      },
    )
}
