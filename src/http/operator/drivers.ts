import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readRoster } from '../../actions/drivers/dbs-readings.ts'
import { addDriver, reinviteDriver } from '../../actions/drivers/drivers.ts'
import { DriverBody, DriverPage, DriversQuery, DriverView, ReinviteView, toDriver } from '../contracts/driver.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { input, pathId } from '../schema.ts'

export function driverRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/drivers' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, DriverPage, query, (db, page) => readRoster(db, app, caller, page, context.now)),
      { forOperator: { needs: ['drivers:read'] }, query: DriversQuery, response: DriverPage.schema, summary: 'List the roster' },
    )
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithWrite(context, DriverView, (tx) => addDriver(tx, app, caller, toDriver(body), context.now), 201),
      {
        forOperator: { needs: ['drivers:write'] },
        body: DriverBody,
        response: { 201: DriverView.schema },
        summary: 'Add a driver',
      },
    )
    .post(
      '/:id/reinvite',
      ({ caller, params, context }) =>
        respondWithWrite(context, ReinviteView, (tx) => reinviteDriver(tx, app, caller, Number(params.id))),
      {
        forOperator: { needs: ['drivers:write'] },
        params: Type.Object({ id: pathId() }),
        body: input({}),
        response: ReinviteView.schema,
        refuses: ['rate_limited', 'validation_failed'],
        summary: "Send the driver's sign-in link again",
      },
    )
}
