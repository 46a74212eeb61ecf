import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeMe, registerPush, showMe } from '../../actions/drivers/driver-me.ts'
import { enterCheck } from '../../actions/fleet/vehicle-checks.ts'
import { keepLocations } from '../../actions/road/locations.ts'
import { respondWithRead } from '../contract.ts'
import { LocationsBody, TrackingView, toPoints } from '../contracts/driver-location.ts'
import { DriverMeView, OwnChangeBody, PushTokenBody, RegisteredView, toOwnChange } from '../contracts/driver-me.ts'
import { ReportedCheckView, toWalkaround, VehicleCheckBody } from '../contracts/vehicle-check.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

const own = { forDriver: true, response: DriverMeView.schema } as const

/** Routes of the driver, the phone and the vehicle. */
export function driverMeRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/driver' })
    .use(createGate(app))
    .get('/me', ({ caller, context }) => respondWithRead(context, DriverMeView, (db) => showMe(db, caller)), {
      ...own,
      summary: 'Read your driver record and settings',
    })
    .patch(
      '/me',
      ({ caller, body, context }) =>
        respondWithWrite(context, DriverMeView, (tx) => changeMe(tx, app, caller, toOwnChange(body), context.now)),
      { ...own, body: OwnChangeBody, summary: 'Change language, emergency contact and notifications' },
    )
    .put(
      '/push-token',
      ({ caller, body, context }) =>
        respondWithWrite(context, RegisteredView, (tx) => registerPush(tx, app.secretBox, caller, body)),
      {
        forDriver: true,
        body: PushTokenBody,
        response: RegisteredView.schema,
        summary: 'Register this device for push notifications',
      },
    )
    .post(
      '/locations',
      ({ caller, body, context }) =>
        respondWithWrite(context, TrackingView, (tx) => keepLocations(tx, caller, toPoints(body), context.now), 202),
      {
        forDriver: { rateLimit: 'locations' },
        body: LocationsBody,
        response: { 202: TrackingView.schema },
        summary: 'Send positions of the vehicle',
      },
    )
    .post(
      '/vehicle-checks',
      ({ caller, body, context }) =>
        respondWithWrite(context, ReportedCheckView, (tx) => enterCheck(tx, caller, toWalkaround(body), context.now), 201),
      {
        forDriver: true,
        refuses: ['not_found'],
        body: VehicleCheckBody,
        response: { 201: ReportedCheckView.schema },
        summary: 'Submit a walkaround check',
      },
    )
}
