import { type Booking, tripCancelled } from './booking.ts'
import { dayMs } from './instant.ts'
import { Refusal } from './refusal.ts'
import { formatDurationInWords } from './spoken.ts'

export const extraKinds = ['waiting', 'mileage', 'parking', 'other'] as const

export type ExtraKind = (typeof extraKinds)[number]

/** Time after the end of a trip in which extras can change, because the bill for waiting and parking often comes later. */
const openForMs = 14 * dayMs

/** Checks that extras can be added and removed. Refuses `trip_cancelled`, `trip_finished`. */
export function requireOpenForExtras(booking: Booking, now: number): void {
  if (booking.status === 'cancelled') throw tripCancelled()
  if (now <= Math.max(booking.endsAt, booking.finishedAt ?? 0) + openForMs) return
  const facts = { currentStatus: booking.tripStatus }
  throw new Refusal(
    'trip_finished',
    `You can change extras until ${formatDurationInWords(openForMs)} after the end of a trip.`,
    facts,
  )
}

/** An unpaid extra can be removed. Refuses `invalid_transition` if the amount due is less than the extra. */
export function requireUnpaidExtra(extra: { readonly amount: number }, booking: { readonly dueAmount: number }): void {
  if (booking.dueAmount >= extra.amount) return
  throw new Refusal('invalid_transition', 'The customer has paid this extra, at least in part.', {
    currentStatus: 'paid',
    allowed: [],
  })
}
