import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { addVehicle, changeVehicle, listFleet, removeVehicle } from '../../actions/vehicles.ts'
import {
  asVehicle,
  toVehicle,
  toVehicleChange,
  VehicleBody,
  VehicleEnvelope,
  VehiclePatch,
  VehiclesEnvelope,
} from '../contracts/vehicle.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

/** The fleet. */
export function portalVehicleRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/portal/v1/vehicles' })
    .use(gate(app))
    .get('', async ({ caller }) => ({ data: (await storage.read((db) => listFleet(db, caller), caller)).map(asVehicle) }), {
      forPortal: true,
      response: VehiclesEnvelope,
      detail: { tags: ['Portal'], summary: 'List the fleet' },
    })
    .post(
      '',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => ({
          status: 201,
          body: { data: asVehicle(await addVehicle(tx, caller, toVehicle(body), context.now)) },
        })),
      {
        forPortal: true,
        body: VehicleBody,
        response: { 201: VehicleEnvelope },
        detail: { tags: ['Portal'], summary: 'Add a vehicle' },
      },
    )
    .patch(
      '/:id',
      async ({ caller, params, body, context }) => ({
        data: asVehicle(
          await storage.transact((tx) => changeVehicle(tx, caller, idOrNotFound(params.id), toVehicleChange(body), context.now)),
        ),
      }),
      {
        forPortal: true,
        refuses: ['not_found'],
        body: VehiclePatch,
        response: VehicleEnvelope,
        detail: { tags: ['Portal'], summary: 'Change a vehicle' },
      },
    )
    .delete(
      '/:id',
      async ({ caller, params, context, status }) => {
        await storage.transact((tx) => removeVehicle(tx, caller, idOrNotFound(params.id), context.now))
        return status(204)
      },
      { forPortal: true, refuses: ['not_found'], detail: { tags: ['Portal'], summary: 'Take a vehicle out of the fleet' } },
    )
}
