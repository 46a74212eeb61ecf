import { type Booking, tripCancelled } from './booking.ts'
import { dayMs } from './instant.ts'
import { Refusal } from './refusal.ts'
import { spanInWords } from './spoken.ts'

export const extraKinds = ['waiting', 'mileage', 'parking', 'other'] as const

export type ExtraKind = (typeof extraKinds)[number]

/** Waiting and parking are often known only when the bill comes, so extras are open until 14 days after the end. */
const openForMs = 14 * dayMs

/** Extras may still be added and taken back. Refuses `trip_cancelled`, `trip_finished`. */
export function mustTakeExtras(booking: Booking, now: number): void {
  if (booking.status === 'cancelled') throw tripCancelled()
  if (now <= Math.max(booking.endsAt, booking.finishedAt ?? 0) + openForMs) return
  const facts = { currentStatus: booking.tripStatus }
  throw new Refusal('trip_finished', `Extras are open until ${spanInWords(openForMs)} after the end of a trip.`, facts)
}

/** An extra that has not been paid may be taken back. Refuses `invalid_transition` once less is due than its amount. */
export function mustBeUnpaid(extra: { readonly amount: number }, booking: { readonly dueAmount: number }): void {
  if (booking.dueAmount >= extra.amount) return
  throw new Refusal('invalid_transition', 'This extra has been paid, at least in part.', { currentStatus: 'paid', allowed: [] })
}
