import { dayMs } from './instant.ts'
import { share } from './money.ts'
import { Refusal } from './refusal.ts'

export type BookingStatus =
  /** Every booking begins here, when the money of its quote clears; driven to its end it stays here. */
  | 'active'
  /** The customer, the operator or the platform called it off before its end. Final. */
  | 'cancelled'

export const bookingFilters = ['active', 'cancelled', 'all'] as const

export type BookingFilter = (typeof bookingFilters)[number]

export type BookingPaymentStatus =
  /** As booked, where the deposit is a part of the price. A cancellation that gives something back moves it on. */
  | 'deposit_paid'
  /** As booked, where the deposit is the whole price. Left in the same way. */
  | 'paid'
  /** A cancellation gives the whole deposit back. Final. */
  | 'refunded'
  /** A cancellation by the customer gives some of it back. Final. */
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
 * What the customer gets back of a deposit, in minor units. The platform and the operator give all of it back; a customer
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
