import { dayMs } from './instant.ts'
import { cardLockMs } from './payment.ts'
import type { Quote } from './quote.ts'
import { respondBy } from './respond-by.ts'

/** A quote no one limited holds for half the time left to departure, at most 14 days. */
export function usualValidity(now: number, departsAt: number): number {
  return now + Math.min(Math.floor((departsAt - now) / 2), 14 * dayMs)
}

/**
 * A transfer holds a quote until it is no longer valid. A request outlives that, so a quote confirmed late holds as long
 * as a request would wait, or the customer could never pay.
 */
export function transferUntil(quote: Quote, now: number, departsAt: number): number {
  return quote.validUntil > now ? quote.validUntil : respondBy(now, departsAt)
}

/** A card that is tried holds a quote this long; where an earlier one holds it already, no longer than that. */
export function cardUntil(quote: Quote, now: number): number {
  return quote.lockedUntil ?? Math.min(now + cardLockMs, quote.validUntil)
}

/** While no one knows whether the customer has paid, the quote is held as long as a request would wait, and never past its validity. */
export function doubtUntil(quote: Quote, now: number, departsAt: number): number {
  return Math.min(quote.validUntil, respondBy(now, departsAt))
}
