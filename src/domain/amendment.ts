import { hourMs, minuteMs } from './instant.ts'
import { Refusal } from './refusal.ts'

export const amendmentStatuses = [
  /**
   * The customer requested it. The operator or the platform applies it, proposes it at a price, or declines it; the clock can end
   * it.
   */
  'wished',
  /**
   * The operator or the platform proposes it. The customer accepts or declines it, the proposer withdraws it, or the clock ends
   * it.
   */
  'proposed',
  /** The customer accepted it and is being charged the difference. The result of the charge moves it on. */
  'accepted',
  /** The customer declined the proposal, or the operator or the platform declined the request. Final. */
  'declined',
  /** The operator or the platform withdrew the proposal. Final. */
  'withdrawn',
  /** The time to answer passed (`respond_by`), or the trip was cancelled first. Final. */
  'expired',
  /** The booking contains the change. Final. */
  'applied',
] as const

export type AmendmentStatus = (typeof amendmentStatuses)[number]

export const amenders = ['operator', 'customer', 'platform'] as const

export type Amender = (typeof amenders)[number]

/** Statements of the operator or the platform about the customer's approval. */
export const consents = ['ask', 'given', 'not_needed'] as const

export type Consent = (typeof consents)[number]

/**
 * Moves of an amendment. The office makes the first four, the customer the next two. The charge of the difference, the clock and
 * a cancellation make the rest.
 */
export const amendmentMoves = [
  'apply',
  'propose',
  'turn_down',
  'withdraw',
  'accept',
  'decline',
  'charge_succeeded',
  'charge_failed',
  'expire',
  'call_off',
] as const

export type AmendmentMove = (typeof amendmentMoves)[number]

const next: Readonly<Record<AmendmentStatus, Partial<Record<AmendmentMove, AmendmentStatus>>>> = {
  wished: { apply: 'applied', propose: 'proposed', turn_down: 'declined', expire: 'expired', call_off: 'expired' },
  proposed: { withdraw: 'withdrawn', accept: 'accepted', decline: 'declined', expire: 'expired', call_off: 'expired' },
  accepted: { charge_succeeded: 'applied', charge_failed: 'proposed', call_off: 'expired' },
  declined: {},
  withdrawn: {},
  expired: {},
  applied: {},
}

/** The fields of an amendment for its moves; instants in ms. */
export type Amendment = {
  readonly status: AmendmentStatus
  /** Instant at which it expires; null for an amendment that was applied immediately. */
  readonly respondBy: number | null
  readonly closedAt: number | null
}

/** An amendment that can still change the booking. A booking has at most one. */
export function isOpenAmendment({ status }: Pick<Amendment, 'status'>): boolean {
  return status === 'wished' || status === 'proposed' || status === 'accepted'
}

/** Whether the time to answer has passed. A charge in progress is still awaited. */
export function isAnswerOverdue({ status, respondBy }: Amendment, now: number): boolean {
  return (status === 'wished' || status === 'proposed') && respondBy !== null && respondBy <= now
}

/** Moves an amendment. Refuses `invalid_transition`. */
export function moveAmendment<T extends Amendment>(amendment: T, move: AmendmentMove, now: number): T {
  const status = next[amendment.status][move]
  if (status === undefined) {
    throw new Refusal('invalid_transition', `This change is ${amendment.status}.`, {
      currentStatus: amendment.status,
      allowed: [],
    })
  }
  const moved = { ...amendment, status }
  return { ...moved, closedAt: isOpenAmendment(moved) ? null : now }
}

/** `amendment_pending`: a booking has at most one open amendment. */
export function amendmentPending({ status }: Pick<Amendment, 'status'>): Refusal {
  return new Refusal('amendment_pending', 'Another change to this booking is waiting for an answer.', { currentStatus: status })
}

const longestToAnswerMs = 72 * hourMs

/**
 * Instant (ms) until which an amendment can be answered: 50 % of the time until the departure, or during the trip until its end,
 * at most 72 h.
 */
export function computeAnswerDeadline(
  { departsAt, endsAt }: { readonly departsAt: number; readonly endsAt: number },
  now: number,
): number {
  const leftMs = (departsAt > now ? departsAt : endsAt) - now
  return now + Math.min(Math.max(Math.floor(leftMs / 2), minuteMs), longestToAnswerMs)
}
