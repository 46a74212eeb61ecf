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
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { parseIdOrRefuse } from '../schema.ts'

/** Routes of walkaround checks and repairs. */
export function portalVehicleCheckRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/vehicle-checks' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, PortalVehicleCheckPage, query, (db, page) =>
          listOwnChecks(db, caller, { ...page, ...toChecksFilter(query) }),
        ),
      {
        forPortal: { needs: ['drivers:read'] },
        query: VehicleChecksQuery,
        response: PortalVehicleCheckPage.schema,
        summary: 'List walkaround checks, the newest first',
      },
    )
    .post(
      '/:id/resolve',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, PortalVehicleCheckView, (tx) =>
          resolveVehicleCheck(tx, caller, parseIdOrRefuse(params.id), toResolution(body), context.now),
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found', 'invalid_transition'],
        body: ResolutionBody,
        response: PortalVehicleCheckView.schema,
        summary: 'Record the repair of a defect',
      },
    )
}
