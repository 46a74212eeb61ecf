import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeDriver, makeDriverLink, removeDriver } from '../../actions/drivers/portal-drivers.ts'
import { NoContent } from '../contract.ts'
import { DriverLinkView, DriverPatch, DriverView, toDriverChange } from '../contracts/driver.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { parseIdOrRefuse } from '../schema.ts'

/** Routes of a driver on the roster: change, make a link, remove. */
export function portalDriverRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/drivers' })
    .use(createGate(app))
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, DriverView, (tx) =>
          changeDriver(tx, app, caller, parseIdOrRefuse(params.id), toDriverChange(body), context.now),
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        body: DriverPatch,
        response: DriverView.schema,
        summary: "Change a driver's record",
      },
    )
    .post(
      '/:id/link',
      ({ caller, params, context }) =>
        respondWithWrite(
          context,
          DriverLinkView,
          (tx) => makeDriverLink(tx, caller, parseIdOrRefuse(params.id), context.now),
          201,
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        response: { 201: DriverLinkView.schema },
        summary: 'Create a sign-in link for a driver, to show immediately',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) =>
        respondWithWrite(context, NoContent, (tx) => removeDriver(tx, caller, parseIdOrRefuse(params.id), context.now), 204),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        summary: 'Remove a driver from the roster, devices and trips',
      },
    )
}
