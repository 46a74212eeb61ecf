import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { removeDuty } from '../../actions/crews/duties.ts'
import { NoContent } from '../contract.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

/** The route that takes somebody off a booking. */
export function portalDutyRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/bookings/:ref/duties' })
    .use(gate(app))
    .delete(
      '/:id',
      ({ caller, params: { ref, id }, context }) =>
        write(context, NoContent, (tx) => removeDuty(tx, caller, ref, idOrNotFound(id), context.now), 204),
      {
        forPortal: { needs: ['drivers:write'] },
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'],
        summary: 'Take somebody off a booking',
      },
    )
}
