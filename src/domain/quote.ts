import { computeShare, limitPayable } from './money.ts'
import { isPastQuoting, jobClosed, type Offer } from './offer.ts'
import { Refusal } from './refusal.ts'

export const quoteStatuses = [
  /**
   * Initial status of a quote on request, and again after a change to likely, an expired request, or another booking of the
   * vehicle. The customer can request it.
   */
  'likely',
  /** Initial status of a bookable quote. The customer can book it immediately; a payment locks it. */
  'confirmed',
  /** The customer requested a likely quote. The operator answers, the customer withdraws the request, or the clock ends it. */
  'requested',
  /** The deposit cleared. Final, also after a cancellation of the booking. */
  'booked',
  /** The operator declined the request. Final; a new quote can follow. */
  'rejected',
  /** The operator withdrew it. Final; a new quote can follow. */
  'withdrawn',
  /** Another quote was booked, or the trip was cancelled. Final. */
  'lost',
  /** `valid_until` or the departure passed. By the clock, final; a new quote can follow until `quote_by`. */
  'expired',
] as const

export type QuoteStatus = (typeof quoteStatuses)[number]

export type RequestStatus =
  /** The customer sent the request with a card. The operator, the customer or the clock ends it. */
  | 'pending'
  /** The operator accepted it, and the payment is made or the transfer is awaited. A cancelled transfer still ends it. */
  | 'confirmed'
  /** The operator declined it. Final. */
  | 'rejected'
  /** The customer withdrew it, or the trip was cancelled. Final. */
  | 'withdrawn'
  /** The time to answer passed (`respond_by`), or the transfer did not arrive. By the clock, final. */
  | 'expired'
  /** Another quote of the trip was booked. Final. */
  | 'lost'

export const inclusionKinds = [
  'driver',
  'fuel',
  'vat',
  'parking',
  'tolls',
  'congestion_charge',
  'clean_air_charge',
  'ferry',
  'driver_meals',
  'driver_accommodation',
  'second_driver',
  'waiting',
] as const

export const rejectionReasons = [
  'vehicle_unavailable',
  'driver_unavailable',
  'driver_hours',
  'price_changed',
  'itinerary',
  'other',
] as const

export type QuoteVehicle = {
  readonly type: string
  readonly count: number
  readonly seats: number
  readonly description: string | null
  readonly vehicleId: number | null
}

/** A vehicle of the fleet that a quote names. `vehicleNo` counts the coaches of the quote from 1. */
export type PromisedVehicle = { readonly vehicleId: number; readonly vehicleNo: number }

/** The named vehicles of a quote. For several of a type with one name, the name is the first of them. */
export function listPromisedVehicles(vehicles: readonly Pick<QuoteVehicle, 'count' | 'vehicleId'>[]): PromisedVehicle[] {
  let next = 1
  return vehicles.flatMap(({ count, vehicleId }) => {
    const vehicleNo = next
    next += count
    return vehicleId === null ? [] : [{ vehicleId, vehicleNo }]
  })
}

/** The terms of a quote. A revision contains all of them. Amounts in minor units, instants in ms. */
export type QuoteTerms = {
  readonly priceAmount: number
  readonly availability: 'likely' | 'confirmed'
  readonly vehicles: readonly QuoteVehicle[]
  readonly inclusions: readonly string[]
  readonly exclusions: readonly string[]
  readonly depositAmount: number | null
  readonly includedWaitingMinutes: number | null
  readonly extraHourAmount: number | null
  readonly extraMileAmount: number | null
  readonly note: string | null
  readonly validUntil: number | null
}

/** The fields of a quote for its moves. */
export type Quote = {
  readonly status: QuoteStatus
  readonly revision: number
  readonly validUntil: number
  /** A quote is locked while the customer is paying; null otherwise. */
  readonly lockedUntil: number | null
  readonly closedAt: number | null
}

export const liveStatuses: readonly QuoteStatus[] = ['likely', 'confirmed', 'requested']

/** Whether a quote is active, so that the customer can use it. */
export function isLive({ status }: Pick<Quote, 'status'>): boolean {
  return liveStatuses.includes(status)
}

/** True while the customer is paying: a card that needs confirmation, or an awaited transfer. */
export function isQuoteLocked(quote: Pick<Quote, 'lockedUntil'>): boolean {
  return quote.lockedUntil !== null
}

/** The open booking request of a quote, or null. `respondBy` in ms. */
type OpenRequest = { readonly respondBy: number } | null

/** Refuses `quote_locked` and `job_closed` if the operator cannot quote. */
export function requireQuotableJob(offer: Offer, quote: Quote | null, now: number, request: OpenRequest = null): void {
  if (quote !== null) {
    if (quote.status === 'requested' || quote.status === 'booked' || isQuoteLocked(quote)) throw locked(quote, request)
  }
  if (offer.outcome !== null || isPastQuoting(offer, now)) throw jobClosed(quote)
}

/**
 * The deposit and balance by the operator's policy: in minor units, computed once and stored. `leastAmount` is the smallest
 * possible payment.
 */
export function computeQuotePrice(
  terms: Pick<QuoteTerms, 'priceAmount' | 'depositAmount'>,
  policy: { readonly commissionBps: number; readonly depositBps: number; readonly depositMinimumAmount: number },
  leastAmount = 1,
) {
  const { priceAmount } = terms
  const commissionAmount = computeShare(priceAmount, policy.commissionBps)
  const usualDeposit = Math.max(computeShare(priceAmount, policy.depositBps), policy.depositMinimumAmount)
  return {
    priceAmount,
    commissionAmount,
    payoutAmount: priceAmount - commissionAmount,
    depositAmount: limitPayable(terms.depositAmount ?? usualDeposit, { least: leastAmount, most: priceAmount }),
  }
}

/** The operator withdraws the quote. Refuses `no_live_quote`, `quote_locked`. */
export function withdrawLiveQuote<T extends Quote>(quote: T | null, now: number, request: OpenRequest = null): T {
  if (quote === null) throw noLiveQuote(quote)
  if (quote.status === 'requested' || quote.status === 'booked' || isQuoteLocked(quote)) throw locked(quote, request)
  if (!isLive(quote)) throw noLiveQuote(quote)
  return { ...quote, status: 'withdrawn', closedAt: now }
}

/** Changes a quote to on request, at the same price. */
export function changeQuoteToOnRequest<T extends Quote>(quote: T | null): T {
  if (quote === null || (!isLive(quote) && quote.status !== 'booked')) throw noLiveQuote(quote)
  if (isQuoteLocked(quote)) throw locked(quote)
  if (quote.status !== 'confirmed') throw notConfirmed(quote, 'Only a confirmed quote can be changed to likely.')
  return { ...quote, status: 'likely' }
}

/** The quote with the booking request that the operator answers. Refuses `no_booking_request`. */
export function requireRequestedQuote<T extends Quote>(quote: T | null): T {
  if (quote?.status !== 'requested') {
    throw new Refusal('no_booking_request', 'This job has no booking request.', { currentStatus: quote?.status ?? null })
  }
  return quote
}

/** Checks the revision that the customer saw, null if unknown. Refuses `quote_changed`. */
export function requireShownRevision(
  quote: Quote & { readonly priceAmount: number; readonly currencyCode: string },
  revision: number | null,
): void {
  if (revision === null || revision === quote.revision) return
  throw new Refusal('quote_changed', 'The operator has changed this quote. Check it again before you book.', {
    revision: quote.revision,
    priceAmount: quote.priceAmount,
    currencyCode: quote.currencyCode,
  })
}

/** Requests the quote for the customer. Another card makes no new request. Refuses a quote that cannot be requested. */
export function requestQuote<T extends Quote>(quote: T): T {
  if (quote.status === 'confirmed') {
    throw new Refusal('invalid_transition', 'You can book this quote immediately.', {
      currentStatus: quote.status,
      allowed: ['book'],
    })
  }
  if (quote.status !== 'likely' && quote.status !== 'requested') throw quoteUnavailable(quote)
  return { ...quote, status: 'requested' }
}

/** The customer books immediately. Refuses `quote_not_confirmed` and an ended quote. */
export function requireBookableQuote<T extends Quote>(quote: T): T {
  if (quote.status === 'likely' || quote.status === 'requested') {
    throw notConfirmed(quote, 'You can only request this quote; the operator must accept it first.')
  }
  if (quote.status !== 'confirmed') throw quoteUnavailable(quote)
  return quote
}

/** Restores the earlier status of a quote after a request without a booking. */
export function revertRequest<T extends Quote>(quote: T): T {
  return { ...quote, status: 'likely' }
}

/** The operator books with the customer's agreement, whatever the availability. Refuses `quote_locked` and an ended quote. */
export function requireAgreeableQuote<T extends Quote>(quote: T, request: OpenRequest = null): T {
  if (quote.status === 'requested' || quote.status === 'booked' || isQuoteLocked(quote)) throw locked(quote, request)
  if (!isLive(quote)) throw quoteUnavailable(quote)
  return quote
}

/** The operator declines the request, with a reason for the customer. */
export function rejectRequestedQuote<T extends Quote>(quote: T | null, now: number): T {
  return { ...requireRequestedQuote(quote), status: 'rejected', closedAt: now }
}

/** Locks the quote until `until` (ms) for the customer's payment. */
export function lockQuote<T extends Quote>(quote: T, until: number): T {
  return { ...quote, status: 'confirmed', lockedUntil: until }
}

/** Restores the earlier status of a quote after the customer stopped paying. */
export function unlockQuote<T extends Quote>(quote: T): T {
  return { ...quote, lockedUntil: null }
}

/** Marks a quote as booked after its payment cleared. */
export function markQuoteBooked<T extends Quote>(quote: T, now: number): T {
  return { ...quote, status: 'booked', lockedUntil: null, closedAt: now }
}

/** Marks a quote as lost to another operator, or by a cancellation of the trip. */
export function loseQuote<T extends Quote>(quote: T, now: number): T {
  return { ...quote, status: 'lost', lockedUntil: null, closedAt: now }
}

/** A quote that expired at `at` (ms). */
export function expireQuote<T extends Quote>(quote: T, at: number): T {
  return { ...quote, status: 'expired', lockedUntil: null, closedAt: at }
}

/**
 * Instant (ms) until which the customer can pay for a quote: that of the payment in progress, otherwise of the booking request,
 * otherwise of the quote's validity. Null for an ended quote.
 */
export function findPaymentDeadline(
  quote: Pick<Quote, 'status' | 'validUntil' | 'lockedUntil'>,
  request: OpenRequest,
): number | null {
  return isLive(quote) ? (quote.lockedUntil ?? request?.respondBy ?? quote.validUntil) : null
}

function locked(quote: Quote, request: OpenRequest = null): Refusal {
  const why = quote.status === 'booked' ? 'This quote is booked.' : 'The customer is requesting or paying for this quote.'
  const until = findPaymentDeadline(quote, request)
  return new Refusal('quote_locked', why, { currentStatus: quote.status, ...(until !== null && { until }) })
}

function noLiveQuote(quote: Quote | null): Refusal {
  return new Refusal('no_live_quote', 'This job has no active quote.', { currentStatus: quote?.status ?? null })
}

function notConfirmed(quote: Quote, why: string): Refusal {
  return new Refusal('quote_not_confirmed', why, { currentStatus: quote.status })
}

function quoteUnavailable(quote: Quote): Refusal {
  if (quote.status === 'expired') return new Refusal('quote_expired', 'This quote has expired.', { currentStatus: 'expired' })
  return new Refusal('no_live_quote', 'This quote is no longer available.', { currentStatus: quote.status })
}
