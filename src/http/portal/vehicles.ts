import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { addVehicle, changeVehicle, listFleet, removeVehicle } from '../../actions/fleet/vehicles.ts'
import { NoContent, respondWithRead } from '../contract.ts'
import { toVehicle, toVehicleChange, VehicleBody, VehiclePatch, VehiclesView, VehicleView } from '../contracts/vehicle.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { parseIdOrRefuse } from '../schema.ts'

export function portalVehicleRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/vehicles' })
    .use(createGate(app))
    .get('', ({ caller, context }) => respondWithRead(context, VehiclesView, (db) => listFleet(db, caller)), {
      forPortal: { needs: ['drivers:read'] },
      response: VehiclesView.schema,
      summary: 'List the fleet',
    })
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithWrite(context, VehicleView, (tx) => addVehicle(tx, caller, toVehicle(body), context.now), 201),
      {
        forPortal: { needs: ['drivers:write'] },
        body: VehicleBody,
        response: { 201: VehicleView.schema },
        summary: 'Add a vehicle',
      },
    )
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, VehicleView, (tx) =>
          changeVehicle(tx, caller, parseIdOrRefuse(params.id), toVehicleChange(body), context.now),
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        body: VehiclePatch,
        response: VehicleView.schema,
        summary: 'Change a vehicle',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) =>
        respondWithWrite(context, NoContent, (tx) => removeVehicle(tx, caller, parseIdOrRefuse(params.id), context.now), 204),
      { forPortal: { needs: ['drivers:write'] }, refuses: ['not_found'], summary: 'Remove a vehicle from the fleet' },
    )
}
