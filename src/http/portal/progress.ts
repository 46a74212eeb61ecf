import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { reportForDriver } from '../../actions/road/progress.ts'
import { PortalProgressBody, progressRefusals, ReportedBookingView, toProgress } from '../contracts/driver-progress.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

/** The route for the office's reports of a trip, for a driver without the app. */
export function portalProgressRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/bookings' })
    .use(createGate(app))
    .post(
      '/:ref/progress',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, ReportedBookingView, (tx) =>
          reportForDriver(tx, caller, params.ref, body.vehicle_no ?? 1, toProgress(body), context.now),
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: progressRefusals,
        body: PortalProgressBody,
        response: ReportedBookingView.schema,
        summary: 'Report a step of the trip for the driver',
      },
    )
}
