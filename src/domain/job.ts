import { isPastQuoting, jobClosed, type Offer } from './offer.ts'
import { isLive, type Quote } from './quote.ts'
import { Refusal } from './refusal.ts'

/** The state of the trip as a whole, the same for every reader. */
export type TripState =
  /** As entered by the platform, the customer or the operator. Booking, cancelling or its departure moves it on. */
  | 'open'
  /** The money of a quote cleared, or the end of the trip was taken back. Left by its end or by cancelling. */
  | 'booked'
  /** The last leg ended, or the clock took it so 24 h after the end. Only an undo of that step leaves it. */
  | 'completed'
  /** The customer, the platform or the operator of the booking gave it up. Final. */
  | 'cancelled'
  /** It departed without a booking, by the clock. Final. */
  | 'expired'

export const jobStatuses = [
  /** Offered and not quoted, or the quote is gone. The operator quotes or declines; `quote_by` ends it. */
  'fresh',
  /** The operator has a live quote. Left when that ends or is asked for. */
  'quoted',
  /** The customer asks to book the quote. The operator answers, the customer takes it back, or time runs out. */
  'booking_requested',
  /** The quote of this operator is paid for. Only a cancellation leaves it. */
  'won',
  /** Another operator won. Final. */
  'lost',
  /** The operator turned it down. Only a quote of theirs leaves it. */
  'declined',
  /** Quoting or departure passed without a live quote. Until departure it may still be lost or cancelled. */
  'expired',
  /** The trip was given up. Final. */
  'cancelled',
] as const

export type JobStatus = (typeof jobStatuses)[number]

export const jobFilters = ['all', 'fresh', 'quoted', 'closing', 'expired'] as const

export type JobFilter = (typeof jobFilters)[number]

export const declineReasons = [
  'no_vehicle',
  'no_driver',
  'driver_hours',
  'too_far',
  'too_small',
  'requirements',
  'dates',
  'other',
] as const

export type DeclineReason = (typeof declineReasons)[number]

/** The job's status to the operator who holds this offer. */
export function jobStatus(offer: Offer, quote: Quote | null, now: number): JobStatus {
  if (quote !== null && isLive(quote)) return quote.status === 'requested' ? 'booking_requested' : 'quoted'
  if (offer.declinedAt !== null) return 'declined'
  if (offer.outcome !== null) return offer.outcome
  return isPastQuoting(offer, now) ? 'expired' : 'fresh'
}

/** Instant (ms) at which the job closed to this operator, or null while something can still be done. */
export function jobClosedAt(offer: Offer, quote: Quote | null, now: number): number | null {
  if (offer.closedAt !== null) return offer.closedAt
  return jobStatus(offer, quote, now) === 'expired' ? ranOutAt(offer, quote) : null
}

/** Instant (ms) at which an offer that no one took was over: quoting had ended, and the last quote was gone. */
export function ranOutAt(offer: Offer, quote: Quote | null): number {
  return Math.max(Math.min(offer.quoteBy, offer.departsAt), quote?.closedAt ?? 0)
}

/** Refuses `job_closed` once the job is over for this operator. */
function mustBeOpen(offer: Offer, quote: Quote | null): void {
  if (offer.outcome !== null) throw jobClosed(quote)
}

/** The job is turned down; a second time changes nothing. Refuses `live_quote_exists`, `job_closed`. */
export function declineOffer<T extends Offer>(offer: T, quote: Quote | null, now: number): T {
  mustBeOpen(offer, quote)
  if (quote !== null && isLive(quote)) {
    throw new Refusal('live_quote_exists', 'Withdraw the quote before declining the job.', { currentStatus: quote.status })
  }
  if (offer.declinedAt !== null) return offer
  if (isPastQuoting(offer, now)) throw jobClosed(quote)
  return { ...offer, declinedAt: now }
}
