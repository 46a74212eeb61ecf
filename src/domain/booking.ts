import { computeRefundByTerms, findRefundEnd, type Refundable } from './cancellation-terms.ts'
import { dayMs } from './instant.ts'
import { Refusal } from './refusal.ts'

export type BookingStatus =
  /** Initial status, when the payment for the quote clears. A completed booking keeps it. */
  | 'active'
  /** The customer, the operator or the platform cancelled it before its end. Final. */
  | 'cancelled'

export const bookingFilters = ['active', 'cancelled', 'all'] as const

export type BookingFilter = (typeof bookingFilters)[number]

export type BookingPaymentStatus =
  /** The payments are below the deposit, after a reversal. A payment moves it on. */
  | 'unpaid'
  /**
   * Initial status if the deposit is a part of the price, and again when an amount is due. The balance or a refund moves it on.
   */
  | 'deposit_paid'
  /** Nothing is due. An extra, a reversal or a refund changes it. */
  | 'paid'
  /** A cancellation refunded all payments; a refund by hand counts once it is sent. Final. */
  | 'refunded'
  /** A cancellation refunded some of the payments. A remaining refund by hand can move it on. */
  | 'part_refunded'

export const tripStatuses = [
  /** Initial status, and again when the driver declines, leaves or is erased. An assignment by the operator moves it on. */
  'unassigned',
  /** The operator assigned a driver and a vehicle, also as replacements. The driver accepts, declines or sets off. */
  'assigned',
  /** The driver accepted the trip. The driver sets off or declines, or the operator assigns another driver. */
  'acknowledged',
  /** The driver, or the operator for the driver, set off on a leg. Arrival moves it on; another driver starts the leg again. */
  'en_route',
  /** At the pick-up. Boarding, a no-show or another driver moves it on. */
  'arrived',
  /** The passengers are on board. The end of the leg moves it on; another driver continues. */
  'on_board',
  /** A leg has ended and another follows. Setting off moves it on. */
  'between_legs',
  /** The last leg ended, or the clock completed it 24 h after the end. Only an undo of that step moves it back. */
  'completed',
  /** A no-show on every leg. Only an undo of that step moves it back. */
  'no_show',
] as const

export type TripStatus = (typeof tripStatuses)[number]

export type Cancellation = {
  readonly by: 'customer' | 'operator' | 'platform'
  readonly reason: string
  readonly refundAmount: number
  readonly at: number
}

/** The fields of a booking for its moves. Amounts in minor units, instants in ms. */
export type Booking = {
  readonly status: BookingStatus
  readonly tripStatus: TripStatus
  readonly depositAmount: number
  /** Payments of the customer, less refunds. */
  readonly paidAmount: number
  readonly departsAt: number
  readonly endsAt: number
  readonly cancellation: Cancellation | null
  readonly cancelledAt: number | null
  readonly finishedAt: number | null
  readonly updatedAt: number
}

/** The revision of a new booking. Each change increases it. */
export const firstRevision = 1

/** A trip without a reported end completes automatically this long after `endsAt`, so that payouts are never blocked. */
export const completesAfterMs = dayMs

/** Default number of days before departure at which a balance falls due. */
export const usualBalanceDays = 14

/** The due date of a balance: this number of days before departure, or now if that has passed. Null without a balance. */
export function computeBalanceDueTime(
  balanceAmount: number,
  departsAt: number,
  now: number,
  days = usualBalanceDays,
): number | null {
  return balanceAmount === 0 ? null : Math.max(departsAt - days * dayMs, now)
}

/** The vehicles of a booking: from its last amendment, otherwise from the quote. */
export function listBookedVehicles<Vehicle>(
  booking: { readonly vehicles: readonly Vehicle[] | null },
  quote: { readonly vehicles: readonly Vehicle[] },
): readonly Vehicle[] {
  return booking.vehicles ?? quote.vehicles
}

/** Refuses `trip_cancelled` and `trip_finished`. */
export function requireActiveTrip(booking: Booking): void {
  if (booking.status === 'cancelled') throw tripCancelled()
  if (booking.finishedAt !== null) {
    throw new Refusal('trip_finished', 'This trip has ended.', { currentStatus: booking.tripStatus })
  }
}

/** `trip_cancelled`, for an action after the cancellation. */
export function tripCancelled(): Refusal {
  return new Refusal('trip_cancelled', 'This trip has been cancelled.', { currentStatus: 'cancelled' })
}

/**
 * Refund of the customer, in minor units: all payments less the cancellation charge. The quote's terms set the charge if the
 * customer cancels. The platform and the operator charge nothing.
 */
export function computeRefund(booking: Refundable, by: Cancellation['by'], now: number): number {
  return by === 'customer' ? computeRefundByTerms(booking, now) : booking.paidAmount
}

/**
 * The refund for a cancellation by the customer now, and the last instant (ms) for it. `until` is null if the refund no longer
 * changes. Null if nothing can be cancelled.
 */
export function previewRefund(booking: Booking & Refundable, now: number): { refundAmount: number; until: number | null } | null {
  if (booking.status === 'cancelled' || booking.finishedAt !== null) return null
  return { refundAmount: computeRefund(booking, 'customer', now), until: findRefundEnd(booking, now) }
}

/**
 * The refund and the payout for a cancellation by the operator, after payments of `paidAmount`. The customer gets a full refund,
 * so the payout is zero. Null if nothing can be cancelled.
 */
export function previewCancellation(
  { status, finishedAt }: Pick<Booking, 'status' | 'finishedAt'>,
  paidAmount: number,
): { refundAmount: number; payoutAmount: number } | null {
  return status === 'cancelled' || finishedAt !== null ? null : { refundAmount: paidAmount, payoutAmount: 0 }
}

/** Cancels the booking. Refuses `trip_cancelled`, `trip_finished`. */
export function markBookingCancelled<T extends Booking & Refundable>(
  booking: T,
  by: Cancellation['by'],
  reason: string,
  now: number,
): T {
  requireActiveTrip(booking)
  const refundAmount = computeRefund(booking, by, now)
  return {
    ...booking,
    status: 'cancelled',
    cancellation: { by, reason, refundAmount, at: now },
    cancelledAt: now,
    updatedAt: now,
  }
}

/** The booking of a trip that ended at `at` (ms), automatically or by its driver's report. */
export function finishBooking<T extends Booking>(booking: T, tripStatus: 'completed' | 'no_show', at: number): T {
  return { ...booking, tripStatus, finishedAt: at, updatedAt: at }
}

/** Undoes an end that was reported by mistake. */
export function reopenBooking<T extends Booking>(booking: T, tripStatus: TripStatus): T {
  return { ...booking, tripStatus, finishedAt: null }
}
