import { Type } from '@sinclair/typebox'
import type { BookingDetail } from '../../actions/bookings/bookings.ts'
import { toLocalTime } from '../../domain/instant.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { asRecord } from './fields.ts'

const Line = record({
  id: Type.Integer(),
  leg: Type.Integer(),
  status: oneOf(['en_route', 'arrived', 'on_board', 'completed', 'no_show', 'delayed', 'stop_reached', 'reverted']),
  occurred_at: Type.String(),
  received_at: moment(),
  by: oneOf(['driver', 'operator', 'system']),
  note: nullable(Type.String()),
})

/**
 * An entry of a trip's log. A delay has `delay_minutes`, 0 for a coach that is on time again. `reverted` names the entry that it
 * undoes.
 */
export const TripEvent = record({
  ...Line.properties,
  delay_minutes: Type.Optional(nullable(Type.Integer())),
  reverts_event_id: Type.Optional(nullable(Type.Integer())),
})

/** An entry of a trip's log, in the trip's time zone. */
export function asTripEvent(event: BookingDetail['events'][number], timezone: string): Of<typeof TripEvent> {
  const line = asRecord(Line, event, { occurred_at: toLocalTime(event.occurredAt, timezone) })
  if (event.status === 'reverted') return { ...line, reverts_event_id: event.revertsEventId }
  return event.status === 'delayed' ? { ...line, delay_minutes: event.delayMinutes } : line
}
