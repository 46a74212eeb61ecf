import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeMe, registerPush, showMe } from '../../actions/driver-me.ts'
import { keepLocations } from '../../actions/locations.ts'
import { enterCheck } from '../../actions/vehicle-checks.ts'
import { asTracking, LocationsBody, TrackingEnvelope, toPoints } from '../contracts/driver-location.ts'
import {
  asDriverMe,
  DriverMeEnvelope,
  OwnChangeBody,
  PushTokenBody,
  RegisteredEnvelope,
  toOwnChange,
} from '../contracts/driver-me.ts'
import { asVehicleCheck, toWalkaround, VehicleCheckBody, VehicleCheckEnvelope } from '../contracts/vehicle-check.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'

/** The driver, their phone and their vehicle. */
export function driverMeRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/api/v1/driver' })
    .use(gate(app))
    .get(
      '/me',
      async ({ caller, context }) => ({ data: asDriverMe(await storage.read((db) => showMe(db, caller), caller), context.now) }),
      {
        forDriver: true,
        response: DriverMeEnvelope,
        detail: { tags: ['DriverApp'], summary: 'Read own entry and settings' },
      },
    )
    .patch(
      '/me',
      async ({ caller, body, context }) => {
        const change = toOwnChange(body)
        return { data: asDriverMe(await storage.transact((tx) => changeMe(tx, caller, change, context.now)), context.now) }
      },
      {
        forDriver: true,
        body: OwnChangeBody,
        response: DriverMeEnvelope,
        detail: { tags: ['DriverApp'], summary: 'Change language, emergency contact and notices' },
      },
    )
    .put(
      '/push-token',
      async ({ caller, body }) => ({
        data: { registered: await storage.transact((tx) => registerPush(tx, app.secretBox, caller, body)) },
      }),
      {
        forDriver: true,
        body: PushTokenBody,
        response: RegisteredEnvelope,
        detail: { tags: ['DriverApp'], summary: 'Say where this device takes its notices' },
      },
    )
    .post(
      '/locations',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => ({
          status: 202,
          body: asTracking(await keepLocations(tx, caller, toPoints(body), context.now)),
        })),
      {
        forDriver: { rateLimit: 'locations' },
        body: LocationsBody,
        response: { 202: TrackingEnvelope },
        detail: { tags: ['DriverApp'], summary: 'Send where the coach was' },
      },
    )
    .post(
      '/vehicle-checks',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => {
          const walkaround = toWalkaround(body)
          const check = await enterCheck(tx, app, caller, walkaround, context.now)
          return { status: 201, body: { data: asVehicleCheck(check, walkaround.tripRef) } }
        }),
      {
        forDriver: true,
        refuses: ['not_found'],
        body: VehicleCheckBody,
        response: { 201: VehicleCheckEnvelope },
        detail: { tags: ['DriverApp'], summary: 'Hand in a walkaround check' },
      },
    )
}
