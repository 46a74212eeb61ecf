import { Refusal } from './refusal.ts'

/** The outcome of an offer for one operator. */
export type OfferOutcome =
  /** The quote of this operator was paid. Only a cancellation changes it. */
  | 'won'
  /** Another operator won. Final. */
  | 'lost'
  /** The trip was cancelled while this operator could still win it or had won it. Final. */
  | 'cancelled'
  /** The trip departed without a booking, by the clock. Final. */
  | 'expired'

/** One operator's invitation to quote; instants in ms. */
export type Offer = {
  readonly quoteBy: number
  readonly departsAt: number
  readonly declinedAt: number | null
  /** Null while the job is open to this operator. */
  readonly outcome: OfferOutcome | null
  readonly closedAt: number | null
}

/** True once neither a new quote nor a revision is accepted. */
export function isPastQuoting(offer: Offer, now: number): boolean {
  return now >= offer.quoteBy || now >= offer.departsAt
}

/** The `job_closed` refusal, with the state of the caller's quote, or of their trip; null for an operator who never quoted. */
export function jobClosed(own: { readonly status: string } | null): Refusal {
  return new Refusal('job_closed', 'This job is closed.', { currentStatus: own?.status ?? null })
}
