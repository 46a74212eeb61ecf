import { hourMs, minuteMs } from './instant.ts'
import type { PaymentStatus } from './payment.ts'

/** The part of a payment that shows whether the customer enters a card on a page. `pageExpiresAt` in ms by the wall clock. */
export type PagedPayment = { readonly status: PaymentStatus; readonly pageExpiresAt: number | null }

/** Whether a payment uses a page of the provider, whatever its result. */
export function isPaged({ pageExpiresAt }: Pick<PagedPayment, 'pageExpiresAt'>): boolean {
  return pageExpiresAt !== null
}

/** Whether a customer can be on a page now. Only a report of the provider ends it. */
export function isPageOpen({ status }: Pick<PagedPayment, 'status'>): boolean {
  return status === 'awaiting_customer'
}

/** True while the provider's answer is awaited: for money, or for a page without an address yet. */
export function isWaitingForProvider({ status }: Pick<PagedPayment, 'status'>): boolean {
  return status === 'charging' || status === 'opening'
}

/** Providers keep a page open for at least half an hour; the extra minute covers the request itself. */
export const shortestPageMs = 31 * minuteMs

/** Milliseconds for which an emailed page stays open. */
export const mailedPageMs = 23 * hourMs

/** Instant (ms) until which an emailed page stays open. It is 23 hours from `now`, never past the `end` of its subject. */
export function computeMailedPageEnd(now: number, end = Number.POSITIVE_INFINITY): number {
  return Math.min(now + mailedPageMs, end)
}

/**
 * Wall-clock instant (ms) at which a page opened now ends, `wantedMs` later. Providers keep a page open for at least half an
 * hour, so it is at least 31 minutes away.
 */
export function computePageExpiry(wallNow: number, wantedMs: number): number {
  return wallNow + Math.max(wantedMs, shortestPageMs)
}

const firstLooksMs = [10_000, 20_000, 40_000]

/** Instant (ms) of the next automatic check of a page opened at `openedAt` (ms): soon at first, then each minute. */
export function computeNextPageCheck(openedAt: number, now: number): number {
  const next = openedAt > now ? undefined : firstLooksMs.find((after) => openedAt + after > now)
  return next === undefined ? now + minuteMs : openedAt + next
}

/** Instant (ms) of the next check after the provider gave no answer: after twice the usual wait, a minute at most. */
export function computePageCheckAfterFault(openedAt: number, now: number): number {
  return now + Math.min(2 * (computeNextPageCheck(openedAt, now) - now), minuteMs)
}

/** Shortest time (ms) between two checks at the provider that a customer causes for one trip. */
export const lookPauseMs = 2_000
