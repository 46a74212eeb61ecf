import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { addVehicle, changeVehicle, listFleet, removeVehicle } from '../../actions/fleet/vehicles.ts'
import { NoContent, read } from '../contract.ts'
import { toVehicle, toVehicleChange, VehicleBody, VehiclePatch, VehiclesView, VehicleView } from '../contracts/vehicle.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

/** The fleet. */
export function portalVehicleRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/vehicles' })
    .use(gate(app))
    .get('', ({ caller, context }) => read(context, VehiclesView, (db) => listFleet(db, caller)), {
      forPortal: { needs: ['drivers:read'] },
      response: VehiclesView.schema,
      summary: 'List the fleet',
    })
    .post(
      '',
      ({ caller, body, context }) =>
        write(context, VehicleView, (tx) => addVehicle(tx, caller, toVehicle(body), context.now), 201),
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
        write(context, VehicleView, (tx) =>
          changeVehicle(tx, caller, idOrNotFound(params.id), toVehicleChange(body), context.now),
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
        write(context, NoContent, (tx) => removeVehicle(tx, caller, idOrNotFound(params.id), context.now), 204),
      { forPortal: { needs: ['drivers:write'] }, refuses: ['not_found'], summary: 'Take a vehicle out of the fleet' },
    )
}
