import { hourMs, minuteMs } from './instant.ts'
import type { PaymentStatus } from './payment.ts'

/** The part of a payment that says whether the customer types a card on a page of the provider's. `pageExpiresAt` in ms by the wall clock. */
export type PagedPayment = { readonly status: PaymentStatus; readonly pageExpiresAt: number | null }

/** Whether a payment goes over a page of the provider's, whatever has become of it. */
export function isPaged({ pageExpiresAt }: Pick<PagedPayment, 'pageExpiresAt'>): boolean {
  return pageExpiresAt !== null
}

/** Whether a customer can be on a page right now: only the provider's word ends it. */
export function isPageOpen({ status }: Pick<PagedPayment, 'status'>): boolean {
  return status === 'awaiting_customer'
}

/** True while the provider is being asked: for money, or for a page that no one has the address of yet. */
export function isWithProvider({ status }: Pick<PagedPayment, 'status'>): boolean {
  return status === 'charging' || status === 'opening'
}

/** Providers keep a page open for half an hour at least; a minute more, so that the way there costs none of it. */
export const shortestPageMs = 31 * minuteMs

/** Milliseconds for which a page is to stay open that the office mails. */
export const mailedPageMs = 23 * hourMs

/**
 * Instant (ms) until which a page that the office mails is to stay open. It is 23 hours from `now`, never past the
 * `end` of what it is for.
 */
export function mailedUntil(now: number, end = Number.POSITIVE_INFINITY): number {
  return Math.min(now + mailedPageMs, end)
}

/**
 * Wall-clock instant (ms) at which a page opened now is over, `wantedMs` later. Providers keep no page open for less
 * than half an hour, so it is 31 minutes away at least.
 */
export function pageExpiry(wallNow: number, wantedMs: number): number {
  return wallNow + Math.max(wantedMs, shortestPageMs)
}

const firstLooksMs = [10_000, 20_000, 40_000]

/**
 * Instant (ms) at which a page opened at `openedAt` (ms) is next looked at by itself: soon at first, then each minute.
 */
export function nextLookAt(openedAt: number, now: number): number {
  const next = openedAt > now ? undefined : firstLooksMs.find((after) => openedAt + after > now)
  return next === undefined ? now + minuteMs : openedAt + next
}

/** Instant (ms) of the next look where the provider gave no answer: after twice the usual wait, a minute at most. */
export function nextLookAfterFault(openedAt: number, now: number): number {
  return now + Math.min(2 * (nextLookAt(openedAt, now) - now), minuteMs)
}

/** Shortest time (ms) after which a customer may have the provider asked about one trip again. */
export const lookPauseMs = 2_000
