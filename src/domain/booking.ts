import { type Refundable, refundByTerms, refundStandsUntil } from './cancellation-terms.ts'
import { dayMs } from './instant.ts'
import { Refusal } from './refusal.ts'

export type BookingStatus =
  /** Every booking begins here, when the money of its quote clears; driven to its end it stays here. */
  | 'active'
  /** The customer, the operator or the platform called it off before its end. Final. */
  | 'cancelled'

export const bookingFilters = ['active', 'cancelled', 'all'] as const

export type BookingFilter = (typeof bookingFilters)[number]

export type BookingPaymentStatus =
  /** Less than the deposit is there, because a payment was reversed. Money that comes moves it on. */
  | 'unpaid'
  /** As booked, where the deposit is a part of the price, and again when more is owed. Paying the rest or a refund moves it on. */
  | 'deposit_paid'
  /** Nothing is due. An extra, a reversal or a refund moves it on. */
  | 'paid'
  /** A cancellation gave back all that had been paid; of what goes by hand, once it is sent. Final. */
  | 'refunded'
  /** A cancellation gave back some of it. Sending what is still to go by hand may move it on. */
  | 'part_refunded'

export const tripStatuses = [
  /** As booked, and again when the driver declines, leaves or is erased. The operator moves it on by giving a driver. */
  'unassigned',
  /** The operator gave a driver and a vehicle, also in place of others. The driver acknowledges, declines or sets off. */
  'assigned',
  /** The driver said they will drive. They set off, decline, or the operator gives another. */
  'acknowledged',
  /** The driver, or the operator for them, set off on a leg. Arriving moves it on, another driver starts it again. */
  'en_route',
  /** At the pickup. Left by who boards or does not come, or by another driver. */
  'arrived',
  /** The group is in the coach. The end of the leg moves it on; another driver carries on. */
  'on_board',
  /** A leg is over and another follows. Left by setting off again. */
  'between_legs',
  /** The last leg ended, or the clock took it so 24 h after the end. Only an undo of that step leaves it. */
  'completed',
  /** No one came on any leg. Only an undo of that step leaves it. */
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
  /** Amount that the customer has paid and not got back. */
  readonly paidAmount: number
  readonly departsAt: number
  readonly endsAt: number
  readonly cancellation: Cancellation | null
  readonly cancelledAt: number | null
  readonly finishedAt: number | null
  readonly updatedAt: number
}

/** The revision of a booking as it is made; each change of what was booked is another. */
export const firstRevision = 1

/** A trip without a reported end completes by itself this long after `endsAt`, so that payouts never hang. */
export const completesAfterMs = dayMs

/** Days before departure at which a balance falls due, unless the operator says otherwise. */
export const usualBalanceDays = 14

/** The balance falls due so many days before departure, or at once when that has passed; null when nothing is left to pay. */
export function balanceDueAt(balanceAmount: number, departsAt: number, now: number, days = usualBalanceDays): number | null {
  return balanceAmount === 0 ? null : Math.max(departsAt - days * dayMs, now)
}

/** The vehicles that go: as an amendment left them, else those the quote offers. */
export function vehiclesOf<Vehicle>(
  booking: { readonly vehicles: readonly Vehicle[] | null },
  quote: { readonly vehicles: readonly Vehicle[] },
): readonly Vehicle[] {
  return booking.vehicles ?? quote.vehicles
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

/**
 * Amount that the customer gets back, in minor units: all that was paid but what is kept. The platform and the operator
 * keep nothing. Where a customer cancels, the terms of the quote say what is kept.
 */
export function refundFor(booking: Refundable, by: Cancellation['by'], now: number): number {
  return by === 'customer' ? refundByTerms(booking, now) : booking.paidAmount
}

/**
 * The refund of a customer who called the trip off now, and the last instant (ms) at which that is so. `until` is null
 * once it will not change any more. Null when there is nothing to call off.
 */
export function previewRefund(booking: Booking & Refundable, now: number): { refundAmount: number; until: number | null } | null {
  if (booking.status === 'cancelled' || booking.finishedAt !== null) return null
  return { refundAmount: refundFor(booking, 'customer', now), until: refundStandsUntil(booking, now) }
}

/**
 * The refund and the payout where the operator calls the trip off, `paidAmount` of which was paid. The customer gets
 * all of it back, so that nothing is left to pay out. Null when there is nothing to call off.
 */
export function previewCallOff(
  { status, finishedAt }: Pick<Booking, 'status' | 'finishedAt'>,
  paidAmount: number,
): { refundAmount: number; payoutAmount: number } | null {
  return status === 'cancelled' || finishedAt !== null ? null : { refundAmount: paidAmount, payoutAmount: 0 }
}

/** The booking is called off. Refuses `trip_cancelled`, `trip_finished`. */
export function cancel<T extends Booking & Refundable>(booking: T, by: Cancellation['by'], reason: string, now: number): T {
  mustBeUnderway(booking)
  const refundAmount = refundFor(booking, by, now)
  return {
    ...booking,
    status: 'cancelled',
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
