import { payable, share } from './money.ts'
import { isPastQuoting, jobClosed, type Offer } from './offer.ts'
import { Refusal } from './refusal.ts'

export const quoteStatuses = [
  /** The operator quoted so, unconfirmed it, or a request lapsed; or its coach was taken. The customer may ask to book it. */
  'likely',
  /** The operator quoted so. The customer may book it at once; while they pay it is locked. */
  'confirmed',
  /** The customer asks to book a likely one. The operator answers, the customer takes it back, or the clock ends it. */
  'requested',
  /** The deposit cleared. Final, also when the booking is called off. */
  'booked',
  /** The operator turned the request down. Final; a new quote may follow. */
  'rejected',
  /** The operator took it back. Final; a new quote may follow. */
  'withdrawn',
  /** Another quote was booked, or the trip given up. Final. */
  'lost',
  /** `valid_until` or the departure passed, by the clock. Final; a new quote may follow until `quote_by`. */
  'expired',
] as const

export type QuoteStatus = (typeof quoteStatuses)[number]

export type RequestStatus =
  /** The customer asked and left a card. The operator, the customer or the clock ends it. */
  | 'pending'
  /** The operator confirmed it, and it is paid or the transfer awaited. Giving up that transfer still ends it. */
  | 'confirmed'
  /** The operator turned it down. Final. */
  | 'rejected'
  /** The customer took it back, or the trip was given up. Final. */
  | 'withdrawn'
  /** No one answered by `respond_by`, or the transfer did not come. By the clock, final. */
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

/** A coach of the fleet that a quote names; `vehicleNo` counts the coaches of the quote from 1. */
export type PromisedVehicle = { readonly vehicleId: number; readonly vehicleNo: number }

/** The coaches a quote names: where several of a kind are offered under one name, the first of them. */
export function promisedVehicles(vehicles: readonly Pick<QuoteVehicle, 'count' | 'vehicleId'>[]): PromisedVehicle[] {
  let next = 1
  return vehicles.flatMap(({ count, vehicleId }) => {
    const vehicleNo = next
    next += count
    return vehicleId === null ? [] : [{ vehicleId, vehicleNo }]
  })
}

/**
 * The terms that the operator puts on the table; a revision is the whole of them again. Amounts in minor units,
 * instants in ms.
 */
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

/** The part of a quote that its moves look at. */
export type Quote = {
  readonly status: QuoteStatus
  readonly revision: number
  readonly validUntil: number
  /** While the customer is paying no one moves the quote; null when no one is. */
  readonly lockedUntil: number | null
  readonly closedAt: number | null
}

export const liveStatuses: readonly QuoteStatus[] = ['likely', 'confirmed', 'requested']

/** Live quotes are the ones the customer can still act on. */
export function isLive({ status }: Pick<Quote, 'status'>): boolean {
  return liveStatuses.includes(status)
}

/** True while the customer is paying: a card that needs authentication, or a transfer on its way. */
export function isLocked(quote: Pick<Quote, 'lockedUntil'>): boolean {
  return quote.lockedUntil !== null
}

/** The booking request that waits on a quote, or null. `respondBy` in ms. */
type OpenRequest = { readonly respondBy: number } | null

/** The operator may put terms on the table. Refuses `quote_locked`, `job_closed`. */
export function mustTakeTerms(offer: Offer, quote: Quote | null, now: number, request: OpenRequest = null): void {
  if (quote !== null) {
    if (quote.status === 'requested' || quote.status === 'booked' || isLocked(quote)) throw locked(quote, request)
  }
  if (offer.outcome !== null || isPastQuoting(offer, now)) throw jobClosed(quote)
}

/**
 * The amounts that the operator's policy makes of a price: all in minor units, computed once and stored. `leastAmount`
 * is the least that can be paid.
 */
export function priced(
  terms: Pick<QuoteTerms, 'priceAmount' | 'depositAmount'>,
  policy: { readonly commissionBps: number; readonly depositBps: number; readonly depositMinimumAmount: number },
  leastAmount = 1,
) {
  const { priceAmount } = terms
  const commissionAmount = share(priceAmount, policy.commissionBps)
  const usualDeposit = Math.max(share(priceAmount, policy.depositBps), policy.depositMinimumAmount)
  return {
    priceAmount,
    commissionAmount,
    payoutAmount: priceAmount - commissionAmount,
    depositAmount: payable(terms.depositAmount ?? usualDeposit, { least: leastAmount, most: priceAmount }),
  }
}

/** The operator takes the quote back. Refuses `no_live_quote`, `quote_locked`. */
export function withdraw<T extends Quote>(quote: T | null, now: number, request: OpenRequest = null): T {
  if (quote === null) throw noLiveQuote(quote)
  if (quote.status === 'requested' || quote.status === 'booked' || isLocked(quote)) throw locked(quote, request)
  if (!isLive(quote)) throw noLiveQuote(quote)
  return { ...quote, status: 'withdrawn', closedAt: now }
}

/** The customer may still ask to book, but no longer instantly. The price stands. */
export function unconfirm<T extends Quote>(quote: T | null): T {
  if (quote === null || (!isLive(quote) && quote.status !== 'booked')) throw noLiveQuote(quote)
  if (isLocked(quote)) throw locked(quote)
  if (quote.status !== 'confirmed') throw notConfirmed(quote, 'Only a confirmed quote can be unconfirmed.')
  return { ...quote, status: 'likely' }
}

/** The quote whose booking request the operator answers. Refuses `no_booking_request`. */
export function requested<T extends Quote>(quote: T | null): T {
  if (quote?.status !== 'requested') {
    throw new Refusal('no_booking_request', 'No booking request waits on this job.', { currentStatus: quote?.status ?? null })
  }
  return quote
}

/** The customer decides about the terms they were shown; null for one who does not say which. Refuses `quote_changed`. */
export function mustBeAsShown(
  quote: Quote & { readonly priceAmount: number; readonly currencyCode: string },
  revision: number | null,
): void {
  if (revision === null || revision === quote.revision) return
  throw new Refusal('quote_changed', 'The operator has changed this quote since it was shown; look at it again.', {
    revision: quote.revision,
    priceAmount: quote.priceAmount,
    currencyCode: quote.currencyCode,
  })
}

/** The customer asks to book; asking again with another card is the same request. Refuses what cannot be asked for. */
export function request<T extends Quote>(quote: T): T {
  if (quote.status === 'confirmed') {
    throw new Refusal('invalid_transition', 'This quote can be booked at once.', {
      currentStatus: quote.status,
      allowed: ['book'],
    })
  }
  if (quote.status !== 'likely' && quote.status !== 'requested') throw gone(quote)
  return { ...quote, status: 'requested' }
}

/** The customer books at once. Refuses `quote_not_confirmed` and what is gone. */
export function bookable<T extends Quote>(quote: T): T {
  if (quote.status === 'likely' || quote.status === 'requested') {
    throw notConfirmed(quote, 'This quote can be requested, not booked at once.')
  }
  if (quote.status !== 'confirmed') throw gone(quote)
  return quote
}

/** The request is over without a booking: the quote stands as it stood. */
export function takeBack<T extends Quote>(quote: T): T {
  return { ...quote, status: 'likely' }
}

/** The operator says that the customer has agreed to it, however sure it was. Refuses `quote_locked` and what is gone. */
export function agreeable<T extends Quote>(quote: T, request: OpenRequest = null): T {
  if (quote.status === 'requested' || quote.status === 'booked' || isLocked(quote)) throw locked(quote, request)
  if (!isLive(quote)) throw gone(quote)
  return quote
}

/** The operator turns the request down, with a reason the customer reads. */
export function reject<T extends Quote>(quote: T | null, now: number): T {
  return { ...requested(quote), status: 'rejected', closedAt: now }
}

/** No one moves the quote until `until` (ms): the customer is paying. */
export function lock<T extends Quote>(quote: T, until: number): T {
  return { ...quote, status: 'confirmed', lockedUntil: until }
}

/** The customer stopped paying; the quote stands as it stood. */
export function unlock<T extends Quote>(quote: T): T {
  return { ...quote, lockedUntil: null }
}

/** The money cleared. */
export function book<T extends Quote>(quote: T, now: number): T {
  return { ...quote, status: 'booked', lockedUntil: null, closedAt: now }
}

/** Another operator won, or the customer gave the trip up. */
export function lose<T extends Quote>(quote: T, now: number): T {
  return { ...quote, status: 'lost', lockedUntil: null, closedAt: now }
}

/** A quote whose time ran out at `at` (ms). */
export function expire<T extends Quote>(quote: T, at: number): T {
  return { ...quote, status: 'expired', lockedUntil: null, closedAt: at }
}

/**
 * Instant (ms) until which the customer can pay for a quote or is waited for: a payment in progress first, then the booking request, then
 * the quote's own validity. Null once the quote has ended.
 */
export function payableUntil(quote: Pick<Quote, 'status' | 'validUntil' | 'lockedUntil'>, request: OpenRequest): number | null {
  return isLive(quote) ? (quote.lockedUntil ?? request?.respondBy ?? quote.validUntil) : null
}

function locked(quote: Quote, request: OpenRequest = null): Refusal {
  const why = quote.status === 'booked' ? 'This quote is booked.' : 'The customer is acting on this quote.'
  const until = payableUntil(quote, request)
  return new Refusal('quote_locked', why, { currentStatus: quote.status, ...(until !== null && { until }) })
}

function noLiveQuote(quote: Quote | null): Refusal {
  return new Refusal('no_live_quote', 'There is no live quote on this job.', { currentStatus: quote?.status ?? null })
}

function notConfirmed(quote: Quote, why: string): Refusal {
  return new Refusal('quote_not_confirmed', why, { currentStatus: quote.status })
}

function gone(quote: Quote): Refusal {
  if (quote.status === 'expired') return new Refusal('quote_expired', 'This quote has expired.', { currentStatus: 'expired' })
  return new Refusal('no_live_quote', 'This quote is no longer open.', { currentStatus: quote.status })
}
