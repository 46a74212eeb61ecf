import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { reportForDriver } from '../../actions/road/progress.ts'
import { PortalProgressBody, progressRefusals, ReportedBookingView, toProgress } from '../contracts/driver-progress.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'

/** The office reports for a driver who has no app, or no battery. */
export function portalProgressRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/bookings' })
    .use(gate(app))
    .post(
      '/:ref/progress',
      ({ caller, params, body, context }) =>
        write(context, ReportedBookingView, (tx) =>
          reportForDriver(tx, caller, params.ref, body.vehicle_no ?? 1, toProgress(body), context.now),
        ),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: progressRefusals,
        body: PortalProgressBody,
        response: ReportedBookingView.schema,
        summary: "Report a step of the trip on the driver's behalf",
      },
    )
}
