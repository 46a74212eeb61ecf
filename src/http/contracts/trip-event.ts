import { Type } from '@sinclair/typebox'
import type { BookingDetail } from '../../actions/bookings/bookings.ts'
import { toLocalTime } from '../../domain/instant.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { asRecord } from './fields.ts'

export const TripEvent = record({
  id: Type.Integer(),
  leg: Type.Integer(),
  status: oneOf(['en_route', 'arrived', 'on_board', 'completed', 'no_show', 'delayed', 'stop_reached', 'reverted']),
  occurred_at: Type.String(),
  received_at: moment(),
  by: oneOf(['driver', 'operator', 'system']),
  note: nullable(Type.String()),
})

/** A line of a trip's log, on the clocks of its time zone. */
export function asTripEvent(event: BookingDetail['events'][number], timezone: string): Of<typeof TripEvent> {
  return asRecord(TripEvent, event, { occurred_at: toLocalTime(event.occurredAt, timezone) })
}
