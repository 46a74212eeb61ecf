import { dayMs } from './instant.ts'
import { cardLockMs } from './payment.ts'
import type { Quote } from './quote.ts'
import { computeRespondBy } from './respond-by.ts'

/** The usual validity of a quote: 50 % of the time left to departure, at most 14 days. */
export function computeUsualValidity(now: number, departsAt: number): number {
  return now + Math.min(Math.floor((departsAt - now) / 2), 14 * dayMs)
}

/**
 * Instant (ms) until which a transfer locks a quote: the end of its validity. A late confirmation locks it for as long as a
 * request would wait, so that the customer can pay.
 */
export function computeTransferLockEnd(quote: Quote, now: number, departsAt: number): number {
  return quote.validUntil > now ? quote.validUntil : computeRespondBy(now, departsAt)
}

/** Instant (ms) until which a try with a card locks a quote; an existing lock is not extended. */
export function computeCardLockEnd(quote: Quote, now: number): number {
  return quote.lockedUntil ?? Math.min(now + cardLockMs, quote.validUntil)
}

/** Instant (ms) until which a payment in doubt locks the quote: as long as a request would wait, within its validity. */
export function computeDoubtLockEnd(quote: Quote, now: number, departsAt: number): number {
  return Math.min(quote.validUntil, computeRespondBy(now, departsAt))
}
