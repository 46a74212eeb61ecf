import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readRoster } from '../../actions/dbs-readings.ts'
import { addDriver, reinviteDriver } from '../../actions/drivers.ts'
import { asDriver, Driver, DriverBody, DriverEnvelope, DriversQuery, ReinviteEnvelope, toDriver } from '../contracts/driver.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'
import { pageOf, paginated } from '../pagination.ts'
import { input, pathId } from '../schema.ts'

/** The roster. */
export function driverRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/drivers' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        pageOf(
          context,
          query,
          (page) => readRoster(app, caller, page, context.now),
          (driver) => asDriver(driver, context.now),
        ),
      {
        forOperator: { needs: ['drivers:read'] },
        query: DriversQuery,
        response: paginated(Driver),
        detail: { tags: ['Operator'], summary: 'List the roster' },
      },
    )
    .post(
      '',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => ({
          status: 201,
          body: { data: asDriver(await addDriver(tx, app, caller, toDriver(body), context.now), context.now) },
        })),
      {
        forOperator: { needs: ['drivers:write'] },
        body: DriverBody,
        response: { 201: DriverEnvelope },
        detail: { tags: ['Operator'], summary: 'Add a driver' },
      },
    )
    .post(
      '/:id/reinvite',
      ({ caller, params, context }) =>
        once(app, context, async (tx) => {
          const { id } = await reinviteDriver(tx, app, caller, Number(params.id), context.now)
          return { status: 200, body: { data: { id, invited: true } } }
        }),
      {
        forOperator: { needs: ['drivers:write'] },
        params: Type.Object({ id: pathId() }),
        body: input({}),
        response: ReinviteEnvelope,
        refuses: ['rate_limited', 'validation_failed'],
        detail: { tags: ['Operator'], summary: "Send the driver's sign-in link again" },
      },
    )
}
