import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeMe, registerPush, showMe } from '../../actions/drivers/driver-me.ts'
import { enterCheck } from '../../actions/fleet/vehicle-checks.ts'
import { keepLocations } from '../../actions/road/locations.ts'
import { read } from '../contract.ts'
import { LocationsBody, TrackingView, toPoints } from '../contracts/driver-location.ts'
import { DriverMeView, OwnChangeBody, PushTokenBody, RegisteredView, toOwnChange } from '../contracts/driver-me.ts'
import { ReportedCheckView, toWalkaround, VehicleCheckBody } from '../contracts/vehicle-check.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'

const own = { forDriver: true, response: DriverMeView.schema } as const

/** The driver, their phone and their vehicle. */
export function driverMeRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/driver' })
    .use(gate(app))
    .get('/me', ({ caller, context }) => read(context, DriverMeView, (db) => showMe(db, caller)), {
      ...own,
      summary: 'Read own entry and settings',
    })
    .patch(
      '/me',
      ({ caller, body, context }) =>
        write(context, DriverMeView, (tx) => changeMe(tx, app, caller, toOwnChange(body), context.now)),
      { ...own, body: OwnChangeBody, summary: 'Change language, emergency contact and notices' },
    )
    .put(
      '/push-token',
      ({ caller, body, context }) => write(context, RegisteredView, (tx) => registerPush(tx, app.secretBox, caller, body)),
      {
        forDriver: true,
        body: PushTokenBody,
        response: RegisteredView.schema,
        summary: 'Say where this device takes its notices',
      },
    )
    .post(
      '/locations',
      ({ caller, body, context }) =>
        write(context, TrackingView, (tx) => keepLocations(tx, caller, toPoints(body), context.now), 202),
      {
        forDriver: { rateLimit: 'locations' },
        body: LocationsBody,
        response: { 202: TrackingView.schema },
        summary: 'Send where the coach was',
      },
    )
    .post(
      '/vehicle-checks',
      ({ caller, body, context }) =>
        write(context, ReportedCheckView, (tx) => enterCheck(tx, caller, toWalkaround(body), context.now), 201),
      {
        forDriver: true,
        refuses: ['not_found'],
        body: VehicleCheckBody,
        response: { 201: ReportedCheckView.schema },
        summary: 'Hand in a walkaround check',
      },
    )
}
