import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { exportDriver } from '../../actions/drivers/driver-export.ts'
import { cancelErasure, scheduleErasure, setLocationConsent } from '../../actions/drivers/driver-privacy.ts'
import { toInstant } from '../../domain/instant.ts'
import { ExportView } from '../contracts/driver-export.ts'
import { ConsentBody, ConsentView, ErasureBody, ErasureView, toLocationConsent } from '../contracts/driver-privacy.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

/** Routes of a driver's data protection rights. */
export function driverPrivacyRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/driver/privacy' })
    .use(createGate(app))
    .get(
      '/export',
      async ({ caller, context }) => {
        const response = await respondWithWrite(context, ExportView, (tx) => exportDriver(tx, app, caller))
        const day = toInstant(context.now).slice(0, 10)
        response.headers.set('Content-Disposition', `attachment; filename="driver-${caller.driverId}-${day}.json"`)
        return response
      },
      { forDriver: true, response: ExportView.schema, summary: 'Export all data about you' },
    )
    .put(
      '/consents',
      ({ caller, body, context }) =>
        respondWithWrite(context, ConsentView, (tx) => setLocationConsent(tx, caller, toLocationConsent(body), context.now)),
      { forDriver: true, body: ConsentBody, response: ConsentView.schema, summary: 'Allow or stop location tracking' },
    )
    .post(
      '/erasure',
      ({ caller, body, context }) =>
        respondWithWrite(
          context,
          ErasureView,
          (tx) =>
            body.confirm ? scheduleErasure(tx, caller, body.reason ?? null, context.now) : cancelErasure(tx, caller, context.now),
          202,
        ),
      {
        forDriver: true,
        refuses: ['erasure_already_scheduled'],
        body: ErasureBody,
        response: { 202: ErasureView.schema },
        summary: 'Request the erasure of your data, or cancel the request',
      },
    )
}
