import { isPastQuoting, jobClosed, type Offer } from './offer.ts'
import { isLive, type Quote } from './quote.ts'
import { Refusal } from './refusal.ts'

/** The state of the whole trip, the same for every reader. */
export type TripState =
  /**
   * Initial status, after entry by the platform, the customer or the operator. A booking, a cancellation or the departure moves
   * it on.
   */
  | 'open'
  /** The payment for a quote cleared, or the end of the trip was undone. The end or a cancellation moves it on. */
  | 'booked'
  /** The last leg ended, or the clock completed it 24 h after the end. Only an undo of that step moves it back. */
  | 'completed'
  /** The customer, the platform or the booked operator cancelled it. Final. */
  | 'cancelled'
  /** It departed without a booking. By the clock, final. */
  | 'expired'

export const jobStatuses = [
  /** Offered without an active quote. The operator quotes or declines; `quote_by` ends it. */
  'fresh',
  /** The operator has an active quote. Its end or a request moves it on. */
  'quoted',
  /** The customer requested the quote. The operator answers, the customer withdraws the request, or the time runs out. */
  'booking_requested',
  /** This operator's quote was paid. Only a cancellation changes it. */
  'won',
  /** Another operator won. Final. */
  'lost',
  /** The operator declined it. Only a new quote changes it. */
  'declined',
  /** Quoting or the departure passed without an active quote. Until departure it can still become lost or cancelled. */
  'expired',
  /** The trip was cancelled. Final. */
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

/** The status of a job for the operator with this offer. */
export function findJobStatus(offer: Offer, quote: Quote | null, now: number): JobStatus {
  if (quote !== null && isLive(quote)) return quote.status === 'requested' ? 'booking_requested' : 'quoted'
  if (offer.declinedAt !== null) return 'declined'
  if (offer.outcome !== null) return offer.outcome
  return isPastQuoting(offer, now) ? 'expired' : 'fresh'
}

/** Instant (ms) at which the job closed for this operator; null while it is open. */
export function findJobCloseTime(offer: Offer, quote: Quote | null, now: number): number | null {
  if (offer.closedAt !== null) return offer.closedAt
  return findJobStatus(offer, quote, now) === 'expired' ? findOfferEndTime(offer, quote) : null
}

/** Instant (ms) at which an offer without a booking ended: quoting had closed, and the last quote had ended. */
export function findOfferEndTime(offer: Offer, quote: Quote | null): number {
  return Math.max(Math.min(offer.quoteBy, offer.departsAt), quote?.closedAt ?? 0)
}

/** Refuses `job_closed` if the job is closed for this operator. */
function requireOpenJob(offer: Offer, quote: Quote | null): void {
  if (offer.outcome !== null) throw jobClosed(quote)
}

/** Declines the job. A repeat changes nothing. Refuses `live_quote_exists`, `job_closed`. */
export function declineOffer<T extends Offer>(offer: T, quote: Quote | null, now: number): T {
  requireOpenJob(offer, quote)
  if (quote !== null && isLive(quote)) {
    throw new Refusal('live_quote_exists', 'This job has an active quote. Withdraw it before you decline the job.', {
      currentStatus: quote.status,
    })
  }
  if (offer.declinedAt !== null) return offer
  if (isPastQuoting(offer, now)) throw jobClosed(quote)
  return { ...offer, declinedAt: now }
}
