import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeDriver, makeDriverLink, removeDriver } from '../../actions/drivers/portal-drivers.ts'
import { NoContent } from '../contract.ts'
import { DriverLinkView, DriverPatch, DriverView, toDriverChange } from '../contracts/driver.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

/** Routes of a driver who is on the roster: change them, make them a link, take them off. */
export function portalDriverRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/drivers' })
    .use(gate(app))
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        write(context, DriverView, (tx) =>
          changeDriver(tx, app, caller, idOrNotFound(params.id), toDriverChange(body), context.now),
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        body: DriverPatch,
        response: DriverView.schema,
        summary: 'Change what the roster says of a driver',
      },
    )
    .post(
      '/:id/link',
      ({ caller, params, context }) =>
        write(context, DriverLinkView, (tx) => makeDriverLink(tx, caller, idOrNotFound(params.id), context.now), 201),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        response: { 201: DriverLinkView.schema },
        summary: 'Make a link that signs a driver in, to be shown on the spot',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) =>
        write(context, NoContent, (tx) => removeDriver(tx, caller, idOrNotFound(params.id), context.now), 204),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        summary: 'Take a driver off the roster, their devices and their trips',
      },
    )
}
