import { dayMs } from './instant.ts'
import { share } from './money.ts'
import { Refusal } from './refusal.ts'

export type BookingStatus = 'active' | 'cancelled'

export const bookingFilters = ['active', 'cancelled', 'all'] as const

export type BookingFilter = (typeof bookingFilters)[number]

export type BookingPaymentStatus = 'deposit_paid' | 'paid' | 'refunded' | 'part_refunded'

export const tripStatuses = [
  'unassigned',
  'assigned',
  'acknowledged',
  'en_route',
  'arrived',
  'on_board',
  'between_legs',
  'completed',
  'no_show',
] as const

export type TripStatus = (typeof tripStatuses)[number]

export type Cancellation = {
  readonly by: 'customer' | 'operator' | 'platform'
  readonly reason: string
  readonly refundAmount: number
  readonly at: number
}

/** The part of a booking that its moves look at. Amounts in minor units, instants in ms. */
export type Booking = {
  readonly status: BookingStatus
  readonly tripStatus: TripStatus
  readonly depositAmount: number
  readonly paymentStatus: BookingPaymentStatus
  readonly departsAt: number
  readonly endsAt: number
  readonly cancellation: Cancellation | null
  readonly cancelledAt: number | null
  readonly finishedAt: number | null
  readonly updatedAt: number
}

/** A trip without a reported end completes by itself this long after `endsAt`, so that payouts never hang. */
export const completesAfterMs = dayMs

/** The balance falls due a fortnight before departure, or at once when that has passed; null when nothing is left to pay. */
export function balanceDueAt(balanceAmount: number, departsAt: number, now: number): number | null {
  return balanceAmount === 0 ? null : Math.max(departsAt - 14 * dayMs, now)
}

/** What the deposit alone has paid of a price. */
export function paidBy(depositAmount: number, priceAmount: number): BookingPaymentStatus {
  return depositAmount === priceAmount ? 'paid' : 'deposit_paid'
}

/** Neither cancelled nor over. Refuses `trip_cancelled`, `trip_finished`. */
export function mustBeUnderway(booking: Booking): void {
  if (booking.status === 'cancelled') throw tripCancelled()
  if (booking.finishedAt !== null) {
    throw new Refusal('trip_finished', 'This trip is finished.', { currentStatus: booking.tripStatus })
  }
}

/** `trip_cancelled`, for whatever comes too late. */
export function tripCancelled(): Refusal {
  return new Refusal('trip_cancelled', 'This trip is cancelled.', { currentStatus: 'cancelled' })
}

/** How much of a deposit goes back to a customer who gives at least so much notice (usual UK hire terms), most notice first. */
const refundScale = [
  { noticeMs: 28 * dayMs, shareBps: 10_000 },
  { noticeMs: 14 * dayMs, shareBps: 5_000 },
] as const

/**
 * What the customer gets back of a deposit, in minor units. Whoever runs the service gives all of it back; a customer
 * who cancels four weeks ahead all of it, two weeks ahead half, later nothing.
 */
export function refundFor(booking: Booking, by: Cancellation['by'], now: number): number {
  return by === 'customer' ? share(booking.depositAmount, refundStep(booking, now)?.shareBps ?? 0) : booking.depositAmount
}

function refundStep({ departsAt }: Booking, now: number) {
  return refundScale.find(({ noticeMs }) => departsAt - now >= noticeMs) ?? null
}

/**
 * What a customer who called the trip off now would get back, and the last instant (ms) at which that is so; `until` is
 * null once less is no longer possible. Null when there is nothing to call off.
 */
export function previewRefund(booking: Booking, now: number): { refundAmount: number; until: number | null } | null {
  if (booking.status === 'cancelled' || booking.finishedAt !== null) return null
  const step = refundStep(booking, now)
  return { refundAmount: refundFor(booking, 'customer', now), until: step && booking.departsAt - step.noticeMs }
}

/** The booking is called off. Refuses `trip_cancelled`, `trip_finished`. */
export function cancel<T extends Booking>(booking: T, by: Cancellation['by'], reason: string, now: number): T {
  mustBeUnderway(booking)
  const refundAmount = refundFor(booking, by, now)
  return {
    ...booking,
    status: 'cancelled',
    paymentStatus:
      refundAmount === 0 ? booking.paymentStatus : refundAmount === booking.depositAmount ? 'refunded' : 'part_refunded',
    cancellation: { by, reason, refundAmount, at: now },
    cancelledAt: now,
    updatedAt: now,
  }
}

/** The trip ended at `at` (ms), by itself or by its driver's report. */
export function finish<T extends Booking>(booking: T, tripStatus: 'completed' | 'no_show', at: number): T {
  return { ...booking, tripStatus, finishedAt: at, updatedAt: at }
}

/** The end was reported by mistake and is taken back. */
export function reopen<T extends Booking>(booking: T, tripStatus: TripStatus): T {
  return { ...booking, tripStatus, finishedAt: null }
}

/** A driver and a vehicle are given: until passengers are on board the progress starts again, after that it goes on. */
export function assign<T extends Booking>(booking: T, now: number): T {
  mustBeUnderway(booking)
  const carriesOn = booking.tripStatus === 'on_board' || booking.tripStatus === 'between_legs'
  return { ...booking, tripStatus: carriesOn ? booking.tripStatus : 'assigned', updatedAt: now }
}
