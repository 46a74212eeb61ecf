import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeDriver, removeDriver } from '../../actions/portal-drivers.ts'
import { asDriver, DriverEnvelope, DriverPatch, toDriverChange } from '../contracts/driver.ts'
import { gate } from '../gate.ts'
import { idOrNotFound } from '../schema.ts'

/** What becomes of a driver after they were put on the roster. */
export function portalDriverRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/portal/v1/drivers' })
    .use(gate(app))
    .patch(
      '/:id',
      async ({ caller, params, body, context }) => {
        const change = toDriverChange(body)
        const id = idOrNotFound(params.id)
        return {
          data: asDriver(await storage.transact((tx) => changeDriver(tx, app, caller, id, change, context.now)), context.now),
        }
      },
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        body: DriverPatch,
        response: DriverEnvelope,
        detail: { tags: ['Portal'], summary: 'Change what the roster says of a driver' },
      },
    )
    .delete(
      '/:id',
      async ({ caller, params, context, status }) => {
        await storage.transact((tx) => removeDriver(tx, caller, idOrNotFound(params.id), context.now))
        return status(204)
      },
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found'],
        detail: { tags: ['Portal'], summary: 'Take a driver off the roster, their devices and their trips' },
      },
    )
}
