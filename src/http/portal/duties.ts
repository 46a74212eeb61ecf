import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { removeDuty } from '../../actions/crews/duties.ts'
import { NoContent } from '../contract.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { parseIdOrRefuse } from '../schema.ts'

/** The route that unassigns a driver from a booking. */
export function portalDutyRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/bookings/:ref/duties' })
    .use(createGate(app))
    .delete(
      '/:id',
      ({ caller, params: { ref, id }, context }) =>
        respondWithWrite(context, NoContent, (tx) => removeDuty(tx, caller, ref, parseIdOrRefuse(id), context.now), 204),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'],
        summary: 'Unassign a driver from a booking',
      },
    )
}
